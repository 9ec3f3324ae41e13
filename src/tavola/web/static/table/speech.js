// What is said: one polite live region, in order, nothing twice.

import { el } from './dom.js';

const KEPT = 8;

/** The region beside the board: what was said last is seen, everything is heard. */
export class Speech {
  /** @param {HTMLElement} region @param {() => string} seen what can be read elsewhere anyhow */
  constructor(region, seen) {
    this.region = region;
    this.seen = seen;
    this.asked = '';
  }

  /** @param {string[]|string} sentences @param {string} [kind] a class, for the eye */
  say(sentences, kind = '') {
    const { region } = this;
    const seen = this.seen();
    const lines = [sentences].flat().filter(Boolean)
      .map((sentence) => el('p', { class: seen.includes(sentence) ? 'heard' : kind }, sentence));
    if (lines.some((line) => line.className !== 'heard')) for (const old of region.children) old.classList.add('old');
    region.append(...lines);
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

  /** What is asked of the listener, once each time that it is asked anew. */
  ask(prompt, mine) {
    if (mine && prompt !== this.asked) this.say(prompt);
    this.asked = mine ? prompt : '';
  }
}
