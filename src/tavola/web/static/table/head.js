// The head: who plays, whose turn it is, pips and score; fixed in its place.

import { $, data, el, fill, words } from './dom.js';

const terms = data('terms');

/** For the ear alone: names and numbers do not run together. */
const aloud = (text) => el('span', { class: 'hidden' }, text);

/** Seats and score. */
export class Head {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.drawn = {};
  }

  /** @param {any} view the one that is shown, also an old one */
  render(view) {
    const near = this.game.mine.length === 1 ? this.game.mine[0] : 'W';
    const seats = [...view.seats].sort((a) => (a.side === near ? -1 : 1));
    ['near', 'far'].forEach((id, i) => this.seat(id, seats[i], view));
    const [first, second] = seats.map((seat) => seat.score ?? 0);
    this.part('score', [aloud(`${words('ask_score')} `), el('strong', {}, `${first} – ${second}`, aloud(', ')), el('span', {}, ...this.played(view))]);
    const { watching } = this.game;
    fill($('notes'), watching ? [words('watching', { count: watching })] : []);
  }

  /** Draws a part again only if it is not as it was. */
  part(id, children) {
    const text = children.map((child) => child.outerHTML ?? child).join('');
    if (this.drawn[id] !== text) $(id).replaceChildren(...children);
    this.drawn[id] = text;
  }

  /** How long is played; `rotation.js` says first what. */
  played(view) {
    const long = this.length(view);
    // On a phone the score says how long a match is in which somebody needs one point.
    return view.crawford ? [el('span', { class: 'long' }, long), el('span', { class: 'short' }, 'Crawford')] : [long];
  }

  length({ crawford, game }) {
    if (crawford) return words('crawford_to', { count: terms.length });
    if (terms.length) return words(terms.length === 1 ? 'to_point' : 'to_points', { count: terms.length });
    if (terms.games === 1) return words('one_game');
    return words(terms.games ? 'game_of' : 'game_number', { number: game, games: terms.games });
  }

  seat(id, seat, view) {
    const { side, kind } = seat;
    const me = this.game.mine.length === 1 && this.game.mine[0] === side;
    const own = side === 'W' ? 'white' : 'black';
    const colour = words(own);
    const name = kind === 'open' ? words('open_seat') : seat.name || (me ? words('you') : colour);
    const { pips } = view.board[own];
    const turn = view.actor === side && !view.over;
    const does = turn && words(view.thinking ? 'thinks' : me ? 'your_turn' : 'on_turn');
    const facts = [
      kind === 'person' && !seat.here && !this.game.mine.includes(side) && !(view.over && (seat.gone || this.game.rematch)) && ['away', words(seat.gone ? 'away_for_good' : 'away')],
      pips != null && ['pips', words(pips === 1 ? 'pip' : 'pips', { count: pips })],
      does && ['does', does], name !== colour && ['colour', colour],
      me && seat.name && !turn && ['colour', words('you')],
    ].filter(Boolean).map(([kind, text], i) => el('span', { class: kind }, i ? `, ${text}` : text));
    $(id).className = `seat ${side}${turn ? ' turn' : ''}`;
    const shown = seat.short ? [el('span', { class: 'long' }, name), el('span', { class: 'short' }, seat.short)] : [name];
    this.part(id, [el('span', { class: 'chip', 'aria-hidden': 'true' }), el('strong', { title: name }, ...shown, aloud(', ')), el('span', { class: 'facts' }, ...facts)]);
  }
}
