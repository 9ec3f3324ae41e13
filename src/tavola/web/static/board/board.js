// The board as a whole: shows views, moves checkers, tells what the hand does.
//
//   board.on('tap', ({place, side}) => ...);         place: 1-24, bar, res, off, dice, cube
//   board.on('dragstart', ({from}) => mayBeMoved);   false forbids it
//   board.on('drop', ({place, from}) => accepted);   false: the checker slides back
//
// The drawing is hidden from screen readers; its user makes the board that is read out.

import { make, set } from './svg.js';
import { plan } from './plan.js';
import { drawGround } from './draw.js';
import { checker, drawCheckers, drawCube, drawDice, inPool, POOL, topOf } from './pieces.js';
import { drawGlow, drawLast, drawMarks, spot } from './marks.js';
import { fall, lift, playSteps, still } from './animate.js';
import { Pointer } from './pointer.js';
import { neighbour, rows } from './order.js';

/** @typedef {import('./plan.js').Side} Side */

const LAYERS = ['ground', 'glow', 'last', 'checkers', 'marks', 'dice', 'cube', 'flying'];
/**
 * @type {{facing: Side, mirror: boolean, numbering: string, portrait: boolean|'auto',
 *   speed: string, arrows: boolean, last: boolean, reader: Side|null}}
 */
const DEFAULTS = {
  facing: 'W', mirror: false, numbering: 'own', portrait: 'auto', speed: 'normal', arrows: false, last: true,
  reader: null, // whose numbers: null for those of the side that faces
};
const FINGER = 40;
const OPENING = 700;

/** An SVG board that fills its host as far as its shape allows. */
export class Board {
  /** @param {HTMLElement} host @param {any} layout as in `docs/server.md` @param {Partial<typeof DEFAULTS>} [options] */
  constructor(host, layout, options = {}) {
    this.host = host;
    this.layout = layout;
    this.view = null;
    this.coming = null;
    this.marks = {};
    this.turn = 0;
    this.dice = [];
    this.options = { ...DEFAULTS, ...options };
    this.heard = { tap: [], dragstart: [], drop: [] };
    this.svg = make('svg', { class: 'board', 'aria-hidden': 'true', focusable: 'false' }, host);
    host.classList.add('board-host');
    this.pointer = new Pointer(this);
    new ResizeObserver(() => this.fit()).observe(host);
    this.fit();
  }

  /** Changes options. @param {Partial<typeof DEFAULTS>} options */
  set(options) {
    Object.assign(this.options, options);
    this.fit();
  }

  /** Calls `handler` for 'tap', 'dragstart' or 'drop'. */
  on(name, handler) {
    this.heard[name].push(handler);
  }

  /** @returns {boolean} whether no listener said no */
  tell(name, detail) {
    return !this.heard[name].map((handler) => handler(detail)).includes(false);
  }

  /** Plans and draws anew if the room or an option has changed. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.host;
    const { speed, ...seen } = this.options;
    const made = [width, height, ...Object.values(seen)].join();
    if (!width || !height || made === this.made) return;
    this.made = made;
    this.turn += 1;
    this.plan = plan(this.layout, { ...seen, width, height });
    const { w, h } = this.plan.size;
    set(this.svg, { viewBox: `0 0 ${w} ${h}`, width: w, height: h });
    this.svg.replaceChildren(shade());
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, make('g', { class: name }, this.svg)]));
    drawGround(this.layers.ground, this.plan, this.options);
    if (this.view) this.show(this.coming ?? this.view);
  }

  /** Shows a view at once; a movement that is under way ends. @param {any} view */
  show(view) {
    this.turn += 1;
    this.view = view;
    this.coming = null;
    this.pointer.forget();
    if (!this.plan) return;
    this.clear('dice', 'cube');
    drawCube(this.layers.cube, this.plan, view.cube);
    this.dice = drawDice(this.layers.dice, this.plan, view);
    this.repaint();
  }

  clear(...names) {
    for (const name of names) this.layers[name].replaceChildren();
  }

  /** Draws checkers, last play and marks as they are. */
  repaint() {
    this.clear('checkers', 'last', 'flying');
    if (this.options.last) drawLast(this.layers.last, this.plan, this.view);
    drawCheckers(this.layers.checkers, this.plan, this.view.board);
    this.mark(this.marks);
  }

  /** Marks places; what is not given loses its mark. @param {import('./marks.js').Marks} marks */
  mark(marks) {
    this.marks = marks;
    if (!this.view || !this.plan) return;
    this.clear('glow', 'marks');
    const side = this.side(marks.side);
    drawGlow(this.layers.glow, this.plan, marks, side);
    drawMarks(this.layers.marks, this.plan, this.view.board, marks, side);
  }

  /** Whose bar and trays are meant where nobody is named. */
  side(named) {
    return named ?? this.view?.actor ?? this.options.facing;
  }

  /** Moves what an event moves, then shows the view. @param {any} event @param {any} view */
  async animate(event, view) {
    const { speed } = this.options;
    if (this.view && this.plan && !still(speed) && event.steps.length) {
      this.show(this.view);
      this.coming = view;
      const { turn } = this;
      const live = () => turn === this.turn;
      this.clear('glow', 'last', 'marks');
      await playSteps({ plan: this.plan, layers: this.layers, speed, live }, event, this.view);
      if (!live()) return;
    }
    const { do: kind, dice } = event.action ?? {};
    if (!dice || still(speed)) {
      this.show(view);
      return;
    }
    // The throw for the start is seen, though the next view may have nothing of it.
    this.show(kind === 'opening' ? { ...view, opening: dice } : view);
    this.coming = view;
    const { turn } = this;
    await fall(this.dice, speed);
    if (kind !== 'opening') return;
    await new Promise((done) => { setTimeout(done, OPENING); });
    if (turn === this.turn) this.show(view);
  }

  /** A place of the window in the drawing. @returns {number[]} */
  inside(x, y) {
    const { left, top } = this.svg.getBoundingClientRect();
    return [x - left, y - top];
  }

  /** What lies there in the window: a place and, for bar and trays, whose. */
  spotAt(clientX, clientY) {
    if (!this.plan) return null;
    const [x, y] = this.inside(clientX, clientY);
    const found = [...this.loose(), ...this.plan.targets()].find(({ box }) => (
      x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h));
    return found ? { place: found.place, side: found.side } : null;
  }

  /** Dice and cube, which lie above everything. */
  loose() {
    const found = this.dice.map((die) => {
      const [x, y] = die.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
      const r = Math.min(FINGER, this.plan.die * 1.1) / 2;
      return { place: 'dice', side: null, box: { x: x - r, y: y - r, w: 2 * r, h: 2 * r } };
    });
    const { cube } = this.view ?? {};
    if (cube && this.layout.cube) found.push({ place: 'cube', side: null, box: this.plan.cubeBox(cube.owner) });
    return found;
  }

  /** @returns {number|string|null} the place under a point of the window */
  placeAt(clientX, clientY) {
    return this.spotAt(clientX, clientY)?.place ?? null;
  }

  /** Where a place is in the window. @returns {{x: number, y: number, width: number, height: number}} */
  boxOf(place, side) {
    const { x, y, w: width, h: height } = spot(this.plan, place, this.side(side));
    const [left, top] = this.inside(0, 0);
    return { x: x - left, y: y - top, width, height };
  }

  /** Places as they lie on the screen, row by row. @returns {(number|string)[][]} */
  rows() {
    return rows(this.plan);
  }

  /** The next place to the left, right, up or down; the same one at the edge. */
  neighbour(place, direction) {
    return neighbour(this.plan, place, direction);
  }

  /** Takes the uppermost checker of a place into the hand. */
  lifted({ place, side }) {
    const { view, plan: at, layers } = this;
    const owner = side ?? view.board.points[place]?.side;
    if (!owner || place === 'off' || (place in POOL && !inPool(view.board, owner, place))) return null;
    const home = topOf(at, view.board, place, owner);
    const rest = structuredClone(view.board);
    lift(rest, place, owner);
    layers.checkers.replaceChildren();
    drawCheckers(layers.checkers, at, rest);
    return { element: checker(layers.flying, owner, home, at.checker, '', 'moving'), home };
  }
}

/** A soft light from above, for checkers. */
function shade() {
  const defs = make('defs');
  const gradient = make('radialGradient', { id: 'board-shade', cx: '.36', cy: '.3', r: '.8' }, defs);
  for (const [offset, name] of [[0, 'light'], [0.55, 'none'], [1, 'dark']]) make('stop', { offset, class: name }, gradient);
  return defs;
}
