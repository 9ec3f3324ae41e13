// What this browser has shown of a game: in which matches something was explained.

const PLACE = 'tavola.met';
const OFTEN = 3; // matches of a game in which the same is explained
const KEPT = 9;

/** @typedef {'first'|'always'|'never'} When in the first matches of a game, in all, in none */

/** Remembers what somebody has met in a game, match by match. */
export class Met {
  /** @param {string} game @param {string} match */
  constructor(game, match) {
    this.game = game;
    this.match = match;
    this.here = new Set();
  }

  /** Whether something is to be explained in this match. @param {string} kind @param {When} when */
  isNew(kind, when) {
    if (when !== 'first') return when === 'always';
    const matches = this.kept()[this.game]?.[kind] ?? [];
    return matches.includes(this.match) || matches.length < OFTEN;
  }

  /** Notes that it was explained; whether for the first time in this match. @param {string} kind */
  note(kind) {
    const all = this.kept();
    const game = (all[this.game] ??= {});
    const matches = (game[kind] ??= []);
    if (this.here.has(kind) || matches.includes(this.match)) return false;
    this.here.add(kind);
    game[kind] = [...matches, this.match].slice(-KEPT);
    try {
      localStorage.setItem(PLACE, JSON.stringify(all));
    } catch {
      // a browser that keeps nothing: it is explained again
    }
    return true;
  }

  kept() {
    try {
      return JSON.parse(localStorage.getItem(PLACE) || '{}');
    } catch {
      return {};
    }
  }
}
