// The position as fields of the form: checkers put down, taken away and moved, and what is drawn of it.

import { other } from '../board/plan.js';

/** @typedef {import('../board/plan.js').Side} Side @typedef {number|string} Place */

const POOLS = ['bar', 'res'];
const isPool = (place) => POOLS.includes(String(place));

/** What stands where, kept in the fields of a form. */
export class Fields {
  /**
   * @param {HTMLFormElement} form @param {any} layout of the board
   * @param {{kinds: string[], checkers: number}} game what its positions may have
   */
  constructor(form, layout, { kinds, checkers }) {
    this.form = form;
    this.layout = layout;
    this.kinds = kinds;
    this.checkers = checkers;
    this.past = [];
  }

  /** @param {string} name */
  field(name) {
    return /** @type {any} */ (this.form.elements.namedItem(name));
  }

  get(name) {
    const found = this.field(name);
    return !found ? '' : found.type === 'checkbox' ? (found.checked ? 'on' : '') : found.value;
  }

  set(name, value) {
    const found = this.field(name);
    if (!found) return;
    if (found.type === 'checkbox') found.checked = Boolean(value);
    else found.value = value;
  }

  name(side, place) {
    return isPool(place) ? `${place}-${side}` : `${side}-${place}`;
  }

  /** Checkers of a side that stand free on a place. @param {Side} side @param {Place} place */
  count(side, place) {
    return Number(this.get(this.name(side, place))) || 0;
  }

  /** As many of them as are drawn: more than there are the server refuses, however many were typed. */
  drawn(side, place) {
    return Math.min(this.checkers, this.count(side, place));
  }

  put(side, place, count) {
    this.set(this.name(side, place), count > 0 ? String(count) : '');
  }

  /** Whether a side can be there at all. */
  has(side, place) {
    return Boolean(this.field(this.name(side, place)));
  }

  /** Who holds a point. @returns {Side|null} */
  top(place) {
    return ['W', 'B'].map((side) => /** @type {Side} */ (side)).find((side) => this.count(side, place)) ?? null;
  }

  pinned(place) {
    return this.get(`pin-${place}`);
  }

  // ------------------------------------------------------------------------ what the hand does

  /** One more of a side; those of the other go away, but for one that it pins. */
  add(side, place, count = this.count(side, place) + 1) {
    if (!this.has(side, place)) return false;
    this.remember();
    if (!isPool(place) && count) {
      const theirs = this.has(other(side), place) ? this.count(other(side), place) : 0;
      if (theirs) {
        if (theirs === 1 && this.kinds.includes('pin') && !this.pinned(place)) this.set(`pin-${place}`, other(side));
        this.put(other(side), place, 0);
      }
    }
    this.put(side, place, count);
    if (!count) this.free(place);
    return true;
  }

  /** One less; of bar and trays one of that side. @param {Side} side */
  take(side, place) {
    const owner = isPool(place) ? side : this.top(place);
    if (!owner || !this.count(owner, place)) return null;
    this.remember();
    this.put(owner, place, this.count(owner, place) - 1);
    if (!isPool(place) && !this.count(owner, place)) this.free(place);
    return owner;
  }

  /** Nobody stands above: who was pinned is free, and a tower lies no more. */
  free(place) {
    const below = /** @type {Side} */ (this.pinned(place));
    this.set(`flat-${place}`, '');
    if (!below || this.top(place)) return;
    this.set(`pin-${place}`, '');
    this.put(below, place, 1);
  }

  /** From one place to another; nowhere is off. @param {Side} side of bar and trays */
  move(side, from, to) {
    const owner = isPool(from) ? side : this.top(from);
    const lands = to !== null && to !== 'board' && to !== 'off';
    if (!owner || String(from) === String(to) || (lands && !this.has(owner, to))) return false;
    this.take(owner, from);
    if (lands) {
      this.add(owner, to);
      this.past.pop(); // one thing to undo
    }
    return true;
  }

  /** Pins the single checker below, or frees it. @param {Side} side of the one that pins */
  pin(side, place) {
    if (!this.field(`pin-${place}`)) return false;
    this.remember();
    if (this.pinned(place)) this.set(`pin-${place}`, '');
    else {
      const owner = this.top(place) ?? side;
      this.set(`pin-${place}`, other(owner));
      this.put(owner, place, Math.max(1, this.count(owner, place)));
    }
    return true;
  }

  lay(place) {
    if (!this.field(`flat-${place}`)) return false;
    this.remember();
    this.set(`flat-${place}`, this.get(`flat-${place}`) ? '' : 'on');
    return true;
  }

  // ------------------------------------------------------------------------------ as a whole

  get places() {
    return Object.keys(this.layout.places);
  }

  get names() {
    const points = this.places.flatMap((place) => [`W-${place}`, `B-${place}`, `pin-${place}`, `flat-${place}`]);
    return [...points, 'bar-W', 'bar-B', 'res-W', 'res-B'];
  }

  /** What the fields say of checkers. */
  get now() {
    return this.names.map((name) => this.get(name));
  }

  remember() {
    this.past.push(this.now);
  }

  /** Something was typed or chosen in a field itself. @param {string[]} before what the fields said until then */
  typed(before) {
    if (String(before) !== String(this.now)) this.past.push(before);
  }

  undo() {
    const before = this.past.pop();
    before?.forEach((value, n) => this.set(this.names[n], value));
    return Boolean(before);
  }

  empty() {
    this.remember();
    for (const name of this.names) this.set(name, '');
  }

  /** What the board draws. */
  board() {
    const points = {};
    const total = { W: 0, B: 0 };
    for (const place of this.places) {
      const below = this.pinned(place);
      const [white, black] = [this.drawn('W', place), this.drawn('B', place)];
      const side = white >= black ? 'W' : 'B';
      const count = Math.max(white, black);
      if (below) total[below] += 1;
      total.W += white;
      total.B += black;
      if (count) points[place] = { side, count, pinned: below ? 1 : 0, flat: Boolean(this.get(`flat-${place}`)) };
      else if (below) points[place] = { side: below, count: 1 };
    }
    const pools = (side) => {
      const [bar, reserve] = POOLS.map((pool) => this.drawn(side, pool));
      return { bar, reserve, off: Math.max(0, this.checkers - total[side] - bar - reserve), pips: null, stage: 0 };
    };
    return { points, white: pools('W'), black: pools('B') };
  }

  /** Board, dice and cube, as a table tells them. */
  view() {
    const faces = (...names) => names.map((name) => Number(this.get(name))).filter(Boolean);
    const thrown = faces('a', 'b');
    const heir = faces('heir-n', 'heir-t');
    const ahead = faces('ahead-a', 'ahead-b');
    const fixed = faces('fixed-a', 'fixed-b');
    return {
      board: this.board(),
      side: this.get('turn') || null,
      actor: this.get('turn') || null,
      throw: thrown,
      dice: thrown.map((face) => ({ face, state: 'left' })),
      handed: heir.length === 2 ? heir : null,
      ahead: this.get('ahead') && ahead.length === 2 ? { [this.get('ahead')]: ahead } : {},
      fixed: fixed.length === 2 ? fixed : null,
      cube: this.field('cube') ? { value: Number(this.get('cube')) || 1, owner: this.get('owner') || null } : null,
      opening: null, offer: null, last_play: [], last_side: null,
    };
  }
}
