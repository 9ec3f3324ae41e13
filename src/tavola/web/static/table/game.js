// The table as the server told it, and own steps that are shown before it answers.

import { moved, same, thrown } from './places.js';
import { data, wait } from './dom.js';

const MOST_SHOWN = 12;
const MOST_SAID = 8;
const ANSWERS = {
  double: ['take', 'drop'], resign: ['accept', 'refuse'], draw: ['agree', 'decline'],
};
const SLOW = ['log', 'facts', 'hint', 'opinion', 'tutor', 'why'];
const OF_NOBODY = ['opening', 'throw', 'keep', 'next'];

/**
 * `view` is what the table said last, `shown` what the board shows.  Calls `on`: `show(view)`,
 * `animate(event, view)`, `pause()`, `happened(sentences, event)`, `say(sentences)`, `refused(message)`,
 * `busy()` when something begins to move, and `changed()` when everything is to be looked at again.
 */
export class Game {
  /** @param {any} table the first message @param {any} layout @param {any} on */
  constructor(table, layout, on) {
    this.layout = layout;
    this.on = on;
    this.sending = 0;
    this.presenting = false;
    this.later = null;
    /** @type {import('./connection.js').Connection} */
    this.connection = null;
    this.watching = 0;
    this.rematch = '';
    /** @type {((kind: string, more: any, send: () => Promise<any>) => Promise<any>)|null} */
    this.tutor = null;
    this.take(table);
  }

  take(table) {
    this.id = table.table;
    this.waiting = table.waiting;
    this.queue = [];
    this.ahead = [];
    this.settle(table);
    this.expected = this.seq;
    this.shown = this.view;
  }

  settle({ epoch, seq, mine, view, facing }) {
    this.epoch = epoch;
    this.seq = seq;
    this.mine = mine;
    this.view = view;
    this.facing = facing ?? this.facing;
  }

  /** Whether input means anything now: nothing is on its way, nothing moves. */
  get idle() {
    const told = this.seq >= this.expected;
    return told && !this.presenting && !this.sending && !this.ahead.length;
  }

  /** Whether the other one does not come back. */
  get leftAlone() {
    return this.view.seats.some(({ gone }) => gone);
  }

  get onTurn() {
    return this.mine.includes(this.view.actor);
  }

  /** The side that acts for this viewer. */
  get side() {
    return this.onTurn ? this.view.actor : this.mine[0] ?? null;
  }

  /** Names this state among all of the table. */
  get now() {
    return `${this.epoch}.${this.seq}`;
  }

  may(...kinds) {
    return kinds.some((kind) => this.view.may.includes(kind));
  }

  /** Acts as soon as the table is idle; only the last such wish counts. */
  whenIdle(act) {
    if (this.idle) act();
    else this.later = act;
  }

  // ------------------------------------------------------------------ from the table

  receive(message) {
    if (message.type === 'table') {
      this.take(message);
      this.on.show(this.shown);
      this.settled();
    } else if (message.type === 'events') this.happened(message);
    else if (message.type === 'refused') this.on.refused(message);
    else if (message.type === 'presence') {
      const { seats, watching, waiting, rematch, say } = message;
      this.watching = watching;
      this.waiting = waiting;
      this.rematch = rematch;
      this.view = { ...this.view, seats };
      if (say?.length) this.on.say(say);
      this.on.changed();
    }
  }

  happened(message) {
    if (message.epoch === this.epoch && message.seq <= this.seq) return;
    this.settle(message);
    this.queue.push(message);
    if (!this.presenting) this.present();
  }

  async present() {
    this.presenting = true;
    this.on.busy();
    while (this.queue.length) {
      const message = this.queue.shift();
      // Between two games nothing can be guessed: another one may begin, on another board.
      const several = message.events.length > 1 && message.events.some(({ action }) => action.do === 'next');
      if (document.hidden || several || message.events.length > MOST_SHOWN) {
        this.ahead = [];
        this.on.happened(message.events.flatMap((event) => event.say).slice(-MOST_SAID), null);
      } else await this.tell(message);
      if (!this.ahead.length && !this.queue.length) {
        this.shown = this.view;
        this.on.show(this.shown);
      }
    }
    this.presenting = false;
    this.settled();
  }

  async tell({ events, view }) {
    for (const [at, event] of events.entries()) {
      this.on.happened(event.say, event);
      if (this.isOwn(event.action)) this.ahead.shift();
      else if (at === events.length - 1) await this.picture(event, view);
      else if (event.steps.length || event.action.dice) await this.picture(event, this.guess(event));
      if (event.say.length && !this.mine.includes(event.action.side)) await this.on.pause();
    }
  }

  /** Whether the event is the step that is shown already. */
  isOwn({ do: kind, number, from, to }) {
    const [step] = this.ahead;
    return step && kind === 'step' && step.number === number && same(step.from, from) && same(step.to, to);
  }

  /** The view after one event of several: only the last one comes with its own. */
  guess({ action, steps }) {
    const side = action.side ?? this.shown.side;
    const view = { ...this.shown, side };
    if (['throw', 'opening', 'correct'].includes(action.do)) {
      Object.assign(view, { dice: thrown(action.dice, data('terms').double), throw: action.dice });
    }
    return moved(view, side, steps, this.layout);
  }

  async picture(event, view) {
    this.shown = view;
    await this.on.animate(event, view);
  }

  settled() {
    this.on.changed();
    if (!this.idle) return;
    const act = this.later;
    this.later = null;
    act?.();
  }

  // -------------------------------------------------------------------- to the table

  async send(message) {
    this.sending += 1;
    const answer = await this.connection.request(message);
    this.sending -= 1;
    if (answer.type === 'accepted') {
      this.expected = Math.max(this.expected, answer.seq);
      this.settled();
    } else this.putBack(answer);
    return answer;
  }

  putBack(answer) {
    this.expected = this.seq;
    if (this.ahead.length) {
      this.ahead = [];
      this.shown = this.view;
      this.on.show(this.shown);
    }
    if (answer.type !== 'moved') this.on.refused(answer);
    this.settled();
  }

  /** An action; `more` is what belongs to it.  Resolves to the table's answer; a tutor looks first. */
  act(kind, more = {}) {
    const side = OF_NOBODY.includes(kind) ? {} : { side: this.side };
    const send = () => this.send({ type: 'act', seq: this.seq, do: kind, ...side, ...more });
    return this.tutor && kind !== 'step' ? this.tutor(kind, more, send) : send();
  }

  /** The dice: thrown by the table, or as they were typed. */
  throw(dice) {
    return this.act(this.may('opening') ? 'opening' : 'throw', dice ? { dice } : {});
  }

  /** Yes or no to what is offered. */
  answer(yes) {
    return this.act(ANSWERS[this.view.offer.kind][yes ? 0 : 1]);
  }

  /** Takes back all steps since the throw, one after the other, or only the last ones. */
  async undoTurn(most = Infinity) {
    for (let done = 0; done < most && this.may('undo'); done += 1) {
      const before = this.seq;
      const answer = await this.act('undo');
      if (answer.type !== 'accepted') return;
      for (let i = 0; i < 100 && this.seq === before; i += 1) await wait(20);
    }
  }

  play(text) {
    return this.send({ type: 'play', seq: this.seq, text });
  }

  back() {
    return this.send({ type: 'back', seq: this.seq });
  }

  /** Breaks the match off: whoever is to play stays away. */
  claim() {
    return this.send({ type: 'claim', seq: this.seq });
  }

  /** A question; those that take a while are asked one after the other. */
  ask(what, more = {}) {
    const send = () => this.connection.request({ type: 'ask', what, ...more });
    if (!SLOW.includes(what)) return send();
    this.slow = Promise.resolve(this.slow).then(send);
    return this.slow;
  }

  /**
   * Plays the steps of one checker and shows them at once; the table may put them back.
   * @param {any} path of the view @param {boolean} inHand whether the hand has moved it already
   */
  async step(path, inHand = false) {
    const side = this.view.actor;
    this.ahead = [...path.steps];
    this.presenting = true;
    path.steps.forEach((step, i) => this.act('step', { ...step, side, seq: this.seq + i }));
    const view = moved(this.shown, side, path.steps, this.layout);
    const event = { action: { do: 'step', side }, steps: inHand ? [] : path.steps, hits: [] };
    this.shown = view;
    if (inHand) this.on.show(view);
    else await this.on.animate(event, view);
    await this.present();
  }
}
