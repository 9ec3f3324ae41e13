// State line, seats, and the buttons of the game; the main one is always in the same place.

import { $, button, el, fill, words } from './dom.js';

const FACES = [1, 2, 3, 4, 5, 6];
const ANSWERS = ['take', 'drop', 'beaver', 'accept', 'refuse', 'agree', 'decline'];
const THROWS = ['throw', 'opening'];

/** What the eye sees from the layout, for the ear: names and numbers do not run together. */
const aloud = (text) => el('span', { class: 'hidden' }, text);
const apart = () => aloud(', ');

/** What stands beside the board. */
export class Panel {
  /**
   * @param {import('./game.js').Game} game @param {import('./hand.js').Hand} hand
   * @param {{undo: (all: boolean) => any, rematch: () => any, facts: (list: HTMLElement) => any,
   *   invite: () => any}} on
   */
  constructor(game, hand, on) {
    this.game = game;
    this.hand = hand;
    this.on = on;
    this.drawn = {};
    this.acts = {};
    this.typing = [];
    this.correcting = false;
    this.resigning = false;
  }

  render() {
    const { view } = this.game;
    $('prompt').textContent = view.result || view.say;
    const { white, black } = view.board;
    const { watching, mine } = this.game;
    this.part('seats', [view.seats, white.pips, black.pips, view.actor, view.thinking, watching, mine, view.crawford],
      () => [...view.seats.map((seat) => this.seat(seat, view)), ...this.notes(view)]);
    this.part('offer', view.offer, () => (view.offer ? [el('p', {}, view.offer.sentence)] : []));
    this.buttons('main-row', this.main(view));
    this.buttons('second-row', this.second(view));
    this.buttons('ways-out', this.waysOut(view));
    const asks = [view.name, view.choose, this.awaitsDice, this.typing, view.phase, this.game.now];
    this.part('choices', asks, () => this.choices(view));
    this.part('result', [view.result, view.over], () => this.result(view));
  }

  /** Builds a part again if what it shows has changed. */
  part(id, key, build) {
    const text = JSON.stringify(key);
    if (this.drawn[id] !== text) fill($(id), build());
    this.drawn[id] = text;
  }

  /** @param {{key: string, label: string, act?: () => any}[]} list without `act`: it cannot be pressed */
  buttons(id, list) {
    this.acts[id] = list.map(({ act }) => act);
    this.part(id, list.map(({ key, label, act }) => [key, label, Boolean(act)]), () => list.map(
      ({ key, label, act }, i) => button(label, () => this.acts[id][i]?.(), { 'data-key': key, 'aria-disabled': act ? null : 'true' }),
    ));
  }

  // ------------------------------------------------------------------------------ seats

  seat(seat, view) {
    const { pips } = view.board[seat.side === 'W' ? 'white' : 'black'];
    const colour = words(seat.side === 'W' ? 'white' : 'black');
    const name = seat.kind === 'open' ? words('open_seat') : seat.name || colour;
    const turn = view.actor === seat.side;
    const facts = [
      this.game.mine.length === 1 && this.game.mine[0] === seat.side && words('you'), name !== colour && colour, pips !== null && words('pips', { count: pips }),
      turn && words(view.thinking ? 'thinks' : 'on_turn'), seat.kind === 'person' && !seat.here && words('away'),
    ];
    return el('li', { class: `seat ${seat.side}${turn ? ' turn' : ''}` }, el('span', { class: 'chip', 'aria-hidden': 'true' }),
      el('strong', {}, name, apart()), el('span', { class: 'score' }, aloud(`${words('ask_score')} `), seat.score, apart()),
      el('span', {}, facts.filter(Boolean).join(', ')));
  }

  notes(view) {
    const { watching, mine, waiting } = this.game;
    const notes = [
      view.crawford && words('crawford'), !mine.length && !waiting && words('you_watch'),
      watching && words('watching', { count: watching }),
    ].filter(Boolean);
    return notes.length ? [el('li', { class: 'notes' }, notes.join(', '))] : [];
  }

  // ---------------------------------------------------------------------------- buttons

  main(view) {
    const { game } = this;
    const does = (label, act, key = 'main') => ({ key, label: words(label), act: () => game.whenIdle(act) });
    const next = view.over && game.rematch;
    if (!game.mine.length && !next) return [];
    if (game.waiting) return [does('invite', this.on.invite)];
    const answers = ANSWERS.filter((kind) => game.may(kind));
    if (answers.length) return answers.map((kind) => does(kind, () => game.act(kind), kind));
    if (view.over) return [does(next ? 'next_table' : 'rematch', this.on.rematch)];
    for (const kind of ['done', 'next']) if (game.may(kind)) return [does(kind, () => game.act(kind))];
    const throws = game.may(...THROWS);
    if (throws && !view.typed) {
      return [does(view.phase === 'start' && !game.onTurn ? 'go_on' : 'throw', () => game.throw())];
    }
    return [{ key: 'main', label: words(throws ? 'throw' : game.onTurn && view.phase === 'move' ? 'done' : 'wait') }];
  }

  second(view) {
    const { game, hand } = this;
    if (!game.mine.length || view.over || game.waiting) return [];
    const undo = game.may('undo') && game.onTurn;
    const list = [];
    const add = (key, act, label = words(key)) => list.push({ key, label, act });
    add('undo', undo && (() => this.on.undo(false)));
    add('undo_turn', undo && (() => this.on.undo(true)));
    if (game.onTurn && hand.numbers.length > 1) add('swap', () => hand.swap());
    if (game.may('double')) add('double', () => game.whenIdle(() => game.act('double')));
    if (game.may('keep')) add('keep', () => game.whenIdle(() => game.act('keep')), words('keep', { dice: view.opening.join('-') }));
    if (game.may('correct')) add('correct', () => this.correct(), words(this.correcting ? 'cancel' : 'correct'));
    if (view.back) add('back', () => game.back());
    return list;
  }

  waysOut(view) {
    const { game } = this;
    const list = [];
    const add = (key, act, label = words(key)) => list.push({ key, label, act });
    if (this.resigning && game.may('resign')) {
      for (const count of view.resign) add(`resign${count}`, () => this.resign(count), words('resign_value', { count }));
      add('cancel', () => this.resign(0));
      return list;
    }
    if (game.may('resign')) add('resign', () => this.resign(null));
    if (game.may('draw')) add('draw', () => game.whenIdle(() => game.act('draw')));
    return list;
  }

  /** @param {number|null} count times the stake is given up; null asks how many, 0 leaves it */
  resign(count) {
    this.resigning = count === null;
    if (count) this.game.act('resign', { number: count });
    this.render();
    $('ways-out').querySelector('button')?.focus();
  }

  // ---------------------------------------------------------------------------- choices

  /** Whether dice are to be typed now. */
  get awaitsDice() {
    const { game } = this;
    this.correcting &&= game.may('correct');
    return this.correcting || (game.view.typed && game.may(...THROWS));
  }

  choices(view) {
    const { game } = this;
    const face = (label, act) => button(label, act, { class: 'face', 'data-key': `face${label}` });
    const row = (label, list) => [el('p', {}, label), ...list];
    if (view.name.length) {
      return row(words('choose_throw'), view.name.map((dice) => face(dice.join('-'), () => game.act('name', { dice }))));
    }
    if (view.choose.length) {
      return row(words('choose_double'), view.choose.map((number) => face(`${number}-${number}`, () => game.act('choose', { number }))));
    }
    if (!this.awaitsDice) return [];
    const [first] = this.typing;
    const label = view.phase === 'opening' ? ['dice_white', 'dice_black'] : ['dice_first', 'dice_second'];
    return row(first ? `${first} – ${words(label[1])}` : words(label[0]), FACES.map((n) => face(n, () => this.typeDie(n))));
  }

  /** A face of dice that people throw: two make a throw. */
  typeDie(face) {
    this.typing = [...this.typing, face];
    if (this.typing.length === 2) {
      const dice = this.typing;
      this.typing = [];
      if (this.correcting) this.game.act('correct', { dice });
      else this.game.throw(dice);
      this.correcting = false;
    }
    this.render();
  }

  /** A number of a throw that is named: two make it. */
  nameDie(face) {
    this.typing = [...this.typing, face];
    if (this.typing.length < 2) return;
    this.game.act('name', { dice: this.typing.sort((a, b) => b - a) });
    this.typing = [];
  }

  correct() {
    this.correcting = !this.correcting;
    this.typing = [];
    this.render();
  }

  // ----------------------------------------------------------------------------- result

  result(view) {
    if (!view.result) return [];
    const facts = el('ul');
    this.on.facts(facts);
    const links = el('p', {}, el('a', { href: `/t/${this.game.id}/dice` }, words('check_dice')), ' ',
      el('a', { href: `/t/${this.game.id}/record.json` }, words('record')));
    return [el('h2', {}, words('result')), el('p', {}, view.result), facts, ...(view.over ? [links] : [])];
  }
}
