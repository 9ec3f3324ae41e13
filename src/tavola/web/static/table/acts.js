// What keys, buttons and sheet do, by name.

import { $, words } from './dom.js';

/** @param {any} table its parts @returns {Record<string, () => any>} */
export function actsOf(table) {
  const { actions, automatic, game, grid, hand, log, settings, tabs, teller } = table;

  /** Whether a typed play is good, or why it is not allowed. */
  function judge() {
    const text = $('type').value.trim();
    if (text) ask('why', { text });
    else tabs.box('more', '#type');
  }

  async function ask(what, more) {
    const answer = await game.ask(what, more);
    if (answer.type === 'lost') game.on.refused(answer);
    else teller.say(answer.say, answer.type === 'refused' ? 'refusal' : '');
    return answer;
  }

  /** Advice stays to be read; a click on a play plays it. */
  async function advise(what) {
    const { Advice } = await import('./advice.js');
    const { now } = game;
    const answer = await game.ask(what);
    if (answer.type === 'lost') game.on.refused(answer);
    else if (answer.type !== 'answer') teller.say(answer.say);
    else if (game.now === now) {
      table.advice ??= new Advice(table);
      table.advice.show(answer, what === 'hint');
    }
  }

  function whenMay(kinds, act) {
    const kind = kinds.find((one) => game.may(one));
    // What was meant for now is not done later, when something else is awaited.
    if (kind) game.whenIdle(() => game.may(kind) && act(kind));
    else teller.say(game.view.say);
  }

  function undo(all) {
    automatic.stop();
    hand.letGo();
    game.whenIdle(() => whenMay(['undo'], () => (all ? game.undoTurn() : game.act('undo'))));
  }

  async function toggleText() {
    const [host, text] = [$('board'), $('text-view')];
    const shows = !host.hidden;
    if (!table.textView) {
      const { TextView } = await import('./textview.js');
      table.textView = new TextView(text, table, toggleText);
    }
    host.hidden = shows;
    text.hidden = !shows;
    $('text-button').textContent = words(shows ? 'drawn_view' : 'text_view');
    settings.set('text', shows);
    await table.textView.render();
    (shows ? text : host).focus();
  }

  const answer = (yes, kinds) => actions.reply(yes) || whenMay(kinds, (kind) => game.act(kind));
  const question = (what) => [what, () => ask(what)];
  const legal = (way) => grid.cycle(way) || teller.say(words('no_targets'));
  return {
    ...Object.fromEntries(['dice', 'pips', 'score', 'cube', 'pools', 'turn', 'last'].map(question)),
    throw: () => whenMay(['throw', 'opening'], () => (game.view.typed ? $('choices').querySelector('button').focus() : game.throw())),
    done: () => whenMay(['done', 'next'], (kind) => game.act(kind)),
    undo: () => undo(false),
    undo_turn: () => undo(true),
    swap: () => hand.swap(),
    next_legal: () => legal(1),
    previous_legal: () => legal(-1),
    moves: () => ask('moves', grid.here === null ? {} : { place: grid.here }),
    why: () => (hand.lastRefusal ? teller.say(hand.lastRefusal, 'refusal') : ask('why')),
    earlier_line: () => log.step(-1),
    earlier: () => log.step(-1),
    later: () => log.step(1),
    latest: () => log.now(),
    judge,
    hint: () => advise('hint'),
    opinion: () => advise('opinion'),
    double: () => whenMay(['double'], () => actions.double()),
    yes: () => answer(true, ['take', 'accept', 'agree']),
    no: () => answer(false, ['drop', 'refuse', 'decline']),
    type: () => tabs.box('more', '#type'),
    voice: () => teller.say(settings.next('voice')),
    text: toggleText,
    sounds: () => teller.say(settings.next('sounds')),
    help: () => tabs.box('keys'),
  };
}
