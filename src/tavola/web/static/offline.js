// No connection: shows which pages can be read all the same, and tries again when the line is back.

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

// A line is not yet a server: it is asked first.
addEventListener('online', async () => {
  const answer = await fetch('/offline', { method: 'HEAD' }).catch(() => null);
  if (answer?.ok) location.reload();
});

export {};
