// Where everything of a board lies, in whole pixels, from its layout and the room there is.
//
// A board is planned lying: `u` runs along its rows, `v` across them, row 0 above row 1.  On a tall
// screen it is turned by a quarter, so that the viewer's home comes to lie below.

/** @typedef {'W'|'B'} Side @typedef {{x: number, y: number, w: number, h: number}} Box */

/** Parts of a point's width; the bar is wider where the dice lie on it. */
const MARGIN = 0.2, BAR = 0.94, DICE_BAR = 1.1, RIB = 0.3, TRAY = 1.18, GAP = 1.5, LANE = 1.12, PAIRED_TRAY = 0.58;
const CHECKER = [0.75, 0.88], TOWER = [0.34, 0.4];
const COMFORT = 40;
/** Rooms that are narrower than this and not lower are phones held upright. */
const PHONE = 500;
/** From die to die, in dice. */
export const APART = 1.24;

export const SIDES = /** @type {const} */ (['W', 'B']);

/** @param {Side} side */
export const other = (side) => (side === 'W' ? 'B' : 'W');

/** A box without its rim. @param {Box} box @param {number} by */
export const inner = ({ x, y, w, h }, by) => ({ x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by });

const each = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/**
 * The best plan for a room: lying or turned, dice between the rows (on a turned board on the bar) or
 * the other way, whichever gives clearly wider points.  On a phone held upright a board of twelve columns is always turned: a room
 * of 470 pixels makes points of 32, one of 590 points of 40.
 * @param {any} layout as in `docs/server.md`
 * @param {{width: number, height: number, facing: Side, mirror: boolean, portrait: boolean|'auto',
 *   reader?: Side|null}} room
 */
export function plan(layout, room) {
  const { portrait, width, height } = room;
  const upright = width > height ? [false] : width < PHONE ? [true, false] : [false, true];
  const turns = portrait !== 'auto' ? [portrait] : upright;
  const plans = turns.flatMap((turn) => (layout.bar_column ? [turn, !turn] : [false])
    .map((onBar) => new Plan(layout, room, turn, onBar)));
  const enough = (best) => (best.point < COMFORT ? 1.06 : 1.15);
  return plans.reduce((best, next) => (next.point > best.point * enough(best) ? next : best));
}

class Plan {
  constructor(layout, room, portrait, diceOnBar) {
    this.layout = layout;
    this.room = room;
    this.portrait = portrait;
    this.diceOnBar = diceOnBar;
    this.facing = room.facing;
    this.reader = room.reader ?? room.facing;
    this.towers = layout.towers;
    this.half = layout.bar_column === 0;
    this.whole = layout.bar_column > 0;
    this.free = layout.high;
    this.seats = seats(layout, room);
    this.homeRight = this.towers || this.right(this.track(this.facing).at(-1));
    this.barRight = this.half && this.right(this.track('W')[0]);
    this.ends = this.poolEnds();
    this.measure();
    this.pools = this.ends.map((pool) => this.placePool(pool));
  }

  track(side) {
    return this.layout.tracks[side];
  }

  right(point) {
    return this.seats.get(point).col >= this.layout.columns / 2;
  }

  /** Whether what belongs to a side lies in the upper half. */
  upper(side) {
    return side !== this.facing;
  }

  measure() {
    const { layout: { columns, cube, bar }, room, portrait } = this;
    const [along, across] = portrait ? [room.height, room.width] : [room.width, room.height];
    const edges = new Set(this.ends.map((pool) => pool.edge));
    this.cubeEdge = edges.has('left') && !edges.has('right') ? 'left' : 'right';
    if (cube) edges.add(this.cubeEdge);
    const thick = this.towers ? 0 : this.diceOnBar ? DICE_BAR : bar ? BAR : RIB;
    // Where a turned board has trays at both ends, they share the room of little more than one.
    const tray = portrait && edges.size > 1 ? PAIRED_TRAY : TRAY;
    this.point = Math.max(8, Math.floor(along / (columns + thick + edges.size * tray + 2 * MARGIN)));
    this.fit(across);
    this.margin = Math.round(this.point * MARGIN);
    this.bar = Math.round(this.point * thick);
    this.tray = Math.round(this.point * tray);
    this.start = this.margin + (edges.has('left') ? this.tray : 0) + (this.half && !this.barRight ? this.bar : 0);
    this.length = columns * this.point + this.bar + edges.size * this.tray + 2 * this.margin;
  }

  /** Narrows the points until their checkers fit into `across` pixels. */
  fit(across) {
    const { free, towers } = this;
    const [least, most] = towers ? TOWER : CHECKER;
    let c = 0;
    for (this.point += 1; c < least * this.point && this.point > 8;) {
      this.point -= 1;
      this.font = Math.round(Math.min(64, Math.max(14, this.point * (towers ? 0.2 : 0.29))));
      this.number = Math.round(this.font * (this.portrait ? 1.7 : 1.6));
      const gap = this.diceOnBar ? 4 : 0.9 * this.point;
      c = 2 * Math.floor(Math.min(most * this.point, (across - 2 * this.number - gap) / (2 * free)) / 2);
    }
    this.checker = Math.max(4, c);
    this.depth = Math.round(free * this.checker);
    // Low points leave room, so that every board has about the same shape.
    const channel = towers ? 1 : GAP + 1.2 * (5 - free);
    const rest = Math.min(across - 2 * (this.number + this.depth), channel * this.point);
    this.gap = Math.max(2, Math.floor(rest));
    this.width = 2 * (this.number + this.depth) + this.gap;
    // On an endless track checkers run in a lane around the board.
    this.lane = this.layout.loops ? Math.round(this.point * LANE) : 0;
    this.foot = this.lane ? this.lane / 2 / this.checker : 0.5;
  }

  get size() {
    return this.portrait ? { w: this.width, h: this.length } : { w: this.length, h: this.width };
  }

  /** From lying to the screen. @returns {number[]} x and y */
  at(u, v) {
    if (!this.portrait) return [u, v];
    return this.homeRight ? [this.width - v, u] : [v, this.length - u];
  }

  /** @returns {Box} on the screen */
  box(u, v, du, dv) {
    const [[ax, ay], [bx, by]] = [this.at(u, v), this.at(u + du, v + dv)];
    return { x: Math.min(ax, bx), y: Math.min(ay, by), w: Math.abs(bx - ax), h: Math.abs(by - ay) };
  }

  /** Left edge of a column. */
  u(col) {
    return this.start + col * this.point + (this.whole && col >= this.layout.columns / 2 ? this.bar : 0);
  }

  /** Upper edge of a row. */
  top(row) {
    return row === 0 ? this.number : this.width - this.number - this.depth;
  }

  /** `far` pixels from the upper or from the lower edge. */
  across(upper, far) {
    return upper ? far : this.width - far;
  }

  /** @returns {Box} where the checkers of a point stand */
  pointBox(point) {
    const { col, row } = this.seats.get(point);
    return this.box(this.u(col), this.top(row), this.point, this.depth);
  }

  /** A place on a point: `high` checkers above its base, `aside` pixels from its middle. */
  on(point, high, aside = 0) {
    const { col, row, up } = this.seats.get(point);
    const v = this.top(row) + (up ? this.depth : 0) + (up ? -1 : 1) * high * this.checker;
    return this.at(this.u(col) + this.point / 2 + aside, v);
  }

  /** Places on a point, from pairs of `high` and `aside`. */
  figure(point, pairs) {
    return pairs.map(([high, aside]) => this.on(point, high, aside));
  }

  /** How high the tip of a point is, in checkers. */
  get tip() {
    return this.lane ? this.free : this.free * 0.88;
  }

  triangle(point, inset) {
    const half = this.point / 2 - inset;
    const base = this.lane / this.checker;
    return this.figure(point, [[base, -half], [this.tip, 0], [base, half]]);
  }

  /**
   * Middles of the checkers of a point, from its base.
   * @param {number} point
   * @param {{count: number, pinned?: number, flat?: boolean}} stack a Stack
   */
  stack(point, { count, pinned, flat }) {
    const first = pinned ? 0.98 : this.foot;
    const pitch = Math.min(1, (this.free - first - 0.5) / Math.max(1, count - 1));
    return each(count, (i) => {
      if (!this.towers) return this.on(point, first + i * pitch);
      const beside = (i - (count - 1) / 2) * this.checker;
      const [x, y] = this.on(point, this.free / 2, flat ? beside * 1.08 : 0);
      return [x, flat ? y : y - beside * 0.46];
    });
  }

  get barBox() {
    const col = this.half ? (this.barRight ? this.layout.columns : 0) : this.layout.columns / 2;
    const u = this.u(col) - (this.barRight ? 0 : this.bar);
    return { u, middle: u + this.bar / 2, du: this.bar, dv: this.width };
  }

  /** Whether a side's hit checkers wait in the upper half: where they enter, if that tells sides apart. */
  waitsAbove(side) {
    const [mine, theirs] = [side, other(side)].map((one) => this.seats.get(this.track(one)[0]).row);
    return mine === theirs ? this.upper(side) : mine === 0;
  }

  /** Middles of checkers on the bar, from the edge, in the half where they enter. */
  onBar(side, count) {
    const r = this.checker / 2;
    const from = this.number + r;
    const room = this.width / 2 - from - r - (this.diceOnBar ? 2 * APART * this.die : r);
    const pitch = Math.min(this.checker, Math.max(0, room) / Math.max(1, count - 1));
    return each(count, (i) => this.at(this.barBox.middle, this.across(this.waitsAbove(side), from + i * pitch)));
  }

  /** Every tray: at the end where its side's track begins or ends, in that half. */
  poolEnds() {
    const { layout, towers } = this;
    const kinds = [layout.reserve && 'res', layout.off && 'off'].filter(Boolean);
    return SIDES.flatMap((side) => kinds.map((kind) => {
      const first = towers || layout.loops || kind === 'res';
      const point = this.track(side).at(first ? 0 : -1);
      const edge = towers || this.right(point) ? 'right' : 'left';
      return { side, kind, edge, up: this.seats.get(point).row === 0 };
    }));
  }

  placePool(pool) {
    const same = this.ends.filter(({ edge, up }) => edge === pool.edge && up === pool.up);
    same.sort((a, b) => Number(this.upper(b.side)) - Number(this.upper(a.side)));
    const rim = this.number;
    const cubes = this.layout.cube && pool.edge === this.cubeEdge ? 1.5 * this.cubePitch : 0;
    const room = this.width / 2 - rim - (cubes || 2);
    const dv = room / same.length;
    const v = (pool.up ? rim : this.width - rim - room) + dv * same.indexOf(pool);
    const inset = this.margin / 3;
    return { ...pool, u: this.trayU(pool.edge) + inset, v: v + 1, du: this.tray - 2 * inset, dv: dv - 2 };
  }

  trayU(edge) {
    return edge === 'left' ? this.margin : this.length - this.margin - this.tray;
  }

  pool(side, kind) {
    return this.pools.find((pool) => pool.side === side && pool.kind === kind);
  }

  /** Middles of things in a tray, from its outer end; `keep` pixels stay free. */
  inPool({ u, v, du, dv, up }, count, thick, keep = 0) {
    const pitch = Math.min(thick, (dv - thick - 6 - keep) / Math.max(1, count - 1));
    return each(count, (i) => {
      const far = 3 + thick / 2 + i * pitch;
      return this.at(u + du / 2, v + (up ? far : dv - far));
    });
  }

  /** How thick a checker is that stands on its edge in a tray. */
  edgeOf(pool) {
    return Math.min(this.checker * 0.34, (pool.dv - this.font * 1.25 - 8) / 15);
  }

  /** Width of the cube, and from one of its seats to the next. */
  get cube() {
    return 2 * Math.round(Math.min(this.tray * 0.74, this.checker) / 2);
  }

  get cubePitch() {
    return this.cube + Math.max(4, Math.round(this.point * 0.14));
  }

  /** One of three seats between the trays: theirs, nobody's, mine. @param {Side|null} owner @returns {Box} */
  cubeBox(owner) {
    const { cube } = this;
    const away = owner ? (this.upper(owner) ? -this.cubePitch : this.cubePitch) : 0;
    return this.box(this.trayU(this.cubeEdge) + (this.tray - cube) / 2, (this.width - cube) / 2 + away, cube, cube);
  }

  /** Where the cube stands while a side is asked to take it. @param {Side} asked @returns {Box} */
  offerBox(asked) {
    const size = Math.round(this.cube * 1.1);
    const aside = this.upper(asked) ? -0.9 * size : 0.9 * size;
    const [along, across] = this.diceOnBar
      ? [this.barBox.middle, this.width / 2 + aside] : [this.diceRoom(asked, false)[0], this.width / 2];
    return this.box(along - size / 2, across - size / 2, size, size);
  }

  /** Width of a die. */
  get die() {
    const most = this.diceOnBar ? this.bar * 0.82 : this.gap * 0.86;
    const part = this.towers ? 1.6 : this.diceOnBar ? 0.94 : 0.84;
    return 2 * Math.round(Math.min(this.checker * part, most) / 2);
  }

  /** Places of a side's dice, from their widths in dice; on the bar beside `theirs`. */
  dice(side, widths, theirs) {
    const [total, rest] = [widths, theirs].map((all) => all.reduce((sum, width) => sum + width * APART, 0));
    const [middle, room] = this.diceRoom(side, !rest);
    const beside = this.diceOnBar ? rest : 0;
    const size = Math.min(this.die, room / (total + beside || 1));
    const way = this.portrait && this.homeRight === this.diceOnBar ? -1 : 1;
    let from = middle + ((this.upper(side) ? -beside : beside) - way * total) * size / 2;
    return widths.map((width) => {
      const pitch = way * width * APART * size;
      const along = from + pitch / 2;
      from += pitch;
      const at = this.diceOnBar ? this.at(this.barBox.middle, along) : this.at(along, this.width / 2);
      return { at, size: width * size };
    });
  }

  /** The middle of what waits for a side's throw: on his half, or on the bar. @param {Side} side */
  waitAt(side) {
    return this.at(this.diceOnBar ? this.barBox.middle : this.diceRoom(side, true)[0], this.width / 2);
  }

  /** The middle of a side's dice and how long they may lie; the bar's checkers leave them that. */
  diceRoom(side, alone) {
    if (this.diceOnBar) return [this.width / 2, 4 * APART * this.die];
    const upper = this.upper(side);
    const columns = this.layout.columns / 2;
    const half = columns * this.point;
    if (this.whole) return [this.u(upper !== this.homeRight ? columns : 0) + half / 2, half];
    const middle = this.u(0) + half;
    return alone ? [middle, 2 * half] : [middle + (upper ? -half : half) / 2, half - 6];
  }

  /** Every place that can be touched: point (so far into the channel), bar or tray, whose, and where. */
  targets(beyond = 0) {
    const far = this.number + this.depth + beyond;
    const { u, du, dv } = this.barBox;
    const points = [...this.seats].map(([place, { col, row }]) => {
      return { place, side: null, box: this.box(this.u(col), row ? this.width - far : 0, this.point, far) };
    });
    const trays = this.pools.map((pool) => ({
      place: pool.kind, side: pool.side, box: this.box(pool.u - 2, pool.v - 2, pool.du + 4, pool.dv + 4),
    }));
    const bars = (this.layout.bar ? SIDES : []).map((side) => (
      { place: 'bar', side, box: this.box(u, this.waitsAbove(side) ? 0 : dv / 2, du, dv / 2) }));
    return [...points, ...trays, ...bars];
  }
}

/** Column, row and way of growing of each point, as this viewer sees them. */
function seats({ places, columns, rows }, { facing, mirror }) {
  const turned = facing === 'B';
  return new Map(Object.entries(places).map(([point, { col, row, grow }]) => [Number(point), {
    col: turned !== Boolean(mirror) ? columns - 1 - col : col,
    row: turned ? rows - 1 - row : row,
    up: (grow === 'up') !== turned,
  }]));
}
