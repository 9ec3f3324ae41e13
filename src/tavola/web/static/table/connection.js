// The WebSocket of a table: finds its way back, and asks for what it missed.

const PING = 20000;
const PATIENCE = 8000;
const LONGEST = 15000;
const NO_RETURN = [4403, 4404, 4410];

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
    if (this.tries) this.on.back();
    this.tries = 0;
    const asked = this.waiting.get(message.id);
    if (asked && message.type !== 'events') {
      this.waiting.delete(message.id);
      asked(message);
    } else if (message.type !== 'pong') this.on.message(message);
  }

  closed(code) {
    clearTimeout(this.silent);
    this.silent = 0;
    for (const answer of this.waiting.values()) answer({ type: 'lost' });
    this.waiting.clear();
    if (NO_RETURN.includes(code)) return this.on.gone();
    if (!this.tries) this.on.lost();
    const pause = Math.min(LONGEST, 400 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.open(), pause);
  }

  /** Tries again at once, or makes sure that the connection still lives. */
  hurry() {
    if (this.connected) this.ping();
    else if (this.socket?.readyState === WebSocket.CLOSED) this.open();
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
   * @returns {Promise<any>} accepted, refused, answer, or `lost` if there is no connection
   */
  request(message) {
    if (!this.connected) return Promise.resolve({ type: 'lost' });
    const id = this.nextId++;
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.send({ ...message, id });
    });
  }
}
