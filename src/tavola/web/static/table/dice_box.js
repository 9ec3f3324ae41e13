// The box that tells of a table's dice: commitment, seeds, and a field for one's own.

import { note, noted } from '../dice/memory.js';
import { $, button, el, fetched, words } from './dom.js';
import { isOpen } from './seed.js';

/** Tells commitment and seeds, and lets a player type his own until the first dice fall.
 * @param {import('./game.js').Game} game @param {(say: string, kind?: string) => void} say */
export async function showDice(game, say) {
  const { dice } = (await fetched(`/t/${game.id}/record.json`)) ?? {};
  if (dice?.kind !== 'sealed') return;
  $('commitment').textContent = dice.commitment;
  const told = dice.seeds.map((seed, n) => el('li', {}, seed === null
    ? words('seed_missing', { player: n + 1 })
    : words(dice.by?.[n] === 'program' ? 'seed_program' : 'seed_player', { player: n + 1, seed })));
  const parts = [el('ul', {}, ...told)];
  if (isOpen(dice) && game.mine.length) parts.push(form(game, dice, say));
  $('seeds').replaceChildren(...parts);
}

function form(game, dice, say) {
  const field = el('input', { maxlength: 64, autocomplete: 'off', spellcheck: 'false', value: noted(game.id)?.seed ?? '' });
  const give = async () => {
    const seed = field.value;
    const answer = await fetched(`/api/v1/tables/${game.id}/seed`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ seed }),
    });
    if (answer?.ok) note(game.id, dice.commitment, seed);
    await showDice(game, say);
    say(answer?.ok ? words('seed_given') : answer?.say ?? words('failed'), answer?.ok ? '' : 'refusal');
  };
  return el('p', {}, el('label', {}, words('seed_own'), ' ', field), ' ', button(words('seed_give'), give));
}
