// The line of state: what is asked, what happened, why not, what is special; two lines that never grow.

import { $, words } from './dom.js';

/** The ends of some sentences, the longest first. @param {string[]} sentences */
function ends(sentences) {
  const lines = [...new Set(sentences)].filter(Boolean);
  return lines.map((_, i) => lines.slice(i).join(' '));
}

/** One box for the eye; the live region says the same to the ear. */
export class State {
  constructor() {
    this.box = $('state');
    this.text = $('prompt');
    this.whole = $('whole');
    this.enough = $('enough');
    this.news = [];
    this.thrown = [];
    this.asked = true;
    this.prompt = ['', ''];
    this.special = '';
    this.choices = [''];
    new ResizeObserver(() => this.fit()).observe(this.box);
    this.whole.addEventListener('click', () => this.open(!this.box.classList.contains('open')));
    this.box.addEventListener('keydown', ({ key }) => key === 'Escape' && this.open(false));
    this.enough.addEventListener('click', () => {
      this.explain('');
      $('main-place').focus();
    });
  }

  /** What happened: stands there until something else does, and with what is asked next.
   * @param {string[]} sentences @param {'news'|'throw'|''} kind news stays beside the next question,
   *   a throw only if nothing was played with it */
  happened(sentences, kind) {
    if (this.asked) this.news = this.thrown = [];
    this.asked = false;
    if (kind === 'throw') this.thrown = sentences;
    else if (kind && sentences.length) {
      this.news = [...this.news, ...sentences];
      this.thrown = [];
    }
    if (sentences.length && !this.special) this.show(sentences, '');
  }

  /** Something special, in place of what is asked and what happened, until it was read; '' for no more. */
  explain(sentence) {
    if (sentence === this.special) return;
    this.special = sentence;
    if (sentence) this.put([sentence], 'special');
    else if (this.asked) this.ask(this.prompt[0], this.prompt[1]);
    else this.show(this.news, '');
  }

  /** What is asked, after as much of the news as there is room for. @param {string} prompt
   * @param {string} [first] what of it is to be done first; where there is no room for both, that */
  ask(prompt, first = '') {
    this.asked = true;
    $('once').hidden = !$('once').firstChild;
    this.prompt = [prompt, first];
    if (this.special) this.put([this.special], 'special');
    else {
      // A result is what happened, too: nothing is told twice.
      const news = [...this.news, ...this.thrown].filter((line) => !prompt.includes(line));
      const whole = ends([...news, prompt, first]);
      this.put(first ? [...whole.slice(0, -1), ...ends([...news, first])] : whole, '');
    }
  }

  /** What is offered or looked back at, and if there is room what may be done about it. */
  offer(sentence, prompt) {
    this.asked = true;
    this.put([`${sentence} ${prompt}`, sentence], '');
  }

  /** An answer, a refusal, a hint, a question: its beginning is seen, also in place of what is offered once.
   * @param {string[]|string} sentences */
  tell(sentences, kind = '') {
    const lines = [sentences].flat().filter(Boolean);
    if (!lines.length) return;
    $('once').hidden = true;
    this.put([lines.join(' ')], kind);
  }

  /** The last of some sentences, as many as fit. */
  show(sentences, kind) {
    this.put(ends(sentences), kind);
  }

  put(choices, kind) {
    this.choices = choices.length ? choices : [''];
    this.box.classList.toggle('refusal', kind === 'refusal');
    this.box.classList.toggle('special', kind === 'special');
    this.enough.hidden = kind !== 'special';
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
