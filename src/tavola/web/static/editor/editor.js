// The position editor: by hand, by keys, and by the form below, which holds everything.

import { Board } from '../board/board.js';
import { Cells } from '../table/cells.js';
import { $, data, el, words } from '../table/dom.js';
import { Names } from '../table/places.js';
import { Fields } from './fields.js';

const SECOND = 900; // milliseconds in which a second digit belongs to the first
const WAIT = 150;
const MOST = 15;
const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

const { layout, kinds, checkers, numbering, mirror, looked } = data('editor-data');
const form = /** @type {HTMLFormElement} */ ($('position'));
const host = $('board');
const fields = new Fields(form, layout, { kinds, checkers });
const viewer = fields.get('viewer') === 'B' ? 'B' : 'W';
const names = new Names(layout, () => ({ side: viewer, numbering }));

let told = looked;
/** What the fields said after the last thing that can be undone. */
let stood = fields.now;
let asked = 0;
let changes = 0;
let timer = 0;
let typed = { digit: 0, at: 0, place: null };

const say = (text) => {
  $('said').replaceChildren();
  // The same words again are news, too.
  setTimeout(() => { $('said').textContent = text; }, 30);
};

for (const hidden of document.querySelectorAll('.scripted')) hidden.removeAttribute('hidden');
for (const button of document.querySelectorAll('.unscripted')) button.remove();
host.replaceChildren();
host.setAttribute('role', 'listbox');
host.tabIndex = -1;
const board = new Board(host, layout, { facing: viewer, mirror, numbering, reader: viewer, last: false });
board.tapped = (x, y) => board.spotAt(x, y) ?? { place: 'board', side: null };
board.show(fields.view());
const cells = new Cells(host, board, names, {
  press: (place) => tap(place, null),
  enter: () => say($('status').textContent),
});
cells.lay();
cells.write(looked.places);

// --------------------------------------------------------------------------------- the palette

const palette = () => /** @type {HTMLInputElement} */ (document.querySelector('[name=palette]:checked')).value;

/** @param {'W'|'B'} side */
const colour = (side) => words(side === 'W' ? 'white' : 'black');

function choose(value) {
  /** @type {HTMLInputElement} */ (document.querySelector(`[name=palette][value="${value}"]`)).checked = true;
  say(value === '-' ? words('takes') : words('puts', { colour: colour(value) }));
}

/** The side that is meant at a place: that of the palette, else whoever is there. @returns {'W'|'B'} */
function meant(place, side) {
  const value = palette();
  if (value !== '-') return /** @type {'W'|'B'} */ (value);
  return side ?? fields.top(place) ?? (fields.count('B', place) ? 'B' : 'W');
}

// ------------------------------------------------------------------------------ what is changed

/** @param {number|string} place @param {'W'|'B'|null} side whose half of bar and trays it was */
function tap(place, side) {
  if (place === 'board' || place === 'dice' || place === 'cube') return;
  if (place === 'off') {
    say(words('off_counts'));
    return;
  }
  const who = meant(place, side);
  if (palette() === '-') take(place, who);
  else put(place, who);
}

function put(place, who, count = undefined) {
  if (place === 'off') say(words('off_counts'));
  else if (fields.add(who, place, count)) changed(place);
  else say(words('not_there', { colour: colour(who) }));
}

function take(place, who) {
  if (fields.take(who, place)) changed(place);
  else say(words('nothing_there'));
}

board.on('tap', ({ place, side }) => tap(place, side));
board.on('dragstart', ({ place, side }) => place !== 'off' && Boolean(fields.top(place) || (side && fields.count(side, place))));
board.on('drop', ({ place, from, side }) => {
  const owner = fields.top(from) ?? side ?? meant(from, side);
  const who = ['bar', 'res'].includes(String(from)) && !fields.count(owner, from) ? (owner === 'W' ? 'B' : 'W') : owner;
  const done = fields.move(who, from, place);
  if (done) changed(place === null || place === 'board' || place === 'off' ? from : place);
  else if (place !== null && String(place) !== String(from)) say(words('not_there', { colour: colour(who) }));
  return done;
});

/** The hand has changed something. @param {number|string|null} place that is told */
function changed(place = null) {
  stood = fields.now;
  drawn(place);
}

/** Draws what the fields say now, and asks what it means. @param {number|string|null} place that is told */
function drawn(place = null) {
  changes += 1;
  board.show(fields.view());
  $('opinion').hidden = true;
  clearTimeout(timer);
  timer = window.setTimeout(() => look(place), WAIT);
}

// ------------------------------------------------------------------------------ the server's word

const sent = () => new URLSearchParams(/** @type {any} */ (new FormData(form)));

async function post(address) {
  const answer = await fetch(address, { method: 'POST', body: sent(), headers: { accept: 'application/json' } }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  return found && { ok: answer.ok, ...found };
}

async function look(place) {
  asked += 1;
  const mine = asked;
  const found = await post('/editor/look');
  if (mine !== asked) return;
  if (!found?.ok) {
    say(found?.say ?? words('failed'));
    return;
  }
  const before = told.problem;
  told = found;
  $('line').value = found.line;
  $('status').textContent = found.problem || found.say;
  $('status').classList.toggle('wrong', Boolean(found.problem));
  $('share').hidden = Boolean(found.problem);
  $('link').value = found.link;
  $('svg').setAttribute('href', found.svg);
  $('png')?.setAttribute('href', found.png);
  cells.write(found.places);
  const state = found.problem !== before ? found.problem || words('possible') : '';
  say([place === null ? '' : found.places[place], state].filter(Boolean).join(' '));
}

/** What the computer thinks; of a position that is another one meanwhile nobody hears. */
async function ask() {
  const before = changes;
  say(words('thinks'));
  const button = form.ownerDocument.querySelector('[value=ask]');
  button.setAttribute('aria-disabled', 'true');
  const found = await post('/editor/ask');
  button.removeAttribute('aria-disabled');
  if (before !== changes) return;
  if (!found?.ok) {
    say(found?.say ?? words('failed'));
    return;
  }
  const { lines, heads, rows, arrows } = found;
  const head = el('tr', {}, ...heads.map((text) => el('th', { scope: 'col' }, text)));
  const body = rows.map(([first, ...rest]) => (
    el('tr', {}, el('th', { scope: 'row' }, first), ...rest.map((text) => el('td', {}, text)))));
  const table = rows.length ? [el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': heads[0] },
    el('table', {}, el('thead', {}, head), el('tbody', {}, ...body)))] : [];
  $('opinion').replaceChildren(...lines.map((line) => el('p', {}, line)), ...table);
  $('opinion').hidden = false;
  board.arrows(arrows);
  const best = rows[0]?.map((cell, n) => words('labelled', { label: heads[n], text: cell })).join(', ');
  say([best, ...lines].filter(Boolean).join(' '));
}

form.addEventListener('submit', (event) => {
  const { submitter } = /** @type {SubmitEvent} */ (event);
  if (/** @type {any} */ (submitter)?.value !== 'ask') return;
  event.preventDefault();
  if (submitter.getAttribute('aria-disabled') !== 'true') ask();
});
form.addEventListener('input', () => drawn());
form.addEventListener('change', () => {
  fields.typed(stood);
  stood = fields.now;
});

// ------------------------------------------------------------------------------------- by keys

host.addEventListener('keydown', (event) => {
  const place = /** @type {HTMLElement} */ (event.target).dataset.place;
  if (place === undefined || event.altKey || event.metaKey || (event.ctrlKey && event.key !== 'z')) return;
  if (key(event, Number(place) || place)) event.preventDefault();
});

/** Whether a key meant something. @param {KeyboardEvent} event @param {number|string} place */
function key({ key: name, ctrlKey }, place) {
  const who = meant(place, null);
  const acts = {
    Enter: () => tap(place, null), ' ': () => tap(place, null), '+': () => put(place, who),
    '-': () => take(place, owner(place)), Delete: () => take(place, owner(place)), Backspace: () => take(place, owner(place)),
    w: () => choose('W'), b: () => choose('B'), x: () => choose('-'),
    p: () => fields.pin(who, place) && changed(place),
    s: () => fields.lay(place) && changed(place),
    z: () => ctrlKey && undo(),
  };
  if (ARROWS[name]) go(board.neighbour(place, ARROWS[name]));
  else if (/^\d$/.test(name)) digit(Number(name), place, who);
  else if (acts[name.length === 1 ? name.toLowerCase() : name]) acts[name.length === 1 ? name.toLowerCase() : name]();
  else return false;
  return true;
}

/** Whose checker is taken from bar or trays: that of the palette, if it is there. */
function owner(place) {
  const who = meant(place, null);
  return fields.count(who, place) ? who : who === 'W' ? 'B' : 'W';
}

function go(place) {
  board.mark({ cursor: place, side: viewer });
  cells.point(place);
}

/** So many checkers; a second digit soon after makes a number of two. */
function digit(value, place, who) {
  const now = performance.now();
  const both = typed.digit * 10 + value;
  const goesOn = typed.place === place && now - typed.at < SECOND && both <= MOST;
  typed = { digit: goesOn ? 0 : value, at: now, place };
  put(place, who, goesOn ? both : value);
}

host.addEventListener('focusout', () => board.mark({}));
host.addEventListener('focusin', ({ target }) => {
  const { place } = /** @type {HTMLElement} */ (target).dataset;
  if (place !== undefined && /** @type {HTMLElement} */ (target).matches(':focus-visible')) board.mark({ cursor: /** @type {any} */ (Number(place) || place), side: viewer });
});

// --------------------------------------------------------------------------------- the buttons

function undo() {
  if (!fields.undo()) {
    say(words('nothing_undone'));
    return;
  }
  changed();
  say(words('undone'));
}

$('undo').addEventListener('click', undo);
$('empty').addEventListener('click', () => {
  fields.empty();
  changed();
  say(words('emptied'));
});
$('copy').addEventListener('click', async () => {
  $('link').select();
  const done = await navigator.clipboard?.writeText($('link').value).then(() => true, () => false);
  say(words(done || document.execCommand('copy') ? 'copied' : 'by_hand'));
});
$('line').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return; // the field has several rows, its text is one line
  event.preventDefault();
  $('line').form.requestSubmit();
});
new ResizeObserver(() => cells.lay()).observe(host);
