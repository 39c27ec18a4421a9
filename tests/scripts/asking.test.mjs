// What is said of Undo before blocks go.

import assert from "node:assert/strict";
import test from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const { riskOf } = await import("../../frontend/static/frontend/js/decisions/asking.js");

const BLOCKS = ["balian", "conrad"];
const where = new Map(BLOCKS.map((block) => [block, { town: "jaffa" }]));
const view = (step, type, room = {}) => ({
  step,
  you: "frank",
  map: {},
  sieges: {},
  battle: { town: "jaffa", retreats: { frank: room } },
  actions: [{ type, block: { any: BLOCKS }, to: { any: ["caesarea", "ramallah"] } }, { type: "done" }],
});
const plan = (type, ...blocks) => ({
  town: "caesarea",
  muster: false,
  actions: blocks.map((block) => ({ type, block, to: "caesarea" })),
});

test("in a regroup, a retreat after the last round and from a siege Undo helps until the last has gone", () => {
  for (const [step, type] of [
    ["regroup", "regroup"],
    ["must-retreat", "retreat"],
    ["leave-siege", "retreat"],
  ]) {
    assert.equal(riskOf(view(step, type), where, plan(type, "balian")), "undone", step);
    assert.equal(riskOf(view(step, type), where, plan(type, ...BLOCKS)), "final", step);
  }
});

test("where no road takes another, or one forced way is left, the first to go is the last", () => {
  const full = view("regroup", "regroup", { caesarea: 1, ramallah: 0 });
  assert.equal(riskOf(full, where, plan("regroup", "balian")), "final");
  const forced = view("must-retreat", "retreat", { caesarea: 2, ramallah: 0 });
  assert.equal(riskOf(forced, where, plan("retreat", "balian")), "final");
});

test("a retreat in a fight cannot be taken back, moves and musters can", () => {
  assert.equal(riskOf(view("fight", "retreat"), where, plan("retreat", "balian")), "final");
  assert.equal(riskOf(view("move", "move"), where, plan("move", "balian")), "");
  assert.equal(riskOf(view("move", "muster"), where, { ...plan("muster", "balian"), muster: true }), "muster");
});
