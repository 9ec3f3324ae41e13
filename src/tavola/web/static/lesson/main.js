// A lesson, one step at a time: what is asked is played on the board, and answered by the server.

import { $, button, data, el, fetched, words } from '../table/dom.js';
import { Practice } from '../practice/practice.js';
import { Settings } from '../table/settings.js';
import { Speech } from '../table/speech.js';
import { doneHere, finish } from './progress.js';

const { game, id, steps, options } = data('lesson-data');
const settings = new Settings(data('prefs'));
const speech = new Speech($('said'));
const practice = new Practice(data('layout'), settings, speech, { played });

/** @type {HTMLElement[]} */
const sections = steps.map((step) => $(`step-${step.name}`));
const progress = $('progress');
const row = $('row');
let at = Math.max(0, steps.findIndex((step) => `#step-${step.name}` === location.hash));
const solved = new Set();

const section = () => sections[at];
/** @param {string} name @returns {any} a part of the step that is shown */
const part = (name) => section().querySelector(name);

/** Shows a step. @param {boolean} moved whether the reader asked for it */
async function show(moved) {
  const step = steps[at];
  sections.forEach((one, n) => { one.hidden = n !== at; });
  progress.replaceChildren(...dots(), el('span', {}, words('step_of', { number: at + 1, count: steps.length })));
  $('after').hidden = at < steps.length - 1 || !passed();
  render();
  if (step.kind === 'ask' && !solved.has(at)) await begin(step);
  if (!moved || steps[at] !== step) return;
  history.replaceState(null, '', `#step-${step.name}`);
  const title = part('h2');
  title.focus({ preventScroll: true });
  progress.scrollIntoView({ block: 'nearest' });
}

const dots = () => steps.map((_, n) => el('i', { class: n < at ? 'past' : n === at ? 'now' : '', 'aria-hidden': 'true' }));
const passed = () => steps[at].kind === 'show' || steps[at].kind === 'play' || solved.has(at);

/** The board of the step becomes one to play on. */
async function begin(step) {
  const place = part('.step-board');
  if (!place.contains(practice.root)) place.replaceChildren(practice.root);
  await practice.show({ game, line: step.line, options });
}

/** The buttons below. */
function render() {
  const back = button('‹', () => go(-1), { disabled: at === 0, 'data-key': 'back', 'aria-label': words('backward') });
  const last = at === steps.length - 1;
  const plays = steps[at].kind === 'ask' && !passed();
  const on = last || plays ? [] : [button(words('forward'), () => go(1), { class: passed() ? 'main' : '', 'data-key': 'on' })];
  row.replaceChildren(back, ...(plays ? [practice.row] : on));
  row.hidden = false;
  part('.step-text').append(row, $('after'));
}

function go(by) {
  at = Math.min(steps.length - 1, Math.max(0, at + by));
  if (at === steps.length - 1 && passed()) finish(game, id);
  return show(true);
}

// ------------------------------------------------------------------------------ answers

/** @param {any} answer to the step that is shown; who has gone on to another one is told nothing */
async function send(answer) {
  const asked = at;
  const reply = await fetched(`/api/v1/lessons/${game}/${id}/${steps[at].name}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer),
  });
  if (asked !== at) return undefined;
  if (!reply?.ok) return tell(false, [reply?.say ?? words('failed')]);
  return tell(reply.right, reply.say);
}

/** Says what an answer came to, to eye and ear. @param {boolean} right @param {string[]} say */
function tell(right, say) {
  const head = words(right ? 'right' : 'not_yet');
  const box = part('.reply');
  box.className = `reply ${right ? 'right' : 'wrong'}`;
  const again = !right && steps[at].kind === 'ask'
    ? [el('p', {}, button(words('again'), tryAgain, { class: 'main', 'data-key': 'again' }))] : [];
  box.replaceChildren(el('p', {}, el('strong', {}, head)), ...say.map((text) => el('p', {}, text)), ...again);
  box.hidden = false;
  speech.say([head, ...say]);
  if (right) solve();
  const next = right ? document.querySelector('#row [data-key=on], #after:not([hidden]) a') : box.querySelector('button');
  /** @type {HTMLElement} */ (next)?.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'nearest' });
}

function solve() {
  solved.add(at);
  part('.step-hint')?.setAttribute('hidden', '');
  pass();
}

/** The way on is open. */
function pass() {
  render();
  if (at !== steps.length - 1) return;
  finish(game, id);
  $('after').hidden = false;
  speech.say(words('finished'));
}

// Who looks at the answer may go on.
for (const answer of document.querySelectorAll('.step-answer')) {
  answer.addEventListener('toggle', () => {
    if (!(/** @type {HTMLDetailsElement} */ (answer)).open || !section().contains(answer) || passed()) return;
    solved.add(at);
    pass();
  });
}

async function tryAgain() {
  part('.reply').hidden = true;
  await practice.again();
  $('board').focus({ preventScroll: true });
  practice.grid.enter(practice.grid.start);
}

/** The throw was played to its end. @param {any[]} events */
function played(events) {
  send({ events });
}

for (const form of document.querySelectorAll('.step-count')) {
  const input = form.querySelector('input');
  /** @type {HTMLElement} */ (form).hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = Number(input.value.trim());
    if (input.value.trim() && Number.isInteger(number)) send({ number });
    else input.focus();
  });
}
for (const one of document.querySelectorAll('.step-cube')) {
  /** @type {HTMLElement} */ (one).hidden = false;
  for (const choice of one.querySelectorAll('button')) choice.addEventListener('click', () => send({ cube: choice.dataset.cube }));
}
for (const one of document.querySelectorAll('.step-play')) {
  /** @type {HTMLElement} */ (one).hidden = false;
  one.querySelector('button').addEventListener('click', async () => {
    const { line, level } = steps[at];
    const side = line.split('|')[2]?.trim().startsWith('B') ? 'black' : 'white';
    const made = await fetched('/api/v1/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ game, options, start: line, opponent: 'computer', colour: side, ...(level && { level }) }),
    });
    if (made?.ok) location.assign(`/t/${made.table}`);
    else speech.say(made?.say ?? words('failed'));
  });
}

document.documentElement.classList.add('stepwise');
progress.hidden = false;
if (doneHere(game, id)) progress.dataset.done = '';
show(false);

export { practice };
