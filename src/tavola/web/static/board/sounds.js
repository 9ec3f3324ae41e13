// Short sounds, made on the spot; nothing is loaded.

let context = null;

/** A source with a soft beginning and end. */
function shaped(source, at, loud, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** A tone; one that falls sounds like wood. */
function tone(at, pitch, loud, length, end = pitch) {
  const source = context.createOscillator();
  source.type = end === pitch ? 'sine' : 'triangle';
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(end, at + length);
  shaped(source, at, loud, length);
}

/** A knock on wood: a falling tone with a breath of noise. */
function knock(at, pitch, loud, length = 0.07) {
  tone(at, pitch, loud, length, pitch * 0.55);
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.02), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const source = context.createBufferSource();
  source.buffer = buffer;
  shaped(source, at, loud * 0.5, 0.02);
}

const SOUNDS = {
  throw: (t) => [0, 0.05, 0.09, 0.16].forEach((d, i) => knock(t + d, 900 - i * 90, 0.1, 0.04)),
  step: (t) => knock(t, 420, 0.14),
  hit: (t) => [0, 0.06].forEach((d, i) => knock(t + d, 300 - i * 110, 0.18, 0.11)),
  turn: (t) => [523, 659].forEach((pitch, i) => tone(t + i * 0.09, pitch, 0.05, 0.16)),
  end: (t) => [523, 659, 784].forEach((pitch, i) => tone(t + i * 0.13, pitch, 0.06, 0.3)),
};

/** Plays a sound as soon as the browser lets it. @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume();
  else SOUNDS[name](context.currentTime + 0.01);
}
