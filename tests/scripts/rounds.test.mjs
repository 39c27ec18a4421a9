// What is said of the last round of a battle: decisions/rounds.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  texts: {
    "side-frank": "Franks",
    "end-round": "all have acted",
    "end-leaving": "{side} leave in turn",
    "end-last": "{side} must retreat",
    "end-last-sallied": "sallying blocks go in",
    "end-storm": "storm of {rounds}",
    "end-storm-last": "stormers fall back",
  },
});
const { battleEnding, roundsOf } = await import("../../frontend/static/frontend/js/decisions/rounds.js");

const FIELD = [
  { side: "frank", area: "field", blocks: [] },
  { side: "saracen", area: "field", blocks: [] },
];
const SIEGE = [FIELD[0], { ...FIELD[1], area: "castle" }];

function told(round, step, { stacks = FIELD, storm = false, edition = "2.0" } = {}) {
  const battle = { round, step, storm, attacker: "frank" };
  return battleEnding(battle, stacks, roundsOf({ ruleset: { edition } }, battle, stacks));
}

test("at each decision of the last round of a field it is said that attackers must leave", () => {
  assert.equal(told(2, "fight"), "all have acted");
  assert.match(told(3, "fight"), /must retreat/);
  assert.match(told(3, "hits"), /must retreat/);
  assert.equal(told(3, "fight", { edition: "1.4" }), "all have acted");
  assert.match(told(4, "fight", { edition: "1.4" }), /leave in turn/);
});

test("before the last round of a siege it is said who goes back after it, and of no earlier one", () => {
  for (const step of ["storm", "exchange"]) {
    assert.equal(told(2, step, { stacks: SIEGE }), "");
    assert.equal(told(3, step, { stacks: SIEGE }), "stormers fall back");
  }
  assert.equal(told(2, "sally", { stacks: SIEGE }), "");
  assert.equal(told(3, "sally", { stacks: SIEGE }), "sallying blocks go in");
  assert.equal(told(3, "fight", { stacks: SIEGE, storm: true }), "stormers fall back");
  const sallied = [FIELD[0], { ...FIELD[1], blocks: [{ id: "saladin", strength: 1, sallying: true }] }];
  assert.equal(told(3, "fight", { stacks: sallied }), "sallying blocks go in");
});
