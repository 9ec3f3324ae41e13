// The keys of the board: they act only while the focus is in it, and can be changed.  Space and
// Enter go on from anywhere on the page where they mean nothing else, digits type awaited dice.

import { $, data } from './dom.js';

/**
 * What can be done by a key, and its usual key; and the names of those that cannot be changed.
 * @type {{usual: Record<string, string>, fixed: string[], readers: string[]}}
 */
export const { usual: USUAL, fixed: ALWAYS, readers: READERS } = data('hotkeys');
const WAYS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const OWN_KEYS = 'a, button, input, select, textarea, summary, dialog, [role="tab"], [contenteditable]';
const ONWARD = /^(Enter| )$/;
const SCROLLS = '[role="tabpanel"]';
/** Acts that look about, hear or set something: they leave the past as it is looked at. */
const ROAMS = /earlier|late|type|voice|text|sounds|help/;
/** Acts that change the game: out of the past they are asked for again. */
const PLAYS = /^(throw|done|undo.*|swap|double|yes|no)$/;

/** A key event as it is kept: `u`, `Shift+u`, `Ctrl+Enter`, `?`. */
export function nameOf({ key, ctrlKey, shiftKey }) {
  const letter = /^\p{L}$/u.test(key);
  const shift = shiftKey && (letter || key.length > 1);
  return `${ctrlKey ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${letter ? key.toLowerCase() : key}`;
}

/** Hears the keyboard of the board. */
export class Keys {
  /** @param {HTMLElement} host @param {any} table its parts @param {Record<string, () => any>} acts */
  constructor(host, table, acts) {
    this.table = table;
    this.acts = acts;
    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
      const here = host.contains(/** @type {Node} */ (event.target));
      if (here ? this.hear(event) : this.hearAnywhere(event)) event.preventDefault();
    });
  }

  /** The key of an act, '' for none. */
  keyOf(act) {
    return this.table.settings.get(`key_${act}`) ?? USUAL[act];
  }

  /** The act of a key. */
  actOf(name) {
    return Object.keys(USUAL).find((act) => this.keyOf(act) === name);
  }

  /** Whether a key meant something. */
  hear(event) {
    const { grid, hand, settings } = this.table;
    const { key } = event;
    if (!/^\d$/.test(key)) grid.typed = '';
    if (WAYS[key]) return this.arrow(event);
    if (event.repeat) return true;
    if (key === 'F1') return this.run('help');
    if (key === 'Escape') return hand.putBack();
    if (key.length === 1 && key !== ' ' && !settings.get('keys_on')) return false;
    const act = this.actOf(nameOf(event));
    if (act) return this.run(act);
    if (event.ctrlKey || event.shiftKey) return false;
    if (ONWARD.test(key)) return this.returned() || this.enter();
    return /^\d$/.test(key) && (this.returned() || this.digit(key));
  }

  /** A key while the focus is nowhere in particular, or at a question. */
  hearAnywhere(event) {
    const { key, target, repeat } = event;
    const { actions, choices, settings } = this.table;
    const act = target.closest('#offer') && settings.get('keys_on') && this.actOf(nameOf(event));
    if (act) return this.run(act);
    if (event.ctrlKey || event.shiftKey || target.closest(OWN_KEYS)) return false;
    const goesOn = ONWARD.test(key) && !repeat && (this.returned() || actions.goOn());
    // Where there is nothing to go on with, or too early, Space must not scroll the board away.
    if (key === ' ') return goesOn || !target.closest(SCROLLS);
    if (goesOn || repeat) return goesOn;
    if (!/^[1-6]$/.test(key) || !choices.awaitsDice) return false;
    if (!this.returned()) choices.typeDie(Number(key));
    return true;
  }

  /**
   * Does what a key stands for, where there is such a thing here.  What is meant for the game as it stands
   * leads back from the past first.
   */
  run(act) {
    const away = !ROAMS.test(act) && this.returned();
    if (!away || !PLAYS.test(act)) this.acts[act]?.();
    return act in this.acts;
  }

  /** Whether the past was looked at; not any more. */
  returned() {
    // A puzzle has no list of moves.
    const { log } = this.table;
    if (log?.at == null) return false;
    log.now();
    return true;
  }

  arrow({ key, ctrlKey, shiftKey }) {
    if (shiftKey) return false;
    if (!ctrlKey) this.table.grid.move(WAYS[key]);
    else this.run(/Left|Up/.test(key) ? 'previous_legal' : 'next_legal');
    return true;
  }

  /** Enter on the board goes on; after a match it only leads to the button for another one. */
  enter() {
    const { actions, game, grid, hand } = this.table;
    const { paths, typed, over } = game.view;
    if ((game.may('done', 'next') && !paths.length) || (game.may('throw', 'opening') && !typed)) actions.goOn('next');
    else if (over) $('main-place').focus();
    else if (grid.here === null) grid.go(grid.start);
    else hand.press(grid.here);
    return true;
  }

  /** A digit is a die where dice are awaited, a number to choose, or a point. */
  digit(digit) {
    const { choices, game, grid } = this.table;
    const face = /[1-6]/.test(digit) && Number(digit);
    if (face && choices.awaitsDice) choices.typeDie(face);
    else if (face && game.may('name')) choices.nameDie(face);
    else if (face && game.may('choose')) game.act('choose', { number: face });
    else grid.digit(digit);
    return true;
  }
}
