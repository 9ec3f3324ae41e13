// The service worker: without a connection the pages that were read before can be read again, and
// every other address says that there is no connection.  Tables and the API are never kept.

/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void, waitUntil(work: Promise<any>): void }} Asked */

const worker = /** @type {any} the scope of a worker, not of a page */ (self);

const VERSION = new URL(location.href).searchParams.get('v');
const CACHE = `tavola-${VERSION}`;
const STATIC = `/static/${VERSION}/`;
const OFFLINE = '/offline';
const SHELL = ['site.css', 'rules.css', 'pages.css', 'board/themes.css', 'board/board.css', 'offline.js', 'times.js', 'icons/tavola.svg'];

/** Pages that are kept when they are read: rules and explanations, as they are without questions. */
const READ = /^\/(games\/[\w-]+|words|history|dice|keys)$/;

/** @param {URL} url */
const isRead = (url) => READ.test(url.pathname) && url.search === '';

worker.addEventListener('install', (/** @type {Asked} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {Asked} */ event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (/** @type {Asked} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (SHELL.includes(url.pathname.replace(STATIC, ''))) event.respondWith(asset(event.request));
  else if (event.request.mode === 'navigate') event.respondWith(page(event, url));
});

/** Fetches the shell, and anew what was kept by the version before. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([OFFLINE, ...SHELL.map((name) => STATIC + name)]);
  for (const name of await others()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      if (isRead(new URL(url))) await cache.add(url).catch(() => {});
    }
  }
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await others()) await caches.delete(name);
  await worker.clients.claim();
}

/** @returns {Promise<string[]>} the caches of other versions */
const others = async () => (await caches.keys()).filter((name) => name.startsWith('tavola-') && name !== CACHE);

/** @param {string} path @returns {Promise<Response | undefined>} */
const kept = async (path) => (await caches.open(CACHE)).match(path, { ignoreVary: true });

/**
 * What the pages need that can be read; it never changes within a version.
 * @param {Request} request
 */
const asset = async (request) => (await kept(request.url)) ?? fetch(request);

/**
 * A page from the server; without a connection the one that was read before, or the page that says so.
 * @param {Asked} event @param {URL} url
 */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && isRead(url)) event.waitUntil(keep(url.pathname, answer.clone()));
    if (answer.ok && url.pathname === '/') event.waitUntil(speak(answer.headers.get('content-language')));
    return answer;
  } catch (error) {
    const found = (isRead(url) && (await kept(url.pathname))) || (await kept(OFFLINE));
    if (found) return found;
    throw error;
  }
}

/** @param {string} path @param {Response} answer */
const keep = async (path, answer) => (await caches.open(CACHE)).put(path, answer);

/**
 * What is said without a connection is said in the language that is read now.
 * @param {string | null} language
 */
async function speak(language) {
  const found = await kept(OFFLINE);
  if (found?.headers.get('content-language') === language) return;
  await (await caches.open(CACHE)).add(OFFLINE).catch(() => {});
}
