// The rules of the game, beside its board.

import { $, el } from './dom.js';

/** As they stand on their own page, with the numbers of this board: fetched once; `rotation.js` asks for others when another game begins. */
export async function showRules() {
  if ($('rules').firstChild) return;
  const link = $('panel-rules').querySelector('a');
  const { href } = link;
  const page = await fetch(href).then((answer) => answer.text()).catch(() => '');
  const found = new DOMParser().parseFromString(page, 'text/html').querySelector('article.rules');
  if (!found || href !== link.href) return;
  // A picture without its styles would lie over the board.
  const styles = el('link', { rel: 'stylesheet', href: new URL('../rules.css', import.meta.url) });
  styles.onload = () => $('rules').replaceChildren(found);
  document.head.append(styles);
}
