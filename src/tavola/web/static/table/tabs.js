// What stands beside or below the board: one of four at a time.

import { $ } from './dom.js';

const NAMES = ['log', 'analysis', 'rules', 'table'];

/** The tabs; arrows lead from one to the next. */
export class Tabs {
  /** @param {Record<string, () => any>} opened called when a tab is shown */
  constructor(opened) {
    this.opened = opened;
    this.shown = '';
    for (const [at, name] of NAMES.entries()) {
      const tab = $(`tab-${name}`);
      tab.addEventListener('click', () => this.show(name));
      tab.addEventListener('keydown', ({ key }) => {
        const way = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (!way) return;
        const next = NAMES[(at + way + NAMES.length) % NAMES.length];
        this.show(next);
        $(`tab-${next}`).focus();
      });
    }
  }

  show(name) {
    const again = this.shown === name;
    this.shown = name;
    for (const one of NAMES) {
      $(`panel-${one}`).hidden = one !== name;
      $(`tab-${one}`).setAttribute('aria-selected', String(one === name));
      $(`tab-${one}`).tabIndex = one === name ? 0 : -1;
    }
    // What was read goes away under the reader, as at the end of a game.
    if (document.activeElement?.closest('[role="tabpanel"][hidden]')) $(`tab-${name}`).focus();
    if (!again) this.opened[name]?.();
  }

  /** Opens a box of the tab Table and goes there. */
  box(id, focus = 'summary') {
    this.show('table');
    const box = $(`${id}-box`);
    box.open = true;
    box.querySelector(focus).focus();
    box.scrollIntoView({ block: 'nearest' });
  }
}
