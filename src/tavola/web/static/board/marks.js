// What helps to see: the last play, where a checker may go, the cursor, points that refuse.

import { bow, boxed, circle, curve, cut, line, path, rounded } from './svg.js';
import { nextOn, POOL, topOf } from './pieces.js';
import { inner } from './plan.js';
import { trail } from './animate.js';

/**
 * @typedef {number|'bar'|'res'|'off'} Place
 * @typedef {{source?: Place|null, targets?: Place[], hover?: Place|null, cursor?: Place|null,
 *   refused?: Place[], side?: 'W'|'B'}} Marks
 */

/**
 * One checker's way in a play that is proposed.  `hit`: it takes something there; `kind`: `go`
 * (best or possible) or `no` (worse, dashed).
 * @typedef {{from: Place, to: Place, side: 'W'|'B', hit?: boolean, kind?: 'go'|'no'}} Arrow
 */

/** Ways of single checkers: what one leg left another went on from. @returns {{from: Place, to: Place}[]} */
function legsOf(steps) {
  const legs = [];
  for (const { from, to } of steps) {
    const before = legs.find((leg) => leg.to === from && !(from in POOL));
    if (before) before.to = to;
    else legs.push({ from, to });
  }
  return legs.filter((leg) => leg.from !== leg.to);
}

/** Counts what was already asked for. */
function counter() {
  const seen = {};
  return (...names) => {
    const key = names.join();
    seen[key] = (seen[key] ?? -1) + 1;
    return seen[key];
  };
}

/** The last play: an empty ring where a checker left, a dashed path to where it arrived. */
export function drawLast(into, plan, view) {
  const { last_side: side, last_play: steps, board } = view;
  const [left, come] = [counter(), counter()];
  const r = plan.checker / 2;
  for (const { from, to } of side ? legsOf(steps) : []) {
    const start = nextOn(plan, board, from, side, left(from));
    const end = topOf(plan, board, to, side, come(to));
    const way = wayOf(plan, side, from, to, start, end);
    for (const name of ['edge', 'line']) {
      circle(start, r * 0.84, `last ${name}`, into);
      path(line(cut(way, r * 0.84, r)), `last ${name} way`, into);
    }
  }
}

/** Arrows of plays that are proposed: a dot where a checker leaves, a dashed seat where it lands. */
export function drawArrows(into, plan, board, arrows) {
  const [left, come] = [counter(), counter()];
  for (const { from, to, side, hit, kind = 'go' } of arrows) {
    const start = topOf(plan, board, from, side, left(from, side, kind));
    const end = nextOn(plan, board, to, side, come(to, side, kind), Boolean(hit));
    const way = wayOf(plan, side, from, to, start, end);
    drawArrow(into, plan, way, `${kind} ${hit ? 'hit' : ''}`);
  }
}

/** A shaft with its casing: shafts above all casings, so that crossing arrows stay whole. */
function drawArrow(into, plan, way, name) {
  const c = plan.checker;
  const thick = Math.min(8, Math.max(2, c * 0.085));
  const end = way.at(-1);
  const shaft = cut(way, 0, thick * 2.2);
  const rim = Math.max(1.5, thick * 0.5);
  circle(end, c * 0.46, 'seat-rim', into, rim * 2);
  circle(end, c * 0.46, `seat-to ${name}`, into, rim);
  for (const layer of ['case', 'shaft']) {
    const more = layer === 'case' ? thick : 0;
    path(line(shaft), `arrow ${layer} ${name}`, into, thick + more);
    path(`${line(barb(shaft.at(-1), end, thick * 1.3))}Z`, `arrow tip ${layer} ${name}`, into, more);
    circle(way[0], thick * 1.15 + more / 2, `arrow dot ${layer} ${name}`, into);
  }
}

/** The head of an arrow: from the end of its shaft to its tip. */
function barb(from, to, half) {
  const [[ax, ay], [bx, by]] = [from, to];
  const far = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [((bx - ax) / far) * half, ((by - ay) / far) * half];
  return [[ax - dy, ay + dx], [bx, by], [ax + dy, ay - dx]];
}

/**
 * The way of a checker as it is drawn: bent towards the channel where both ends lie on one side of
 * it, straight across it, along the lane of an endless track.
 */
function wayOf(plan, side, from, to, start, end) {
  if (plan.lane) return curve(trail(plan, side, from, to, start, end), plan.point * 0.5);
  const axis = plan.portrait ? 0 : 1;
  const half = plan.width / 2;
  const [a, b] = [start[axis] - half, end[axis] - half];
  if (a * b <= 0) return [start, end];
  const middle = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  const lift = Math.min(2.1 * plan.checker, 0.5 * Math.hypot(end[0] - start[0], end[1] - start[1]));
  middle[axis] -= Math.sign(a) * lift;
  return bow(start, middle, end);
}

/** What shines below the checkers. @param {Marks} marks */
export function drawGlow(into, plan, marks, side) {
  for (const place of marks.targets ?? []) {
    const name = place === marks.hover ? 'glow over' : 'glow';
    if (place in POOL || plan.towers) boxed(spot(plan, place, side), 5, name, into);
    else if (plan.lane) circle(plan.on(place, plan.foot), plan.checker * 0.5, name, into);
    else path(`${rounded(plan.triangle(place, 1), plan.point * 0.1)}Z`, name, into);
  }
}

/** Marks above the checkers. @param {Marks} marks */
export function drawMarks(into, plan, board, marks, side) {
  const { source, targets = [], refused = [], cursor } = marks;
  const r = plan.checker / 2;
  for (const place of plan.towers ? [] : targets) {
    if (place !== 'off') doubled((name) => circle(nextOn(plan, board, place, side), r * 0.88, `landing ${name}`, into));
  }
  if (source != null) doubled((name) => circle(topOf(plan, board, source, side), r + 1, `source ${name}`, into));
  for (const place of refused) refuse(into, spot(plan, place, side));
  if (cursor != null) doubled((name) => boxed(spot(plan, cursor, side), 6, `cursor ${name}`, into));
}

/** Everything twice, so that one of the two stands out on any ground. */
const doubled = (draw) => ['edge', ''].forEach(draw);

/** A frame and a cross: not by colour alone. */
function refuse(into, box) {
  const r = Math.min(box.w, box.h) * 0.26;
  const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
  const cross = line([[x - r, y - r], [x + r, y + r]]) + line([[x + r, y - r], [x - r, y + r]]);
  doubled((name) => boxed(box, 6, `refused ${name}`, into));
  doubled((name) => path(cross, `refused cross ${name}`, into));
}

/** The area of a place. @returns {import('./plan.js').Box} */
export function spot(plan, place, side) {
  if (!(place in POOL)) return inner(plan.pointBox(place), 1.5);
  const found = plan.targets().find((target) => target.place === place && target.side === side);
  return found ? inner(found.box, 1.5) : plan.cubeBox(null);
}
