// The odds that a hint in a battle gives: game/hintodds.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    balian: { name: "Balian", rating: "B3", side: "frank", steps: 4 },
    bowmen: { name: "Bowmen", rating: "A2", side: "frank", steps: 4 },
    saladin: { name: "Saladin", rating: "A3", side: "saracen", steps: 4 },
  },
  texts: {
    "storm-often": "{count} of 10",
    "verdict-losses": "{lost} for {dealt}",
    "hint-set": "odds {chance} {losses}",
    "hint-set-none": "if all went {chance} {losses}",
    "hint-set-one": "if {block} went {chance} {losses}",
    "hint-set-strongest": "if the strongest went {chance} {losses}",
    "hint-hits": "hits {count}",
    "hint-steps": "steps {count}",
    "hint-charge": "charge {count} fire {fire} self {self}",
    "hint-would-fall": "falls {count}",
  },
});
const { oddsOfHint } = await import("../../frontend/static/frontend/js/game/hintodds.js");

const STRENGTHS = { balian: 4, bowmen: 4, saladin: 1 };
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

/** The same with more besiegers, of whom so many may storm; the castle's blocks lie face-down. */
function choosing(most, some, { hidden = 1 } = {}) {
  const view = at("storm");
  const [own, theirs] = view.map.acre.stacks;
  own.blocks = some.map(face);
  Object.assign(theirs, { blocks: [], hidden });
  view.actions = [{ type: "storm", blocks: { some, least: 0, most } }];
  return view;
}
const SEEN = { type: "castle-revealed", town: "acre", side: "saracen", blocks: [face("saladin")] };

test("a storm has the odds of those who go; never all of ten", () => {
  assert.match(said(at("storm"), { type: "storm", blocks: ["balian"] }), /^odds 9 of 10 \d for 1$/);
});

test("to wait has the odds of a storm with the best set that may go, and says who that is", () => {
  const waiting = (view) => oddsOfHint(view, { type: "storm", blocks: [] }, where, [SEEN]);
  assert.match(waiting(choosing(1, ["bowmen", "balian"])), /^if Balian went [89] of 10 \d for 1$/);
  assert.match(waiting(choosing(2, ["bowmen", "balian"])), /^if all went 9 of 10 \d for 1$/);
  const three = choosing(2, ["bowmen", "balian", "saladin"]);
  assert.match(waiting(three), /^if the strongest went/);
});

test("a garrison that was seen before counts for a hint as it does for the choice itself", () => {
  const view = choosing(1, ["balian"]);
  const action = { type: "storm", blocks: [] };
  assert.notEqual(oddsOfHint(view, action, where, [SEEN]), oddsOfHint(view, action, where, []));
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
