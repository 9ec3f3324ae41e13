// Who tells the reader anything: the ear by the live region, the eye by the line of state.

/** Speech that is seen, too; the parts of the page know only this. */
export class Teller {
  /** @param {import('./speech.js').Speech} speech @param {import('./state.js').State} state */
  constructor(speech, state) {
    this.speech = speech;
    this.state = state;
  }

  /** What was asked of the listener last, '' if nothing is. */
  get asked() {
    return this.speech.asked;
  }

  /** @param {string[]|string} sentences @param {string} [kind] a class, for the eye */
  say(sentences, kind = '') {
    this.speech.say(sentences);
    this.state.tell(sentences, kind);
  }

  /** What happened at the table. @param {string[]} sentences @param {'news'|'throw'|''} kind see `State` */
  happened(sentences, kind) {
    this.speech.say(sentences);
    this.state.happened(sentences, kind);
  }

  /** What is special about the game, as it happens. @param {string} sentence */
  explain(sentence) {
    this.speech.say(sentence);
    this.state.explain(sentence);
  }

  /** What is asked: heard if it is asked of the listener, once each time that it is asked anew. */
  ask(prompt, mine) {
    this.speech.ask(prompt, mine);
  }
}
