// The wall: filters without a reload.

import { tellTimes } from './times.js';

/** @type {HTMLElement} */
const filter = document.querySelector('[data-filter]');

/** @param {string} family '' for all */
function show(family) {
  let count = 0;
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.card'))) {
    card.hidden = family !== '' && card.dataset.family !== family;
    if (!card.hidden) count += 1;
  }
  for (const link of filter.querySelectorAll('a')) {
    if (link.dataset.family === family) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  const shown = document.getElementById('shown');
  const { one, many } = shown.dataset;
  shown.textContent = count === 1 ? one : many.replace('{count}', String(count));
}

filter.addEventListener('click', (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest('a');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  show(link.dataset.family);
  history.replaceState(null, '', link.href);
});

tellTimes();
