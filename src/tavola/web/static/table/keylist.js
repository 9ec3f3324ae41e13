// The list of keys, and how they are changed.

import { button, el, words } from './dom.js';
import { ALWAYS, READERS, USUAL, nameOf } from './keys.js';

/** Whether a key is always the same. @param {string} name */
const isFixed = (name) => /^(Arrow(Left|Right|Up|Down)|Enter| |Escape|F1|\d)$/.test(name);

/** A key as it is shown. */
const shown = (key) => key.replace(/(^|\+)\p{Ll}$/u, (end) => end.toUpperCase())
  .replace(/Shift|Ctrl|Enter|Page(Up|Down)|^End/g, (cap) => words(`cap_${cap}`)) || words('key_none');

const NO_KEYS = ['Shift', 'Control', 'Alt', 'Meta', 'Tab'];

/** @param {HTMLElement} host @param {import('./keys.js').Keys} keys */
export function showKeys(host, keys) {
  const { settings, speech } = keys.table;
  const row = (key, does, id = null) => el('tr', {}, el('td', {}, key), el('td', { id }, does));
  const always = ALWAYS.map((name) => row(el('kbd', {}, words(`name_${name}`)), words(`key_${name}`)));
  const rows = Object.keys(USUAL).map((act) => row(changer(keys, act), words(`do_${act}`), `does-${act}`));
  const readers = READERS.map((name) => el('p', {}, words(`readers_${name}`)));
  host.replaceChildren(el('h2', {}, words('readers')), ...readers, el('p', {}, words('keys_intro')), el('table', {}, el('tbody', {}, ...always, ...rows)),
    button(words('keys_reset'), () => {
      for (const act of Object.keys(USUAL)) if (keys.keyOf(act) !== USUAL[act]) settings.set(`key_${act}`, USUAL[act]);
      showKeys(host, keys);
      speech.say(words('keys_reset'));
    }));
}

function changer(keys, act) {
  let waits = false;
  const made = button('', () => {
    waits = true;
    made.textContent = '…';
    keys.table.speech.say(words('key_press'));
  }, { 'aria-describedby': `does-${act}` });
  const rest = () => {
    waits = false;
    made.textContent = shown(keys.keyOf(act));
  };
  made.addEventListener('blur', rest);
  made.addEventListener('keydown', (event) => {
    if (!waits || NO_KEYS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== 'Escape') change(keys, act, /^(Delete|Backspace)$/.test(event.key) ? '' : nameOf(event));
    rest();
  });
  rest();
  return made;
}

function change(keys, act, name) {
  const { settings, speech } = keys.table;
  const holder = name && keys.actOf(name);
  if (isFixed(name) || (holder && holder !== act)) {
    const action = holder ? words(`do_${holder}`) : words('board');
    speech.say(words('key_taken', { key: shown(name), action }), 'refusal');
  } else settings.set(`key_${act}`, name);
}
