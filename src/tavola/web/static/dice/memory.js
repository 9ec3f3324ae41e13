// What this browser noted of the dice of its tables: the commitment that it saw, the seed that it gave.

const PLACE = 'tavola.dice';
const KEPT = 200;

/** @typedef {{id: string, commitment: string, seed: string}} Note */

/** @returns {Note[]} */
function notes() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) || '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} table @returns {Note|undefined} */
export const noted = (table) => notes().find(({ id }) => id === table);

/** Notes the commitment as it was seen first, and the seed as it was given last.
 * @param {string} table @param {string} commitment @param {string} seed */
export function note(table, commitment, seed) {
  const before = noted(table);
  const made = { id: table, commitment: before?.commitment ?? commitment, seed };
  try {
    localStorage.setItem(PLACE, JSON.stringify([...notes().filter(({ id }) => id !== table), made].slice(-KEPT)));
  } catch {
    // a browser that keeps nothing cannot compare later
  }
}

/** A seed that nobody can foresee: 16 bytes in hexadecimal. */
export const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
