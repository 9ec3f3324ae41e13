// To the next match; loaded when one goes there.

import { data, fetched, words } from './dom.js';

/** To the next match of the same players, or, who has nobody left to play with, to a new table. */
export async function rematch(game, teller) {
  const alone = game.leftAlone && `/games/${data('terms').game}`;
  to(game.rematch || alone || (await fetched(`/api/v1/tables/${game.id}/rematch`, { method: 'POST' })), teller);
}

/** Goes where the next match is played, or says why there is none. @param {any} next an address, or the server's answer */
export function to(next, teller) {
  if (next?.say && !next.ok) teller.say(next.say, 'refusal');
  else if (next) location.assign(typeof next === 'string' && next.startsWith('/') ? next : `/t/${next.table ?? next}`);
  else teller.say(words('failed'), 'refusal');
}
