// The WebSocket of a table: finds its way back, and asks for what it missed.

const PING = 20000;
const PATIENCE = 8000;
/** Milliseconds after which an answer is late: then it is asked whether the line still lives. */
const LATE = 2000;
const LONGEST = 15000;
const NO_RETURN = [4403, 4404, 4410];
/** The table moves to another process: come back at once. */
const MOVED = 1012;
/** Milliseconds in which nobody hears of that, nor that a page waits for its first connection; what is wanted
 * meanwhile is done afterwards. */
const QUIET = 4000;

/** One connection; `on.message`, `on.lost` and `on.back` are told what happens. */
export class Connection {
  /**
   * @param {string} table its id
   * @param {{seen: () => {seq: number, epoch: number}, listener: () => Record<string, string>,
   *   message: (m: any) => void, lost: () => void, back: () => void, gone: () => void}} on
   */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.tries = 0;
    this.waiting = new Map();
    this.nextId = 1;
    this.silent = 0;
    this.moving = this.quietly();
    this.timer = 0;
    this.told = false;
    setInterval(() => this.ping(), PING);
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
    addEventListener('pageshow', (event) => event.persisted && this.hurry());
    this.open();
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    this.timer = 0;
    const seen = this.on.seen();
    const query = new URLSearchParams({
      after: String(seen.seq), epoch: String(seen.epoch), ...this.on.listener(),
    });
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/t/${this.table}/socket?${query}`);
    this.socket = socket;
    socket.onmessage = (event) => this.socket === socket && this.heard(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.closed(event.code);
  }

  heard(message) {
    clearTimeout(this.silent);
    this.silent = 0;
    if (this.told) this.on.back();
    this.told = false;
    this.tries = 0;
    const asked = this.waiting.get(message.id);
    if (asked && message.type !== 'events') {
      this.waiting.delete(message.id);
      asked.answer(message);
    } else if (message.type !== 'pong') this.on.message(message);
    if (this.moving) this.moved();
  }

  /** The table is there again: what was wanted of it is sent, all steps of a way, unless it has happened. */
  moved() {
    clearTimeout(this.moving);
    this.moving = 0;
    const { seq } = this.on.seen();
    for (const [id, { message, answer }] of this.waiting) {
      if (message.seq === undefined || message.seq >= seq) {
        this.waiting.set(id, { message, answer, sent: true });
        this.send(message);
      } else {
        this.waiting.delete(id);
        answer({ type: 'moved' });
      }
    }
  }

  closed(code) {
    clearTimeout(this.silent);
    this.silent = 0;
    if (NO_RETURN.includes(code)) {
      this.drop();
      return this.on.gone();
    }
    if (code === MOVED && !this.tries) this.moving = this.quietly();
    else if (!this.moving) this.lose();
    const first = this.moving ? 100 : 400;
    const pause = Math.min(LONGEST, first * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.open(), pause);
  }

  quietly() {
    return setTimeout(() => this.lose(), QUIET);
  }

  lose() {
    this.drop();
    if (!this.told) this.on.lost();
    this.told = true;
  }

  /** Whoever waits for an answer gets none. */
  drop() {
    clearTimeout(this.moving);
    this.moving = 0;
    for (const { answer, sent } of this.waiting.values()) answer({ type: 'lost', sent });
    this.waiting.clear();
  }

  /** Makes sure that the connection still lives; where it is to be tried again later, it is at once. */
  hurry() {
    if (this.connected) this.ping();
    else if (this.timer) this.open();
  }

  ping() {
    if (!this.connected || this.silent) return;
    this.send({ type: 'ping' });
    this.silent = setTimeout(() => {
      const dead = this.socket;
      this.socket = undefined;
      dead?.close();
      this.closed(0);
    }, PATIENCE);
  }

  /** Sends what needs no answer; without a connection it is dropped. */
  send(message) {
    if (this.connected) this.socket.send(JSON.stringify({ v: 1, ...message }));
  }

  /**
   * Sends what is answered, and waits for the answer.
   * @param {Record<string, any>} message
   * @returns {Promise<any>} accepted, refused, answer, `lost` if there is no connection, or `moved`
   *   if the table stands elsewhere since then; what was `sent` before it was lost may have happened
   */
  request(message) {
    // While it closes, the table may only move.
    if (!(this.connected || this.moving || this.socket?.readyState === WebSocket.CLOSING)) {
      return Promise.resolve({ type: 'lost' });
    }
    const wanted = { ...message, id: this.nextId++ };
    return new Promise((answer) => {
      this.waiting.set(wanted.id, { message: wanted, answer, sent: !this.moving && this.connected });
      if (!this.moving) this.send(wanted);
      setTimeout(() => this.waiting.has(wanted.id) && this.ping(), LATE);
    });
  }
}
