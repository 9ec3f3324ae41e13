// The seed that this browser gives to the dice of a table.

import { fresh, note, noted } from '../dice/memory.js';

/** Whether seeds may still be given, as the table's page told it. @param {any} dice */
export const isOpen = (dice) => dice.kind === 'sealed' && dice.open;

/**
 * What the connection of a player says for the dice: a seed, drawn here after the commitment was seen.
 * @param {string} table @param {any} dice as in the record @param {string[]} mine colours
 * @returns {Record<string, string>}
 */
export function seedOf(table, dice, mine) {
  if (!isOpen(dice) || !mine.length) return {};
  const given = mine.every((side) => dice.by['WB'.indexOf(side)] === 'player');
  const before = noted(table)?.seed;
  if (given && !before) return {}; // another browser of the same player was here
  const seed = before || fresh();
  note(table, dice.commitment, seed);
  return { seed };
}
