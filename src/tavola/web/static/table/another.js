// After a match: another game, or the computer at another level.

import { data, el, fetched, words } from './dom.js';
import { to } from './next_match.js';

/** A box that asks what the same players play next. @param {import('./game.js').Game} game @param {any} teller */
export function another(game, teller) {
  const computer = game.view.seats.some(({ kind }) => kind === 'computer');
  const games = el('select', { onchange: () => fillLevels() });
  const levels = el('select');
  const level = el('label', { class: 'field' }, words('level'), ' ', levels);
  const box = el('details', {}, el('summary', {}, words('another')), el('form', {
    onsubmit: async (event) => {
      event.preventDefault();
      const wish = { game: games.value, ...(computer && levels.value ? { level: levels.value } : {}) };
      to(await fetched(`/api/v1/tables/${game.id}/rematch`, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish),
      }), teller);
    },
  }, el('label', { class: 'field' }, words('game'), ' ', games), ...(computer ? [level] : []), el('button', {}, words('next_table'))));

  async function fillLevels() {
    if (!computer) return;
    const found = await fetched(`/api/v1/games/${games.value}`);
    const kept = levels.value;
    levels.replaceChildren(...(found?.levels ?? []).map(({ name, label }) => el('option', { value: name }, label)));
    if (kept) levels.value = kept;
    if (!levels.value && levels.lastChild) levels.lastChild.selected = true;
  }

  box.addEventListener('toggle', async () => {
    if (!box.open || games.firstChild) return;
    const { ok, ...list } = (await fetched('/api/v1/games')) ?? {};
    games.append(...Object.values(list).map(({ id, name }) => el('option', { value: id }, name)));
    games.value = data('terms').game;
    await fillLevels();
  });
  return box;
}
