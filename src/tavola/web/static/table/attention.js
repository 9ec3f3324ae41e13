// The tab of the browser tells whose turn it is: its title and its icon.

import { words } from './dom.js';

const title = document.title;
/** @type {HTMLLinkElement|null} */
const icon = document.querySelector('link[rel="icon"]');
const usual = icon?.href ?? '';

/** @param {boolean} mine whether it is the reader's turn */
export function tellTurn(mine) {
  document.title = mine ? `● ${words('your_turn')} – ${title}` : title;
  const wanted = mine ? usual.replace(/[^/]*$/, 'turn.svg') : usual;
  if (icon && icon.href !== wanted) icon.href = wanted;
}
