// Playing on from an old moment: against whom, at a new table.

import { button, el, fetched, openDialog, words } from './dom.js';
import { to } from './next_match.js';

/**
 * Asks against whom; Escape and the last button change nothing.
 * @param {import('./game.js').Game} game @param {number} n the event @param {{say: string, against: string[]}} offered
 * @param {any} teller
 */
export function askFromHere(game, n, offered, teller) {
  const begin = async (opponent) => {
    dialog.close();
    to(await fetched(`/api/v1/tables/${game.id}/from/${n}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ opponent }),
    }), teller);
  };
  const dialog = el('dialog', { id: 'from-here', 'aria-labelledby': 'from-here-title', 'aria-describedby': 'from-here-say' },
    el('h2', { id: 'from-here-title' }, words('from_here')),
    el('p', { id: 'from-here-say' }, offered.say, ' ', words('from_here_stays')),
    el('p', { class: 'buttons' },
      ...offered.against.map((opponent) => button(words(`against_${opponent}`), () => begin(opponent), { 'data-key': opponent })),
      button(words('cancel'), () => dialog.close(), { 'data-key': 'cancel' })));
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.getElementById('table').append(dialog);
  openDialog(dialog);
}
