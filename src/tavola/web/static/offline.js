// No connection: shows which pages can be read all the same, and tries again until the server is back.

const list = /** @type {HTMLElement} */ (document.getElementById('kept'));
let count = 0;

for (const entry of list.querySelectorAll('li')) {
  const { pathname } = new URL(entry.querySelector('a').href);
  const found = await caches.match(pathname, { ignoreVary: true });
  entry.hidden = !found;
  if (found) count += 1;
}
list.hidden = count === 0;
document.getElementById('nothing').hidden = count > 0;

// A line is not yet a server, and the worker may hear of the line later than the page: the server is
// asked until the page itself comes.  Whoever reads this page by its own address came for it.
const SOONEST = 1000;
const LATEST = 30_000;
let pause = SOONEST;
let timer = 0;

async function ask() {
  clearTimeout(timer);
  const answer = navigator.onLine && (await fetch('/offline', { method: 'HEAD' }).catch(() => null));
  if (answer && answer.ok) location.reload();
  pause = Math.min(2 * pause, LATEST);
  timer = setTimeout(ask, pause);
}

if (location.pathname !== '/offline') {
  addEventListener('online', ask);
  timer = setTimeout(ask, SOONEST);
}

export {};
