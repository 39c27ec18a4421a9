// The last fire of a battle: battle/blow.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: { balian: { name: "Balian" }, saladin: { name: "Saladin" } },
  towns: { acre: { name: "Acre" } },
  texts: { "steps-lost": "-{count}", "half-a-hit": "half a hit", "has-fallen": "{block} has fallen" },
});
const { blowInWords, eventsOfBattle, lastBlow, shooterOf } =
  await import("../../frontend/static/frontend/js/battle/blow.js");

const fired = { type: "block-fired", block: "saladin", town: "acre", dice: [1, 2, 6], text: "" };
const loses = (block) => ({ type: "block-reduced", block, text: "" });

test("of a battle only what came after its beginning is told; without a beginning all of it", () => {
  const events = [fired, { type: "battle-begun", text: "" }, loses("balian")];
  assert.deepEqual(eventsOfBattle(events), [loses("balian")]);
  assert.deepEqual(eventsOfBattle([fired]), [fired]);
});

test("before anybody has rolled there is no blow, nor where the dice were none", () => {
  assert.equal(lastBlow([loses("balian")]), null);
  assert.equal(lastBlow([{ ...fired, dice: [] }]), null);
});

test("what the last dice did is counted, and not what earlier ones did", () => {
  const blow = lastBlow([fired, loses("saladin"), fired, loses("balian"), loses("balian")]);
  assert.deepEqual([...(blow?.lost ?? [])], [["balian", 2]]);
  assert.deepEqual(blow && blowInWords(blow), ["Balian -2"]);
});

test("who fell is told once, without the steps; half a hit of edition 1.4 only where no step went with it", () => {
  const falls = { type: "block-eliminated", block: "balian", text: "" };
  const half = { type: "half-hit", block: "saladin", text: "" };
  assert.deepEqual(blowInWords(lastBlow([fired, loses("balian"), falls])), ["Balian has fallen"]);
  assert.deepEqual(blowInWords(lastBlow([fired, half])), ["Saladin half a hit"]);
  assert.deepEqual(blowInWords(lastBlow([fired, loses("saladin"), half])), ["Saladin -1"]);
});

test("a hidden block's roll is told of its town", () => {
  assert.equal(shooterOf(fired), "Saladin");
  assert.equal(shooterOf({ ...fired, block: undefined }), "Acre");
});
