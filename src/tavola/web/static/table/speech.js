// What is said: one polite live region, in order, nothing lost, nothing twice.

import { $, el } from './dom.js';

/** Milliseconds: sentences that come together are one paragraph, and two paragraphs lie so far apart. */
const MOMENT = 60;
const APART = 250;
const LIVES = 10000;
const KEPT = 8;

/**
 * Says sentences, and shows the last ones beside the board.  Readers lose or turn round what is
 * added to a live region in quick succession, and paragraphs whose style changes are read again or
 * not at all: so what is heard has an element of its own, where paragraphs only come and go.
 */
export class Speech {
  /** @param {HTMLElement} region for the eye @param {() => string} seen what can be read elsewhere anyhow */
  constructor(region, seen) {
    this.region = region;
    this.ear = $('said');
    this.seen = seen;
    this.asked = null;
    this.queue = [];
    this.last = '';
    this.spoken = -APART;
    this.timer = 0;
  }

  /** @param {string[]|string} sentences @param {string} [kind] a class, for the eye */
  say(sentences, kind = '') {
    const lines = [sentences].flat().filter(Boolean);
    if (!lines.length) return;
    this.show(lines, kind);
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

  show(lines, kind) {
    const { region } = this;
    const seen = this.seen();
    const fresh = lines.filter((line) => !seen.includes(line));
    if (!fresh.length) return;
    for (const old of region.children) old.classList.add('old');
    region.append(...fresh.map((line) => el('p', { class: kind }, line)));
    while (region.children.length > KEPT) region.firstChild.remove();
    region.scrollTop = region.scrollHeight;
    region.tabIndex = region.scrollHeight > region.clientHeight ? 0 : -1;
  }

  /** An answer: where there is no room for all of it, its beginning is seen; the best play of a hint.
   * @param {string[]|string} sentences @param {string} [kind] */
  answer(sentences, kind) {
    this.say(sentences, kind);
    this.region.scrollTop = 0;
  }

  /** What is asked of the listener, once each time that it is asked anew; at first the page says it. */
  ask(prompt, mine) {
    if (mine && this.asked !== null && prompt !== this.asked) this.say(prompt);
    this.asked = mine ? prompt : '';
  }
}
