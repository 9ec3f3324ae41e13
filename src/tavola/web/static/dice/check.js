// The page about the dice of a match: this browser works them out by itself, and compares its notes.

import { noted } from './memory.js';
import { commitment, compared, isOwn } from './sealed.js';

const place = document.getElementById('own-check');
const { table, how, strings } = JSON.parse(document.getElementById('check').textContent);

/** A line: how it turned out (yes, no or open) and its sentence. */
function line(mark, key, values = {}) {
  const found = document.createElement('li');
  found.dataset.verdict = mark;
  found.textContent = strings[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  return found;
}

/** What can be said of a record with a secret. */
function* lines(record) {
  const { dice } = record;
  const fits = commitment(dice.id, dice.secret) === dice.commitment;
  yield line(fits ? 'yes' : 'no', fits ? 'fits' : 'fits_not');
  const mine = noted(table);
  const seen = mine?.commitment === dice.commitment;
  yield mine ? line(seen ? 'yes' : 'no', seen ? 'noted' : 'noted_not') : line('open', 'not_noted');
  if (mine?.seed) {
    const there = dice.seeds.some((seed, n) => seed === mine.seed && (dice.by?.[n] ?? 'player') === 'player');
    yield line(there ? 'yes' : 'no', there ? 'seed' : 'seed_not');
  }
  const chosen = dice.seeds.some((seed, n) => dice.by?.[n] === 'program' && seed !== null && !isOwn(dice, n));
  if (dice.by?.includes('program')) yield line(chosen ? 'no' : 'yes', chosen ? 'program_not' : 'program');
  const { throws, wrong } = compared(record, how);
  yield wrong ? line('no', 'throw_not', { number: wrong }) : line('yes', 'throws', { count: throws });
}

async function check() {
  const answer = await fetch(`/t/${table}/record.json`).catch(() => null);
  const record = await answer?.json().catch(() => null);
  if (!record?.dice?.secret) return;
  try {
    place.querySelector('ul').replaceChildren(...lines(record));
  } catch {
    place.querySelector('ul').replaceChildren(line('no', 'unreadable'));
  }
  place.hidden = false;
}

check();
