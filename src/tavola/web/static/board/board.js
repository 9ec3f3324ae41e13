// The board as a whole: shows views, moves checkers, tells what the hand does.
//
//   const board = new Board(host, layout, options);
//   board.show(view);                       at once; arrows of plays are gone
//   await board.animate(event, view);       moves what the event moves, then shows the view
//   board.mark({source, targets, ...});     marks places, see `marks.js`
//   board.arrows([{from, to, side, hit, kind}]);   plays that are proposed; [] takes them away
//   board.set({await: {side, label, dice}, offerable: true});   and every other option
//   await board.bow(side);                  the winner's moment
//
//   board.on('tap', ({place, side}) => ...);         place: 1-24, bar, res, off, dice, cube, board
//   board.on('undo', () => ...);                     a right click; on the board no menu opens
//   board.on('dragstart', ({from}) => mayBeMoved);   false forbids it
//   board.on('drop', ({place, from}) => accepted);   false: the checker slides back
//
// A tap tells `board` where nothing else lies.  `await` shows so many blank dice in a pill with the
// word `label` on the half of `side`; a tap on it tells `dice`; while dice lie it is not drawn.
// `offerable` puts a green rim around the cube; a tap on it tells `cube`.  A cube that is offered
// (`view.offer`) stands on the half of the one who is asked, with its way behind it.
//
// A host narrower than 500 pixels and not lower than wide gets the turned board.
//
// The drawing is hidden from screen readers; its user makes the board that is read out.

import { make, set } from './svg.js';
import { plan } from './plan.js';
import { drawGround } from './draw.js';
import { checker, drawCheckers, drawCube, drawDice, drawWait, inPool, POOL, topOf } from './pieces.js';
import { drawArrows, drawGlow, drawLast, drawMarks, spot } from './marks.js';
import { bowTo, fall, lift, placeOf, playSteps, slideCube, still } from './animate.js';
import { Pointer } from './pointer.js';
import { neighbour, rows } from './order.js';

/** @typedef {import('./plan.js').Side} Side */

const LAYERS = ['ground', 'glow', 'last', 'checkers', 'marks', 'dice', 'cube', 'plays', 'flying'];
/**
 * `arrows`: the directions of both tracks; `await` and `offerable`: see above.
 * @type {{facing: Side, mirror: boolean, numbering: string, portrait: boolean|'auto',
 *   speed: string, arrows: boolean, last: boolean, reader: Side|null,
 *   await: {side: Side, label: string, dice?: number}|null, offerable: boolean}}
 */
const DEFAULTS = {
  facing: 'W', mirror: false, numbering: 'own', portrait: 'auto', speed: 'normal', arrows: false, last: true,
  reader: null, // whose numbers: null for those of the side that faces
  await: null, offerable: false,
};
const FINGER = 44;
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
    this.plays = [];
    this.options = { ...DEFAULTS, ...options };
    this.heard = { tap: [], undo: [], dragstart: [], drop: [] };
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
    if (this.plan && this.view) this.lay();
  }

  /** Calls `handler` for 'tap', 'undo', 'dragstart' or 'drop'. */
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
    const { speed, await: wait, offerable, ...seen } = this.options;
    const made = [width, height, ...Object.values(seen)].join();
    if (!width || !height || made === this.made) return;
    this.made = made;
    this.turn += 1;
    this.plan = plan(this.layout, { ...seen, width, height });
    const { w, h } = this.plan.size;
    set(this.svg, { viewBox: `0 0 ${w} ${h}`, width: w, height: h });
    this.svg.replaceChildren(lights());
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, make('g', { class: name }, this.svg)]));
    drawGround(this.layers.ground, this.plan, this.options);
    if (this.view) this.paint(this.coming ?? this.view);
  }

  /** Shows a view at once; a movement that is under way ends, proposed plays are gone. @param {any} view */
  show(view) {
    this.plays = [];
    this.paint(view);
  }

  /** Draws a view. */
  paint(view) {
    this.turn += 1;
    this.view = view;
    this.coming = null;
    this.pointer.forget();
    if (!this.plan) return;
    this.lay();
    this.repaint();
    this.arrows(this.plays);
  }

  /** Lays dice, or what waits for them, and the cube. */
  lay() {
    const { layers, plan: at, view, options: { await: wait, offerable } } = this;
    this.clear('dice', 'cube');
    this.cube = drawCube(layers.cube, at, view, offerable);
    this.dice = drawDice(layers.dice, at, view);
    this.wait = wait && !this.dice.length ? drawWait(layers.dice, at, wait) : null;
  }

  /** Shows proposed plays until the next view. @param {import('./marks.js').Arrow[]} plays */
  arrows(plays) {
    this.plays = plays;
    if (!this.plan || !this.view) return;
    this.clear('plays');
    drawArrows(this.layers.plays, this.plan, this.view.board, plays);
  }

  /** The board bows to the winner. @param {Side} side */
  async bow(side) {
    if (!still(this.options.speed)) await bowTo(this.svg, side === this.options.facing);
  }

  clear(...names) {
    for (const name of names) this.layers[name].replaceChildren();
  }

  /** Draws checkers, last play and marks as they are. */
  repaint() {
    this.clear('last', 'flying');
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
    const stood = this.cube && placeOf(this.cube);
    // The throw for the start is seen, though the next view may have nothing of it.
    this.show(kind === 'opening' && dice && !still(speed) ? { ...view, opening: dice } : view);
    if (!this.plan || still(speed)) return;
    this.coming = view;
    const { turn } = this;
    if (stood && this.cube && `${stood}` !== `${placeOf(this.cube)}`) {
      this.wait?.remove(); // nobody throws while it is offered
      await slideCube(this.cube, stood);
    }
    if (!dice) return;
    await fall(this.dice, (die) => (die.classList.contains(this.options.facing) ? 1 : -1));
    if (kind !== 'opening') return;
    await new Promise((done) => { setTimeout(done, OPENING); });
    if (turn === this.turn) this.show(view);
  }

  /** A place of the window in the drawing. @returns {number[]} */
  inside(x, y) {
    const { left, top } = this.svg.getBoundingClientRect();
    return [x - left, y - top];
  }

  /** What lies there in the window: a place and, for bar and trays, whose; points reach so far `beyond`. */
  spotAt(clientX, clientY, beyond = 0) {
    if (!this.plan) return null;
    const [x, y] = this.inside(clientX, clientY);
    const found = [...this.loose(), ...this.plan.targets(beyond)].find(({ box }) => (
      x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h));
    return found ? { place: found.place, side: found.side } : null;
  }

  /** What a tap means there: a place, or the board where nothing lies. */
  tapped(clientX, clientY) {
    const found = this.spotAt(clientX, clientY);
    const empty = found?.place === 'bar' && this.view && !inPool(this.view.board, found.side, 'bar');
    return found && !empty ? found : { place: 'board', side: null };
  }

  /** Dice but those to come, what waits for them, the cube: above everything and as large as a finger. */
  loose() {
    const finger = (place, at, wide, high = wide) => {
      const [x, y] = at;
      const [w, h] = [wide, high].map((size) => Math.max(Math.min(FINGER, this.plan.point * 1.4), size));
      return { place, side: null, box: { x: x - w / 2, y: y - h / 2, w, h } };
    };
    const found = this.dice.filter((die) => !die.matches('.ahead')).map((die) => finger('dice', placeOf(die), this.plan.die * 1.1));
    if (this.wait) {
      const { x, y, width, height } = this.wait.getBBox();
      found.push(finger('dice', [x + width / 2, y + height / 2], width, height));
    }
    if (this.cube) found.push(finger('cube', placeOf(this.cube), this.plan.cube));
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
    drawCheckers(layers.checkers, at, rest);
    return { element: checker(layers.flying, owner, home, at.checker, '', 'moving'), home };
  }
}

/** What gives checkers, dice and cube their body: their shade from above, and the shadow they throw. */
function lights() {
  const defs = make('defs');
  const stops = { W: ['clear', 'shade-W'], B: ['clear', 'shade-B'] };
  for (const [side, [above, below]] of Object.entries(stops)) {
    const gradient = make('linearGradient', { id: `board-${side}`, x2: 0, y2: 1 }, defs);
    make('stop', { offset: 0, class: `${below} ${above}` }, gradient);
    make('stop', { offset: 1, class: below }, gradient);
  }
  const cast = make('radialGradient', { id: 'board-cast' }, defs);
  for (const [offset, name] of [[0.72, 'cast'], [1, 'cast clear']]) make('stop', { offset, class: name }, cast);
  return defs;
}
