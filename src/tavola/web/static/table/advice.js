// What the computer advises: the best play first, drawn on the board, its figures behind a tap.

import { $, button, el, fill, words } from './dom.js';

const LEG = /^(\d+|bar|res|off)$/;

/**
 * The arrows of a play as it is written, `24/18*\/12 6/5(2)`; none if one cannot be read.
 * @param {string} text @param {import('./places.js').Names} names @param {string} side
 */
export function arrowsOf(text, names, side) {
  const found = [];
  const place = (name) => (/^\d/.test(name) ? names.pointOf(Number(name)) : name);
  for (const part of text.split(' ')) {
    const [, way, times] = /^([^(]+)(?:\((\d)\))?$/.exec(part) ?? [];
    const legs = way?.split('/') ?? [];
    if (legs.length < 2 || !legs.every((leg) => LEG.test(leg.replace('*', '')))) return [];
    const places = legs.map((leg) => ({ at: place(leg.replace('*', '')), hit: leg.endsWith('*') }));
    if (places.some(({ at }) => at === null)) return [];
    for (let n = 0; n < Number(times ?? 1); n += 1) {
      for (let i = 1; i < places.length; i += 1) {
        found.push({ from: places[i - 1].at, to: places[i].at, side, hit: places[i].hit });
      }
    }
  }
  return found;
}

/** The list of an answer, and what the board draws of it. */
export class Advice {
  /** @param {any} table its parts */
  constructor(table) {
    this.table = table;
    this.now = '';
    this.best = [];
  }

  /** Another state of the table: what was advised is past. */
  clear() {
    if (this.now === this.table.game.now) return;
    this.now = '';
    this.best = [];
    $('ask').removeAttribute('aria-pressed');
    fill($('advice'), []);
    this.table.board.arrows?.([]);
  }

  /** @param {any} answer of the table @param {boolean} hint a hint, no opinion */
  show({ say, ways = [], others = '', figures = [] }, hint) {
    const { game, teller, tabs } = this.table;
    this.now = game.now;
    this.best = this.arrows(ways[0]?.play ?? '');
    this.draw(this.best);
    if (hint) $('ask').setAttribute('aria-pressed', 'true');
    else $('ask').removeAttribute('aria-pressed');
    fill($('advice'), [
      ...(ways.length ? [el('p', {}, say.join(' '))] : say.map((line) => el('p', {}, line))),
      ...ways.map((way, i) => this.way(way, i === 0)),
      ...(figures.length ? [this.figures(figures.join(' '))] : []),
    ]);
    // The eye sees the others in the list; the ear hears all at once, in order.
    teller.speech.say([...say, others]);
    teller.state.tell(say);
    tabs.show('analysis');
  }

  way({ name, play, loss, figures }, isBest) {
    const { game, log } = this.table;
    // Out of the past it is asked for again.
    const act = () => (log.at === null ? game.whenIdle(() => game.play(play)) : log.now());
    const preview = () => this.draw(this.arrows(play));
    const back = () => this.draw(this.best);
    const chosen = play ? button(play, act, { class: isBest ? 'best' : '', onmouseenter: preview, onfocus: preview, onmouseleave: back, onblur: back })
      : el('span', {}, name);
    return el('div', { class: 'play' }, chosen, el('span', { class: 'soft' }, loss), this.figures(figures));
  }

  figures(text) {
    return el('details', {}, el('summary', {}, words('figures')), el('p', {}, text));
  }

  arrows(play) {
    const { game, names } = this.table;
    return arrowsOf(play, names, game.side);
  }

  draw(arrows) {
    const { board, game, log } = this.table;
    if (this.now === game.now && log.at === null) board.arrows?.(arrows);
  }
}
