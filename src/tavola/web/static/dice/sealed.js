// The recipe of sealed dice, worked out in the browser: what must follow from secret and seeds.

import { bytes, hex, hmac, sha256, unhex } from './sha256.js';

/** @typedef {{dice?: number, repeats: boolean, doubles: boolean, opening: boolean}} Throws how dice fall: how
 *   many, one throw for the whole game, that one may be a double, the opening dice are played */

/** The SHA-256 of a seed; of one whose player was erased that is all that is left. @param {string} text */
const digest = (text) => /^sha256:([0-9a-f]{64})$/.exec(text)?.[1] ?? hex(sha256(bytes(text)));

/** What is published before the seeds. @param {string} id @param {string} secret */
export const commitment = (id, secret) => digest(`${id}:${secret}`);

/** The seed of the program for a player, 0 or 1. @param {string} id @param {string} secret @param {number} player */
const ownSeed = (id, secret, player) => hex(hmac(unhex(secret), bytes(`${id}:seed:${player}`))).slice(0, 32);

/** Whether a seed is that of the program. @param {any} dice @param {number} player */
export const isOwn = (dice, player) => digest(dice.seeds[player]) === digest(ownSeed(dice.id, dice.secret, player));

/**
 * All draws, without end.
 * @param {string} id @param {string} secret @param {string[]} seeds @param {number} count dice of a draw
 * @returns {Generator<number[], never, unknown>}
 */
export function* draws(id, secret, seeds, count = 2) {
  const label = [id, ...seeds.map(digest)].join(':');
  const [many, places] = [6 ** count, [...Array(count).keys()].reverse()];
  for (let counter = 0; ; counter += 1) {
    for (const byte of hmac(unhex(secret), bytes(`${label}:${counter}`))) {
      if (byte < 256 - (256 % many)) yield places.map((place) => 1 + (Math.floor((byte % many) / 6 ** place) % 6));
    }
  }
}

const same = (one, other) => String([...one].sort()) === String([...other].sort());

/**
 * Compares the throws of a record with its draws.
 * @param {any} record @param {Throws} how
 * @returns {{throws: number, wrong: number}} how many were compared, and which one differs (0: none)
 */
export function compared(record, how) {
  const { id, secret, seeds } = record.dice;
  const stream = draws(id, secret, seeds.map((seed, n) => seed ?? ownSeed(id, secret, n)), how.dice);
  const drawn = () => stream.next().value;
  let throws = 0;
  let opened = null;
  let fixed = null;
  for (const { do: kind, dice } of record.events) {
    if (kind === 'next') fixed = null;
    if (kind === 'keep' && how.repeats) fixed = opened;
    if (kind !== 'opening' && kind !== 'throw' && kind !== 'correct') continue;
    throws += 1;
    if (kind === 'throw' && fixed) {
      if (!same(dice, fixed)) return { throws, wrong: throws };
      continue;
    }
    let due = drawn();
    while (kind === 'throw' && how.repeats && !how.doubles && due[0] === due[1]) due = drawn();
    if (kind === 'opening') due = due.slice(0, 2);
    if (kind === 'correct' || String(dice) !== String(due)) return { throws, wrong: throws };
    if (kind === 'opening') opened = dice;
    const played = kind === 'throw' || (how.opening && dice[0] !== dice[1]);
    if (how.repeats && played) fixed = dice;
  }
  return { throws, wrong: 0 };
}
