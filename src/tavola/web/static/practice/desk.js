// Stands where the connection of a table stands, for a throw that is played for practice: sends the
// position with all that was done since, and hears what a table would say.

import { fetched } from '../table/dom.js';

/** @typedef {{game: string, line: string, options?: any, match?: any}} Asked a position to play from */

/** What is asked of `/api/v1/practice`, one message after the other. */
export class Desk {
  /** @param {Asked} asked @param {() => Record<string, string>} listener @param {(message: any) => void} heard */
  constructor(asked, listener, heard) {
    this.asked = asked;
    this.listener = listener;
    this.heard = heard;
    /** @type {any[]} what was done, as events of a record */
    this.events = [];
    /** Whether another position lies there by now: what this one still hears is past. */
    this.left = false;
    this.nextId = 1;
    this.last = Promise.resolve();
  }

  /** The whole table, as it stands; `lost` or a refusal if there is none. */
  table() {
    return this.post();
  }

  /** @param {any} message @returns {Promise<any>} as `Connection.request` */
  request(message) {
    const answer = this.last.then(() => this.send(message));
    this.last = answer.catch(() => {});
    return answer;
  }

  async send(message) {
    const id = this.nextId++;
    const answer = await this.post({ ...message, id });
    if (this.left) return { type: 'moved' };
    if (answer.type !== 'events') return answer;
    this.events = [...this.events, ...answer.events.map((event) => event.action)];
    this.heard(answer);
    return { type: 'accepted', id, seq: answer.seq };
  }

  async post(message = null) {
    const answer = await fetched('/api/v1/practice', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...this.asked, ...this.listener(), events: this.events, message }),
    });
    if (!answer) return { type: 'lost' };
    return answer.ok ? answer : { type: 'refused', points: [], ...answer };
  }
}
