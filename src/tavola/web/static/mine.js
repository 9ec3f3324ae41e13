// My games: times in the reader's form, links that can be copied, several files of matches at once.

import './many_files.js';
import { tellTimes } from './times.js';

const told = document.getElementById('copied');

/**
 * Copies what a field holds; where the browser does not allow it (plain http) it is selected.
 * @param {HTMLInputElement} field
 */
async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    told.textContent = told.dataset.done;
  } catch {
    const done = document.execCommand('copy');
    told.textContent = done ? told.dataset.done : told.dataset.byHand;
  }
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.copy'))) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button.parentElement.querySelector('input')));
}
tellTimes();
