// The places of the board as a list of elements: what readers walk over, and fingers explore.
//
// Each cell lies over the drawn place, is not seen, and has as its text what stands there.  The
// board is one stop for the tabulator, and readers pass on every key, since a list to choose from
// is worked by keys.  (A grid is, too; but who comes into one by Tab hears its whole row.)

import { el } from './dom.js';
import { same } from './places.js';

/** Milliseconds after a finger or mouse in which a click is its own, and no reader's. */
const HAND = 500;

/** The cells of a board. */
export class Cells {
  /**
   * @param {HTMLElement} host of the board @param {any} board
   * @param {import('./places.js').Names} names
   * @param {{press: (place: number|string) => any, enter: (place: number|string) => any}} on a
   *   reader presses a cell; the keyboard comes into the board
   */
  constructor(host, board, names, on) {
    this.host = host;
    this.board = board;
    this.names = names;
    this.on = on;
    this.arranged = '';
    this.arranging = false;
    this.from = null;
    /** @type {HTMLElement} */
    this.stop = null;
    /** @type {Map<number|string, HTMLElement>} */
    this.cells = new Map();
    host.addEventListener('focusin', (event) => this.come(event));
    let lifted = -HAND;
    host.addEventListener('pointerup', ({ timeStamp }) => { lifted = timeStamp; });
    host.addEventListener('click', ({ target, timeStamp }) => {
      const place = this.placeOf(target);
      if (place !== undefined && timeStamp - lifted > HAND) on.press(place);
    });
    new ResizeObserver(() => this.lay()).observe(host);
  }

  /** The focus comes to a cell, or to the board, which hands it on. @param {FocusEvent} event */
  come({ target, relatedTarget }) {
    const { host } = this;
    if (target === host) {
      this.from = relatedTarget;
      this.stop?.focus({ preventScroll: true });
      return;
    }
    const place = this.placeOf(target);
    if (place === undefined) return;
    this.stopAt(place);
    const from = relatedTarget === host ? this.from : relatedTarget;
    if (this.arranging || host.contains(/** @type {Node} */ (from))) return;
    if (this.stop.matches(':focus-visible')) this.on.enter(place);
  }

  placeOf(element) {
    return [...this.cells].find(([, cell]) => cell === element)?.[0];
  }

  get focused() {
    return this.host.contains(document.activeElement);
  }

  /** Lays the cells over the drawn places; only those that moved are touched. */
  lay() {
    const { board, host } = this;
    if (!board.plan) return;
    const rows = board.rows();
    const arranged = JSON.stringify(rows);
    if (arranged !== this.arranged) this.arrange(rows);
    this.arranged = arranged;
    const { left, top } = host.getBoundingClientRect();
    const boxes = [...this.cells].map(([place, cell]) => ({ cell, box: board.boxOf(place, board.options.facing) }));
    for (const { cell, box: { x, y, width, height } } of boxes) {
      const where = [x - left, y - top, width, height].map((size) => `${Math.round(size)}px`);
      if (cell.dataset.where === where.join(' ')) continue;
      cell.dataset.where = where.join(' ');
      [cell.style.left, cell.style.top, cell.style.width, cell.style.height] = where;
    }
  }

  /** Puts the cells into order as they lie on the screen; the focus stays. */
  arrange(rows) {
    const { host, cells: old, focused } = this;
    this.cells = new Map(rows.flat().map((place) => [place, old.get(place) ?? this.cell(place)]));
    for (const [place, cell] of old) if (!this.cells.has(place)) cell.remove();
    host.append(...this.cells.values());
    if (!host.contains(this.stop)) this.stopAt(rows[0][0]);
    this.arranging = true;
    if (focused) this.stop.focus({ preventScroll: true });
    this.arranging = false;
  }

  cell(place) {
    return el('div', { role: 'option', tabindex: -1, 'aria-selected': 'false', 'data-place': place }, this.names.of(place));
  }

  /** Makes a place the one where the tabulator stops. */
  stopAt(place) {
    const cell = [...this.cells].find(([one]) => same(one, place))?.[1];
    if (!cell || cell === this.stop) return;
    const mark = (one, here) => {
      one?.setAttribute('tabindex', here ? '0' : '-1');
      one?.setAttribute('aria-selected', String(here));
    };
    mark(this.stop, false);
    mark(cell, true);
    this.stop = cell;
  }

  /** Writes what stands on each place, where that has changed. @param {Record<string, string>} sentences */
  write(sentences) {
    for (const [place, cell] of this.cells) {
      const text = sentences[place] ?? this.names.of(place);
      if (cell.textContent !== text) cell.textContent = text;
    }
  }

  /** Moves the cursor of readers to a place; whether they hear of it. */
  point(place) {
    const before = document.activeElement;
    const { focused } = this;
    this.stopAt(place);
    if (focused) this.stop.focus({ preventScroll: true });
    return focused && before !== this.stop;
  }
}
