// Places of the board: what they are called, and what a step does to them.

import { words } from './dom.js';
import { lift } from '../board/animate.js';
import { numberOf } from '../board/draw.js';
import { NAME, POOL } from '../board/pieces.js';
import { other } from '../board/plan.js';

/** Whether two places are the same one. */
export const same = (a, b) => a !== null && b !== null && String(a) === String(b);

/** The names of places for one reader. */
export class Names {
  /** @param {any} layout @param {() => {side: 'W'|'B', numbering: string}} reader */
  constructor(layout, reader) {
    this.layout = layout;
    this.reader = reader;
  }

  number(point) {
    const { side, numbering } = this.reader();
    return numberOf({ layout: this.layout, reader: side }, point, numbering);
  }

  of(place) {
    return place in POOL ? words(POOL[place]) : String(this.number(Number(place)));
  }

  /** @param {number} number @returns {number|null} the point that the reader calls so */
  pointOf(number) {
    return this.order().find((place) => Number(place) && this.number(place) === number) ?? null;
  }

  /** All places: the reader's track, then what is only on the other one. */
  order() {
    const { tracks, places, bar, reserve, off } = this.layout;
    const mine = tracks[this.reader().side];
    const rest = Object.keys(places).map(Number).filter((point) => !mine.includes(point));
    return [...(bar ? ['bar'] : []), ...(reserve ? ['res'] : []), ...mine, ...rest, ...(off ? ['off'] : [])];
  }
}

/** Whether any checker is on a place. @param {any} board of a view */
export const stands = ({ points, white, black }, place) => (
  place in POOL ? white[POOL[place]] + black[POOL[place]] > 0 : Boolean(points[place]));

/** Puts a checker down; says how many it hits: on a board with a bar all that stand there. */
function put(board, place, side, hits) {
  const stack = board.points[place];
  if (place in POOL) board[NAME[side]][POOL[place]] += 1;
  else if (stack?.side === side) stack.count += 1;
  else board.points[place] = { side, count: 1, pinned: hits ? 0 : stack?.count };
  return hits && stack?.side === other(side) ? stack.count : 0;
}

/**
 * A view after steps, as far as that can be guessed; the table's own follows and puts it right.
 * @param {any} view @param {'W'|'B'} side @param {any[]} steps @param {any} layout
 */
export function moved(view, side, steps, layout) {
  const board = structuredClone(view.board);
  const dice = view.dice.map((die) => ({ ...die }));
  for (const { number, from, to } of steps) {
    const die = dice.find(({ face, state }) => face === number && state === 'left');
    if (die) die.state = 'used';
    if (from === to) continue;
    lift(board, from, side);
    board[NAME[other(side)]].bar += put(board, to, side, layout.bar);
  }
  return { ...view, board, dice, paths: [], may: [] };
}

/**
 * The dice of a view right after a throw.
 * @param {number[]} faces two or three @param {number} times how often a double is played
 */
export function thrown(faces, times) {
  const [a, b, third] = faces;
  const found = a === b && !third ? Array(times).fill(a) : [...faces].sort().reverse();
  return found.map((face) => ({ face, state: 'left' }));
}
