// What helps to see: the last play, where a checker may go, the cursor, points that refuse.

import { boxed, circle, line, path, rounded } from './svg.js';
import { nextOn, POOL, topOf } from './pieces.js';
import { inner } from './plan.js';
import { trail } from './animate.js';

/**
 * @typedef {number|'bar'|'res'|'off'} Place
 * @typedef {{source?: Place|null, targets?: Place[], hover?: Place|null, cursor?: Place|null,
 *   refused?: Place[], side?: 'W'|'B'}} Marks
 */

/** A line stands out from any ground by its edge; widths in checkers. */
const STROKES = { edge: 0.15, line: 0.09 };

/** Faint lines along the last play, one for each checker. */
export function drawLast(into, plan, view) {
  const { last_side: side, last_play: steps, board } = view;
  const legs = [];
  for (const { from, to } of side ? steps : []) {
    const before = legs.find((leg) => leg.to === from && !(from in POOL));
    if (before) before.to = to;
    else legs.push({ from, to });
  }
  for (const { from, to } of legs.filter((leg) => leg.from !== leg.to)) {
    const start = nextOn(plan, board, from, side);
    const way = bent(plan, trail(plan, side, from, to, start, topOf(plan, board, to, side)));
    const size = plan.checker;
    for (const [name, width] of Object.entries(STROKES)) {
      path(rounded(way, 9999), `last ${name} ${side}`, into, size * width);
    }
    circle(start, size * 0.36, `last line ${side}`, into, size * 0.06);
  }
}

/** A straight way bends towards the middle of the board, so that it is not taken for a part of it. */
function bent(plan, way) {
  if (way.length > 2) return way;
  const [a, b] = way;
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const axis = plan.portrait ? 0 : 1;
  const lift = Math.min(Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.4, plan.checker * 2.4);
  middle[axis] += middle[axis] < plan.width / 2 ? lift : -lift;
  return [a, middle, b];
}

/** What shines below the checkers. @param {Marks} marks */
export function drawGlow(into, plan, marks, side) {
  for (const place of marks.targets ?? []) {
    const name = place === marks.hover ? 'glow over' : 'glow';
    if (place in POOL || plan.towers) boxed(spot(plan, place, side), 5, name, into);
    else path(`${line(plan.triangle(place, 1))}Z`, name, into);
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
