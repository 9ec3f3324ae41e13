// One throw, played on a board of its own by the full rules: for lessons, problems, and trying out.
//
//   const practice = new Practice(layout, settings, speech, { played, changed });
//   place.append(practice.root);
//   await practice.show({ game, line });        again with another position, or the same one anew
//
//   played(events, view)   the throw was ended: what was done, as events of a record
//   changed(view)          something was done, or taken back
//
// `row` are its buttons, which the page may put elsewhere.  The page holds the blocks of data
// `strings` and `hotkeys` as a table's page does, and the one live region, whose `Speech` it gives.
// A reader works the board as at a table: tap, drag, keys, the text view, a typed play.

import { Board } from '../board/board.js';
import * as sounds from '../board/sounds.js';
import { button, el, fill, words } from '../table/dom.js';
import { Game } from '../table/game.js';
import { Grid } from '../table/grid.js';
import { Hand } from '../table/hand.js';
import { Keys } from '../table/keys.js';
import { Names } from '../table/places.js';
import { listen } from '../table/pointer.js';
import { Desk } from './desk.js';

const ASKED = ['dice', 'pips', 'cube', 'pools', 'turn'];

/** What is said goes to the ear, and stands below the board. */
class Told {
  /** @param {import('../table/speech.js').Speech} speech */
  constructor(speech) {
    this.speech = speech;
    this.line = el('p', { class: 'practice-told' });
  }

  get asked() {
    return this.speech.asked;
  }

  say(sentences, kind = '') {
    this.speech.say(sentences);
    this.show(sentences, kind);
  }

  /** For the eye alone. */
  show(sentences, kind = '') {
    this.line.textContent = [sentences].flat().filter(Boolean).join(' ');
    this.line.classList.toggle('refusal', kind === 'refusal');
  }
}

/** A board to practise on. */
export class Practice {
  /**
   * @param {any} layout as in `docs/server.md` @param {import('../table/settings.js').Settings} settings
   * @param {import('../table/speech.js').Speech} speech
   * @param {{played: (events: any[], view: any) => any, changed?: (view: any) => any}} on
   */
  constructor(layout, settings, speech, on) {
    this.settings = settings;
    this.on = on;
    this.layout = layout;
    this.told = new Told(speech);
    /** @type {Desk} */
    this.desk = null;
    /** @type {Desk} the one asked for last */
    this.coming = null;
    this.build();
    this.board = new Board(this.host, layout, this.options({ facing: 'W', mine: ['W'] }));
  }

  /** The elements: board, what is said, buttons. */
  build() {
    const help = el('p', { id: 'board-help', class: 'hidden' }, words('board_help'));
    this.host = el('div', {
      id: 'board', role: 'listbox', tabindex: -1, 'aria-label': words('board'), 'aria-describedby': 'board-help',
    });
    this.text = el('div', { id: 'text-view', role: 'region', 'aria-label': words('text_view'), tabindex: -1, hidden: true });
    this.choices = el('div', { class: 'buttons', role: 'group', 'aria-label': words('choose_double'), hidden: true });
    this.undo = button(words('undo_short'), () => this.takeBack(), { 'data-key': 'undo' });
    this.done = button(words('done'), () => this.goOn(), { class: 'main', 'data-key': 'main' });
    this.row = el('div', { class: 'practice-row' }, this.undo, el('div', { id: 'main-row' }, this.done));
    this.root = el('div', { class: 'practice' },
      el('div', { class: 'practice-stage' }, this.host, help, this.text),
      this.told.line, this.choices, this.row, this.more());
  }

  /** What few need: a typed play, and the board as text. */
  more() {
    this.input = el('input', {
      id: 'type', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 200, placeholder: words('type_example'),
    });
    const form = el('form', { onsubmit: (event) => this.type(event) },
      el('label', { for: 'type' }, words('type_play')), el('p', {}, this.input, el('button', {}, words('play'))));
    this.toggle = button(words('text_view'), () => this.asText());
    const leave = ({ key }) => key === 'Escape' && (this.host.hidden ? this.text : this.host).focus();
    this.box = el('details', { class: 'practice-more', onkeydown: leave }, el('summary', {}, words('ask')), form,
      el('p', { class: 'buttons' }, this.toggle, ...['moves', 'why'].map((what) => button(words(`ask_${what}`), () => this.acts()[what]()))));
    return this.box;
  }

  /** Begins anew, from a position. @param {import('./desk.js').Asked} asked @returns {Promise<boolean>} whether it lies there, and no later one */
  async show(asked) {
    const desk = new Desk(asked, () => this.listener(), (message) => this.game.receive(message));
    this.coming = desk;
    const table = await desk.table();
    if (this.coming !== desk) return false;
    if (table.type !== 'table') {
      this.told.say(table.say ?? words('lost'), 'refusal');
      return false;
    }
    if (this.desk) this.desk.left = true;
    this.desk = desk;
    this.ended = false;
    if (this.game) {
      this.game.connection = /** @type {any} */ (desk);
      this.game.receive(table);
    } else this.begin(table, desk);
    this.grid.forget();
    this.board.set(this.options(table));
    this.board.show(this.game.shown);
    this.changed();
    this.told.show('');
    return true;
  }

  /** The same position anew. */
  again() {
    return this.show(this.desk.asked);
  }

  begin(table, desk) {
    const { board, settings, told } = this;
    this.game = new Game(table, this.layout, {
      show: (view) => board.show(this.hand?.arranged(view) ?? view),
      animate: (event, view) => this.animate(event, view),
      pause: () => undefined,
      happened: (sentences) => {
        told.speech.say(sentences);
        told.show('');
      },
      say: (sentences) => told.say(sentences),
      busy: () => undefined,
      changed: () => this.changed(),
      refused: (message) => this.refused(message),
    });
    this.game.connection = /** @type {any} */ (desk);
    this.names = new Names(this.layout, () => ({ side: this.game.mine[0] ?? 'W', numbering: settings.get('numbering') }));
    const teller = /** @type {any} */ (told);
    this.hand = new Hand(this.game, board, settings, teller, this.names);
    this.hand.actions = /** @type {any} */ (this);
    this.grid = new Grid(this.game, this.hand, board, teller, this.names);
    const choices = { awaitsDice: false, typeDie() {}, nameDie() {} };
    this.keys = new Keys(this.host, { actions: this, choices, game: this.game, grid: this.grid, hand: this.hand, settings }, this.acts());
    listen(board, this.hand, () => this.game.idle && this.takeBack());
  }

  // ------------------------------------------------------------------------------ showing

  options({ facing, mine }) {
    const { settings } = this;
    return {
      reader: mine[0] ?? 'W',
      facing: settings.get('turn') ? { W: 'B', B: 'W' }[facing] : facing,
      arrows: settings.get('arrows') === 'always',
      ...Object.fromEntries(['mirror', 'numbering', 'speed'].map((key) => [key, settings.get(key)])),
    };
  }

  listener() {
    return { voice: this.settings.get('voice'), numbering: this.settings.get('numbering') };
  }

  async animate(event, view) {
    const bars = ({ white, black }) => white.bar + black.bar;
    const hit = event.hits.length || bars(view.board) > bars(this.board.view.board);
    if (event.steps.length && this.settings.get('sounds')) sounds.play(hit ? 'hit' : 'step');
    await this.board.animate(event, this.hand.arranged(view));
  }

  /** Looks again after something was done. */
  changed() {
    const { game, grid, hand } = this;
    if (!game || !hand || !game.idle) return;
    const { view } = game;
    hand.renew();
    grid?.renew();
    this.textView?.render();
    const whole = game.may('done') && !view.paths.length;
    // Who has just taken back keeps the focus there.
    this.undo.setAttribute('aria-disabled', String(!game.may('undo')));
    this.done.setAttribute('aria-disabled', String(!whole));
    this.chooses(view);
    this.on.changed?.(view);
    const over = !view.may.length && this.desk.events.length > 0 && !view.paths.length && !view.choose.length && !view.name.length;
    if (over && !this.ended) {
      this.ended = true;
      this.on.played(this.desk.events, view);
    }
  }

  /** Doubles or throws to choose from. */
  chooses(view) {
    const { game } = this;
    const one = (label, act) => button(label, act, { 'data-key': `face${label}` });
    const doubles = view.choose.map((number) => one(`${number}-${number}`, () => game.act('choose', { number })));
    const throws = view.name.map((dice) => one(dice.join('-'), () => game.act('name', { dice })));
    fill(this.choices, [...doubles, ...throws]);
    this.choices.setAttribute('aria-label', words(throws.length ? 'choose_throw' : 'choose_double'));
  }

  refused(message) {
    if (message.type === 'lost') this.told.say(words('lost'), 'refusal');
    else this.hand.refuse([message.say], message.points ?? []);
  }

  // -------------------------------------------------------------------------- what is done

  /** Ends the throw, if it is played; whether there was something to end. */
  goOn() {
    const { game } = this;
    if (!this.root.isConnected || !game?.may('done') || game.view.paths.length) return false;
    game.whenIdle(() => game.may('done') && game.act('done'));
    return true;
  }

  /** There is no cube on this board. */
  double() {}

  takeBack() {
    this.hand.letGo();
    this.game.whenIdle(() => this.game.may('undo') && this.game.act('undo'));
  }

  async type(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text && (await this.game.play(text)).type === 'accepted') this.input.value = '';
  }

  async asText() {
    const { host, text } = this;
    const shows = !host.hidden;
    if (!this.textView) {
      const { TextView } = await import('../table/textview.js');
      this.textView = new TextView(text, this, () => this.asText());
    }
    host.hidden = shows;
    text.hidden = !shows;
    this.toggle.textContent = words(shows ? 'drawn_view' : 'text_view');
    await this.textView.render();
    (shows ? text : host).focus();
  }

  /** What keys do, by name. @returns {Record<string, () => any>} */
  acts() {
    const ask = async (what, more) => {
      const answer = await this.game.ask(what, more);
      if (answer.type === 'moved') return;
      this.told.say(answer.say ?? words('lost'), answer.type === 'answer' ? '' : 'refusal');
    };
    const legal = (way) => this.grid.cycle(way) || this.told.say(words('no_targets'));
    const { hand, grid } = { hand: () => this.hand, grid: () => this.grid };
    return {
      ...Object.fromEntries(ASKED.map((what) => [what, () => ask(what)])),
      done: () => this.goOn() || this.told.say(this.game.view.say),
      undo: () => this.takeBack(),
      undo_turn: () => this.again(),
      swap: () => hand().swap(),
      next_legal: () => legal(1),
      previous_legal: () => legal(-1),
      moves: () => ask('moves', grid().here === null ? {} : { place: grid().here }),
      why: () => (hand().lastRefusal ? this.told.say(hand().lastRefusal, 'refusal') : ask('why')),
      type: () => {
        this.box.open = true;
        this.input.focus();
      },
      voice: () => this.told.say(this.settings.next('voice')),
      sounds: () => this.told.say(this.settings.next('sounds')),
      text: () => this.asText(),
      // The page of a problem has no list of its own; in a window beside it the board stays.
      help: () => window.open('/keys'),
    };
  }
}
