// A small still picture of a position, for the wall of games; every one of the same shape.

import { make } from './svg.js';
import { plan } from './plan.js';
import { drawGround } from './draw.js';
import { drawCheckers } from './pieces.js';

/**
 * @param {HTMLElement} host @param {any} layout as in `docs/server.md` @param {any} board a BoardView
 * @param {{facing?: 'W'|'B', mirror?: boolean, arrows?: boolean, width?: number}} [options]
 * @returns {SVGElement}
 */
export function miniature(host, layout, board, options = {}) {
  const { facing = 'W', mirror = false, arrows = false, width = 288 } = options;
  const height = width * 0.75;
  const drawing = plan(layout, { width, height, facing, mirror, portrait: false, bare: true });
  const { w, h } = drawing.size;
  const viewBox = `${(w - width) / 2} ${(h - height) / 2} ${width} ${height}`;
  const svg = make('svg', { class: 'board small', viewBox, 'aria-hidden': 'true', focusable: 'false' }, host);
  drawGround(svg, drawing, { arrows });
  drawCheckers(svg, drawing, board);
  return svg;
}
