// Somebody stays away in his turn: after a minute the one who waits may break the match off.

import { $, words } from './dom.js';

/** Seconds; the server counts as many. */
const PATIENCE = 60;

/** Watches for whom the table waits. */
export class Absence {
  /** @param {import('./game.js').Game} game @param {import('./actions.js').Actions} actions */
  constructor(game, actions) {
    this.game = game;
    this.actions = actions;
    this.timer = 0;
    this.watched = '';
    this.question = null;
  }

  /** The seat that is waited for in vain, or null. */
  get missed() {
    const { mine, view, waiting } = this.game;
    if (mine.length !== 1 || waiting || view.over || !view.actor || mine.includes(view.actor)) return null;
    const seat = view.seats.find(({ side }) => side === view.actor);
    return seat.kind === 'person' && seat.away != null ? seat : null;
  }

  /** Looks again after somebody came, went or played. */
  look() {
    const { game, actions, missed } = this;
    const key = missed ? `${game.now} ${missed.side}` : '';
    if (key === this.watched) return;
    this.watched = key;
    clearTimeout(this.timer);
    // Who is back is not given up.
    if (!missed && this.question && actions.asking === this.question) {
      this.question.close($('offer').contains(document.activeElement));
    }
    if (missed) this.timer = setTimeout(() => this.ask(false), 1000 * Math.max(0, PATIENCE - missed.away) + 500);
  }

  /** @param {boolean} [wanted] whether the one who waits has asked for it */
  ask(wanted = true) {
    const { game, actions, missed } = this;
    if (!missed) return;
    const name = missed.name || words(missed.side === 'W' ? 'white' : 'black');
    const act = () => game.claim();
    const question = words(missed.gone ? 'claim_gone' : 'claim_ask', { name });
    actions.confirm(question, { key: 'claim', label: words('claim'), costs: words('nobody_wins'), act }, words('wait_on'), wanted);
    this.question = actions.asking;
    // Whoever has the focus elsewhere hears it all the same.
    if (document.activeElement !== $('offer')) game.on.say([question]);
  }
}
