// The line of state: what is asked, what happened, why not; two lines that never grow.

import { $, words } from './dom.js';

/** One box for the eye; the live region says the same to the ear. */
export class State {
  constructor() {
    this.box = $('state');
    this.text = $('prompt');
    this.whole = $('whole');
    this.news = [];
    this.asked = true;
    this.choices = [''];
    new ResizeObserver(() => this.fit()).observe(this.box);
    this.whole.addEventListener('click', () => this.open(!this.box.classList.contains('open')));
    this.box.addEventListener('keydown', ({ key }) => key === 'Escape' && this.open(false));
  }

  /** What happened: stands there until something else does, and with what is asked next.
   * @param {string[]} sentences @param {boolean} keep whether it is news beside the next question */
  happened(sentences, keep) {
    if (this.asked) this.news = [];
    this.asked = false;
    if (keep) this.news.push(...sentences);
    if (sentences.length) this.show(sentences, '');
  }

  /** What is asked, after as much of the news as there is room for. */
  ask(prompt) {
    this.asked = true;
    this.show([...this.news, prompt], '');
  }

  /** What is offered, and if there is room what may be answered. */
  offer(sentence, prompt) {
    this.asked = true;
    this.put([`${sentence} ${prompt}`, sentence], '');
  }

  /** An answer, a refusal, a hint: its beginning is seen. @param {string[]|string} sentences */
  tell(sentences, kind = '') {
    const lines = [sentences].flat().filter(Boolean);
    if (lines.length) this.put([lines.join(' ')], kind);
  }

  /** The last of some sentences, as many as fit. */
  show(sentences, kind) {
    const lines = [...new Set(sentences)].filter(Boolean);
    this.put(lines.map((_, i) => lines.slice(i).join(' ')), kind);
  }

  put(choices, kind) {
    this.choices = choices.length ? choices : [''];
    this.box.classList.toggle('refusal', kind === 'refusal');
    this.open(false);
    this.fit();
  }

  fit() {
    const { text, whole } = this;
    const fits = () => text.scrollHeight <= text.clientHeight + 1;
    whole.hidden = true;
    for (const choice of this.choices) {
      if (text.textContent !== choice) text.textContent = choice;
      if (fits()) return;
    }
    whole.hidden = false;
  }

  /** Shows a text that was cut as a whole, above what lies below. */
  open(is) {
    this.box.classList.toggle('open', is);
    this.whole.setAttribute('aria-expanded', String(is));
    this.whole.setAttribute('aria-label', words(is ? 'shorter' : 'whole'));
  }
}
