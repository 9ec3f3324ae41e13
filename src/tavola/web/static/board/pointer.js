// Mouse, touch and pen on the board: a tap, or a checker that is dragged.

import { glide, still } from './animate.js';

const SLOP = 7;

/** Tells a board's listeners what the hand does; one pointer at a time. */
export class Pointer {
  /** @param {any} board the `Board` */
  constructor(board) {
    this.board = board;
    this.held = null;
    this.ghost = null;
    for (const name of ['down', 'move', 'up', 'cancel']) {
      board.host.addEventListener(`pointer${name}`, (event) => this[name](event));
    }
    board.host.addEventListener('contextmenu', (event) => this.menu(event));
  }

  down(event) {
    this.kind = event.pointerType;
    // Beside the drawing nothing is meant.
    if (!event.isPrimary || event.button !== 0 || event.target === this.board.host) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.held = { id, x, y, spot: this.board.tapped(x, y), dead: false };
    this.board.host.setPointerCapture(id);
  }

  move({ pointerId, clientX, clientY }) {
    const { held } = this;
    if (held?.id !== pointerId || held.dead) return;
    if (!this.ghost && Math.hypot(clientX - held.x, clientY - held.y) > SLOP) this.begin(held);
    if (this.ghost) this.follow(this.board.inside(clientX, clientY));
  }

  /** A drag begins if there is a checker and no listener forbids it. */
  begin(held) {
    const { spot } = held;
    const allowed = spot.place !== 'board' && this.board.tell('dragstart', { ...spot, from: spot.place });
    this.ghost = allowed ? this.board.lifted(spot) : null;
    held.dead = !this.ghost;
  }

  follow(at) {
    this.ghost.at = at;
    this.ghost.element.setAttribute('transform', `translate(${at}) scale(1.08)`);
  }

  async up({ pointerId, clientX, clientY }) {
    const { held, ghost, board } = this;
    if (held?.id !== pointerId) return;
    this.held = null;
    if (!ghost) {
      const spot = board.tapped(clientX, clientY);
      if (!held.dead && spot.place === held.spot.place) board.tell('tap', { ...spot, from: null });
      return;
    }
    const spot = board.spotAt(clientX, clientY, board.plan.gap / 2);
    const from = held.spot.place;
    if (!board.tell('drop', { place: null, side: null, ...spot, from })) await this.back(ghost);
    if (this.ghost === ghost) this.letGo();
  }

  /** A right click takes back; a finger that rests on the board does nothing. */
  menu(event) {
    event.preventDefault();
    if (this.kind !== 'touch' && !this.ghost) this.board.tell('undo', {});
  }

  async cancel() {
    this.held = null;
    if (this.ghost) await this.back(this.ghost);
    this.letGo();
  }

  /** The checker slides back to where it was. */
  async back({ element, at, home }) {
    if (at && !still(this.board.options.speed)) await glide(element, [at, home], 160);
  }

  /** The board shows something new: what was in the hand is not there any more. */
  forget() {
    if (this.ghost && this.held) this.held.dead = true;
    this.ghost = null;
  }

  /** Nothing is in the hand any more; the board shows its view. */
  letGo() {
    if (!this.ghost) return;
    this.ghost = null;
    this.board.repaint();
  }
}
