// Why something happened in a battle that nobody pressed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: { saladin: { name: "Saladin", side: "saracen" }, walter: { name: "Walter", side: "frank" } },
  texts: Object.fromEntries(
    [
      ...["now-defends", "now-defender", "now-attacker", "fires-no-way-out", "fires-alone"],
      ...["relief-attacks", "sally-attacks"],
    ].map((key) => [key, key]),
  ),
});
const { battleFacts, battleReasons, siegeOf } = await import("../../frontend/static/frontend/js/battle/scenery.js");

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
  assert.equal(battleReasons({ ...BATTLE, step: "" }, facts, "frank"), "", "no reserves are awaited any more");
});

test("in a siege it is said why the besiegers defend: help has come to the field, or the castle sallies", () => {
  const view = { sieges: { banyas: { besieger: "saracen" } } };
  const stack = (side, area, ...blocks) => ({ side, area, blocks, hidden: 0 });
  const camp = stack("saracen", "field", { id: "saladin" });
  const said = (battle, ...stacks) => {
    const siege = siegeOf(view, { ...BATTLE, ...battle }, [camp, ...stacks]);
    return [siege?.against, battleFacts(BATTLE, siege)];
  };
  const besieged = { attacker: "frank" };
  assert.deepEqual(said(besieged, stack("frank", "castle", { id: "walter" })), ["", ""]);
  assert.deepEqual(said(besieged, stack("frank", "reserve", { id: "walter" })), ["", ""]);
  assert.deepEqual(said(besieged, stack("frank", "field", { id: "walter" })), ["relief", "relief-attacks"]);
  const out = stack("frank", "field", { id: "walter", sallying: true });
  assert.deepEqual(said(besieged, out), ["sally", "sally-attacks"]);
  assert.deepEqual(said(besieged, { ...out, hidden: 1 }), ["relief", "relief-attacks"]);
  assert.deepEqual(said({ attacker: "saracen" }, out), ["", ""]);
  // Hits to take matter more.
  const hits = { ...BATTLE, hits: { side: "frank", count: 2 } };
  assert.equal(battleFacts(hits, { besieger: "saracen", against: "sally" }), "hits-to-take");
  assert.equal(siegeOf({ sieges: {} }, BATTLE, [camp]), null);
});

test("of a Jihad it is said whether it helps: attackers alone, in round 1, and the besieged if they sally", () => {
  const told = (battle) => battleFacts({ ...BATTLE, round: 1, "castle-of": "saracen", ...battle }, null);
  assert.equal(told({ jihad: "saracen", attacker: "saracen" }), "jihad-on");
  assert.equal(told({ jihad: "saracen", attacker: "frank", step: "storm" }), "jihad-on-sally");
  assert.equal(told({ jihad: "saracen", attacker: "frank", step: "fight" }), "jihad-off");
  assert.equal(told({ jihad: "frank", attacker: "saracen", step: "sally" }), "jihad-off");
  assert.equal(told({ jihad: "saracen", attacker: "saracen", round: 2 }), "");
});
