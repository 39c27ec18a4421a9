// What Done would lose of an event that was played: decisions/ends.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  texts: {
    "moves-unused": { one: "{count} Move lost", other: "{count} Moves lost" },
    "jihad-unused": "Jihad lost",
    "manna-unused": { one: "{count} step lost", other: "{count} steps lost" },
  },
});
const { endingLosses } = await import("../../frontend/static/frontend/js/decisions/ends.js");

const at = (step, params, ...actions) => ({
  step,
  you: "frank",
  turn: 2,
  map: {},
  ruleset: { edition: "2.0" },
  cards: { frank: {}, saracen: {} },
  "moves-left": 1,
  prompt: { mine: true, params },
  actions: [...actions, { type: "done" }],
});

test("Done asks first where a Jihad has nobody to attack, beside the Move that it leaves", () => {
  assert.deepEqual(endingLosses(at("move", { jihad: {} })), ["Jihad lost"]);
  assert.deepEqual(endingLosses(at("move", { jihad: { acre: false } })), ["Jihad lost"]);
  const march = { type: "move", block: { any: ["balian"] }, path: { any: [["acre"]] } };
  assert.deepEqual(endingLosses(at("move", { jihad: {} }, march)), ["1 Move lost", "Jihad lost"]);
  assert.deepEqual(endingLosses(at("move", { jihad: { acre: false, tyre: true } })), []);
  assert.deepEqual(endingLosses(at("move", {})), []);
});

test("Done asks first where Manna could strengthen more blocks, as many as may and as can", () => {
  const strengthen = (...any) => ({ type: "strengthen", block: { any } });
  assert.deepEqual(endingLosses(at("manna", { left: 2 }, strengthen("balian", "walter", "conrad"))), ["2 steps lost"]);
  assert.deepEqual(endingLosses(at("manna", { left: 3 }, strengthen("balian"))), ["1 step lost"]);
  assert.deepEqual(endingLosses(at("manna", { left: 3 })), []);
  assert.deepEqual(endingLosses(at("manna", { left: 0 })), []);
});
