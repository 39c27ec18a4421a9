// Why something happened in a battle that nobody pressed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: { saladin: { name: "Saladin", side: "saracen" }, walter: { name: "Walter", side: "frank" } },
  texts: Object.fromEntries(
    ["now-defends", "now-defender", "now-attacker", "fires-no-way-out", "fires-alone"].map((key) => [key, key]),
  ),
});
const { battleReasons } = await import("../../frontend/static/frontend/js/battle/scenery.js");

const BATTLE = { town: "banyas", storm: false, retreats: { saracen: {}, frank: { acre: 2 } } };
const fired = (block, more = {}) => ({ type: "block-fired", block, auto: true, ...more });

test("one's own blocks that fired by themselves in this round are accounted for, nobody else's", () => {
  assert.equal(battleReasons(BATTLE, [fired("saladin")], "saracen"), "fires-no-way-out");
  assert.equal(battleReasons(BATTLE, [fired("walter")], "frank"), "fires-alone");
  assert.equal(battleReasons({ ...BATTLE, storm: true }, [fired("saladin")], "saracen"), "fires-alone");
  // A board on which a storm has ended comes from a view that names no ways out.
  assert.equal(battleReasons({ ...BATTLE, retreats: {} }, [fired("saladin")], "saracen"), "fires-alone");
  for (const you of ["frank", null]) assert.equal(battleReasons(BATTLE, [fired("saladin")], you), "");
  assert.equal(battleReasons(BATTLE, [fired("saladin", { auto: undefined })], "saracen"), "");
  assert.equal(battleReasons(BATTLE, [fired("saladin"), { type: "round-begun" }], "saracen"), "");
});

test("who took the field defends it from then on, and each side reads so", () => {
  const facts = [{ type: "control-switched", town: "banyas", defender: "saracen" }, { type: "round-begun" }];
  assert.deepEqual(
    ["saracen", "frank", null].map((you) => battleReasons(BATTLE, facts, you)),
    ["now-defender", "now-attacker", "now-defends"],
  );
});
