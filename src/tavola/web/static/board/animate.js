// Movement: steps slide along the track, hit checkers go to the bar, dice fall.

import { checker, drawCheckers, NAME, nextOn, POOL, topOf } from './pieces.js';
import { other } from './plan.js';

/** Milliseconds of a step and of the rest after it, by the name of the speed. */
export const SPEEDS = { slow: [250, 350], normal: [220, 120], fast: [180, 30], fastest: [120, 0], none: [0, 0] };
const EASE = 'cubic-bezier(.2,.7,.3,1)';

/** Whether nothing shall move. @param {string} speed */
export const still = (speed) => !SPEEDS[speed]?.[0] || document.hidden
  || matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The way of a checker: along its track, around the corner where the track changes its row.
 * @param {any} plan @param {'W'|'B'} side @param {number[]} start @param {number[]} end on the screen
 * @returns {number[][]}
 */
export function trail(plan, side, from, to, start, end) {
  const track = plan.track(side);
  const [a, b] = [track.indexOf(from), track.indexOf(to)];
  const way = [start];
  const row = (i) => plan.seats.get(track[i]).row;
  const { length } = track;
  const high = plan.lane ? plan.foot : plan.free / 2;
  const one = plan.layout.loops || a < b ? 1 : length - 1;
  for (let i = a; a >= 0 && b >= 0 && i !== b; i = (i + one) % length) {
    const next = (i + one) % length;
    if (plan.towers || row(i) === row(next)) continue;
    if (i !== a) way.push(plan.on(track[i], high));
    if (next !== b) way.push(plan.on(track[next], high));
  }
  return [...way, end];
}

/** Lifts a checker; what was pinned below it is free again. @param {any} board changed */
export function lift(board, place, side) {
  const stack = board.points[place];
  if (place in POOL) board[NAME[side]][POOL[place]] -= 1;
  else if (stack?.count > 1) stack.count -= 1;
  else if (stack?.pinned) board.points[place] = { side: other(stack.side), count: stack.pinned };
  else delete board.points[place];
}

/** Puts a checker down; one of the other side comes to lie below. @param {any} board changed */
function put(board, place, side) {
  const stack = board.points[place];
  if (place in POOL) board[NAME[side]][POOL[place]] += 1;
  else if (stack?.side === side) stack.count += 1;
  else board.points[place] = { side, count: 1, pinned: stack?.count };
}

/** Points where a step hits, as often as checkers stand there: as told, or as the board lets one guess. */
function struck({ hits, steps }, { to }, board, side, plan) {
  const enemy = (point) => board.points[point] && board.points[point].side !== side;
  const all = (point) => Array(board.points[point].count).fill(point);
  if (hits.length) return hits.filter((point) => enemy(point) && (steps.length === 1 || point === to)).flatMap(all);
  return plan.layout.bar && enemy(to) ? all(to) : [];
}

/**
 * Shows the steps of an event, one after the other.
 * @param {{plan: any, layers: any, speed: string, live: () => boolean}} stage `live`: go on
 * @param {any} event @param {any} before the view that is shown now
 */
export async function playSteps(stage, event, before) {
  const board = structuredClone(before.board);
  for (const step of event.steps) {
    if (!stage.live()) return;
    const side = event.action?.side ?? board.points[step.from]?.side ?? before.side;
    if (step.from !== step.to) await slide(stage, event, step, board, side);
    await new Promise((done) => { setTimeout(done, SPEEDS[stage.speed][1]); });
  }
}

async function slide({ plan, layers, speed, live }, event, step, board, side) {
  const [duration] = SPEEDS[speed];
  const fly = (who, way, delay = 0) => glide(checker(layers.flying, who, way[0], plan.checker, '', 'moving'), way, duration, delay);
  const repaint = () => drawCheckers(layers.checkers, plan, board);
  const hit = struck(event, step, board, side, plan);
  const gone = plan.layout.bar ? 'bar' : 'off';
  const start = topOf(plan, board, step.from, side);
  lift(board, step.from, side);
  const flights = hit.map((point) => {
    const from = topOf(plan, board, point, other(side));
    lift(board, point, other(side));
    return fly(other(side), [from, nextOn(plan, board, gone, other(side))], duration * 0.6);
  });
  repaint();
  flights.push(fly(side, trail(plan, side, step.from, step.to, start, nextOn(plan, board, step.to, side))));
  await Promise.all(flights);
  if (!live()) return;
  for (const _ of hit) put(board, gone, other(side));
  put(board, step.to, side);
  layers.flying.replaceChildren();
  repaint();
}

/** Moves an element along a way and leaves it at the end. @param {any} element @param {number[][]} way */
export async function glide(element, way, duration, delay = 0) {
  const far = way.map(([x, y], i) => (i ? Math.hypot(x - way[i - 1][0], y - way[i - 1][1]) : 0));
  const whole = far.reduce((a, b) => a + b) || 1;
  let done = 0;
  const frames = way.map(([x, y], i) => ({
    transform: `translate(${x}px,${y}px)`, offset: Math.min(1, (done += far[i]) / whole),
  }));
  element.setAttribute('transform', `translate(${way.at(-1)})`);
  if (duration && whole > 1) await element.animate(frames, { duration, delay, fill: 'backwards', easing: EASE }).finished.catch(() => {});
}

/** Moves that are not those of checkers: dice and cube. */
const THROW = 250;

/** Throws new dice from their side's edge. @param {any[]} dice @param {(die: any) => number} below 1: from below, -1: from above */
export const fall = (dice, below) => Promise.all(dice.map((die, i) => {
  const [x, y] = placeOf(die);
  const size = die.getBBox().height;
  const first = `translate(${x + size * (i % 2 ? 0.8 : -0.8)}px,${y + below(die) * size * 4}px) rotate(${i % 2 ? 200 : -160}deg)`;
  return ends(die.animate([{ transform: first, opacity: 0 }, { transform: `translate(${x}px,${y}px)` }], { duration: THROW, easing: EASE }));
}));

/** The cube slides from where it stood. @param {any} cube @param {number[]} from */
export const slideCube = (cube, from) => glide(cube, [from, placeOf(cube)], THROW);

/** The board bows: to the side that sits below, or to the other one. @param {any} svg @param {boolean} below */
export const bowTo = (svg, below) => ends(svg.animate([
  { transform: 'none' },
  { transform: `perspective(1400px) rotateX(${below ? -14 : 14}deg) scale(.97)`, offset: 0.45 },
  { transform: 'none' },
], { duration: 900, easing: 'ease-in-out' }));

const ends = (animation) => animation.finished.catch(() => {});

/** Where an element was put. @returns {number[]} */
export const placeOf = (element) => element.getAttribute('transform').match(/-?[\d.]+/g).slice(0, 2).map(Number);
