// What lies on the board: checkers on points, bar and trays, dice, and the cube.

import { boxed, circle, line, make, path, set, text } from './svg.js';
import { APART, inner, other, SIDES } from './plan.js';

export const POOL = { bar: 'bar', res: 'reserve', off: 'off' };
export const NAME = { W: 'white', B: 'black' };
const MANY = 6;
/** Width of a checker that pins, and of its collar's middle line, in checkers. */
const PINNER = 0.91, COLLAR = 0.485;
/** The name of a checker of which little is seen below others: it throws no shadow and has no mark. */
const PACKED = 'packed', LITTLE = 0.5;
const PIPS = { 1: '4', 2: '08', 3: '048', 4: '0268', 5: '02468', 6: '023568' };

/** How many checkers of a side lie in a pool. @param {any} board a BoardView */
export const inPool = (board, side, place) => board[NAME[side]][POOL[place]];

/**
 * One checker: White's with a ring, Black's with a dot; the label ♛ crowns it.
 * @param {Element} into @param {'W'|'B'} side @param {number[]} middle @param {number} size
 * @param {string|number} [label] @param {string} [name] @returns {any}
 */
export function checker(into, side, [x, y], size, label = '', name = '') {
  const group = make('g', { class: `checker ${side} ${name}`, transform: `translate(${x} ${y})` }, into);
  const edge = Math.max(1, size * 0.026);
  const o = [0, 0];
  if (size > 14 && name !== PACKED) make('circle', { cy: size * 0.05, r: size * 0.6, fill: 'url(#board-cast)' }, group);
  circle(o, (size - edge) / 2, 'body', group, edge);
  if (size > 14) {
    make('circle', { r: size / 2 - edge, fill: `url(#board-${side})` }, group);
    path(bevel(size / 2 - edge - 0.5), 'bevel', group);
  }
  if (name === PACKED) return group;
  if (side === 'W') circle(o, size * (label === '' ? 0.27 : 0.38), 'mark', group, Math.max(1, size * 0.045));
  else if (label === '') circle(o, size * 0.1, 'mark', group);
  if (label === '♛') path(crown(size * 0.2), 'count', group);
  else if (label !== '') text(label, o, Math.max(14, size * 0.42), 'count', group);
  return group;
}

/** An arc of light inside the edge, open below. */
const bevel = (r) => `M${-r * 0.87} ${r * 0.5}A${r} ${r} 0 1 1 ${r * 0.87} ${r * 0.5}`;

const crown = (s) => `${line([
  [-s, s * 0.8], [-s, -s * 0.6], [-s / 2, 0], [0, -s], [s / 2, 0], [s, -s * 0.6], [s, s * 0.8],
])}Z`;

/** What is drawn in a layer: its plan, and by place a group and what was told of it. @type {WeakMap<Element, any>} */
const drawn = new WeakMap();

/** All checkers of a position; only places that changed are drawn anew. @param {any} into @param {any} board a BoardView */
export function drawCheckers(into, plan, board) {
  const places = drawn.get(into)?.plan === plan ? drawn.get(into).places : empty(into, plan);
  const draw = (key, told, how) => {
    const place = places.get(key) ?? { group: make('g', {}, into), told: 'null' };
    places.set(key, place);
    const now = JSON.stringify(told ?? null);
    if (place.told === now) return;
    place.told = now;
    place.group.replaceChildren();
    if (told) how(place.group);
  };
  const count = { W: 0, B: 0 };
  for (const { side, count: more } of Object.values(board.points)) count[side] += more;
  for (const point of plan.seats.keys()) {
    const stack = board.points[point];
    const crowned = stack && plan.layout.loops && count[stack.side] === 1;
    draw(point, stack && { ...stack, crowned }, (group) => drawStack(group, plan, point, stack, crowned));
  }
  for (const side of SIDES) {
    const lying = inPool(board, side, 'bar');
    draw(`bar${side}`, { lying }, (group) => drawRow(group, plan, side, plan.onBar(side, lying)));
    for (const kind of ['res', 'off']) drawPool(draw, plan, plan.pool(side, kind), inPool(board, side, kind));
  }
}

function empty(into, plan) {
  into.replaceChildren();
  drawn.set(into, { plan, places: new Map() });
  return drawn.get(into).places;
}

function drawPool(draw, plan, pool, lying) {
  if (!pool) return;
  draw(pool.kind + pool.side, { lying }, (group) => {
    if (!lying) drawSign(group, plan, pool);
    else if (pool.kind === 'off') drawOff(group, plan, pool, lying);
    else drawRow(group, plan, pool.side, plan.inPool(pool, lying, plan.checker));
  });
}

/**
 * The checkers of a point.  A pinned one peeks out below, its colour is the collar of the one above,
 * which is smaller, so that both fit the point.
 */
function drawStack(into, plan, point, stack, crowned) {
  const { side, count, pinned } = stack;
  const size = plan.checker;
  const spots = plan.stack(point, stack);
  spots.forEach((at, i) => {
    const last = i === count - 1 && count >= (pinned ? MANY - 1 : MANY);
    const label = crowned ? '♛' : last ? count : '';
    if (i || !pinned) return checker(into, side, at, size, label, packed(plan, spots, i));
    const below = checker(into, other(side), plan.on(point, 0.5), size, pinned > 1 ? pinned : '', 'below');
    peek(below, plan, point);
    circle(at, size * (COLLAR + 0.045), `collar-rim ${other(side)}`, into, 1.25);
    circle(at, size * COLLAR, `collar ${other(side)}`, into, size * 0.08);
    return checker(into, side, at, size * PINNER, label);
  });
}

/** The mark of a pinned checker slides to where it can be seen. */
function peek(below, plan, point) {
  const [[ax, ay], [bx, by]] = [plan.on(point, 0.5), plan.on(point, 0.16)];
  const mark = below.querySelector('.mark');
  if (below.classList.contains('B') && mark) set(mark, { cx: bx - ax, cy: by - ay });
}

/** The name of a checker by how much of it the next one leaves to be seen. */
const packed = (plan, spots, i) => (apart(spots, i) < plan.checker * LITTLE && !plan.towers ? PACKED : '');

/** How far it is from a checker of a row to the next one. */
const apart = (spots, i) => (spots[i + 1] ? Math.hypot(spots[i + 1][0] - spots[i][0], spots[i + 1][1] - spots[i][1]) : Infinity);

/** Checkers in a row; the last one bears their number if they overlap. */
function drawRow(into, plan, side, spots, label = '') {
  const many = apart(spots, 0) < plan.checker * 0.96 ? spots.length : label;
  spots.forEach((at, i) => checker(into, side, at, plan.checker, i === spots.length - 1 ? many : '', packed(plan, spots, i)));
}

/** Checkers that are off stand on their edges; where that is too narrow: one, with their number. */
function drawOff(into, plan, pool, count) {
  const thick = plan.edgeOf(pool);
  if (thick < 3) return drawRow(into, plan, pool.side, plan.inPool(pool, 1, plan.checker), count);
  const keep = plan.font * 1.25;
  const [w, h] = plan.portrait ? [thick - 1, pool.du - 8] : [pool.du - 8, thick - 1];
  for (const [x, y] of plan.inPool(pool, count, thick, keep)) {
    boxed({ x: x - w / 2, y: y - h / 2, w, h }, 2, `edge-on ${pool.side}`, into);
    circle([x, y], thick * 0.22, `edge-mark ${pool.side}`, into);
  }
  const v = pool.up ? pool.v + pool.dv - keep / 2 : pool.v + keep / 2;
  return text(count, plan.at(pool.u + pool.du / 2, v), plan.font, 'number', into);
}

/** What an empty tray is for: its side's ring or dot, and a way into the board or out of it. */
function drawSign(into, plan, pool) {
  const s = Math.min(plan.point * 0.15, pool.dv * 0.25, pool.du * 0.25);
  const way = ((pool.edge === 'right') === (pool.kind === 'res') ? -1 : 1) * s;
  const [u, v] = [pool.u + pool.du / 2, pool.v + pool.dv / 2];
  const tip = [[0.6, -s], [1.5, 0], [0.6, s]].map(([along, aside]) => plan.at(u + way * along, v + aside));
  circle(plan.at(u - way, v), pool.side === 'W' ? s * 0.7 : s * 0.35, `sign ${pool.side}`, into);
  path(line(tip), 'sign', into);
}

/** Middle of the uppermost checker of a place, or of one so far `below` it. @returns {number[]} */
export function topOf(plan, board, place, side, below = 0) {
  if (place in POOL) return lastIn(plan, side, place, inPool(board, side, place) - below);
  const stack = board.points[place];
  return stack ? plan.stack(place, stack).at(-1 - below) ?? plan.stack(place, stack)[0] : plan.on(place, plan.foot);
}

/**
 * Where the next checker on a place comes to lie, or one that follows so many `more`; one that
 * `hits` lies where the other one leaves.
 * @returns {number[]}
 */
export function nextOn(plan, board, place, side, more = 0, hits = false) {
  if (place in POOL) return lastIn(plan, side, place, inPool(board, side, place) + 1 + more);
  const stack = board.points[place];
  if (stack?.side === side) return plan.stack(place, { ...stack, count: stack.count + 1 + more }).at(-1);
  return plan.stack(place, { count: 1 + more, pinned: stack && !hits && !plan.layout.bar ? 1 : 0 }).at(-1);
}

function lastIn(plan, side, place, count) {
  const many = Math.max(1, count);
  if (place === 'bar') return plan.onBar(side, many).at(-1);
  const pool = plan.pool(side, place);
  if (!pool) return plan.at(plan.length / 2, plan.width / 2);
  return plan.inPool(pool, many, place === 'off' ? Math.max(3, plan.edgeOf(pool)) : plan.checker).at(-1);
}

/** The dice of a view. @returns {any[]} */
export function drawDice(into, plan, view) {
  const lying = SIDES.map((side) => diceOf(view, side));
  const wide = lying.map((dice) => dice.map(({ size }) => size));
  return SIDES.flatMap((side, i) => plan.dice(side, wide[i], wide[1 - i])
    .map((spot, n) => drawDie(into, side, spot, lying[i][n])));
}

/** What a side has thrown, was handed, will throw, or throws for ever. */
function diceOf(view, side) {
  const { opening, dice, handed, ahead, fixed } = view;
  const ghosts = (faces) => (faces ?? []).map((face) => ({ face, state: 'ahead', size: 0.82 }));
  const found = opening ? [{ face: opening[SIDES.indexOf(side)], state: 'left', size: 1 }] : [];
  if (side === view.side) {
    // A number that is the sum of the throw is shown by the dice that make it: 5 of 4 and 1, too.
    const isSum = !handed && dice.length === 1 && view.throw?.reduce((sum, face) => sum + face) === dice[0].face;
    const lying = isSum ? view.throw.map((face) => ({ ...dice[0], face })) : dice;
    if (!opening) found.push(...lying.map(({ face, state }) => ({ face, state: handed ? `${state} handed` : state, size: 1 })));
    if (handed && !dice.length) found.push({ face: handed[0], state: 'handed', size: 1, times: handed[1] });
    if (!dice.length && !opening) found.push(...ghosts(fixed));
  }
  return found.concat(ghosts(ahead?.[side]));
}

/**
 * A die; one whose number is played has sunk: an outline with hollow pips.
 * @param {Element} into @param {'W'|'B'} side @param {{at: number[], size: number}} spot
 * @param {{face: number, state: string, times?: number}} die
 */
function drawDie(into, side, { at: [x, y], size }, { face, state, times }) {
  const group = make('g', { class: `die ${side} ${state}`, transform: `translate(${x} ${y})` }, into);
  const half = size / 2 - 0.5;
  const box = { x: -half, y: -half, w: 2 * half, h: 2 * half };
  const lies = !/used|ahead/.test(state);
  if (lies) boxed({ ...box, y: size * 0.06 - half }, size * 0.22, 'drop', group);
  boxed(box, size * 0.22, 'body', group);
  if (lies) boxed(box, size * 0.22, '', group).setAttribute('fill', `url(#board-${side})`);
  for (const n of PIPS[face] ?? '') circle([n % 3 - 1, Math.floor(n / 3) - 1].map((k) => k * size * 0.26), size * 0.088, 'pip', group);
  if (state.startsWith('lost')) path(line([[-half, half], [half, -half]]), 'strike', group, size * 0.09);
  if (times) {
    circle([half, half], 11, 'times', group);
    text(`×${times}`, [half, half], 14, 'number', group);
  }
  return group;
}

/**
 * Blank dice in a pill, with a word where there is room for one: a throw is waited for.
 * @param {Element} into @param {any} plan @param {{side: 'W'|'B', label: string, dice?: number}} wait @returns {any}
 */
export function drawWait(into, plan, { side, label, dice = 2 }) {
  const group = make('g', { class: `await ${side}` }, into);
  const die = plan.die;
  const upright = plan.diceOnBar !== plan.portrait;
  const height = plan.diceOnBar ? Math.min(die * 1.6, plan.bar) : die * 1.6;
  const word = make('text', { class: 'word', 'font-size': Math.min(20, Math.max(15, die * 0.45)) }, group);
  word.textContent = upright ? '' : label;
  const far = word.textContent ? word.getComputedTextLength() + die * 0.45 : 0;
  const long = die * (dice * APART + 0.5) + far;
  const [x, y] = plan.waitAt(side);
  const [w, h] = upright ? [height, long] : [long, height];
  group.insertBefore(boxed({ x: x - w / 2, y: y - h / 2, w, h }, die * 0.5, 'pill', group), word);
  [-7, 5, -3].slice(0, dice).forEach((turn, n) => {
    const along = -long / 2 + die * (0.25 + APART * (n + 0.5));
    const at = upright ? [x, y + along] : [x + along, y];
    const one = drawDie(group, side, { at, size: die * 0.94 }, { face: 0, state: 'blank' });
    one.setAttribute('transform', `translate(${at}) rotate(${turn})`);
  });
  const size = Number(word.getAttribute('font-size'));
  set(word, { x: x + long / 2 - far / 2 - die * 0.12, y: y + size * 0.35 });
  return group;
}

/**
 * The cube in its seat, or, while it is offered, in the half of the one who is asked, with its way.
 * @param {Element} into @param {any} plan @param {any} view @param {boolean} offerable @returns {any}
 */
export function drawCube(into, plan, { cube, offer }, offerable) {
  if (!cube || !plan.layout.cube) return null;
  const offered = offer?.kind === 'double' ? offer : null;
  const seat = plan.cubeBox(cube.owner);
  const box = offered ? plan.offerBox(other(offered.side)) : seat;
  const value = offered?.value ?? cube.value;
  if (offered) drawWay(into, seat, box);
  const [x, y] = middle(box);
  const name = `cube ${cube.owner ?? 'free'} ${offerable ? 'may' : ''}`;
  const group = make('g', { class: name, transform: `translate(${x} ${y})` }, into);
  const half = box.w / 2 - 0.5;
  const own = { x: -half, y: -half, w: 2 * half, h: 2 * half };
  if (offerable || offered) boxed(inner(own, -4), box.w * 0.26, 'offerable', group);
  boxed({ ...own, y: box.w * 0.06 - half }, box.w * 0.18, 'drop', group);
  boxed(own, box.w * 0.18, 'body', group);
  boxed(inner(own, box.w * 0.08), box.w * 0.12, 'inset', group);
  const size = box.w * [0.56, 0.48, 0.38][Math.min(String(value).length, 3) - 1];
  text(value, [0, 0], Math.max(14, size), 'count', group);
  return group;
}

const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];

/** From the cube's seat to where it is offered. */
function drawWay(into, seat, box) {
  boxed(inner(seat, 1), seat.w * 0.18, 'left-seat', into);
  const [a, b] = [middle(seat), middle(box)];
  path(line([a, b]), 'cube-way', into);
}
