// The page of a table: everything is made here, and told of each other.

import { Board } from '../board/board.js';
import { Actions } from './actions.js';
import { actsOf } from './acts.js';
import { tellTurn } from './attention.js';
import { Automatic } from './automatic.js';
import { Choices } from './choices.js';
import { Connection } from './connection.js';
import { $, data, wait, words } from './dom.js';
import { Game } from './game.js';
import { Grid } from './grid.js';
import { Hand } from './hand.js';
import { Head } from './head.js';
import { Keys } from './keys.js';
import { Log } from './log.js';
import { Met } from './met.js';
import { Names } from './places.js';
import { listen } from './pointer.js';
import { seedOf } from './seed.js';
import { Settings } from './settings.js';
import { Speech } from './speech.js';
import { State } from './state.js';
import { Tabs } from './tabs.js';
import { Teller } from './teller.js';

const host = $('board');
const FIRST_TURNS = 6; // three of each side
const layout = data('layout');
const settings = new Settings(data('prefs'));
const state = new State();
const speech = new Speech($('said'));
const teller = new Teller(speech, state);

const game = new Game(data('first'), layout, {
  show: (view) => log.at === null && shown(hand.arranged(view)),
  animate,
  pause: () => wait(1000 * settings.get('announce')),
  happened,
  say: aside,
  busy: () => showRow(),
  changed,
  refused,
});
/** Whose numbers the points have: those of the only player here, of two those of the one on turn. */
const reader = () => (game.mine.length === 2 ? game.view.actor ?? game.view.side : game.mine[0] ?? 'W');
const names = new Names(layout, () => ({
  side: reader(),
  numbering: settings.get('numbering'),
}));
const met = new Met(data('terms').game, game.id);
/** @type {any} */
const board = new Board(host, layout, options());
const hand = new Hand(game, board, settings, teller, names);
const grid = new Grid(game, hand, board, teller, names);
const head = new Head(game);
const automatic = new Automatic(game, hand, settings, teller);
const choices = new Choices(game, changed);
const tabs = new Tabs({ log: () => log.refresh(), rules: async () => (await import('./rules.js')).showRules() });
const actions = new Actions(game, {
  undo: () => acts.undo(),
  ask: () => acts.hint(),
  review: () => log.step(-1).then(() => tabs.show('log')),
  leave: () => log.now(),
  rematch: async () => (await import('./next_match.js')).rematch(game, teller),
  invite: () => tabs.box('invite'),
  fromHere: async () => (await import('./from_here.js')).askFromHere(game, log.event, grid.past.from_here, teller),
  changed,
});
hand.actions = actions;
const log = new Log(game, {
  look,
  now: lookAway,
  speed: () => settings.get('speed'),
  isOpen: () => tabs.shown === 'log',
  open: () => tabs.show('log'),
  sentences: (on) => {
    if (on !== undefined) settings.set('log_sentences', on);
    return settings.get('log_sentences');
  },
});
const table = {
  absence: null, actions, advice: null, automatic, board, choices, game, grid, hand, log, names, settings, speech: teller, tabs, teller, textView: null,
};
const acts = actsOf(table);
const keys = new Keys(host, table, acts);

const { hints } = data('terms');
const tutored = () => hints && settings.get('tutor') !== 'off';
game.tutor = async (kind, more, send) => (
  tutored() ? (await import('./tutor.js')).looked(table, acts, kind, more, send) : send());

// ------------------------------------------------------------------------------ showing

function options() {
  return {
    reader: reader(),
    facing: settings.get('turn') ? { W: 'B', B: 'W' }[game.facing] : game.facing,
    arrows: showsWays(),
    ...Object.fromEntries(['mirror', 'numbering', 'speed'].map((key) => [key, settings.get(key)])),
  };
}

/** Whether the ways of both sides are drawn: at first in the first turns of a match. */
function showsWays() {
  const { view: { turns, game: number } } = game;
  const when = settings.get('arrows');
  const begins = number === 1 && turns < FIRST_TURNS && met.isNew('ways', when);
  if (begins) met.note('ways');
  return when === 'always' || (when === 'first' && begins);
}

async function animate(event, view) {
  const bars = ({ white, black }) => white.bar + black.bar;
  const hit = event.hits.length || bars(view.board) > bars(board.view.board);
  if (event.action.dice) sound('throw');
  else if (event.steps.length) sound(hit ? 'hit' : 'step');
  if (log.at !== null) return;
  turns?.lay(view);
  await board.animate(event, hand.arranged(view));
}

/** Shows a view at once, on its board. */
function shown(view) {
  turns?.lay(view);
  board.show(view);
}

function sound(name) {
  if (settings.get('sounds')) import('../board/sounds.js').then((sounds) => sounds.play(name));
}

/** Own plays are seen on the board; what others or both did stays beside the next question. */
function happened(sentences, event) {
  const alone = event && event.action.do !== 'opening' && game.mine.length === 1;
  const own = alone && (event.action.side ?? game.view.side) === game.mine[0];
  if (event && isOver(event)) state.explain('');
  const kind = event?.action.do === 'throw' ? 'throw' : 'news';
  teller.happened(sentences, own ? '' : kind);
  const special = event?.twists?.find(({ kind: twist }) => met.isNew(twist, settings.get('twists')) && met.note(twist));
  if (special) teller.explain(special.say);
}

/** Who comes and goes, and that the connection is back: what is asked stays beside it, a result if there is room. */
function aside(sentences) {
  teller.happened(sentences, 'news');
  if (game.view.over) state.offer(sentences.join(' '), game.view.result);
  else if (game.idle) showState();
}

/** Whether what was special was read: a player goes on with something else, for watchers anybody. */
function isOver({ action: { do: kind, side } }) {
  const chance = ['throw', 'opening', 'done', 'keep'].includes(kind);
  return game.mine.length ? !chance && game.mine.includes(side) : kind === 'throw';
}

function showRow() {
  choices.render(grid.view, log.at !== null);
  actions.render(grid.view, log.at !== null);
}

/** The other one has come: a link that has the focus goes away, and hands it to the name of its box. */
function closeInvitation() {
  const box = $('invite-box');
  if (box.contains(document.activeElement)) box.querySelector('summary').focus();
  box.open = false;
}

let drawnFor = '';
let seen = '';
let { waiting } = game;

/** Most tables never need it, so that it is loaded when somebody else is away for the first time. */
async function watchForAbsence() {
  const left = ({ side, away }) => away != null && !game.mine.includes(side);
  if (!table.absence && game.view.seats.some(left)) {
    const { Absence } = await import('./absence.js');
    table.absence ??= new Absence(game, actions);
  }
  table.absence?.look();
}

/** Tells by ear and as text what lies on the board that is seen. */
function lookAround() {
  grid.renew();
  table.textView?.render();
}

/** Looks at everything again after the table changed. */
function changed() {
  showRow();
  head.render(grid.view);
  watchForAbsence();
  if (waiting !== game.waiting) closeInvitation();
  waiting = game.waiting;
  if (actions.asking) state.tell(actions.asking.question);
  if (!game.idle) return;
  hand.renew();
  lookAround();
  if (game.onTurn && tutored()) import('./tutor.js').then(({ prepare }) => prepare(game));
  const drawFor = game.facing + reader() + showsWays();
  if (drawFor !== drawnFor) board.set(options());
  drawnFor = drawFor;
  const before = seen;
  // The turn may come without an event: the other one has sat down.
  seen = game.now + game.view.over + awaited();
  if (before !== seen) turned(before !== '');
  else if (asked !== question()) showState();
  tellBoard();
}

let asked = '';
let looked = '';
const question = () => JSON.stringify([Boolean(actions.asking), choices.prompt, log.at === null, game.waiting, game.view.say]);

/** What stands in the line of state when nothing has just been said. */
function showState() {
  const { view } = game;
  asked = question();
  if (view.result) state.explain('');
  if (log.at !== null) state.offer(looked, grid.past?.result || grid.past?.say || '');
  else if (actions.asking) state.tell(actions.asking.question);
  else if (view.offer) state.offer(view.offer.sentence, view.say);
  else state.ask(view.result || view.say, view.result ? '' : choices.prompt);
}

/** The board shows where a throw is awaited, and what may be offered. */
function tellBoard() {
  const { view } = game;
  const throws = log.at === null && game.onTurn && game.may('throw', 'opening') && !view.typed;
  board.set({
    await: throws ? { side: view.actor, label: actions.throwing(view), dice: view.phase === 'opening' ? 2 : view.dice_count } : null,
    offerable: log.at === null && game.may('double'),
  });
}

/** Whether the reader is to do something, or may. */
const awaited = () => game.mine.length > 0 && (game.onTurn || game.may('opening', 'next', 'throw'));

/** The table stands still again: says what is asked, and does what is to go by itself.
 * @param {boolean} live false when the page has just been opened */
function turned(live) {
  const { view, mine } = game;
  if (live && awaited() && !speech.asked) sound(view.over ? 'end' : 'turn');
  tellTurn(mine.length === 1 && awaited() && !view.over);
  // In brief it is not said after each step what is left.
  const goesOn = settings.get('voice') === 'brief' && view.paths.length && prompted === automatic.throw;
  prompted = automatic.throw;
  if (!goesOn) teller.ask(view.say, awaited() && !view.over);
  showState();
  table.advice?.clear();
  log.changed();
  if (view.result !== result) ended(live);
  automatic.next(log.at !== null);
}

let prompted = '';
let result = '';

/** A game or a match is over, or a new one begins. */
async function ended(live) {
  const { view } = game;
  result = view.result;
  $('result').hidden = true;
  if (!result) return;
  if (live && view.winner) board.bow(view.winner);
  const { showResult } = await import('./result.js');
  // The next game may have begun meanwhile.
  if (game.view.result !== view.result) return;
  await showResult(game, view, teller);
  tabs.show('table');
}

function refused(message) {
  // What was sent may have happened: that the line is lost was said, and the board will show it.
  if (message.type === 'lost') message.sent || teller.say(words('lost'), 'refusal');
  else hand.refuse([message.say], message.points ?? []);
}

// -------------------------------------------------------------------------- looking back

function look(view, line) {
  hand.locked = true;
  state.explain('');
  hand.letGo();
  grid.past = view;
  shown(view);
  lookAround();
  tellBoard();
  showRow();
  head.render(view);
  looked = words('looking_back', { line: line.replace(/\.$/, '') }); // a sentence has its own full stop
  speech.say(looked);
  showState();
}

function lookAway() {
  hand.locked = false;
  grid.past = null;
  state.news = [];
  shown(hand.arranged(game.shown));
  changed();
  // What has been asked before is not asked anew, and whoever listens must hear that he is back.
  if (!speech.queue.includes(game.view.say)) speech.say(game.view.say);
  table.advice?.draw(table.advice.best);
  automatic.next(false);
  showState();
}

// ---------------------------------------------------------------------------- connection

/** Where a match changes its game: it lays the board of the one that is played. */
const turns = data('rotation') && new (await import('./rotation.js')).Rotation({ board, game, hand, head, names });

const listener = () => ({ voice: settings.get('voice'), numbering: settings.get('numbering') });

const seed = seedOf(game.id, data('dice'), game.mine);

game.connection = new Connection(game.id, {
  seen: () => ({ seq: game.seq, epoch: game.epoch }),
  listener: () => ({ lang: document.documentElement.lang, ...listener(), ...seed }),
  message: (message) => game.receive(message),
  lost: () => teller.say(words('offline'), 'refusal'),
  back: () => aside([words('online')]),
  gone: () => teller.say(words('gone'), 'refusal'),
});

// --------------------------------------------------------------------- pointer and controls

listen(board, hand, () => game.idle && acts.undo());

/** @type {NodeListOf<HTMLElement>} */
const controls = document.querySelectorAll('[data-act]');
for (const control of controls) control.addEventListener('click', () => keys.run(control.dataset.act));
/** @type {NodeListOf<HTMLDetailsElement>} */
const boxes = document.querySelectorAll('#table details');
for (const box of boxes) {
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && host.focus());
}
$('more').addEventListener('click', async () => (await import('./sheet.js')).openSheet(table, acts));
$('type-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = $('type').value.trim();
  if (text && !keys.returned() && (await game.play(text)).type === 'accepted') $('type').value = '';
});

const tell = (say, kind) => teller.say(say, kind);

// Boxes that few open are loaded when they are opened.
const BOXES = {
  settings: async () => (await import('./preferences.js')).showSettings($('settings'), settings),
  keys: async () => (await import('./keylist.js')).showKeys($('keys'), keys),
  invite: async () => (await import('./invite.js')).showLinks(game, tell),
  dice: async () => (await import('./dice_box.js')).showDice(game, tell),
};
for (const [id, show] of Object.entries(BOXES)) {
  const box = $(`${id}-box`);
  box.addEventListener('toggle', () => box.open && show());
}

settings.onChange((key) => {
  if (key === 'theme') document.documentElement.dataset.theme = settings.get('theme');
  if (key === 'log_sentences') log.restyle();
  if (key in listener()) {
    grid.forget();
    game.connection.send({ type: 'listen', ...listener() });
  }
  board.set(options());
  changed();
});

board.show(game.shown);
changed();
if (game.waiting && game.mine.length) {
  tabs.show('table');
  $('invite-box').open = true;
} else if (!game.view.result) tabs.show('log');
if (settings.get('text')) acts.text();

export { board, game, grid, hand, log, settings, tabs };
