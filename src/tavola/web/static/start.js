// Draws the opening position of one game, with the booklet's numbers and the ways that both sides run.

import { drawGround } from './board/draw.js';
import { drawCheckers } from './board/pieces.js';
import { plan } from './board/plan.js';
import { make } from './board/svg.js';

const { layout, view } = JSON.parse(document.getElementById('board').textContent);
const host = document.getElementById('drawing');

function draw() {
  const width = host.clientWidth;
  const drawing = plan(layout, { width, height: width * 0.75, facing: 'W', portrait: false });
  const { w, h } = drawing.size;
  const svg = make('svg', { class: 'board small', viewBox: `0 0 ${w} ${h}`, 'aria-hidden': 'true', focusable: 'false' });
  drawGround(svg, drawing, { arrows: true, numbering: 'booklet' });
  drawCheckers(svg, drawing, view);
  host.replaceChildren(svg);
}

new ResizeObserver(draw).observe(host);
