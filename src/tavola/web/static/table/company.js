// Who comes to the table and who goes, said once each.

import { words } from './dom.js';

/** Milliseconds: a page that is loaded again is not somebody who went. */
const GONE = 4000;

/** Compares the people at the table with those of before. */
export class Company {
  /** @param {(sentence: string) => any} say */
  constructor(say) {
    this.say = say;
    this.seats = null;
    this.timers = {};
    this.away = {};
  }

  /** @param {{side: string, name: string, kind: string, here: boolean}[]} seats @param {string[]} mine sides of the listener */
  look(seats, mine) {
    const others = seats.filter(({ side }) => !mine.includes(side));
    for (const seat of this.seats ? others : []) this.compare(this.seats.find(({ side }) => side === seat.side), seat);
    this.seats = seats;
  }

  compare(before, { side, name, kind, here }) {
    const tell = (key) => this.say(words(key, { name: name || words(side === 'W' ? 'white' : 'black') }));
    if (before?.kind === 'open' && kind === 'person') tell('sat_down');
    else if (kind !== 'person' || before?.here === here) return;
    clearTimeout(this.timers[side]);
    if (here && this.away[side]) tell('is_back');
    this.away[side] = false;
    if (here) return;
    this.timers[side] = setTimeout(() => {
      this.away[side] = true;
      tell('is_away');
    }, GONE);
  }
}
