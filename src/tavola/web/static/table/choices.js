// What is chosen before a play: dice that people threw, a throw that is named, a double.

import { $, button, el, fill, words } from './dom.js';

const FACES = [1, 2, 3, 4, 5, 6];
const THROWS = ['throw', 'opening'];

/** Faces to tap, in the place of the action row. */
export class Choices {
  /** @param {import('./game.js').Game} game @param {() => any} changed something was typed */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.typing = [];
    this.correcting = false;
    this.drawn = '';
    this.now = '';
  }

  /** Whether dice are to be typed now. */
  get awaitsDice() {
    const { game } = this;
    this.correcting &&= game.may('correct');
    return this.correcting || (game.view.typed && game.may(...THROWS));
  }

  /** What is to be typed next, in words; empty if nothing is. */
  get prompt() {
    if (!this.awaitsDice) return '';
    const label = this.game.view.phase === 'opening' ? ['dice_white', 'dice_black'] : ['dice_first', 'dice_second', 'dice_third'];
    return [...this.typing, words(label[this.typing.length])].join(' – ');
  }

  /** What is typed is meant for one state of the table: in another nothing is. */
  render(view, past) {
    const { game } = this;
    if (this.now !== game.now) Object.assign(this, { typing: [], correcting: false, now: game.now });
    const key = JSON.stringify([past, view.name, view.choose, this.awaitsDice, this.prompt, game.now]);
    if (key === this.drawn) return;
    this.drawn = key;
    const face = (label, act) => button(label, act, { class: 'face', 'data-key': `face${label}` });
    let list = [];
    if (past) list = [];
    else if (view.name.length) list = this.row('choose_throw', [...view.name].reverse().map((dice) => face(dice.join('-'), () => game.act('name', { dice }))));
    else if (view.choose.length) list = this.row('choose_double', view.choose.map((number) => face(`${number}-${number}`, () => game.act('choose', { number }))));
    else if (this.awaitsDice) {
      list = this.row('', FACES.map((number) => face(number, () => this.typeDie(number))));
      if (this.correcting) list.push(button('✕', () => this.correct(), { 'data-key': 'cancel', 'aria-label': words('cancel') }));
    }
    $('choices').classList.toggle('many', view.name.length > 6);
    const held = $('places').contains(document.activeElement);
    // Before the faces go: the focus follows to a button that can be seen.
    $('places').hidden = list.length > 0 || !$('offer').hidden;
    fill($('choices'), list);
    if (held && list.length) $('choices').focus();
  }

  row(label, list) {
    return [el('p', { id: 'choices-label', class: 'hidden' }, label ? words(label) : this.prompt), ...list];
  }

  /** How many dice are typed: for who begins one each, also when they are put right. */
  get many() {
    const { phase, dice_count: count } = this.game.view;
    return phase === 'opening' || (this.correcting && phase === 'start') ? 2 : count;
  }

  /** A face of dice that people throw: two make a throw, or three. */
  typeDie(face) {
    this.typing = [...this.typing, face];
    if (this.typing.length === this.many) {
      const dice = this.typing;
      this.typing = [];
      if (this.correcting) this.game.act('correct', { dice });
      else this.game.throw(dice);
      this.correcting = false;
    }
    this.changed();
  }

  /** A number of a throw that is named: two make it. */
  nameDie(face) {
    this.typing = [...this.typing, face];
    if (this.typing.length < 2) return;
    this.game.act('name', { dice: this.typing.sort((a, b) => b - a) });
    this.typing = [];
  }

  /** Begins to put typed dice right, or leaves it. */
  correct() {
    this.correcting = !this.correcting;
    this.typing = [];
    this.changed();
  }
}
