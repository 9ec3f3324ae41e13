// The order of the places on the screen, for those who go over the board by keys.

/** Middles of the points and of the viewer's bar and trays. */
const middles = (plan) => plan.targets(plan.gap / 2)
  .filter(({ side }) => side === null || side === plan.facing)
  .map(({ place, box }) => ({ place, x: box.x + box.w / 2, y: box.y + box.h / 2 }));

/** @returns {(number|string)[][]} from above to below, each row from left to right */
export function rows(plan) {
  const found = [];
  for (const spot of middles(plan).sort((a, b) => a.y - b.y)) {
    const row = found.at(-1);
    if (row && spot.y - row[0].y < plan.point * 0.5) row.push(spot);
    else found.push([spot]);
  }
  return found.map((row) => row.sort((a, b) => a.x - b.x).map(({ place }) => place));
}

const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/**
 * The nearest place in a direction; what lies aside counts as farther away.
 * @param {any} plan @param {number|string} place @param {'left'|'right'|'up'|'down'} direction
 */
export function neighbour(plan, place, direction) {
  const all = middles(plan);
  const here = all.find((spot) => spot.place === place) ?? all[0];
  const [dx, dy] = WAYS[direction];
  let best = { place: here.place, far: Infinity };
  for (const spot of all) {
    const [x, y] = [spot.x - here.x, spot.y - here.y];
    const ahead = x * dx + y * dy;
    const far = ahead + 3 * (Math.abs(x * dy) + Math.abs(y * dx));
    if (ahead > plan.point * 0.4 && far < best.far) best = { place: spot.place, far };
  }
  return best.place;
}
