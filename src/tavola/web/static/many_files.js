// Several files of matches at once: sent one after the other, with how far it has come and what
// became of each.  One file alone goes the way of the form, to its review.

const LONGEST_WAIT = 120;
/** Answers that ask to come back a moment later: too many at once, or too much to do. */
const LATER = [429, 503];
/** So often a file is sent at most: a disk that is full stays so. */
const TRIES = 20;

/**
 * @typedef {object} Kept
 * @property {string} [table]
 * @property {string} [say]
 * @property {string[]} [others]
 * @property {Record<string, string>} [notes]
 */

/** @param {number} seconds */
const pause = (seconds) => new Promise((done) => { setTimeout(done, 1000 * seconds); });

/**
 * @param {File} file
 * @param {string} colour
 * @returns {Promise<Kept>}
 */
async function sent(file, colour) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`/api/v1/records?colour=${encodeURIComponent(colour)}`, {
      method: 'POST',
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (!LATER.includes(answer.status) || tries >= TRIES) return answer.json();
    const wait = Number(answer.headers.get('retry-after')) || 2;
    await pause(Math.min(wait, LONGEST_WAIT));
  }
}

/**
 * What became of a file, as a line: its matches lead to their reviews.
 * @param {string} name
 * @param {Kept} kept
 * @param {string} lost said where nobody answered
 */
function line(name, kept, lost) {
  const item = document.createElement('li');
  const tables = kept.table ? [kept.table, ...(kept.others ?? [])] : [];
  const head = document.createElement(tables.length === 1 ? 'a' : 'b');
  head.textContent = name;
  if (head instanceof HTMLAnchorElement) head.href = `/t/${tables[0]}/review`;
  item.append(head);
  if (tables.length > 1) {
    tables.forEach((table, n) => {
      const link = document.createElement('a');
      link.href = `/t/${table}/review`;
      link.textContent = String(n + 1);
      item.append(' ', link);
    });
  }
  const notes = Object.values(kept.notes ?? {});
  const said = [kept.say, ...notes].filter(Boolean).join(' ') || (tables.length ? '' : lost);
  item.append(said ? ` – ${said}` : ' ✓');
  if (!tables.length) item.className = 'bad';
  return item;
}

/** @param {HTMLFormElement} form */
function takesMany(form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('file'));
  const told = /** @type {HTMLElement} */ (form.querySelector('.sent'));
  const list = /** @type {HTMLElement} */ (form.querySelector('.sent-files'));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
  field.multiple = true;
  form.addEventListener('submit', async (event) => {
    const files = Array.from(field.files ?? []);
    const going = button.hasAttribute('aria-disabled');
    if (files.length < 2 && !going) return;
    event.preventDefault();
    if (going) return;
    const colour = String(new FormData(form).get('colour') ?? 'both');
    button.setAttribute('aria-disabled', 'true'); // it keeps the focus, which `disabled` takes
    list.replaceChildren();
    let taken = 0;
    for (const [n, file] of files.entries()) {
      told.textContent = told.dataset.going
        .replace('{number}', String(n + 1)).replace('{total}', String(files.length));
      /** @type {Kept} */
      const kept = await sent(file, colour).catch(() => ({}));
      taken += kept.table ? 1 : 0;
      list.append(line(file.name, kept, told.dataset.lost));
    }
    told.textContent = told.dataset.done
      .replace('{taken}', String(taken)).replace('{total}', String(files.length));
    button.removeAttribute('aria-disabled');
    form.reset();
  });
}

const form = /** @type {HTMLFormElement | null} */ (
  document.querySelector('form[action="/mine/records"]'));
if (form) takesMany(form);
