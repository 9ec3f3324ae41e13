// A match whose games are played in turn, each on its own board and by its own rules.

import { $, data, el } from './dom.js';

const rotation = data('rotation');

/** Lays the board of the game that a view shows, and names it in the head. */
export class Rotation {
  /** @param {any} table its `board`, `game`, `hand`, `head` and `names` */
  constructor(table) {
    this.table = table;
    const { head } = table;
    /** Where there is no room only what is played, else how long, too. @param {any} view */
    head.played = (view) => [
      rotation[view.playing].name,
      el('span', { class: 'long' }, `, ${head.length(view)}`),
    ];
  }

  /** @param {any} view of the game that is played, or was */
  lay(view) {
    const { board, game, hand, names } = this.table;
    const { layout } = rotation[view.playing];
    const link = $('panel-rules').querySelector('a');
    link.href = link.href.replace(/games\/[^?]*/, `games/${view.playing}`);
    if (layout === game.layout) return;
    game.layout = layout;
    names.layout = layout;
    $('rules').replaceChildren();
    if (!$('panel-rules').hidden) import('./rules.js').then(({ showRules }) => showRules());
    hand.letGo();
    hand.cursor = null;
    Object.assign(board, { layout, view, coming: null, marks: {}, plays: [], made: '' });
    board.fit();
  }
}
