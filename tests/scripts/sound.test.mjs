import assert from "node:assert/strict";
import { test } from "node:test";

const kept = new Map();
let contexts = 0;
const node = () => ({
  connect() {},
  start() {},
  stop() {},
  frequency: { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} },
  gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
});
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
globalThis.AudioContext = class {
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  constructor() {
    contexts += 1;
  }
  createGain = node;
  createOscillator = node;
  createBufferSource = node;
  createBiquadFilter = node;
  createBuffer = (_channels, length) => ({ getChannelData: () => new Float32Array(length) });
};
const { playSound, setSound, soundIsOn } = await import("../../frontend/static/frontend/js/page/sound.js");

test("nothing is heard until sound is switched on, nor after it is switched off", () => {
  playSound("dice");
  assert.equal(soundIsOn(), false);
  assert.equal(contexts, 0);
  setSound(true);
  for (const name of ["dice", "hit", "fall", "no-such-sound"]) playSound(name);
  assert.equal(contexts, 1);
  setSound(false);
  assert.equal(soundIsOn(), false);
});
