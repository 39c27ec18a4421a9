// Short sounds of the board, made as they are heard: a few tones and bursts of noise. Off until somebody switches them
// on.

import { localStore } from "./browser.js";

const KEY = "sound";

/**
 * @typedef {{at: number, lasts: number, loud: number, pitch: number, fall?: number}} Part  seconds, from 0 to 1, hertz
 *   `pitch`: of a tone, or what noise is filtered about; `fall`: the pitch at its end
 * @typedef {{tones?: Part[], noises?: Part[]}} Sound
 */

/** @type {Record<string, Sound>} */
const SOUNDS = {
  dice: {
    noises: [0, 0.07, 0.16, 0.3, 0.42].map((at, i) => ({
      at,
      lasts: 0.05,
      loud: 0.32 - i * 0.04,
      pitch: 1900 + i * 130,
    })),
  },
  hit: {
    noises: [{ at: 0, lasts: 0.12, loud: 0.4, pitch: 420 }],
    tones: [{ at: 0, lasts: 0.14, loud: 0.3, pitch: 130, fall: 70 }],
  },
  fall: {
    noises: [{ at: 0.12, lasts: 0.2, loud: 0.34, pitch: 260 }],
    tones: [{ at: 0, lasts: 0.32, loud: 0.22, pitch: 150, fall: 48 }],
  },
  moment: {
    tones: [
      { at: 0, lasts: 0.5, loud: 0.16, pitch: 294 },
      { at: 0.12, lasts: 0.6, loud: 0.16, pitch: 440 },
    ],
  },
};

/** @type {AudioContext | null} */
let context = null;

export function soundIsOn() {
  return localStore.get(KEY) === "on";
}

/** @param {boolean} on */
export function setSound(on) {
  if (on) localStore.set(KEY, "on");
  else localStore.remove(KEY);
  playSound("moment");
}

/** @param {string} name */
export function playSound(name) {
  const sound = SOUNDS[name];
  if (!sound || !soundIsOn() || typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
  } catch {
    return; // this device has no sound, or no more of it to give
  }
  for (const part of sound.tones ?? []) tone(context, part);
  for (const part of sound.noises ?? []) noise(context, part);
}

/**
 * What a part is heard through: loud at once, then fading.
 * @param {AudioContext} heard
 * @param {Part} part
 * @returns {GainNode}
 */
function fading(heard, { at, lasts, loud }) {
  const begins = heard.currentTime + at;
  const gain = heard.createGain();
  gain.gain.setValueAtTime(0.0001, begins);
  gain.gain.exponentialRampToValueAtTime(loud, begins + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, begins + lasts);
  gain.connect(heard.destination);
  return gain;
}

/** @param {AudioContext} heard @param {Part} part */
function tone(heard, part) {
  const begins = heard.currentTime + part.at;
  const source = heard.createOscillator();
  source.type = "triangle";
  source.frequency.setValueAtTime(part.pitch, begins);
  if (part.fall) source.frequency.exponentialRampToValueAtTime(part.fall, begins + part.lasts);
  source.connect(fading(heard, part));
  source.start(begins);
  source.stop(begins + part.lasts);
}

/** @param {AudioContext} heard @param {Part} part */
function noise(heard, part) {
  const begins = heard.currentTime + part.at;
  const buffer = heard.createBuffer(1, Math.ceil(heard.sampleRate * part.lasts), heard.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  const source = heard.createBufferSource();
  source.buffer = buffer;
  const filter = heard.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = part.pitch;
  source.connect(filter);
  filter.connect(fading(heard, part));
  source.start(begins);
}
