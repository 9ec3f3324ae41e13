// How a game or match ended: the sentence, the facts, and what is kept of it.

import { another } from './another.js';
import { $, el, words } from './dom.js';

/** @param {import('./game.js').Game} game @param {any} view with a result @param {any} teller */
export async function showResult(game, view, teller) {
  const facts = el('ul');
  const address = `/t/${game.id}/review`;
  // Who played has it made at once; who watched reads what there is.
  const review = game.mine.length
    ? el('form', { method: 'post', action: address }, el('button', {}, words('review_match')))
    : el('a', { class: 'button', href: address }, words('review_match'));
  const links = el('div', { class: 'buttons' }, review, el('a', { class: 'button', href: `/t/${game.id}/dice` }, words('check_dice')),
    el('a', { class: 'button', href: `/t/${game.id}/record.json` }, words('record')));
  $('result').replaceChildren(el('h2', {}, words('result')), el('p', {}, view.result), facts, ...(view.over ? [links] : []),
    ...(view.over && game.mine.length && !game.leftAlone ? [another(game, teller)] : []));
  $('result').hidden = false;
  const answer = await game.ask('facts');
  facts.replaceChildren(...(answer.type === 'answer' ? answer.say : []).map((line) => el('li', {}, line)));
}
