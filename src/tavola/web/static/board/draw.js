// The board itself: frame, fields, points, numbers, trays, and the tracks when asked for.

import { boxed, circle, line, path, rounded, text } from './svg.js';
import { inner, other, SIDES } from './plan.js';

/** An arrow begins and ends so many points beside the checkers that stand there. */
const BESIDE = 0.62;

/**
 * Draws everything that does not move.
 * @param {SVGElement} into @param {any} plan @param {{numbering?: string, arrows?: boolean}} options
 */
export function drawGround(into, plan, { numbering, arrows }) {
  const { layout, size } = plan;
  boxed(inner({ x: 0, y: 0, ...size }, 0.5), Math.min(14, plan.point * 0.2), 'frame', into);
  drawFields(into, plan);
  for (const [point, seat] of plan.seats) drawPoint(into, plan, point, seat);
  if (layout.loops) drawRing(into, plan);
  drawTrays(into, plan);
  drawNumbers(into, plan, numbering);
  if (arrows && !plan.towers) for (const side of SIDES) drawTrack(into, plan, side);
}

/** One field, or one on each side of the bar. */
function drawFields(into, plan) {
  const { columns } = plan.layout;
  for (const [from, to] of plan.whole ? [[0, columns / 2], [columns / 2, columns]] : [[0, columns]]) {
    const box = plan.box(plan.u(from), plan.number, (to - from) * plan.point, plan.width - 2 * plan.number);
    boxed(box, 2, 'field', into);
  }
}

/** A point: a triangle, a cup for a goal, a tile for a tower; points that face each other are joined. */
function drawPoint(into, plan, point, { row, col }) {
  const { layout, free, point: wide, checker } = plan;
  if (plan.towers) {
    boxed(inner(plan.pointBox(point), wide * 0.05), wide * 0.1, 'point a', into);
    return;
  }
  const gap = Math.max(0.5, wide * 0.03);
  const half = wide / 2 - gap;
  const tip = free * 0.97;
  if (layout.facing && row === 0) {
    const [facing] = [...plan.seats].find(([, seat]) => seat.row && seat.col === col);
    path(line([plan.on(point, tip), plan.on(facing, tip)]), 'hairline', into);
  }
  if (Object.values(layout.goals).includes(point)) {
    const cup = [[tip, -half], [0.03, -half], [0.03, half], [tip, half]];
    path(rounded(plan.figure(point, cup), half), 'cup', into);
    return;
  }
  path(`${line(plan.triangle(point, gap))}Z`, `point ${'ab'[(col + row) % 2]}`, into);
  if (!layout.corners.includes(point)) return;
  const square = [[0.02, -half], [0.02, half], [wide / checker, half], [wide / checker, -half]];
  path(`${line(plan.figure(point, square))}Z`, 'corner', into);
}

/** The endless line through the feet of all points. */
function drawRing(into, plan) {
  const foot = plan.number + plan.checker / 2;
  const from = plan.u(0) + plan.point / 2;
  const to = plan.u(plan.layout.columns - 1) + plan.point / 2;
  boxed(plan.box(from, foot, to - from, plan.width - 2 * foot), plan.point * 0.5, 'ring-line', into);
}

function drawTrays(into, plan) {
  for (const { u, v, du, dv } of plan.pools) boxed(plan.box(u, v, du, dv), 4, 'well', into);
  if (!plan.layout.cube) return;
  for (const owner of [null, ...SIDES]) boxed(plan.cubeBox(owner), plan.point * 0.14, 'cube-seat', into);
}

function drawNumbers(into, plan, numbering) {
  const { corners, goals } = plan.layout;
  for (const [point, { col, row }] of plan.seats) {
    const at = plan.at(plan.u(col) + plan.point / 2, plan.across(row === 0, plan.number / 2));
    const special = corners.includes(point) || Object.values(goals).includes(point);
    const size = plan.portrait ? Math.max(14, plan.font * 0.85) : plan.font;
    text(numberOf(plan, point, numbering), at, size, special ? 'number special' : 'number', into);
  }
}

/**
 * What the viewer calls a point: by the pips still to go from there, on a track of his own by the
 * way done, on an endless one by the booklet's number.
 * @param {any} plan @param {number} point @param {string} [numbering]
 */
export function numberOf(plan, point, numbering) {
  const { tracks, loops, towers, goals } = plan.layout;
  if (numbering === 'booklet' || loops) return point;
  const mine = tracks[plan.reader];
  const track = mine.includes(point) ? mine : tracks[other(plan.reader)];
  const done = track.indexOf(point) + 1;
  return towers || Object.keys(goals).length ? done : track.length + 1 - done;
}

/** The way a side runs, as an arrow along its track. */
function drawTrack(into, plan, side) {
  const high = plan.free - (side === plan.facing ? 0.35 : 0.95);
  const track = plan.track(side);
  const row = (point) => plan.seats.get(point)?.row;
  const turns = track.filter((point, i) => row(point) !== row(track[i - 1]) || row(point) !== row(track[i + 1]));
  const way = turns.map((point) => {
    const end = point === track[0] || point === track.at(-1);
    const inward = plan.point * ((end ? BESIDE : 0) + (side === plan.facing ? 0.12 : -0.12));
    return plan.on(point, high, plan.right(point) ? -inward : inward);
  });
  const d = rounded(way, plan.point * 0.45) + head(way, plan.point * 0.22);
  for (const name of ['track edge', 'track']) path(d, `${name} ${side}`, into);
  circle(way[0], plan.point * 0.13, `track-start ${side}`, into);
}

function head(way, size) {
  const [[ax, ay], [bx, by]] = way.slice(-2);
  const part = size / (Math.hypot(bx - ax, by - ay) || 1);
  const [dx, dy] = [(bx - ax) * part, (by - ay) * part];
  return line([[bx - dx - dy, by - dy + dx], [bx, by], [bx - dx + dy, by - dy - dx]]);
}
