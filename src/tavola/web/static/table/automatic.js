// What goes by itself, if the reader wants it so; and the one time that the table offers it.

import { $, button, fill, words } from './dom.js';

const PAUSE = 900;
const SHUT = 350; // milliseconds until one who is shut out throws
const OFFERED_AFTER = 3; // own turns
const SETTINGS = ['auto_throw', 'auto_forced', 'auto_done'];

/** Does what leaves nothing to decide. */
export class Automatic {
  /**
   * @param {import('./game.js').Game} game @param {import('./hand.js').Hand} hand
   * @param {import('./settings.js').Settings} settings @param {import('./teller.js').Teller} teller
   */
  constructor(game, hand, settings, teller) {
    this.game = game;
    this.hand = hand;
    this.settings = settings;
    this.teller = teller;
    this.stopped = '';
    this.timer = 0;
    this.turns = 0;
    this.thrown = '';
    this.passes = false;
    this.offering = false;
  }

  /** Names the throw that is played. */
  get throw() {
    const { view, epoch } = this.game;
    return JSON.stringify([view.throw, epoch, view.game]);
  }

  /** The table stands still: does what is to go by itself in a moment. @param {boolean} past */
  next(past) {
    clearTimeout(this.timer);
    this.count();
    this.offer(past);
    const act = past ? null : this.act();
    if (act && this.game.view.shut) this.teller.say(words('shut_out'));
    const pause = this.game.view.shut ? SHUT : PAUSE;
    if (act) this.timer = setTimeout(() => this.game.idle && !this.hand.locked && act(), pause);
  }

  /** What was taken back by hand does not come again by itself. */
  stop() {
    clearTimeout(this.timer);
    this.stopped = this.throw;
  }

  act() {
    const { game, hand, settings } = this;
    const { view } = game;
    if (!game.onTurn || view.typed) return null;
    const free = game.may('throw') && !game.may('double', 'keep', 'name');
    // Who can play no throw at all has nothing to wait for, nor to end by hand; that it is so was said.
    if (game.may('throw')) this.passes = free && view.shut;
    if (free && (view.shut || settings.get('auto_throw'))) return () => game.throw();
    if (this.stopped === this.throw) return null;
    const single = view.paths.filter((path) => path.steps.length === 1);
    // Two numbers that take one checker the same way leave nothing to choose.
    const ways = new Set(single.map((path) => `${path.from} ${path.to}`));
    if (settings.get('auto_forced') && ways.size === 1) return () => hand.play(single[0]);
    if (!game.may('done')) return null;
    if (!this.passes && !settings.get('auto_done')) return null;
    if (game.may('undo')) this.teller.say(words('soon'));
    return () => game.act('done');
  }

  // ------------------------------------------------------------------------------ the one offer

  /** Counts own turns: each throw of one's own begins one. */
  count() {
    const { game } = this;
    const mine = game.onTurn && game.view.throw;
    if (mine && this.thrown !== this.throw) this.turns += 1;
    if (game.view.throw) this.thrown = this.throw;
  }

  offer(past) {
    const { game, settings, turns } = this;
    const asks = !past && game.onTurn && game.may('throw') && !game.view.typed && !game.view.shut;
    const wanted = asks && turns >= OFFERED_AFTER && !settings.get('auto_offered')
      && !SETTINGS.some((key) => settings.get(key));
    if (wanted === this.offering) return;
    this.offering = wanted;
    // It was seen: it does not come again, answered or not.
    if (!wanted) settings.set('auto_offered', true);
    fill($('once'), wanted ? [
      words('offer_auto'), ' ',
      button(words('yes'), () => this.answer(true), { 'data-key': 'auto_yes' }), ' ',
      button(words('no'), () => this.answer(false), { 'data-key': 'auto_no' }),
    ] : []);
    if (wanted) this.teller.speech.say(words('offer_auto'));
  }

  answer(yes) {
    this.offering = false;
    fill($('once'), []);
    this.settings.set('auto_offered', true);
    for (const key of yes ? SETTINGS : []) this.settings.set(key, true);
    this.teller.say(words(yes ? 'auto_on' : 'auto_off'));
    $('main-place').focus();
    this.next(false);
  }
}
