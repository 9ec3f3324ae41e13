// What a reader likes: kept by the server, or in this browser where the server cannot.

import { words } from './dom.js';

const PLACE = 'tavola.settings';

/** Every setting: its values, the usual one first, or whether it is on. */
export const CHOICES = {
  theme: ['auto', 'walnut', 'linen', 'night', 'contrast', 'safe'],
  numbering: ['own', 'booklet'],
  turn: false,
  mirror: false,
  arrows: ['first', 'always', 'never'],
  twists: ['first', 'always', 'never'],
  speed: ['normal', 'slow', 'fast', 'fastest', 'none'],
  sounds: true,
  tap: ['play', 'pick'],
  targets: true,
  auto_throw: false,
  auto_forced: false,
  auto_done: false,
  tutor: ['off', 'gentle', 'strict'],
  tutor_limit: ['usual', 'most', 'more', 'some', 'few'],
  log_sentences: false,
  voice: ['full', 'brief'],
  announce: [0, 1, 2, 3, 5],
  keys_on: true,
};

/** Units from which on a tutor speaks, by the value of its setting. */
export const LIMITS = { most: 0.03, more: 0.06, some: 0.12, few: 0.25 };

/** What a value of a setting is called. */
export function nameOf(key, value) {
  if (typeof CHOICES[key] === 'boolean') return words(value ? 'on' : 'off_switch');
  if (LIMITS[value]) return words('tutor_from', { units: LIMITS[value].toLocaleString(document.documentElement.lang) });
  return key === 'announce' ? words('seconds', { count: value }) : words(`${key}_${value}`);
}

/** The settings of the page. */
export class Settings {
  /** @param {Record<string, any>} prefs what the server knows */
  constructor(prefs) {
    this.listeners = [];
    this.values = { ...prefs, ...this.kept() };
  }

  kept() {
    try {
      return JSON.parse(localStorage.getItem(PLACE) || '{}');
    } catch {
      return {};
    }
  }

  get(key) {
    const [value, choices] = [this.values[key], CHOICES[key]];
    if (Array.isArray(choices)) return choices.includes(value) ? value : choices[0];
    return typeof choices === 'boolean' && typeof value !== 'boolean' ? choices : value;
  }

  /** Goes on to the next value of a setting; what it is now, as a sentence. */
  next(key) {
    const choices = Array.isArray(CHOICES[key]) ? CHOICES[key] : [true, false];
    const value = choices[(choices.indexOf(this.get(key)) + 1) % choices.length];
    this.set(key, value);
    return words('set_to', { setting: words(key), value: nameOf(key, value) });
  }

  /** @param {(key: string) => void} listener is told which setting changed */
  onChange(listener) {
    this.listeners.push(listener);
  }

  async set(key, value) {
    this.values[key] = value;
    for (const listener of this.listeners) listener(key);
    const answer = await fetch('/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [key]: value }),
    }).catch(() => null);
    const here = { ...this.kept(), [key]: answer?.ok ? undefined : value };
    try {
      localStorage.setItem(PLACE, JSON.stringify(here));
    } catch {
      // a browser that keeps nothing: the setting holds on this page
    }
  }
}
