// Marks the lessons of a list that were finished in this browser.

import { doneHere } from './progress.js';

/** @type {NodeListOf<HTMLElement>} */
const entries = document.querySelectorAll('[data-lesson]');
for (const entry of entries) {
  const [game, id] = entry.dataset.lesson.split('/');
  const mark = entry.querySelector('[data-done]');
  if (mark instanceof HTMLElement) mark.hidden = !doneHere(game, id);
}
