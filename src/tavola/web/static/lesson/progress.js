// Which lessons somebody has finished: kept in this browser.

const PLACE = 'tavola.lessons';

function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) || '{}');
  } catch {
    return {};
  }
}

/** @param {string} game @param {string} id */
export const doneHere = (game, id) => Boolean(kept()[`${game}/${id}`]);

/** @param {string} game @param {string} id */
export function finish(game, id) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...kept(), [`${game}/${id}`]: true }));
  } catch { /* a browser that keeps nothing */ }
}
