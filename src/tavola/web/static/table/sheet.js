// The sheet behind the last place: all that is done seldom.

import { $, button, data, el, openDialog, words } from './dom.js';
import { nameOf } from './settings.js';

/** What is asked or chosen about the game as it stands: it leads back from the past first. */
const ASKS = /hint|double|correct|resign|draw|claim/;

/** @param {any} table its parts @param {Record<string, () => any>} acts */
export function openSheet(table, acts) {
  const { absence, actions, choices, game, hand, log, settings, tabs, teller } = table;
  const sheet = $('sheet');
  const close = () => sheet.close();
  const item = (key, label, act) => button(label, () => {
    close();
    if (ASKS.test(key)) log.now();
    act();
  }, { 'data-key': key });
  const group = (list) => el('div', { class: 'group' }, ...list.filter(Boolean));
  const here = log.at === null;
  const if_ = (may, key, act, label = words(key)) => may && item(key, label, act);
  const box = (id) => () => tabs.box(id);
  const { view } = game;
  const mine = game.mine.length > 0 && !game.waiting;
  const waits = mine && !view.over && !view.offer && view.actor && !game.onTurn;
  const tutor = words('labelled', { label: words('tutor'), text: nameOf('tutor', settings.get('tutor')) });
  sheet.replaceChildren(
    group([
      if_($('places').hidden && game.onTurn && data('terms').hints, 'hint', acts.hint),
      if_(game.may('double'), 'double', () => actions.double(), words('double_to', { value: 2 * (view.cube?.value ?? 1) })),
      if_(game.may('correct'), 'correct', () => choices.correct()),
      if_(here && game.onTurn && hand.numbers.length > 1, 'swap', acts.swap),
      if_(here && game.onTurn && game.may('undo'), 'undo_turn', acts.undo_turn),
      if_(here && view.back, 'back', () => game.back()),
    ]),
    group([
      ...view.resign.map((count) => if_(mine, `resign${count}`, () => actions.resign(count), words('resign_for', { what: words(`game_${count}`) }))),
      // The table says when; meanwhile the turn may have come.
      if_(waits, 'resign', () => (game.may('resign') ? actions.resign(1) : game.act('resign', { number: 1 }))),
      if_(game.may('draw'), 'draw', () => actions.draw()),
      if_(absence?.missed, 'claim', () => absence.ask()),
    ]),
    group([
      item('invite', words('invite'), box('invite')),
      item('text', words($('board').hidden ? 'drawn_view' : 'text_view'), acts.text),
      item('questions', words('ask'), box('more')),
      if_(mine && data('terms').hints, 'tutor', () => teller.say(settings.next('tutor')), tutor),
      item('settings', words('settings'), box('settings')),
      item('keys', words('keys'), box('keys')),
      item('fairness', words('fairness'), box('dice')),
    ]),
    group([item('close', words('close'), () => {})]),
  );
  for (const one of sheet.querySelectorAll('.group')) one.hidden = !one.children.length;
  sheet.onclick = ({ target }) => target === sheet && close();
  openDialog(sheet);
}
