// A cursor that walks over the places of the board, and says what stands there.

import { Cells } from './cells.js';

const REST = 400;

/** The cursor: arrows, numbers, and what is legal. */
export class Grid {
  /**
   * @param {import('./game.js').Game} game @param {import('./hand.js').Hand} hand
   * @param {any} board @param {import('./teller.js').Teller} speech
   * @param {import('./places.js').Names} names
   */
  constructor(game, hand, board, speech, names) {
    this.game = game;
    this.hand = hand;
    this.board = board;
    this.speech = speech;
    this.names = names;
    this.typed = '';
    this.known = '';
    /** The view that is looked back at, or null. @type {any} */
    this.past = null;
    this.cells = new Cells(board.host, board, names, {
      press: (place) => hand.press(place), enter: (place) => this.enter(place),
    });
  }

  /** The view that is seen: that of the game, or an old one. */
  get view() {
    return this.past ?? this.game.view;
  }

  get here() {
    return this.hand.cursor;
  }

  /** Where the cursor stands or begins. */
  get start() {
    return this.here ?? this.hand.legal()[0] ?? this.names.pointOf(1) ?? this.board.rows()[0][0];
  }

  /** @param {'left'|'right'|'up'|'down'} way */
  move(way) {
    this.go(this.here === null ? this.start : this.board.neighbour(this.here, way));
  }

  /** To the next place of all that are legal; false if there is none. @param {1|-1} way */
  cycle(way) {
    const legal = this.hand.legal();
    const at = legal.findIndex((place) => String(place) === String(this.here));
    const first = way > 0 ? 0 : legal.length - 1;
    this.go(legal[at < 0 ? first : (at + way + legal.length) % legal.length]);
    return legal.length > 0;
  }

  /** Goes at once to the point of a digit, and on when a second one makes a number of two. */
  digit(digit) {
    const both = Number(this.typed + digit);
    const number = this.typed && both <= 25 ? both : Number(digit);
    this.typed = number > 9 ? '' : digit;
    const { reserve } = this.names.layout;
    if (number === 0) this.go('bar');
    else if (number === 25) this.go(reserve && this.hand.picked === null ? 'res' : 'off');
    else this.go(this.names.pointOf(number) ?? this.here);
  }

  async go(place) {
    if (place == null) return;
    this.hand.cursor = place;
    this.hand.mark();
    const sentence = await this.told(place);
    if (this.here === place && !this.cells.point(place)) this.speech.say(sentence);
  }

  /** By keyboard into the board: the reader hears where he is, and what is asked of him. */
  enter(place) {
    this.hand.cursor = place;
    this.hand.mark();
    this.speech.say(this.view.say);
  }

  /** Looks again after the table changed: where the cells lie, and soon what they say. */
  renew() {
    this.cells.lay();
    if (this.here === null && !this.cells.focused) this.cells.stopAt(this.start);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => document.hidden || this.told(), REST);
  }

  /** What stands on a place, now that all cells say it. @param {number|string} [place] */
  async told(place) {
    const sentences = await this.sentences();
    this.cells.write(sentences);
    return sentences[place];
  }

  /** What stands on every place, asked for once in each state of the table. */
  sentences() {
    if (this.past) return this.past.points;
    if (this.known !== this.game.now) {
      this.known = this.game.now;
      this.asked = this.game.ask('points').then((answer) => {
        if (!answer.points) this.known = '';
        return answer.points ?? {};
      });
    }
    return this.asked;
  }

  /** Another language, voice or numbering: ask again. */
  forget() {
    this.known = '';
  }
}
