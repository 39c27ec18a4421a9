// The odds that a hint in a battle gives: game/hintodds.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    balian: { name: "Balian", rating: "B3", side: "frank", steps: 4 },
    saladin: { name: "Saladin", rating: "A3", side: "saracen", steps: 4 },
  },
  texts: {
    "storm-often": "{count} of 10",
    "verdict-losses": "{lost} for {dealt}",
    "hint-set": "odds {chance} {losses}",
    "hint-set-none": "if all went {chance} {losses}",
    "hint-hits": "hits {count}",
    "hint-steps": "steps {count}",
    "hint-charge": "charge {count} fire {fire} self {self}",
    "hint-would-fall": "falls {count}",
  },
});
const { oddsOfHint } = await import("../../frontend/static/frontend/js/game/hintodds.js");

const STRENGTHS = { balian: 4, saladin: 1 };
const where = new Map(Object.entries(STRENGTHS).map(([id, strength]) => [id, { strength }]));
const face = (id) => ({ id, strength: STRENGTHS[id] });

/** Balian before Acre, or in its field. */
function at(step, battle = {}) {
  const area = step === "fight" && !battle.storm ? "field" : "castle";
  return {
    ruleset: { edition: "2.0" },
    step,
    you: "frank",
    actions: [{ type: "storm", blocks: { some: ["balian"], least: 0, most: 1 } }],
    map: {
      acre: {
        stacks: [
          { side: "frank", area: "field", blocks: [face("balian")], hidden: 0 },
          { side: "saracen", area, blocks: [face("saladin")], hidden: 0 },
        ],
      },
    },
    battle: {
      ...{ town: "acre", attacker: "frank", "castle-of": "saracen", round: 1, jihad: null, "half-hit": null },
      order: [
        { side: "saracen", blocks: ["saladin"] },
        { side: "frank", blocks: ["balian"] },
      ],
      ...battle,
    },
  };
}
const said = (view, action) => oddsOfHint(view, action, where, []);

test("a storm has the odds of those who go, and to wait has those of a storm with all who could; never all of ten", () => {
  assert.match(said(at("storm"), { type: "storm", blocks: ["balian"] }), /^odds 9 of 10 \d for 1$/);
  assert.match(said(at("storm"), { type: "storm", blocks: [] }), /^if all went 9 of 10 \d for 1$/);
});

test("fire and a charge say how often they hit, in a storm how often the castle loses a step", () => {
  // Four dice by a half miss in one of sixteen, by two thirds in one of eighty-one; four sixes stay away in 48 %.
  assert.equal(said(at("fight"), { type: "fire", block: "balian" }), "hits 9");
  assert.equal(said(at("fight"), { type: "charge", block: "balian" }), "charge 9 fire 9 self 5");
  assert.equal(said(at("fight", { storm: true }), { type: "fire", block: "balian" }), "steps 7");
});

test("who gives way reads what would threaten it where it stands, and nothing where nothing does", () => {
  const weak = new Map([
    ["balian", { strength: 1 }],
    ["saladin", { strength: 1 }],
  ]);
  for (const type of ["withdraw", "retreat"]) {
    assert.equal(oddsOfHint(at("fight"), { type, block: "balian", to: "tyre" }, weak, []), "falls 8");
    assert.equal(said(at("fight"), { type, block: "balian", to: "tyre" }), "");
  }
  assert.equal(said(at("must-retreat"), { type: "retreat", block: "balian", to: "tyre" }), "");
});
