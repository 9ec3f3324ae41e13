// What is heard: one polite live region, in order, nothing lost, nothing twice.

import { el } from './dom.js';

/** Milliseconds: sentences that come together are one paragraph, and two paragraphs lie so far apart. */
const MOMENT = 60;
const APART = 250;
const LIVES = 10000;

/**
 * Says sentences.  Readers lose or turn round what is added to a live region in quick succession,
 * and paragraphs whose style changes are read again or not at all: here paragraphs only come and go.
 */
export class Speech {
  /** @param {HTMLElement} ear the live region, which nobody sees */
  constructor(ear) {
    this.ear = ear;
    this.asked = null;
    this.queue = [];
    this.last = '';
    this.spoken = -APART;
    this.timer = 0;
  }

  /** @param {string[]|string} sentences */
  say(sentences) {
    const lines = [sentences].flat().filter(Boolean);
    if (!lines.length) return;
    this.queue.push(...lines);
    this.timer ||= setTimeout(() => this.speak(), Math.max(MOMENT, this.spoken + APART - performance.now()));
  }

  speak() {
    this.timer = 0;
    this.spoken = performance.now();
    const text = this.queue.splice(0).join(' ');
    // Some readers drop a paragraph like the one before: a sentence said again differs by a blank.
    this.last = text === this.last ? `${text}\u00a0` : text;
    const line = el('p', {}, this.last);
    this.ear.append(line);
    setTimeout(() => line.remove(), LIVES);
  }

  /** What is asked of the listener, once each time that it is asked anew; at first the page says it. */
  ask(prompt, mine) {
    if (mine && this.asked !== null && prompt !== this.asked) this.say(prompt);
    this.asked = mine ? prompt : '';
  }
}
