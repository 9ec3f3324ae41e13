// What the tests of the board ask a page that shows one as `board`.

const all = (selector) => [...board.svg.querySelectorAll(selector)];
const box = (element) => element.getBoundingClientRect();

/** @returns sizes, whether everything is inside the window, and how many checkers are drawn */
function drawn() {
  const { x, y, width, height } = box(board.svg);
  const { point, checker, towers } = board.plan;
  return {
    ratio: towers ? null : checker / point,
    inside: x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight,
    scrolls: document.documentElement.scrollHeight > innerHeight,
    W: all('.checkers .checker.W').length,
    B: all('.checkers .checker.B').length,
  };
}

/** @returns what lies where it should not, in words */
function misplaced() {
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const checkers = all('.checkers .checker > .body, .checkers .edge-on').map(box);
  const found = [];
  for (const thing of all('.die > .body, .cube > .body')) {
    if (checkers.some((c) => meet(c, box(thing)))) found.push(`${thing.parentNode.getAttribute('class')} on a checker`);
  }
  const { left, top } = box(board.svg);
  const near = 1.5;
  const home = (c) => board.plan.targets().some(({ box: { x, y, w, h } }) => (
    c.left - left >= x - near && c.top - top >= y - near
    && c.right - left <= x + w + near && c.bottom - top <= y + h + near));
  return found.concat(checkers.filter((c) => !home(c)).map((c) => `checker at ${c.left} ${c.top}`));
}

/** @returns what is found in the middle and near the edges of White's last checker on the bar */
function onBar() {
  const { plan, view } = board;
  const [x, y] = plan.onBar('W', view.board.white.bar).at(-1);
  const { left, top } = box(board.svg);
  const far = plan.checker * 0.45;
  return [[0, 0], [far, 0], [-far, 0], [0, far], [0, -far]]
    .map(([dx, dy]) => board.placeAt(left + x + dx, top + y + dy));
}

/** @returns point and what it is called, by where the number stands */
function numbers() {
  return all('.ground > .number').map((text) => {
    const { x, y, width, height } = box(text);
    return [board.placeAt(x + width / 2, y + height / 2), Number(text.textContent)];
  });
}

/** @returns numbers that are not between the frame and the field */
function squeezed() {
  const frame = box(all('.frame')[0]);
  const fields = all('.field, .lane').map(box);
  const { portrait } = board.plan;
  return all('.ground > .number').filter((text) => {
    const { left, right, top, bottom } = box(text);
    const out = left < frame.left + 1 || right > frame.right - 1 || top < frame.top || bottom > frame.bottom;
    // A line of text is higher than its digits.
    const slack = portrait ? 0 : (bottom - top) / 4;
    return out || fields.some((field) => left < field.right && right > field.left
      && top + slack < field.bottom && bottom - slack > field.top);
  }).map((text) => text.textContent);
}

/** @returns for each pinned checker whether it and its pinner are White's, and how far they are apart */
function pinned() {
  return all('.collar').map((rim) => {
    const [below, above] = [rim.previousSibling.previousSibling, rim.nextSibling];
    const [a, b] = [box(below), box(above)];
    const white = [below, above].map((element) => element.classList.contains('W'));
    return [...white, Math.hypot(a.x - b.x, a.y - b.y) / a.width];
  });
}

/** @returns places that are not found where they are, how many there are, how many the keys reach */
function reached() {
  const places = board.rows().flat();
  const wrong = places.filter((place) => {
    const { x, y, width, height } = board.boxOf(place, board.options.facing);
    const found = [0.25, 0.75].map((part) => board.placeAt(x + width / 2, y + height * part));
    return !found.includes(place);
  });
  const seen = new Set([places[0]]);
  for (const place of seen) {
    for (const way of ['left', 'right', 'up', 'down']) seen.add(board.neighbour(place, way));
  }
  return { wrong, places: places.length, seen: seen.size };
}

/** Keeps what the board tells in `told`; answers drags and drops as given. */
function listen({ dragstart = true, drop = true }) {
  window.told = [];
  for (const [name, answer] of Object.entries({ tap: true, undo: true, dragstart, drop })) {
    board.on(name, ({ place, side, from }) => {
      told.push([name, place, side, from]);
      return answer;
    });
  }
}

/**
 * Plays an event.
 * @returns how many checkers flew at first, how many are left flying, whether the picture changed
 *   before the true view came, and whether it was that of the view
 */
async function played([event, view]) {
  const before = board.layers.checkers.innerHTML;
  const pictures = [];
  const show = board.show.bind(board);
  board.show = (next) => {
    pictures.push(board.layers.checkers.innerHTML);
    show(next);
  };
  const run = board.animate(event, view);
  const flying = all('.flying .checker').length;
  await run;
  const last = board.layers.checkers.innerHTML;
  return {
    flying, left: all('.flying *').length, moved: before !== last, same: pictures.at(-1) === last,
  };
}

const STEP = { action: { do: 'step', side: 'W' }, hits: [], steps: [{ number: 4, from: 1, to: 5 }] };

/** @returns how many movements a step begins */
async function movements(view) {
  const run = board.animate(STEP, view);
  const count = document.getAnimations().length;
  await run;
  return count;
}

/** A newer view comes while a step slides. @returns White's checkers then, and what still flies */
async function overtaken([view, newer]) {
  const run = board.animate(STEP, view);
  board.show(newer);
  await run;
  return [all('.checkers .checker.W').length, all('.flying *').length];
}

/** The room changes while a step slides. @returns White's checkers after it */
async function narrowed(view) {
  const run = board.animate(STEP, view);
  board.set({ portrait: true });
  await run;
  return all('.checkers .checker.W').length;
}

/** @returns pips of White's and Black's die while the throw for the start is seen, and dice after it */
async function opened([dice, view]) {
  const run = board.animate({ action: { do: 'opening', dice }, steps: [], hits: [] }, view);
  const pips = ['W', 'B'].map((side) => all(`.die.${side} .pip`).length);
  await run;
  return [...pips, all('.die').length];
}

/** @returns whether the cube moves at first, and whether it still does when the event is over */
async function slides([kind, view]) {
  const moves = () => board.cube.getAnimations().length > 0;
  const run = board.animate({ action: { do: kind, side: 'B' }, steps: [], hits: [] }, view);
  const first = moves();
  await run;
  return [first, moves()];
}

/** @returns how many movements a bow begins, and how many are left when it is over */
async function bows(side) {
  const run = board.bow(side);
  const first = document.getAnimations().length;
  await run;
  return [first, document.getAnimations().length];
}

/** @returns the colours of a theme by their names */
function colours([theme, names]) {
  document.documentElement.dataset.theme = theme;
  const probe = document.body.appendChild(document.createElement('i'));
  return Object.fromEntries(names.map((name) => {
    probe.style.color = `var(--b-${name})`;
    return [name, getComputedStyle(probe).color];
  }));
}

window.probe = {
  drawn, misplaced, squeezed, onBar, numbers, pinned, reached, listen, played, movements, overtaken, narrowed, opened, slides, bows, colours,
};
