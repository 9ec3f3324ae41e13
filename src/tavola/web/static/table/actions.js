// The action row.  A place keeps its kind: the first takes back, the second goes on, the third
// asks, the last holds the rest.  An offer turns the first three into equal halves.

import { $, data, el, fill, leadBack, words } from './dom.js';

const DEAD = 400; // an answer that has just appeared takes no tap that was meant for something else
const THROWS = ['throw', 'opening'];
const terms = data('terms');
const BRANCH = 'M5 4v9a4 4 0 0 0 4 4h10M15 13l4 4-4 4';

/** A count of points in words. @param {number} count */
export const points = (count) => words(count === 1 ? 'worth_one' : 'worth', { count });

/** @typedef {{key: string, label: string, costs?: string, act: () => any}} Half */

/** The buttons of the game. */
export class Actions {
  /**
   * @param {import('./game.js').Game} game
   * @param {{undo: () => any, ask: () => any, review: () => any, leave: () => any, rematch: () => any,
   *   invite: () => any, changed: () => any, fromHere: () => any}} on `leave`: return from an old
   *   position; `fromHere`: play on from it
   */
  constructor(game, on) {
    this.game = game;
    this.on = on;
    this.acts = {};
    this.asking = null;
    this.drawn = '';
    this.icon = $('ask').querySelector('path');
    this.bulb = this.icon.getAttribute('d');
    const ready = { undo: () => !game.presenting, main: () => game.idle || this.acts.main === on.leave, ask: () => true };
    for (const [id, place] of Object.entries({ undo: 'undo', main: 'main-place', ask: 'ask' })) {
      // A click that comes while something is under way is not meant for what comes after it.
      $(place).addEventListener('click', () => ready[id]() && this.acts[id]?.());
    }
  }

  /** @param {any} view the one that is shown @param {boolean} past whether it is an old one */
  render(view, past) {
    if (this.asking?.now !== this.game.now) this.asking = null;
    const main = this.main(view, past);
    this.place('undo', words('undo_short'), !past && this.game.onTurn && this.game.may('undo') && this.on.undo);
    this.place('main', main.label, (this.game.idle || past) && main.act, $('main-place'));
    this.third(view, past);
    this.halves(past ? [] : this.answers(view));
  }

  /** @param {any} act what it does, or false: it cannot be pressed */
  place(id, label, act, element = $(id)) {
    this.acts[id] = act || null;
    const text = element.querySelector('span') ?? element;
    if (text.textContent !== label) text.textContent = label;
    if (act) element.removeAttribute('aria-disabled');
    else element.setAttribute('aria-disabled', 'true');
  }

  third(view, past) {
    const onward = past && view.from_here;
    this.icon.setAttribute('d', onward ? BRANCH : this.bulb);
    if (onward) this.place('ask', words('from_here'), this.on.fromHere);
    else if (view.over && !past) this.place('ask', words('review'), this.on.review);
    else this.place('ask', words('hint'), terms.hints && this.game.mine.length && !past && this.on.ask);
  }

  // ------------------------------------------------------------------------------ the second place

  main(view, past) {
    const { game, on } = this;
    const next = view.over && game.rematch;
    if (past) return { label: words('return'), act: on.leave };
    if (!game.mine.length && !next) return { label: words(game.waiting ? 'wait' : 'you_look_on') };
    if (game.waiting) return { label: words('invite'), act: on.invite };
    if (view.over) return { label: words(next ? 'next_table' : game.leftAlone ? 'new_table' : 'rematch'), act: on.rematch };
    const kind = ['done', 'next'].find((one) => game.may(one));
    if (kind) return { label: words(kind), act: () => game.act(kind) };
    if (game.may(...THROWS) && !view.typed) {
      return { label: this.throwing(view), act: () => game.throw() };
    }
    return { label: words(this.awaited(view)) };
  }

  /** What a throw is called: with that of the other side, or the fixed one, one goes on. */
  throwing(view) {
    return words(view.fixed || (view.phase === 'start' && !this.game.onTurn) ? 'go_on' : 'throw');
  }

  awaited(view) {
    const { game } = this;
    if (view.name.length) return 'choose_throw';
    if (view.choose.length) return 'choose_double';
    if (view.typed && game.may(...THROWS)) return 'type_dice';
    return game.onTurn && view.phase === 'move' ? 'done' : 'wait';
  }

  /** Goes on: throws, ends the turn, or does what may `also` be; no slip answers or leaves a table. */
  goOn(...also) {
    const { game } = this;
    if (!game.idle || this.asking || !game.may('done', ...THROWS, ...also) || !$('choices').hidden) return false;
    this.acts.main?.();
    return true;
  }

  // ------------------------------------------------------------------------------------- offers

  /** @returns {Half[]} the answers that are to be given now */
  answers(view) {
    const { game, asking } = this;
    if (asking) return asking.halves;
    const { offer, cube } = view;
    const half = (key, costs) => ({ key, label: words(key), costs, act: () => game.act(key) });
    if (game.may('take', 'drop')) {
      const value = offer?.value ?? 2 * cube.value;
      // After a beaver the cube stays with the other, and a drop pays what he was doubled to.
      const costs = value > 2 * cube.value ? 'take_beaver' : 'take_costs';
      const found = [half('take', words(costs, { value })), half('drop', this.loss(view, value / 2))];
      return game.may('beaver') ? [...found, half('beaver', words('take_costs', { value: 2 * value }))] : found;
    }
    if (game.may('accept')) {
      const won = terms.multiples ? words('you_win', { points: points(offer.value * (cube?.value ?? 1)) }) : '';
      return [half('accept', won), half('refuse', words('play_on'))];
    }
    if (game.may('agree')) return [half('agree', words('nobody_wins')), half('decline', words('play_on'))];
    if (game.may('keep')) {
      const dice = view.opening.join('-');
      return [
        { key: 'main', label: words('throw'), act: () => game.throw() },
        { key: 'keep', label: words('keep', { dice }), act: () => game.act('keep') },
      ];
    }
    return [];
  }

  loss(view, count) {
    const score = (mine) => view.seats.find((seat) => (seat.side === view.actor) === mine).score;
    return words('you_lose', { points: points(count), score: `${score(true)}\u2060–\u2060${score(false) + count}` });
  }

  /** @param {Half[]} list */
  halves(list) {
    const key = JSON.stringify(list);
    const held = $('places').contains(document.activeElement);
    $('places').hidden = list.length > 0 || !$('choices').hidden;
    if (key === this.drawn) return;
    this.drawn = key;
    const made = list.map(({ key: name, label, costs, act }) => el('button', {
      type: 'button', 'data-key': name, disabled: true, onclick: () => this.game.whenIdle(act),
    }, el('span', {}, label), ...(costs ? [' ', el('small', {}, costs)] : [])));
    fill($('offer'), made);
    if (held && made.length) $('offer').focus();
    setTimeout(() => made.forEach((one) => { one.disabled = false; }), DEAD);
  }

  /**
   * Asks before something that cannot be undone: a tap more, in another place.
   * @param {string} question @param {Half} yes @param {string} [otherwise] what the other answer says
   * @param {boolean} [wanted] false: it comes by itself, and takes nobody away from what he does
   */
  confirm(question, yes, otherwise = words('no'), wanted = true) {
    const back = leadBack();
    const close = (leads = true) => {
      this.asking = null;
      this.on.changed();
      if (leads) back();
    };
    const act = () => {
      close();
      return yes.act();
    };
    const no = { key: 'no', label: otherwise, costs: otherwise === words('no') ? words('play_on') : '', act: () => close() };
    this.asking = { now: this.game.now, question, halves: [{ ...yes, act }, no], close };
    this.on.changed();
    if (wanted || document.activeElement === document.body) $('offer').focus();
  }

  /** Answers what is asked here with yes or no; a tutor asks otherwise. @param {boolean} yes */
  reply(yes) {
    const halves = this.asking?.halves;
    if (halves?.length !== 2) return false;
    halves[yes ? 0 : 1].act();
    return true;
  }

  /** Asks whether a double is meant. */
  double() {
    const { game } = this;
    if (!game.may('double')) return;
    const value = 2 * (game.view.cube?.value ?? 1);
    this.confirm(words('double_ask', { value }), {
      key: 'confirm', label: words('double'), costs: words('double_costs'), act: () => game.act('double'),
    });
  }

  /** Asks whether so much shall be given up. @param {number} count times the stake */
  resign(count) {
    const { game } = this;
    const costs = terms.multiples ? points(count * (game.view.cube?.value ?? 1)) : '';
    this.confirm(words('resign_ask', { what: words(`game_${count}`) }), {
      key: 'confirm', label: words('resign'), costs, act: () => game.act('resign', { number: count }),
    });
  }

  /** Asks whether a draw shall be offered. */
  draw() {
    const act = () => this.game.act('draw');
    this.confirm(words('draw_ask'), { key: 'confirm', label: words('draw'), costs: words('nobody_wins'), act });
  }
}

