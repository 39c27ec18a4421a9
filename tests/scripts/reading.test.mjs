// What a roll did is read: battle/reading.js.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const heard = new EventTarget();
globalThis.addEventListener = heard.addEventListener.bind(heard);
globalThis.removeEventListener = heard.removeEventListener.bind(heard);
globalThis.Element = class {};
const { Reading } = await import("../../frontend/static/frontend/js/battle/reading.js");

/** Whether what waits has been told to go on. */
async function isOver(reading) {
  let over = false;
  void reading.over().then(() => (over = true));
  await Promise.resolve();
  return () => Promise.resolve().then(() => over);
}

test("what a roll did can be read for two and a half seconds", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const reading = new Reading();
  reading.begin(1);
  const over = await isOver(reading);
  mock.timers.tick(2400);
  assert.equal(await over(), false);
  mock.timers.tick(101);
  assert.equal(await over(), true);
  mock.timers.reset();
});

test("a press or a key goes on at once, and what was read is not read again", async () => {
  for (const type of ["click", "keydown"]) {
    const reading = new Reading();
    reading.begin(1);
    const over = await isOver(reading);
    assert.equal(await over(), false);
    heard.dispatchEvent(new Event(type));
    assert.equal(await over(), true);
    assert.equal(await (await isOver(reading))(), true);
  }
});

test("where nothing was rolled nothing is waited for", async () => {
  assert.equal(await (await isOver(new Reading()))(), true);
});

test("all who wait for a roll to be read go on together", async () => {
  const reading = new Reading();
  reading.begin(1);
  const [one, other] = [await isOver(reading), await isOver(reading)];
  heard.dispatchEvent(new Event("click"));
  assert.deepEqual([await one(), await other()], [true, true]);
  reading.begin(1);
  const next = await isOver(reading);
  assert.equal(await next(), false);
  reading.end();
  assert.equal(await next(), true);
});
