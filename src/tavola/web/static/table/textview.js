// The board as a table of text, with a button for each legal step.

import { button, el, onward, words } from './dom.js';
import { stands } from './places.js';

/** Shown in the place of the drawn board, if the reader likes. */
export class TextView {
  /**
   * @param {HTMLElement} host @param {{game: any, hand: any, grid: any, names: any}} table
   * @param {() => any} back to the drawn board
   */
  constructor(host, table, back) {
    this.host = host;
    this.table = table;
    host.addEventListener('keydown', ({ key }) => key === 'Escape' && back());
  }

  /** Steps are known at once, but for the first drawing; what stands where is asked of the table. */
  async render() {
    const { host, table: { grid } } = this;
    if (host.hidden) return;
    if (this.rows) this.draw();
    const sentences = await grid.sentences();
    if (!this.rows) this.draw();
    for (const [place, row] of this.rows) {
      const text = sentences[place] ?? '';
      if (row.cells[0].textContent !== text) row.cells[0].textContent = text;
    }
  }

  /** The rows of this moment, with their steps; a row keeps its sentence until the next comes. */
  draw() {
    const { host, table: { grid, hand } } = this;
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const held = host.contains(focused) && focused.dataset.key;
    this.build();
    for (const [place, row] of this.rows) {
      const steps = hand.from(place);
      row.hidden = !stands(grid.view.board, place) && !steps.length;
      const key = JSON.stringify(steps);
      if (row.steps !== key) row.cells[1].replaceChildren(...steps.map((path) => this.step(path)));
      row.steps = key;
    }
    // A button that went is followed by another of its checkers, else by the next that can move.
    if (!held || host.contains(document.activeElement)) return;
    (host.querySelector(`[data-key="${held}"]`) ?? host.querySelector('td button') ?? onward()).focus();
  }

  build() {
    const { names } = this.table;
    const places = names.order();
    const key = places.map((place) => `${place} ${names.of(place)}`).join();
    if (key === this.drawn) return;
    this.drawn = key;
    this.rows = places.map((place) => [place, el('tr', { 'data-place': place }, el('th', { scope: 'row' }), el('td'))]);
    const head = ['stands', 'steps'].map((name) => el('th', { scope: 'col' }, words(name)));
    this.host.replaceChildren(el('table', {}, 
      el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...this.rows.map(([, row]) => row))));
  }

  step(path) {
    const { game, hand, names } = this.table;
    const number = path.steps.map((step) => step.number).join('+');
    const label = words('step_to', { number, place: names.of(path.to) });
    const play = () => {
      const now = hand.between(path.from, path.to);
      if (now) hand.play(now);
    };
    return button(label, () => game.whenIdle(play), { 'data-key': `step${path.from}` });
  }
}
