// Small helpers: elements, the page's data, and its sentences.

/** @param {string} id @returns {any} the element of the page with this id */
export const $ = (id) => document.getElementById(id);

/** @param {string} id @returns {any} the data of a JSON block of the page */
export const data = (id) => JSON.parse($(id).textContent);

const strings = data('strings');

/** A sentence of the page, its {placeholders} filled. */
export const words = (key, values = {}) =>
  strings[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

/** An element; attributes that begin with `on` are handlers, false and null leave one out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** A button. @param {string} label @param {() => any} act */
export const button = (label, act, attributes = {}) =>
  el('button', { type: 'button', onclick: act, ...attributes }, label);

/** Where the keyboard goes on when what had the focus is gone. @returns {any} */
export const onward = () => document.querySelector('#offer:not([hidden]), :not([hidden]) > #main-row > button, #more');

/**
 * Gives a host other children.  A focused button is followed by the one of the same key, else by
 * the main one, as is a focused host that goes away; an offer takes the focus itself, so that no key answers it by accident.
 */
export function fill(host, children) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const held = host.contains(focused) && (focused !== host || !children.length);
  host.replaceChildren(...children);
  host.hidden = !children.length;
  if (!held) return;
  (host.querySelector(`[data-key="${focused.dataset.key}"]`) ?? onward()).focus();
}

/** Leads the keyboard back to where it is now, once a question is answered: to the board, or a button that is still there. */
export function leadBack() {
  const before = /** @type {HTMLElement} */ (document.activeElement);
  return () => {
    if ($('board').contains(before)) $('board').focus();
    else if (before?.isConnected && before !== document.body && !$('offer').contains(before)) before.focus();
  };
}

/** Opens a dialog with the keyboard at itself: a screen reader says what was opened, and no second key answers by accident. */
export function openDialog(dialog) {
  dialog.tabIndex = -1;
  dialog.showModal();
  dialog.focus();
}

/** @param {number} ms */
export const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** What the server answers to a request, or null. */
export async function fetched(address, options = {}) {
  const answer = await fetch(address, options).catch(() => null);
  const told = await answer?.json().catch(() => null);
  return told && { ok: answer.ok, ...told };
}
