// The moves: read in two columns or as sentences, looked back at, played back.

import { $, button, el, fetched, wait, words } from './dom.js';

const PACE = { slow: 3000, normal: 1600, fast: 900, fastest: 500, none: 1600 };
const REST = 400;
const TOOLS = {
  first: 'M7 5v14M18 6l-7 6 7 6', earlier: 'M15 6l-7 6 7 6', replay: 'M8 5l11 7-11 7z',
  later: 'M9 6l7 6-7 6', latest: 'M17 5v14M6 6l7 6-7 6',
};
const PAUSE = 'M8 5v14M16 5v14';

const NS = 'http://www.w3.org/2000/svg';
const drawing = (d) => {
  const svg = document.createElementNS(NS, 'svg');
  for (const [name, value] of Object.entries({ class: 'icon', viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': true })) svg.setAttribute(name, String(value));
  svg.append(document.createElementNS(NS, 'path'));
  svg.firstElementChild.setAttribute('d', d);
  return svg;
};

/**
 * The list of moves, and the board as it was; `at` is the line that is looked at, or null.  A line
 * is `{say, n}`, with `row`, `side`, `throw` and `text` where the server tells it in notation.
 */
export class Log {
  /**
   * @param {import('./game.js').Game} game
   * @param {{look: (view: any, line: string) => any, now: () => any, speed: () => string,
   *   isOpen: () => boolean, open: () => any, sentences: (on?: boolean) => boolean}} on
   */
  constructor(game, on) {
    this.game = game;
    this.on = on;
    this.lines = [];
    this.at = null;
    /** What is being played back, if anything is: each time something of its own. @type {object|null} */
    this.playing = null;
    this.views = new Map();
    const acts = {
      first: () => this.look(-1), earlier: () => this.step(-1), replay: () => this.replay(),
      later: () => this.step(1), latest: () => this.now(),
    };
    const tools = Object.keys(TOOLS).map((key) => button('', acts[key], { 'aria-label': words(key), title: words(key) }));
    tools.forEach((tool, i) => tool.append(drawing(Object.values(TOOLS)[i])));
    this.player = tools[2];
    this.style = button('', () => on.sentences(!on.sentences()), { class: 'style' });
    this.head = el('p', { class: 'columns', 'aria-hidden': 'true' });
    this.list = el('ol', { tabindex: 0, 'aria-label': words('log') });
    $('log').append(this.head, this.list, el('p', { class: 'player' }, ...tools, this.style));
    this.restyle();
  }

  /** Whether the moves stand in two columns. */
  get columns() {
    return !this.on.sentences() && this.lines.every(({ text }) => text !== undefined);
  }

  /** Columns or sentences: as the reader wants it now. */
  restyle() {
    this.style.textContent = words(this.on.sentences() ? 'notation' : 'in_sentences');
    this.list.replaceChildren();
    this.seen = '';
    this.refresh();
  }

  /** Asks again soon, unless nobody reads. */
  changed() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.refresh();
    }, REST);
  }

  /** Nothing is told before it was seen to happen: while something moves the list waits. */
  async refresh() {
    const { game } = this;
    if (this.seen === game.now || !game.idle || (!this.on.isOpen() && this.at === null)) return;
    const { now } = game;
    const epoch = `${game.epoch} ${game.view.over}`; // what may be done at an old moment changes with the end
    const answer = await game.ask('log');
    if (answer.type !== 'answer' || game.now !== now) return;
    if (this.epoch !== epoch) this.views.clear();
    this.seen = now;
    this.epoch = epoch;
    const { event } = this;
    const { turns } = answer;
    this.lines = turns && !this.on.sentences()
      ? turns.map(({ n, side, throw: dice, text, event }) => ({ row: n, side, dice, text, n: event, say: [dice && `${this.nameOf(side)} ${dice}`, text].filter(Boolean).join(': ') }))
      : answer.say.map((say, i) => ({ say, n: answer.events[i] }));
    this.draw();
    // What is looked at was taken back meanwhile.
    if (this.at !== null && event > (this.lines.at(-1)?.n ?? 0)) this.now();
  }

  draw() {
    const { list, columns } = this;
    const low = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.classList.toggle('two', columns);
    this.head.hidden = !columns;
    this.head.textContent = '';
    if (columns) this.head.append(...['W', 'B'].map((side) => el('span', { class: side }, el('span', { class: 'chip' }), this.nameOf(side))));
    while (list.children.length > this.lines.length) list.lastChild.remove();
    this.lines.forEach((line, i) => {
      if (!list.children[i]) list.append(el('li', {}, button('', () => this.look(i))));
      const item = list.children[i];
      item.className = columns ? `side-${line.side ?? 'none'}` : '';
      const text = this.label(line, columns);
      const [shown] = item.children;
      if (shown.textContent !== text) shown.replaceChildren(...this.parts(line, columns));
    });
    this.point();
    if (low && this.at === null) list.scrollTop = list.scrollHeight;
  }

  label(line, columns) {
    return this.parts(line, columns).map((part) => part.textContent ?? part).join('');
  }

  parts({ say, row, side, dice, text }, columns) {
    if (!columns || side === null) return [say];
    const who = el('span', { class: 'hidden' }, `${row}. ${this.nameOf(side)} `);
    return [who, ...(side === 'W' ? [el('i', { 'aria-hidden': 'true' }, String(row))] : []), ...(dice ? [el('em', {}, text ? `${dice}:` : dice)] : []), ...(dice && text ? [' '] : []), text || (dice ? '' : '–')];
  }

  nameOf(side) {
    return words(side === 'W' ? 'white' : 'black');
  }

  /** Shows at which line the board stands. */
  point() {
    [...this.list.children].forEach(({ firstChild }, i) => {
      if (i === this.at) firstChild.setAttribute('aria-current', 'step');
      else firstChild.removeAttribute('aria-current');
    });
    const line = this.list.children[this.at];
    if (line) this.list.scrollTop = line.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    this.player.replaceChildren(drawing(this.playing ? PAUSE : TOOLS.replay));
    this.player.setAttribute('aria-label', words(this.playing ? 'pause' : 'replay'));
  }

  /** The number of the event that is looked at. */
  get event() {
    return this.lines[this.at]?.n ?? 0;
  }

  /** Looks at the board after a line; -1 is the beginning of the match.  Without an answer it stays as it is now. */
  async look(index) {
    const { say } = this.lines[index] ?? { say: words('at_start') };
    this.at = index;
    const n = this.event;
    this.point();
    const view = this.views.get(n) ?? await fetched(`/api/v1/tables/${this.game.id}/at/${n}`);
    if (view?.ok) this.views.set(n, view);
    if (this.at !== index) return;
    if (view?.ok) this.on.look(view, say);
    else {
      this.now();
      this.game.on.refused({ type: 'lost' });
    }
  }

  /** One line back or on, in a list that knows all that has happened. @param {1|-1} way */
  async step(way) {
    if (this.seen !== this.game.now) await this.open();
    const next = (this.at ?? this.lines.length) + way;
    if (next < this.lines.length) await this.look(Math.max(-1, next));
    else this.now();
  }

  /** Opens the list, filled. */
  async open() {
    this.on.open();
    await this.refresh();
  }

  /** Back to the game as it stands. */
  now() {
    this.playing = null;
    if (this.at === null) return;
    this.at = null;
    this.point();
    this.on.now();
  }

  /** Plays back from the line that is looked at, or from the beginning; a second call rests. */
  async replay() {
    const playing = this.playing ? null : {};
    this.playing = playing;
    if (!playing) return this.point();
    if (!this.lines.length) await this.open();
    if (this.at === null) await this.look(-1);
    for (;;) {
      this.point();
      await wait(PACE[this.on.speed()]);
      // Who has gone on meanwhile is led by that.
      if (this.playing !== playing) return undefined;
      if (this.at + 1 >= this.lines.length) break;
      await this.look(this.at + 1);
    }
    this.playing = null;
    return this.point();
  }
}
