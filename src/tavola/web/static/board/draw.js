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
  const { size } = plan;
  const radius = Math.min(12, plan.point * 0.22);
  boxed(inner({ x: 0, y: 0, ...size }, 0.5), radius, 'frame', into);
  boxed(inner({ x: 0, y: 0, ...size }, 1.5), radius - 1, 'frame-light', into);
  if (plan.lane) drawLane(into, plan);
  drawFields(into, plan);
  for (const [point, seat] of plan.seats) drawPoint(into, plan, point, seat);
  if (plan.lane) drawWays(into, plan);
  drawTrays(into, plan);
  drawNumbers(into, plan, numbering);
  if (arrows && !plan.towers && !plan.lane) for (const side of SIDES) drawTrack(into, plan, side);
}

/** One field, or one on each side of the bar; the rim throws a soft shadow on it. */
function drawFields(into, plan) {
  const { layout: { columns }, lane, number, point, width } = plan;
  const rim = lane ? point : 0;
  for (const [from, to] of plan.whole ? [[0, columns / 2], [columns / 2, columns]] : [[0, columns]]) {
    const [left, right] = [plan.u(from) + (from ? 0 : rim), plan.u(to - 1) + point - (to === columns ? rim : 0)];
    const box = plan.box(left, number + lane, right - left, width - 2 * (number + lane));
    boxed(box, 2, 'field', into);
    for (const wide of lane ? [] : [2, 4, 7]) {
      const shadow = boxed(inner(box, 0.5 + wide / 2), 2, 'rim-shadow', into);
      shadow.setAttribute('stroke-width', wide);
    }
  }
}

/** The lane of an endless track: around the field, one seat a point. */
function drawLane(into, plan) {
  const { layout: { columns }, number, width, point } = plan;
  const box = plan.box(plan.u(0), number, plan.u(columns - 1) + point - plan.u(0), width - 2 * number);
  boxed(box, point * 0.6, 'lane', into);
}

/** A point: a triangle, a cup for a goal, a tile for a tower; points that face each other are joined. */
function drawPoint(into, plan, point, { row, col }) {
  const { layout, point: wide } = plan;
  if (plan.towers) {
    boxed(inner(plan.pointBox(point), wide * 0.04), wide * 0.1, `point ${'ab'[(col + row) % 2]}`, into);
    return;
  }
  const gap = Math.max(0.5, wide * 0.027);
  if (layout.facing && row === 0) {
    const [facing] = [...plan.seats].find(([, seat]) => seat.row && seat.col === col);
    path(line([plan.on(point, plan.tip), plan.on(facing, plan.tip)]), 'hairline', into);
  }
  if (Object.values(layout.goals).includes(point)) {
    drawCup(into, plan, point, gap);
    return;
  }
  const end = plan.lane && (col === 0 || col === layout.columns - 1);
  if (!end) path(`${rounded(plan.triangle(point, gap), wide * 0.1)}Z`, `point ${'ab'[(col + row) % 2]}`, into);
  if (layout.corners.includes(point)) drawCorner(into, plan, point);
  else if (plan.lane) circle(plan.on(point, plan.foot), Math.max(1.5, wide * 0.045), 'seat', into);
}

/** A goal is open above, where checkers come in, and they stay in it. */
function drawCup(into, plan, point, gap) {
  const half = plan.point / 2 - gap;
  const { tip } = plan;
  const cup = [[tip, -half], [0.03, -half], [0.03, half], [tip, half]];
  path(rounded(plan.figure(point, cup), half), 'cup', into);
}

/** A corner is a diamond under its checker. */
function drawCorner(into, plan, point) {
  const half = plan.point * 0.47;
  const high = half / plan.checker;
  const diamond = [[plan.foot + high, 0], [plan.foot, half], [plan.foot - high, 0], [plan.foot, -half]];
  path(`${line(plan.figure(point, diamond))}Z`, 'corner', into);
}

/** Which way each side runs around, in the lane at the end of the rows. */
function drawWays(into, plan) {
  const { checker, point, width } = plan;
  for (const side of SIDES) {
    const track = plan.track(side);
    const first = track.findIndex((one, i) => plan.seats.get(one).col === 0 && plan.seats.get(track[(i + 1) % track.length]).col === 0);
    const way = plan.seats.get(track[first]).row ? -1 : 1;
    const u = plan.u(0) + point * (side === 'W' ? 0.3 : 0.7);
    const ends = [-1, 1].map((end) => plan.at(u, width / 2 + end * way * point * 0.8));
    path(line(ends) + head(ends, point * 0.13), 'way', into);
    const start = plan.at(u, width / 2 - way * point * 0.95);
    circle(start, checker * 0.14, `way-of ${side}`, into);
  }
}

function drawTrays(into, plan) {
  for (const { u, v, du, dv } of plan.pools) boxed(plan.box(u, v, du, dv), Math.min(6, plan.point * 0.1), 'well', into);
  if (!plan.layout.cube) return;
  for (const owner of [null, ...SIDES]) boxed(plan.cubeBox(owner), plan.cube * 0.18, 'cube-seat', into);
}

function drawNumbers(into, plan, numbering) {
  const { corners, goals } = plan.layout;
  for (const [point, { col, row }] of plan.seats) {
    const at = plan.at(plan.u(col) + plan.point / 2, plan.across(row === 0, plan.number / 2));
    const special = corners.includes(point) || Object.values(goals).includes(point);
    text(numberOf(plan, point, numbering), at, plan.font, special ? 'number special' : 'number', into);
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
  const high = wayAbove(plan, side);
  const track = plan.track(side);
  const row = (point) => plan.seats.get(point)?.row;
  const turns = track.filter((point, i) => row(point) !== row(track[i - 1]) || row(point) !== row(track[i + 1]));
  const way = turns.map((point) => {
    const end = point === track[0] || point === track.at(-1);
    const aside = end ? 0.3 : 0.12;
    const inward = plan.point * ((end ? BESIDE : 0) + (side === plan.facing ? aside : -aside));
    return plan.on(point, high, plan.right(point) ? -inward : inward);
  });
  const entry = plan.pool(side, 'res');
  if (entry) way.unshift(entering(plan, entry, way[0]));
  const d = rounded(way, plan.point * 0.45) + head(way, plan.point * 0.18);
  for (const name of ['track edge', 'track']) path(d, `${name} ${side}`, into);
  circle(way[0], plan.point * 0.13, `track-start ${side}`, into);
}

/** How high a side's way runs: in the channel beside the dice where there is room, else below its edge. */
function wayAbove({ free, gap, point, checker, facing }, side) {
  const mine = side === facing;
  return gap > 0.8 * point ? free + ((mine ? 0.26 : 0.06) * gap) / checker : free - (mine ? 0.35 : 0.95);
}

/** Where the way of checkers that enter begins: in their tray, as near to the track as it lies. */
function entering(plan, { u, v, du, dv }, [x, y]) {
  const { x: left, y: top, w, h } = plan.box(u + du * 0.5, v + dv * 0.12, 0, dv * 0.76);
  return [Math.min(Math.max(x, left), left + w), Math.min(Math.max(y, top), top + h)];
}

/** The head of an arrow along a way, for `d`. */
export function head(way, size) {
  const [[ax, ay], [bx, by]] = way.slice(-2);
  const part = size / (Math.hypot(bx - ax, by - ay) || 1);
  const [dx, dy] = [(bx - ax) * part, (by - ay) * part];
  return line([[bx - dx - dy, by - dy + dx], [bx, by], [bx - dx + dy, by - dy - dx]]);
}
