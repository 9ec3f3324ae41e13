// The log of the moves: read, looked back at, played back.

import { $, button, el, fetched, wait, words } from './dom.js';

const PACE = { slow: 3000, normal: 1600, fast: 900, fastest: 500, none: 1600 };
const REST = 400;
const TOOLS = { first: '❙◀', earlier: '‹', replay: '▶', later: '›', latest: '▶❙' };

/** The list of moves, and the board as it was; `at` is the line that is looked at, or null. */
export class Log {
  /**
   * @param {import('./game.js').Game} game
   * @param {{look: (view: any, line: string) => any, now: () => any, speed: () => string}} on
   */
  constructor(game, on) {
    this.game = game;
    this.on = on;
    this.lines = [];
    this.at = null;
    this.playing = false;
    this.views = new Map();
    const acts = {
      first: () => this.look(-1), earlier: () => this.step(-1), replay: () => this.replay(),
      later: () => this.step(1), latest: () => this.now(),
    };
    const tool = (key) => button(TOOLS[key], acts[key], { 'aria-label': words(key), title: words(key) });
    const tools = Object.keys(TOOLS).map(tool);
    this.player = tools[2];
    this.list = el('ol', { tabindex: 0, 'aria-label': words('log') });
    $('log').append(el('p', { class: 'player' }, ...tools), this.list);
    $('log-box').addEventListener('toggle', () => this.refresh());
  }

  /** Asks again soon, unless nobody reads. */
  changed() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.refresh();
    }, REST);
  }

  async refresh() {
    const { game } = this;
    if (this.seen === game.now || (!$('log-box').open && this.at === null)) return;
    const { now, epoch } = game;
    const answer = await game.ask('log');
    if (answer.type !== 'answer') return;
    if (this.epoch !== epoch) this.views.clear();
    this.seen = now;
    this.epoch = epoch;
    this.lines = answer.say.map((say, i) => ({ say, n: answer.events[i] }));
    this.draw();
  }

  draw() {
    const { list } = this;
    const low = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    while (list.children.length > this.lines.length) list.lastChild.remove();
    this.lines.forEach(({ say }, i) => {
      if (!list.children[i]) list.append(el('li', {}, button('', () => this.look(i))));
      const [line] = list.children[i].children;
      if (line.textContent !== say) line.textContent = say;
    });
    this.point();
    if (low && this.at === null) list.scrollTop = list.scrollHeight;
  }

  /** Shows at which line the board stands. */
  point() {
    [...this.list.children].forEach(({ firstChild }, i) => {
      if (i === this.at) firstChild.setAttribute('aria-current', 'step');
      else firstChild.removeAttribute('aria-current');
    });
    const line = this.list.children[this.at];
    if (line) this.list.scrollTop = line.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    this.player.textContent = this.playing ? '❙❙' : TOOLS.replay;
    this.player.setAttribute('aria-label', words(this.playing ? 'pause' : 'replay'));
  }

  /** Looks at the board after a line; -1 is the beginning of the match. */
  async look(index) {
    const { say, n } = this.lines[index] ?? { say: words('at_start'), n: 0 };
    this.at = index;
    this.point();
    if (!this.views.has(n)) this.views.set(n, await fetched(`/api/v1/tables/${this.game.id}/at/${n}`));
    const view = this.views.get(n);
    if (!view?.ok) this.views.delete(n);
    else if (this.at === index) this.on.look(view, say);
  }

  /** One line back or on. @param {1|-1} way */
  async step(way) {
    if (!this.lines.length) await this.open();
    const next = (this.at ?? this.lines.length) + way;
    if (next < this.lines.length) await this.look(Math.max(-1, next));
    else this.now();
  }

  /** Opens the list, filled. */
  async open() {
    $('log-box').open = true;
    await this.refresh();
  }

  /** Back to the game as it stands. */
  now() {
    this.playing = false;
    if (this.at === null) return;
    this.at = null;
    this.point();
    this.on.now();
  }

  /** Plays back from the line that is looked at, or from the beginning; a second call rests. */
  async replay() {
    this.playing = !this.playing;
    if (!this.playing) return this.point();
    if (!this.lines.length) await this.open();
    if (this.at === null) await this.look(-1);
    for (;;) {
      this.point();
      await wait(PACE[this.on.speed()]);
      if (!this.playing || this.at === null || this.at + 1 >= this.lines.length) break;
      await this.look(this.at + 1);
    }
    this.playing = false;
    return this.point();
  }
}
