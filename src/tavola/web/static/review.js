// The review of a match: from error to error without loading the page, and its progress.

const PAUSE = 1000;
const said = document.getElementById('said');

/** @returns {HTMLElement} the part of the page that changes */
const shown = () => document.getElementById('review');

/** @param {Element} one @returns {string} what tells it from others, on this page and on the next */
const nameOf = (one) =>
  [...['id', 'href', 'name', 'aria-label'].map((name) => one.getAttribute(name)),
    one.matches('button, summary') ? one.textContent.trim() : ''].join('\n');

/** @template {HTMLElement} T @param {T} one @returns {T | undefined} the same on the page that is shown by now */
const again = (one) => /** @type {T[]} */ ([...shown().querySelectorAll(one.localName)]).find((other) => nameOf(other) === nameOf(one));

/** Puts a part of the page in the place of the one there was: what the reader has opened, typed and reached stays. @param {HTMLElement} part */
function replace(part) {
  const before = shown();
  const held = /** @type {HTMLElement} */ (document.activeElement);
  const reached = before.contains(held);
  before.replaceWith(part);
  for (const summary of part.querySelectorAll('summary')) /** @type {HTMLDetailsElement} */ (summary.parentElement).open = false;
  for (const summary of before.querySelectorAll('details[open] > summary')) {
    const box = again(/** @type {HTMLElement} */ (summary))?.parentElement;
    if (box) /** @type {HTMLDetailsElement} */ (box).open = true;
  }
  for (const field of before.querySelectorAll('input')) {
    const now = field.value === field.defaultValue ? null : again(field);
    if (now) now.value = field.value;
  }
  if (reached) (again(held) ?? document.getElementById('main')).focus({ preventScroll: true });
}

/** How often the reader has gone somewhere: only the last place is shown, whichever answer comes last. */
let moves = 0;

/**
 * Shows another part of the review, or what has come to it.
 * @param {string} address @param {{move?: boolean, keep?: boolean}} how `move`: the reader goes there
 */
async function show(address, { move = false, keep = false } = {}) {
  if (move) moves += 1;
  const mine = moves;
  const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  if (mine !== moves || (!move && address !== location.href)) return;
  if (text === null) {
    if (move) location.assign(address);
    return;
  }
  const page = new DOMParser().parseFromString(text, 'text/html');
  replace(page.getElementById('review'));
  document.title = page.title;
  if (move) {
    if (!keep) history.pushState(null, '', address);
    const here = document.getElementById('here') ?? document.getElementById('main');
    here.focus();
    document.getElementById('detail')?.scrollIntoView({ block: 'nearest' });
  }
}

document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest('#review a[href]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const address = new URL(link.getAttribute('href'), location.href);
  if (address.pathname !== location.pathname) return;
  event.preventDefault();
  show(address.href, { move: true });
});

document.addEventListener('keydown', (event) => {
  const typing = /** @type {Element} */ (event.target).closest('input, select, textarea, [role="region"], summary');
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const id = { ArrowLeft: 'before', ArrowRight: 'after' }[event.key];
  const step = id && document.getElementById(id);
  if (!step?.hasAttribute('href')) return;
  event.preventDefault();
  step.click();
});

window.addEventListener('popstate', () => show(location.href, { move: true, keep: true }));

/** Shows what the trials say by now, and leaves the rest alone: somebody may be reading it. */
async function renew() {
  const address = location.href;
  const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), 'text/html');
  const rolled = page && address === location.href && page.getElementById('rolled');
  if (rolled) document.getElementById('rolled')?.replaceWith(rolled);
}

/** The rollout on this page has ended: says so, to whoever waits at its button too. */
async function rolledOut() {
  const waits = document.getElementById('rollout')?.contains(document.activeElement);
  await show(location.href);
  said.textContent = [...document.querySelectorAll('#rolled > p:not(.note)')].map((line) => line.textContent).join(' ');
  if (waits) document.getElementById('checked')?.focus();
}

/** @param {string} status @returns {boolean} whether the review goes on */
const goesOn = (status) => ['waiting', 'working'].includes(status);

/** Asks how far the review has come until it is told that it has ended: the page may come to show that earlier. */
async function follow() {
  let quarter = 0;
  let ended = !goesOn(shown().dataset.status);
  while (!ended) {
    await new Promise((done) => { setTimeout(done, PAUSE); });
    const answer = await fetch(shown().dataset.state).catch(() => null);
    if (answer?.status === 404 || answer?.status === 410) return; // the match was erased meanwhile
    const state = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!state) continue;
    ended = !goesOn(state.status);
    if (shown().dataset.rolls) {
      await (ended ? rolledOut() : renew());
      continue;
    }
    const told = document.getElementById('standing');
    if (told) told.textContent = state.say;
    const bar = shown().querySelector('progress');
    if (bar && state.total) {
      bar.max = state.total;
      bar.value = state.done;
    }
    const now = state.total ? Math.floor((4 * state.done) / state.total) : 0;
    if (ended || now > quarter) said.textContent = state.say;
    quarter = now;
    const stale = String(state.version) !== shown().dataset.version || ended === goesOn(shown().dataset.status);
    if (stale) await show(location.href);
  }
}

follow();
