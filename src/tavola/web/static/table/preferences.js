// The form of all settings.

import { el, words } from './dom.js';
import { CHOICES, nameOf } from './settings.js';

/** @param {HTMLElement} host @param {import('./settings.js').Settings} settings */
export function showSettings(host, settings) {
  const fresh = !host.firstChild;
  host.replaceChildren(...Object.keys(CHOICES).map((key) => field(settings, key)));
  if (fresh) settings.onChange((key) => {
    /** @type {HTMLInputElement|null} */
    const box = host.querySelector(`#set-${key}`);
    if (box?.type === 'checkbox') box.checked = settings.get(key);
    else if (box) box.value = settings.get(key);
  });
}

function field(settings, key) {
  const choices = CHOICES[key];
  const id = `set-${key}`;
  const label = el('label', { for: id }, words(key));
  if (!Array.isArray(choices)) {
    const box = el('input', { type: 'checkbox', id, onchange: () => settings.set(key, box.checked) });
    box.checked = settings.get(key);
    return el('p', { class: 'switch' }, box, label);
  }
  const list = el('select', { id, onchange: () => settings.set(key, choices[list.selectedIndex]) },
    ...choices.map((value) => el('option', { value }, nameOf(key, value))));
  list.value = settings.get(key);
  return el('p', { class: 'choice' }, label, list);
}
