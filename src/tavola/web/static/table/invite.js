// Links to the table: to read, to copy, to scan; and the table opened to this network.

import { $, button, el, fetched, words } from './dom.js';

/** @param {import('./game.js').Game} game @param {(sentences: string[]|string, kind?: string) => void} say */
export async function showLinks(game, say) {
  const links = await fetched(`/api/v1/tables/${game.id}/links`);
  if (links?.ok) draw(game, say, links);
  else say(words('failed'), 'refusal');
}

function draw(game, say, links) {
  const { join, watch, local, can_open: canOpen, qr } = links;
  const asks = game.waiting && join;
  const parts = [el('p', {}, words(asks ? 'invite_friend' : 'invite_watch')), link(asks ? join : watch, say)];
  if (local) parts.push(el('p', { class: 'warning' }, links.say));
  else if (links.say) parts.push(el('p', {}, links.say));
  if (canOpen) parts.push(button(words('open_network'), () => open(game, say)));
  // Another address each time, or the browser would show the code of the old link.
  parts.push(el('img', { src: `${qr}?${Date.now()}`, alt: words('qr'), width: 192, height: 192 }));
  $('invite').replaceChildren(...parts);
}

async function open(game, say) {
  const links = await fetched(`/api/v1/tables/${game.id}/open`, { method: 'POST' });
  say(links?.say ?? words('failed'), links?.ok ? '' : 'refusal');
  if (links?.ok) draw(game, say, links);
}

function link(address, say) {
  const field = el('input', { readonly: true, value: address, 'aria-label': words('link'), onfocus: () => field.select() });
  const copy = button(words('copy'), async () => {
    field.focus();
    const done = await navigator.clipboard?.writeText(address).then(() => true).catch(() => false);
    say(words(done ? 'copied' : 'copy_by_hand'));
  });
  return el('p', { class: 'link' }, field, copy);
}
