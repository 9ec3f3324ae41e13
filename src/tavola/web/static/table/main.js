// The page of a table: everything is made here, and told of each other.

import { Board } from '../board/board.js';
import * as sounds from '../board/sounds.js';
import { Company } from './company.js';
import { Connection } from './connection.js';
import { $, button, data, el, fetched, fill, wait, words } from './dom.js';
import { Game } from './game.js';
import { Grid } from './grid.js';
import { Hand } from './hand.js';
import { Keys } from './keys.js';
import { Log } from './log.js';
import { Panel } from './panel.js';
import { Names } from './places.js';
import { Settings } from './settings.js';
import { Speech } from './speech.js';

const AUTO = 900;

const host = $('board');
const layout = data('layout');
const settings = new Settings(data('prefs'));
const speech = new Speech($('news'), () => [$('prompt').textContent, game.view.say, game.view.result, game.view.offer?.sentence].join(' '));
const say = (sentences, kind) => speech.say(sentences, kind);

const game = new Game(data('first'), layout, {
  show: (view) => log.at === null && board.show(hand.arranged(view)),
  animate,
  pause: () => wait(1000 * settings.get('announce')),
  say,
  changed,
  refused,
});
/** Whose numbers the points have: those of the only player here, of two those of the one on turn. */
const reader = () => (game.mine.length === 2 ? game.view.actor ?? game.view.side : game.mine[0] ?? 'W');
const names = new Names(layout, () => ({
  side: reader(),
  numbering: settings.get('numbering'),
}));
const board = new Board(host, layout, options());
const hand = new Hand(game, board, settings, speech, names);
const grid = new Grid(game, hand, board, speech, names);
const panel = new Panel(game, hand, { undo, rematch, facts, invite: () => openBox('invite') });
const log = new Log(game, { look, now: lookAway, speed: () => settings.get('speed') });
const company = new Company(say);
const table = { game, grid, hand, names, panel, settings, speech };

// ------------------------------------------------------------------------------ showing

function options() {
  return {
    reader: reader(),
    facing: settings.get('turn') ? { W: 'B', B: 'W' }[game.facing] : game.facing,
    ...Object.fromEntries(['mirror', 'numbering', 'arrows', 'speed'].map((key) => [key, settings.get(key)])),
  };
}

async function animate(event, view) {
  const bars = ({ white, black }) => white.bar + black.bar;
  const hit = event.hits.length || bars(view.board) > bars(board.view.board);
  if (event.action.dice) sound('throw');
  else if (event.steps.length) sound(hit ? 'hit' : 'step');
  if (log.at === null) await board.animate(event, hand.arranged(view));
}

function sound(name) {
  if (settings.get('sounds')) sounds.play(name);
}

let drawnFor = '';
let seen = '';
let { waiting } = game;
let soon = 0; // the timer of what goes by itself
let textView = null;

/** Looks at everything again after the table changed. */
function changed() {
  panel.render();
  company.look(game.view.seats, game.mine);
  if (waiting !== game.waiting) $('invite-box').open = false;
  waiting = game.waiting;
  $('table').classList.toggle('waiting', waiting);
  if (!game.idle) return;
  hand.renew();
  grid.renew();
  textView?.render();
  const drawFor = game.facing + reader();
  if (drawFor !== drawnFor) board.set(options());
  drawnFor = drawFor;
  if (game.now !== seen) turned();
  seen = game.now;
}

/** The table stands still again: says what is asked, and does what is to go by itself. */
function turned() {
  const { view, mine } = game;
  const asked = mine.length > 0 && (game.onTurn || game.may('opening', 'next', 'throw'));
  if (seen && asked && !speech.asked) sound(view.over ? 'end' : 'turn');
  // In brief it is not said after each step what is left.
  const goesOn = settings.get('voice') === 'brief' && view.paths.length && prompted === throwNow();
  prompted = throwNow();
  if (!goesOn) speech.ask(view.say, asked && !view.over);
  fill($('advice'), []);
  log.changed();
  clearTimeout(soon);
  const act = automatic();
  if (act) soon = setTimeout(() => game.idle && log.at === null && act(), AUTO);
}

const throwNow = () => JSON.stringify([game.view.throw, game.epoch, game.view.game]);
let stopped = '';
let prompted = '';

/** What goes by itself now, if the reader wants it so. */
function automatic() {
  const { view } = game;
  if (!game.onTurn || view.typed) return null;
  if (settings.get('auto_throw') && game.may('throw') && !game.may('double', 'keep', 'name')) return () => game.throw();
  if (stopped === throwNow()) return null;
  const single = view.paths.filter((path) => path.steps.length === 1);
  // Two numbers that take one checker the same way leave nothing to choose.
  const ways = new Set(single.map((path) => `${path.from} ${path.to}`));
  if (settings.get('auto_forced') && ways.size === 1) return () => hand.play(single[0]);
  if (!settings.get('auto_done') || !game.may('done')) return null;
  if (game.may('undo')) say(words('soon'));
  return () => game.act('done');
}

function undo(all) {
  clearTimeout(soon);
  stopped = throwNow();
  hand.letGo();
  game.whenIdle(() => game.may('undo') && (all ? game.undoTurn() : game.act('undo')));
}

function refused(message) {
  if (message.type === 'lost') say(words('lost'), 'refusal');
  else hand.refuse([message.say], message.points ?? []);
}

// -------------------------------------------------------------------------- looking back

function look(view, line) {
  hand.locked = true;
  hand.letGo();
  board.show(view);
  fill($('looking'), [button(words('return'), () => log.now(), { 'data-key': 'return' })]);
  say(words('looking_back', { line }));
}

function lookAway() {
  hand.locked = false;
  fill($('looking'), []);
  board.show(hand.arranged(game.shown));
  changed();
}

// ------------------------------------------------------------------------------ questions

async function ask(what, more) {
  const answer = await game.ask(what, more);
  if (answer.type === 'lost') refused(answer);
  else speech.answer(answer.say, answer.type === 'refused' ? 'refusal' : '');
  return answer;
}

/** Advice stays to be read; a click on a play plays it. */
async function advise(what) {
  const { type, say: lines, plays = [] } = await ask(what);
  if (type !== 'answer') return;
  fill($('advice'), lines.map((line, i) => (plays[i] === undefined ? el('p', {}, line)
    : button(line, () => game.whenIdle(() => game.play(plays[i]))))));
}

async function facts(list) {
  const answer = await game.ask('facts');
  list.replaceChildren(...(answer.type === 'answer' ? answer.say : []).map((line) => el('li', {}, line)));
}

async function rematch() {
  const next = game.rematch || (await fetched(`/api/v1/tables/${game.id}/rematch`, { method: 'POST' }));
  if (next?.say && !next.ok) say(next.say, 'refusal');
  else if (next) location.assign(typeof next === 'string' && next.startsWith('/') ? next : `/t/${next.table ?? next}`);
  else say(words('failed'), 'refusal');
}

// ---------------------------------------------------------------------------- connection

const listener = () => ({ voice: settings.get('voice'), numbering: settings.get('numbering') });

game.connection = new Connection(game.id, {
  seen: () => ({ seq: game.seq, epoch: game.epoch }),
  listener: () => ({ lang: document.documentElement.lang, ...listener() }),
  message: (message) => game.receive(message),
  lost: () => say(words('offline'), 'refusal'),
  back: () => say(words('online')),
  gone: () => say(words('gone'), 'refusal'),
});

// ------------------------------------------------------------------------ pointer and keys

board.on('tap', ({ place }) => hand.tap(place));
board.on('dragstart', ({ place }) => hand.drag(place));
board.on('drop', ({ place, from }) => hand.drop(from, place));
host.addEventListener('pointermove', ({ pointerType, buttons, clientX, clientY }) => {
  if (pointerType === 'mouse' && !buttons) hand.over(board.placeAt(clientX, clientY));
});
host.addEventListener('pointerleave', () => hand.over(null));

function whenMay(kinds, act) {
  const kind = kinds.find((one) => game.may(one));
  if (kind) game.whenIdle(() => act(kind));
  else say(game.view.say);
}

function openBox(id, focus = 'summary') {
  const box = $(`${id}-box`);
  box.open = true;
  box.querySelector(focus).focus();
  box.scrollIntoView({ block: 'nearest' });
}

async function toggleText() {
  const shows = !host.hidden;
  if (!textView) {
    const { TextView } = await import('./textview.js');
    textView = new TextView($('text-view'), table, toggleText);
  }
  host.hidden = shows;
  $('text-view').hidden = !shows;
  $('text-button').textContent = words(shows ? 'drawn_view' : 'text_view');
  settings.set('text', shows);
  await textView.render();
  (shows ? $('text-view') : host).focus();
}

const question = (what) => [what, () => ask(what)];
const legal = (way) => grid.cycle(way) || say(words('no_targets'));
const acts = {
  ...Object.fromEntries(['dice', 'pips', 'score', 'cube', 'pools', 'turn', 'last'].map(question)),
  throw: () => whenMay(['throw', 'opening'], () => (game.view.typed ? $('choices').querySelector('button').focus() : game.throw())),
  done: () => whenMay(['done', 'next'], (kind) => game.act(kind)),
  undo: () => undo(false),
  undo_turn: () => undo(true),
  swap: () => hand.swap(),
  next_legal: () => legal(1),
  previous_legal: () => legal(-1),
  moves: () => ask('moves', grid.here === null ? {} : { place: grid.here }),
  why: () => (hand.lastRefusal ? say(hand.lastRefusal, 'refusal') : ask('why')),
  earlier_line: () => log.step(-1),
  earlier: () => log.step(-1),
  later: () => log.step(1),
  latest: () => log.now(),
  hint: () => advise('hint'),
  opinion: () => advise('opinion'),
  double: () => whenMay(['double'], () => game.act('double')),
  yes: () => whenMay(['take', 'accept', 'agree'], (kind) => game.act(kind)),
  no: () => whenMay(['drop', 'refuse', 'decline'], (kind) => game.act(kind)),
  type: () => openBox('more', '#type'),
  voice: () => say(settings.next('voice')),
  text: toggleText,
  sounds: () => say(settings.next('sounds')),
  help: () => openBox('keys'),
};
const keys = new Keys(host, table, acts);

/** @type {NodeListOf<HTMLElement>} */
const controls = document.querySelectorAll('[data-act]');
for (const control of controls) {
  control.addEventListener('click', acts[control.dataset.act]);
}
/** @type {NodeListOf<HTMLDetailsElement>} */
const boxes = document.querySelectorAll('#table details');
for (const box of boxes) {
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && host.focus());
}
$('type-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = $('type').value.trim();
  if (text && (await game.play(text)).type === 'accepted') $('type').value = '';
});

// Boxes that few open are loaded when they are opened.
const BOXES = {
  settings: async () => (await import('./preferences.js')).showSettings($('settings'), settings),
  keys: async () => (await import('./keylist.js')).showKeys($('keys'), keys),
  invite: async () => (await import('./invite.js')).showLinks(game, say),
  dice: async () => {
    const record = await fetched(`/t/${game.id}/record.json`);
    $('commitment').textContent = record?.dice?.commitment ?? '';
  },
};
for (const [id, show] of Object.entries(BOXES)) {
  $(`${id}-box`).addEventListener('toggle', () => $(`${id}-box`).open && show());
}

settings.onChange((key) => {
  if (key === 'theme') document.documentElement.dataset.theme = settings.get('theme');
  if (key in listener()) {
    grid.forget();
    game.connection.send({ type: 'listen', ...listener() });
  }
  board.set(options());
  changed();
});

board.show(game.shown);
changed();
if (game.waiting && game.mine.length) $('invite-box').open = true;
if (settings.get('text')) toggleText();
if (game.view.over || matchMedia('(min-width: 60rem) and (min-height: 40rem)').matches) log.open();

export { board, game, grid, hand, log, settings };
