// Making SVG elements; their looks come from classes and attributes only.

/** Sets attributes of an element; those that are null or undefined are left out. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value != null) element.setAttribute(name, typeof value === 'number' ? round(value) : value);
  }
  return element;
}

/**
 * A new SVG element, the last one of its parent.
 * @param {string} name @param {Record<string, any>} [attributes] @param {Element} [parent] @returns {any}
 */
export function make(name, attributes = {}, parent) {
  const element = set(document.createElementNS('http://www.w3.org/2000/svg', name), attributes);
  parent?.append(element);
  return element;
}

const round = (value) => Math.round(value * 100) / 100;

/** @param {number[][]} points @returns {string} lines through all of them, for `d` */
export const line = (points) => `M${points.map((at) => at.map(round)).join('L')}`;

/** Lines whose corners are as round as `radius` and their length allow. @param {number[][]} points */
export function rounded(points, radius) {
  const parts = points.slice(1, -1).map((corner, i) => {
    const [before, after] = [points[i], points[i + 2]].map((at) => toward(corner, at, radius));
    return `L${before.map(round)}Q${corner.map(round)} ${after.map(round)}`;
  });
  return `M${points[0].map(round)}${parts.join('')}L${points.at(-1).map(round)}`;
}

/**
 * The point that lies `far` from a on the way to b, half way at most.
 * @param {number[]} a @param {number[]} b @param {number} far
 */
function toward([ax, ay], [bx, by], far) {
  const part = Math.min(far / (Math.hypot(bx - ax, by - ay) || 1), 0.5);
  return [ax + (bx - ax) * part, ay + (by - ay) * part];
}

/** Lines with round corners, as `rounded` draws them, as many short lines. @param {number[][]} points @returns {number[][]} */
export function curve(points, radius) {
  const found = [points[0]];
  points.slice(1, -1).forEach((corner, i) => {
    const before = toward(corner, points[i], radius);
    const after = toward(corner, points[i + 2], radius);
    found.push(...bow(before, corner, after));
  });
  return [...found, points.at(-1)];
}

/** From a to b, drawn towards a point beside. @param {number[]} a @param {number[]} aside @param {number[]} b */
export const bow = (a, aside, b) => Array.from({ length: 17 }, (_, i) => (
  between(between(a, aside, i / 16), between(aside, b, i / 16), i / 16)));

/** @param {number[]} a @param {number[]} b @param {number} t */
const between = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** Short lines without so many pixels of both ends. @param {number[][]} points @returns {number[][]} */
export function cut(points, first, last) {
  const shorter = (all, by) => {
    const rest = [...all];
    let left = by;
    const gap = () => Math.hypot(rest[1][0] - rest[0][0], rest[1][1] - rest[0][1]);
    while (rest.length > 2 && gap() <= left) {
      left -= gap();
      rest.shift();
    }
    return [between(rest[0], rest[1], Math.min(left / (gap() || 1), 0.95)), ...rest.slice(1)];
  };
  return shorter(shorter(points, first).reverse(), last).reverse();
}

/** A rectangle with round corners. @param {{x: number, y: number, w: number, h: number}} box */
export const boxed = ({ x, y, w, h }, radius, name, parent) => make(
  'rect', { x, y, width: w, height: h, rx: radius, class: name }, parent,
);

/** A path. */
export const path = (d, name, parent, width) => make('path', { d, class: name, 'stroke-width': width }, parent);

/**
 * A circle.
 * @param {number[]} middle @param {number} r @param {string} name @param {Element} parent @param {number} [width]
 */
export const circle = ([cx, cy], r, name, parent, width) => make(
  'circle', { cx, cy, r, class: name, 'stroke-width': width }, parent,
);

/**
 * Text around a middle.
 * @param {string|number} content @param {number[]} middle @param {number} size @param {string} name
 * @param {Element} parent
 */
export function text(content, [x, y], size, name, parent) {
  make('text', { x, y: y + size * 0.35, 'font-size': size, class: name }, parent).textContent = content;
}
