// The wall: search and groups without a reload, other ways to begin in a sheet.

import { tellTimes } from './times.js';

/** @type {HTMLElement} */
const filter = document.querySelector('[data-filter]');
/** @type {HTMLInputElement} */
const search = document.querySelector('.search input');
/** @type {HTMLElement[]} */
const cards = [...document.querySelectorAll('.card')].map((card) => /** @type {HTMLElement} */ (card));
const shown = document.getElementById('shown');

/** @param {string} text @returns {string[]} its words, small and without marks */
const wordsOf = (text) =>
  text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').split(/[^\p{L}\p{N}]+/u).filter(Boolean);

const family = () => /** @type {HTMLElement} */ (filter.querySelector('[aria-current]'))?.dataset.family ?? '';

/** Shows the games of the group that have all words that are sought. */
function show() {
  const group = family();
  const words = wordsOf(search.value);
  let count = 0;
  for (const card of cards) {
    const { family: own, sought } = card.dataset;
    card.hidden = (group !== '' && own !== group) || !words.every((word) => sought.includes(word));
    if (!card.hidden) count += 1;
  }
  const { none, one, many } = shown.dataset;
  shown.textContent = count === 0 ? none : count === 1 ? one : many.replace('{count}', String(count));
  const address = new URL(location.href);
  for (const [name, value] of Object.entries({ family: group, q: search.value.trim() })) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  history.replaceState(null, '', address);
}

filter.addEventListener('click', (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest('a');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  for (const other of filter.querySelectorAll('a')) other.removeAttribute('aria-current');
  link.setAttribute('aria-current', 'true');
  show();
});

search.addEventListener('input', show);
search.form.addEventListener('submit', (event) => {
  event.preventDefault();
  show();
  // Enter leads to the first game that fits.
  cards.find((card) => !card.hidden)?.querySelector('a').focus();
});

/** @type {HTMLElement} */
const sheet = document.getElementById('ways');
const title = document.getElementById('ways-title');

/** @type {HTMLElement} */
let opener = null;

sheet.addEventListener('toggle', (event) => {
  if (/** @type {ToggleEvent} */ (event).newState === 'closed') opener?.focus();
});

document.addEventListener('click', (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest?.('.ways');
  if (!link || !sheet.showPopover || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { game, name } = /** @type {HTMLElement} */ (link).dataset;
  title.textContent = title.dataset.title.replace('{game}', name);
  sheet.querySelector('input').value = game;
  sheet.querySelector('a').href = /** @type {HTMLAnchorElement} */ (link).href;
  sheet.showPopover();
  sheet.querySelector('button').focus();
  opener = /** @type {HTMLElement} */ (link);
});

tellTimes();

// What was read can be read again without a connection.  Browsers allow that on safe lines only.
if (isSecureContext && 'serviceWorker' in navigator) {
  const [, version] = new URL(import.meta.url).pathname.match(/^\/static\/([^/]+)\//);
  const register = () => navigator.serviceWorker.register(`/worker.js?v=${version}`).catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
