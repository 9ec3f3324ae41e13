// What a reader likes: kept by the server, or in this browser where the server cannot.

const PLACE = 'tavola.settings';

/** Every setting: its values, the usual one first, or whether it is on. */
export const CHOICES = {
  theme: ['auto', 'walnut', 'linen', 'night', 'contrast', 'safe'],
  numbering: ['own', 'booklet'],
  turn: false,
  mirror: false,
  arrows: false,
  speed: ['normal', 'slow', 'fast', 'fastest', 'none'],
  sounds: true,
  tap: ['play', 'pick'],
  targets: true,
  auto_throw: false,
  auto_forced: false,
  auto_done: false,
  log_sentences: false,
  voice: ['full', 'brief'],
  announce: [0, 1, 2, 3, 5],
  keys_on: true,
};

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
    } catch { /* a browser that keeps nothing: the setting holds on this page */ }
  }
}
