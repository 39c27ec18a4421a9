// What a hint says of what it costs, game/hintcosts.js, the odds that it gives in a battle, game/hintodds.js, and which
// button it lights, game/hintlight.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    balian: { name: "Balian", rating: "B3", side: "frank", steps: 4 },
    bowmen: { name: "Bowmen", rating: "A2", side: "frank", steps: 4 },
    saladin: { name: "Saladin", rating: "A3", side: "saracen", steps: 4 },
  },
  towns: {
    acre: { name: "Acre", rating: 3 },
    nablus: { name: "Nablus" },
    tyre: { name: "Tyre", rating: 2 },
    gaza: { name: "Gaza", rating: 1 },
  },
  texts: {
    "hint-nobody-near": "bare near: {towns}",
    "hint-nobody-stays": "bare: {towns}",
    "hint-few-near": "few near: {towns}",
    "hint-of-all": "{town} {left}/{all}",
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
const { linesOfWeakened } = await import("../../frontend/static/frontend/js/game/hintcosts.js");
const { isFilledIn, lightOf } = await import("../../frontend/static/frontend/js/game/hintlight.js");
const { oddsOfHint } = await import("../../frontend/static/frontend/js/game/hintodds.js");

const nowhere = { map: {}, staging: {} };
/** What is chosen when the bar asks whether an action is meant. @param {Record<string, unknown>} action */
const asking = (action) => ({ blocks: [], town: null, muster: null, ask: { action, about: {} } });

test("of a question in the bar the button is lit only if it asks for what is hinted", () => {
  const [walter, balian] = ["walter", "balian"].map((block) => ({ type: "disband", block }));
  const [open, hidden] = [
    { type: "assassinate", target: "zangi" },
    { type: "assassinate", target: { town: "acre", area: "field" } },
  ];
  for (const [hinted, other] of [
    [walter, balian],
    [open, hidden],
    [hidden, { type: "assassinate", target: { town: "acre", area: "castle" } }],
  ]) {
    const light = lightOf(nowhere, hinted);
    assert.equal(isFilledIn(light, asking({ ...hinted })), true);
    assert.equal(isFilledIn(light, asking(other)), false);
  }
});

const own = (count) => ({ side: "frank", area: "field", count });
const foes = { stacks: [{ side: "saracen", area: "field", count: 2 }] };
const view = {
  step: "move",
  you: "frank",
  map: {
    acre: { stacks: [own(4)] },
    nablus: { stacks: [own(1)] },
    tyre: { stacks: [own(3)] },
    gaza: { stacks: [own(1)] },
    tiberias: foes,
    baisan: foes,
  },
};
/** Blocks that leave these towns, by number. @param {Record<string, number>} leaving */
function linesOf(leaving) {
  const blocks = Object.entries(leaving).flatMap(([town, count]) =>
    Array.from({ length: count }, (_, i) => [`${town}-${i}`, { town }]),
  );
  const actions = blocks.map(([block]) => ({ type: "muster", block }));
  return linesOfWeakened(view, new Map(blocks), { town: "jerusalem", actions });
}

test("towns that are left bare stand in one line, and those next to enemies in a line before it", () => {
  assert.deepEqual(linesOf({ nablus: 1, gaza: 1 }), ["bare near: Nablus", "bare: Gaza"]);
});

test("of a castle next to enemies it is said how few stay, unless more than half do", () => {
  assert.deepEqual(linesOf({ acre: 3 }), ["few near: Acre 1/4"]);
  assert.deepEqual(linesOf({ acre: 1, tyre: 2 }), []);
});

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
