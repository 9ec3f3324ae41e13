// What a tap, a drag or a key on a place means, from the legal paths alone.

import { words } from './dom.js';
import { same } from './places.js';

const REFUSED_FOR = 2000;

/** Picks checkers up and puts them down, for pointer and keyboard alike. */
export class Hand {
  /**
   * @param {import('./game.js').Game} game @param {any} board
   * @param {import('./settings.js').Settings} settings @param {import('./teller.js').Teller} speech
   * @param {import('./places.js').Names} names
   */
  constructor(game, board, settings, speech, names) {
    this.game = game;
    this.board = board;
    this.settings = settings;
    this.speech = speech;
    this.names = names;
    this.picked = null;
    this.aim = null;
    this.hover = null;
    this.cursor = null;
    this.refused = [];
    this.swapped = false;
    this.locked = false;
    this.lastRefusal = '';
    /** @type {import('./actions.js').Actions} */
    this.actions = null;
  }

  // --------------------------------------------------------------------- what is legal

  /** All paths that can be played now, but for those that lead back to where they began. */
  get paths() {
    const { game } = this;
    if (!game.idle || !game.onTurn || this.locked) return [];
    return game.view.paths.filter(({ from, to, steps }) => steps.length === 1 || !same(from, to));
  }

  from(place) {
    return this.paths.filter((path) => same(path.from, place));
  }

  /** The path between two places: the shortest, of equal ones that with the leading number. */
  between(from, to) {
    const found = this.from(from).filter((path) => same(path.to, to));
    const short = found.filter((path) => path.steps.length === found[0].steps.length);
    return short.find((path) => this.swapped && path.steps[0].number === this.numbers[0]) ?? short[0];
  }

  /** Sources of the shortest paths to a place. */
  sourcesOf(place) {
    const there = this.paths.filter((path) => same(path.to, place));
    const least = Math.min(...there.map((path) => path.steps.length));
    return unique(there.filter((path) => path.steps.length === least).map((path) => path.from));
  }

  /** Numbers that are left, the leading one first. */
  get numbers() {
    const left = this.game.view.dice.filter((die) => die.state === 'left').map((die) => die.face);
    return this.swapped ? unique(left).reverse() : unique(left);
  }

  /** A view as it is drawn: the leading number first. */
  arranged(view) {
    const turned = this.swapped && (view.dice.length === 2 || view.dice.length === view.dice_count);
    return turned ? { ...view, dice: [...view.dice].reverse() } : view;
  }

  /** Where something can be picked up or, with a checker in hand, put down; blots first. */
  legal() {
    const { points } = this.game.view.board;
    const places = this.picked === null
      ? this.paths.map((path) => path.from) : this.from(this.picked).map((path) => path.to);
    const rank = (place) => (points[place]?.count === 1 ? 0 : 1);
    return unique(places).sort((a, b) => rank(a) - rank(b));
  }

  /** Whether the one on turn could be meant to move something from here. */
  ownAt(place) {
    const { view, onTurn, idle } = this.game;
    if (!onTurn || !idle || this.locked || view.phase !== 'move') return false;
    const pools = view.board[view.actor === 'W' ? 'white' : 'black'];
    if (place === 'bar') return pools.bar > 0;
    if (place === 'res') return pools.reserve > 0;
    return view.board.points[place]?.side === view.actor;
  }

  // ------------------------------------------------------------------------ what is done

  /** A tap with finger or mouse; `board` is a place where nothing lies. */
  tap(place) {
    const { actions, game } = this;
    if (this.locked) return;
    if (place === 'cube') return game.whenIdle(() => actions.double());
    const empty = place === 'board' || (Number(place) && !game.view.board.points[place]);
    if (this.goesOn && (place === 'dice' || empty)) return actions.goOn();
    if (place === 'dice') return game.whenIdle(() => this.swap());
    return game.whenIdle(() => (place === 'board' ? this.letGo() : this.tapPlace(place)));
  }

  /** Whether a throw is awaited, or all is played. */
  get goesOn() {
    const { game } = this;
    return game.idle && ((game.may('throw', 'opening') && !game.view.typed) || (game.may('done') && !game.view.paths.length));
  }

  tapPlace(place) {
    const { picked, aim } = this;
    const path = this.between(picked ?? place, picked === null ? aim : place);
    this.letGo();
    if (path) return this.play(path);
    if (same(picked, place)) return undefined;
    if (picked !== null && !this.from(place).length) return this.why(picked, place);
    const meant = this.meaning(place);
    if (meant) return this.play(meant);
    if (this.from(place).length) return this.pick(place);
    if (this.aimAt(place)) return undefined;
    return this.ownAt(place) && this.numbers.length && this.why(place);
  }

  /** The one path that a tap can mean: the leading number goes first. */
  meaning(place) {
    const own = this.from(place);
    if (own.length === 1) return own[0];
    if (own.length) return this.settings.get('tap') === 'play' ? this.byNumber(own) : null;
    const sources = this.sourcesOf(place);
    return sources.length === 1 ? this.between(sources[0], place) : null;
  }

  byNumber(own) {
    const by = (number) => own.filter((path) => path.steps.length === 1 && path.steps[0].number === number);
    const found = this.numbers.map(by).find((paths) => paths.length) ?? [];
    return found.length === 1 ? found[0] : null;
  }

  /** The target first: then the checkers that reach it are to choose from. */
  aimAt(place) {
    const sources = this.sourcesOf(place);
    if (!sources.length) return false;
    this.aim = place;
    this.speech.say(words('choose_checker'));
    this.mark();
    return true;
  }

  /** A key on a place: pick up, or put down. */
  press(place) {
    if (this.locked) return;
    this.game.whenIdle(() => {
      if (this.picked !== null || this.aim !== null) this.tapPlace(place);
      else if (this.from(place).length) this.pick(place, true);
      else if (this.sourcesOf(place).length) this.tapPlace(place);
      else if (this.legal().length || (this.ownAt(place) && this.numbers.length)) this.why(place);
      else this.speech.say(words('no_targets'));
    });
  }

  pick(place, aloud = false) {
    this.letGo();
    this.picked = place;
    this.mark();
    if (aloud) this.speech.say(words('picked', { place: this.names.of(place) }));
  }

  /** Whether there was something to put back. */
  putBack() {
    const held = this.picked !== null || this.aim !== null;
    if (held) this.speech.say(words('put_back'));
    this.letGo();
    return held;
  }

  letGo() {
    this.picked = null;
    this.aim = null;
    this.mark();
  }

  /** A drag begins; false if there is nothing to drag. */
  drag(place) {
    if (!this.ownAt(place)) return false;
    this.pick(place);
    return true;
  }

  /** A drag ends; false if the checker is to slide back. */
  drop(from, place) {
    const path = place === null ? null : this.between(from, place);
    const tells = !path && place !== null && !same(from, place) && this.ownAt(from);
    this.letGo();
    if (path) this.play(path, true);
    else if (tells) this.why(from, place);
    return Boolean(path);
  }

  play(path, inHand = false) {
    this.hover = null;
    this.letGo();
    return this.game.step(path, inHand);
  }

  swap() {
    if (this.numbers.length < 2) return;
    this.swapped = !this.swapped;
    this.board.show(this.arranged(this.game.shown));
    this.mark();
    this.speech.say(words('leading', { number: this.numbers[0] }));
  }

  // --------------------------------------------------------------- refusals and marks

  /**
   * Asks which rule refuses a step.  One by a number that is left is tried, since a refusal names
   * the points concerned; without a target the leading number is meant.
   */
  async why(from, to) {
    const number = this.numbers.find((one) => to === undefined || same(this.reached(from, one), to));
    if (number) {
      this.game.act('step', { number, from, to: this.reached(from, number) });
      return;
    }
    const answer = await this.game.ask('why', { from, to });
    if (answer.type === 'lost') this.game.on.refused(answer);
    else this.refuse([answer.say].flat(), [from, to]);
  }

  /** Where a number leads to along the track. */
  reached(from, number) {
    const { loops, towers, tracks } = this.game.layout;
    const track = tracks[this.game.side];
    if (towers) return from;
    const at = track.indexOf(from) + number;
    return (loops ? track[at % track.length] : track[at]) ?? 'off';
  }

  /** Says why something is refused, and shows the points concerned. @param {any[]} points */
  refuse(say, points) {
    this.lastRefusal = say.join(' ');
    this.speech.say(say, 'refusal');
    this.refused = points;
    this.mark();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.refused = [];
      this.mark();
    }, REFUSED_FOR);
  }

  over(place) {
    const hover = this.from(place).length || this.picked !== null ? place : null;
    if (same(hover, this.hover) || hover === this.hover) return;
    this.hover = hover;
    this.mark();
  }

  mark() {
    const { picked, aim, hover, refused, cursor } = this;
    let targets = this.from(picked ?? hover).map((path) => path.to);
    if (aim !== null) targets = this.sourcesOf(aim);
    else if (!this.settings.get('targets')) targets = [];
    this.board.mark({
      source: picked ?? aim, targets: unique(targets), hover, refused, cursor, side: this.game.side ?? undefined,
    });
  }

  /** Looks again after the table changed: a new throw begins with its larger number. */
  renew() {
    const { view } = this.game;
    const thrown = JSON.stringify([view.throw, view.game, view.side]);
    if (thrown !== this.thrown) this.swapped = false;
    this.thrown = thrown;
    if (!this.from(this.picked).length) this.picked = null;
    if (!this.sourcesOf(this.aim).length) this.aim = null;
    this.mark();
  }
}

const unique = (list) => [...new Set(list)];
