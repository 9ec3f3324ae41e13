// SHA-256 and HMAC in plain script: browsers have them, but not on pages without TLS.

const WORD = 2 ** 32;

/** The first bits of the fractional parts of roots of the first primes. */
function constants() {
  const roots = [];
  const starts = [];
  for (let n = 2; roots.length < 64; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) prime &&= n % d > 0;
    if (!prime) continue;
    roots.push(Math.floor((n ** (1 / 3) % 1) * WORD));
    if (starts.length < 8) starts.push(Math.floor((n ** (1 / 2) % 1) * WORD));
  }
  return { roots, starts };
}

const { roots: K, starts: H } = constants();
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} message @returns {Uint8Array} its SHA-256, 32 bytes */
export function sha256(message) {
  const length = message.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const state = [...H];
  for (let at = 0; at < padded.length; at += 64) mix(state, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => out.setUint32(4 * n, word));
  return new Uint8Array(out.buffer);
}

/** Mixes a block of 64 bytes into the state. */
function mix(state, view, at) {
  const w = new Int32Array(64);
  for (let n = 0; n < 16; n += 1) w[n] = view.getInt32(at + 4 * n);
  for (let n = 16; n < 64; n += 1) {
    const low = turn(w[n - 15], 7) ^ turn(w[n - 15], 18) ^ (w[n - 15] >>> 3);
    const high = turn(w[n - 2], 17) ^ turn(w[n - 2], 19) ^ (w[n - 2] >>> 10);
    w[n] = w[n - 16] + low + w[n - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + K[n] + w[n]) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => { state[n] = (state[n] + word) >>> 0; });
}

/** @param {Uint8Array} key at most 64 bytes @param {Uint8Array} message */
export function hmac(key, message) {
  const pad = (by) => Uint8Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ by);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

function joined(first, second) {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** @param {string} text @returns {Uint8Array} in UTF-8 */
export const bytes = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} data */
export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} text hexadecimal */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
