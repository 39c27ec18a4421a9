// Who may fall before its next turn, and what stands out then: decisions/danger.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    reynald: { name: "Reynald", rating: "B2", side: "frank", steps: 3 },
    balian: { name: "Balian", rating: "B3", side: "frank", steps: 3 },
    crossbows: { name: "Crossbows", rating: "A2", side: "frank", steps: 3 },
    saladin: { name: "Saladin", rating: "A3", side: "saracen", steps: 4, permanent: ["2.0", "1.4"] },
    taqi: { name: "Taqi", rating: "C2", side: "saracen", steps: 3, permanent: [] },
    sanjar: { name: "Sanjar", rating: "B2", side: "saracen", steps: 3, permanent: ["1.4"] },
  },
  texts: {
    "may-fall": "{percent}.",
    "all-may-fall": "All {percent}.",
    "fallen-for-good": "For good by {rule}: {blocks}.",
    "fallen-comes-back": "Back: {blocks}.",
    "reserves-not-counted": "And reserves.",
    "stronger-hit-first": "stronger first",
  },
});
const { chanceToFall, dangerOfChoice, dangerOfSet, outstandingType, shelterOfChoice } =
  await import("../../frontend/static/frontend/js/decisions/danger.js");

/** A fight at Sidon, in order; `acted` have. */
function fight(
  strengths,
  { storm = false, acted = [], half = null, edition = "2.0", you = "saracen", round = 3, reserve = 0 } = {},
) {
  const face = (id) => ({ id, strength: strengths[id], ...(acted.includes(id) && { acted: true }) });
  const of = (side) => Object.keys(strengths).filter((id) => SIDES[id] === side);
  const stacks = ["frank", "saracen"].map((side) => ({ side, blocks: of(side).map(face), hidden: 0, area: "field" }));
  if (reserve) stacks.push({ side: "frank", blocks: [], hidden: 1, area: "reserve", round: reserve });
  return {
    ruleset: { edition },
    step: "fight",
    you,
    map: { sidon: { stacks } },
    battle: {
      town: "sidon",
      round,
      attacker: "saracen",
      storm,
      "castle-of": storm ? "frank" : null,
      "half-hit": half,
      order: ["frank", "saracen"].map((side) => ({ side, blocks: of(side) })),
    },
  };
}
const SIDES = {
  reynald: "frank",
  balian: "frank",
  crossbows: "frank",
  saladin: "saracen",
  sanjar: "saracen",
  taqi: "saracen",
};
const whereOf = (strengths) => new Map(Object.entries(strengths).map(([id, strength]) => [id, { strength }]));
const choices = (block, ...types) => types.map((type) => ({ action: { type, block }, about: {} }));
const said = (strengths, how, block, type) =>
  dangerOfChoice(fight(strengths, how), choices(block, type)[0], whereOf(strengths));

test("who storms on with a last step is told that it may fall, how likely, and that it is for good", () => {
  const strengths = { saladin: 1, reynald: 2 };
  // Two dice that hit by a third: one hit or more in 5 of 9 cases.
  assert.equal(said(strengths, { storm: true }, "saladin", "fire"), "56%. For good by 6.34: Saladin.");
  assert.equal(said(strengths, { storm: true, edition: "1.4" }, "saladin", "fire"), "56%. For good by 6.7: Saladin.");
});

test("one who comes back is told so, by its edition", () => {
  const strengths = { sanjar: 1, crossbows: 1 };
  assert.equal(said(strengths, {}, "sanjar", "fire"), "33%. Back: Sanjar.");
  assert.equal(said(strengths, { edition: "1.4", round: 4 }, "sanjar", "fire"), "33%. For good by 6.7: Sanjar.");
});

test("nothing is told where the dice to come cannot take every step, or where the block goes", () => {
  assert.equal(said({ saladin: 3, reynald: 2 }, { storm: true }, "saladin", "fire"), "");
  assert.equal(said({ saladin: 1, reynald: 2 }, { storm: true, acted: ["reynald"] }, "saladin", "fire"), "");
  assert.equal(said({ saladin: 1, sanjar: 2, reynald: 2 }, {}, "saladin", "fire"), "");
  for (const type of ["withdraw", "retreat", "harry"])
    assert.equal(said({ saladin: 1, reynald: 2 }, { storm: true }, "saladin", type), "");
});

test("knights may charge in the field, and not against a storm", () => {
  const strengths = { saladin: 1, reynald: 1 };
  const chance = (how) => chanceToFall(fight(strengths, how), { type: "fire", block: "saladin" }, whereOf(strengths));
  assert.equal(chance({}), 3 / 6);
  assert.equal(chance({ storm: true }), 2 / 6);
});

test("who charges may fall by sixes of its own", () => {
  const strengths = { balian: 1, saladin: 1 };
  const chance = (acted) =>
    chanceToFall(fight(strengths, { acted, you: "frank" }), { type: "charge", block: "balian" }, whereOf(strengths));
  assert.equal(chance(["saladin"]), 1 / 6);
  assert.ok(Math.abs(chance([]) - (1 / 6 + (5 / 6) * (1 / 2))) < 1e-9);
});

test("behind walls it takes two hits, and one where half a hit was taken before", () => {
  const strengths = { reynald: 1, saladin: 1 };
  const how = { storm: true, you: "frank" };
  assert.equal(said(strengths, how, "reynald", "fire"), "");
  assert.equal(said(strengths, { ...how, half: "reynald" }, "reynald", "fire"), "50%. Back: Reynald.");
});

test("before the last round the fire of the next that comes before the block counts, too", () => {
  const all = ["reynald"];
  const storm = { storm: true, round: 1, acted: all };
  // Reynald fires before a C in each round, and after an A.
  assert.equal(said({ taqi: 1, reynald: 2 }, storm, "taqi", "fire"), "56%. Back: Taqi.");
  assert.equal(said({ saladin: 1, reynald: 2 }, storm, "saladin", "fire"), "");
  assert.equal(said({ taqi: 1, reynald: 2 }, { ...storm, round: 3 }, "taqi", "fire"), "");
  // Of the same letter the defender comes first: Sanjar attacks.
  assert.equal(said({ sanjar: 1, reynald: 2 }, storm, "sanjar", "fire"), "56%. Back: Sanjar.");
  const defended = { round: 1, acted: ["sanjar"], you: "frank" };
  assert.equal(said({ reynald: 1, sanjar: 2 }, defended, "reynald", "fire"), "");
});

test("a block is in danger with all of its side's steps, and who is sheltered by stronger ones is told why", () => {
  const shelter = (strengths, how) =>
    shelterOfChoice(fight(strengths, how), choices("saladin", "fire")[0], whereOf(strengths));
  for (const steps of [4, 2, 1]) {
    const strengths = { saladin: steps, reynald: 3, crossbows: 3 };
    assert.match(said(strengths, { storm: true }, "saladin", "fire"), /For good/);
    assert.equal(shelter(strengths, { storm: true }), "");
  }
  assert.equal(shelter({ saladin: 1, sanjar: 3, reynald: 2 }, { storm: true }), "stronger first");
  assert.equal(shelter({ saladin: 1, sanjar: 1, reynald: 1 }, { storm: true }), "");
  assert.equal(shelter({ saladin: 1, sanjar: 3, reynald: 2 }, { storm: true, acted: ["reynald"] }), "");
});

test("reserves that come in the next round are said not to be counted", () => {
  const at = (reserve) => said({ saladin: 1, reynald: 2 }, { storm: true, round: 1, reserve }, "saladin", "fire");
  assert.equal(at(2), "56%. And reserves. For good by 6.34: Saladin.");
  assert.equal(at(3), "56%. For good by 6.34: Saladin.");
});

test("fire stands out, but not where it gains nothing and the block may fall", () => {
  const main = (strengths, how, ...types) =>
    outstandingType(fight(strengths, how), choices("saladin", ...types), whereOf(strengths));
  const storm = { storm: true };
  assert.equal(main({ saladin: 1, reynald: 2 }, storm, "fire", "withdraw"), "withdraw");
  assert.equal(main({ saladin: 1, reynald: 2 }, storm, "fire", "retreat"), "");
  assert.equal(main({ saladin: 1, reynald: 2 }, storm, "fire"), "fire");
  assert.equal(main({ saladin: 4, reynald: 2 }, storm, "fire", "withdraw"), "fire");
  assert.equal(main({ saladin: 1, reynald: 2 }, { storm: true, half: "reynald" }, "fire", "withdraw"), "fire");
  assert.equal(main({ saladin: 1, reynald: 2 }, {}, "fire", "retreat"), "fire");
  // One that comes back is saved as well, from the fire of the next round, too.
  const taqi = { taqi: 1, reynald: 2 };
  const next = { storm: true, round: 1, acted: ["reynald"] };
  assert.equal(outstandingType(fight(taqi, next), choices("taqi", "fire", "withdraw"), whereOf(taqi)), "withdraw");
});

test("who is sent to storm is told who may fall there, of hidden defenders by the most they can be", () => {
  const strengths = { saladin: 1, sanjar: 2 };
  const at = (hidden, blocks = []) => ({
    ...fight(strengths),
    step: "storm",
    map: { sidon: { stacks: [{ side: "frank", area: "castle", hidden, blocks }] } },
  });
  const told = (view, ...picked) => dangerOfSet(view, "storm", picked, whereOf(strengths));
  assert.deepEqual(told(at(1), "saladin", "sanjar"), ["All 13%.", "For good by 6.34: Saladin.", "Back: Sanjar."]);
  assert.deepEqual(told(at(0, [{ id: "reynald", strength: 1 }]), "saladin", "sanjar"), []);
  assert.deepEqual(told(at(0, [{ id: "reynald", strength: 1 }]), "saladin"), ["33%.", "For good by 6.34: Saladin."]);
  assert.deepEqual(told(at(1)), []);
});

test("a garrison that is remembered is counted as it is, not at its most", () => {
  const stacks = [{ side: "frank", area: "castle", hidden: 1, blocks: [] }];
  const view = { ...fight({ saladin: 1 }, { storm: true }), step: "storm", map: { sidon: { stacks } } };
  const facts = [
    { type: "turn-begun", year: 1187, turn: 2 },
    { type: "castle-revealed", town: "sidon", side: "frank", blocks: [{ id: "reynald", strength: 1 }] },
  ];
  const told = (events) => dangerOfSet(view, "storm", ["saladin"], whereOf({ saladin: 1 }), events)[0];
  assert.equal(told(facts), "33%.");
  assert.equal(told([]), "88%.");
});

test("before a fight in the field who is gone for good is named, but for those who go into the castle", () => {
  const view = { ...fight({ saladin: 4, taqi: 3, balian: 3 }), step: "garrison" };
  assert.deepEqual(dangerOfSet(view, "garrison", [], new Map()), ["For good by 6.34: Saladin."]);
  assert.deepEqual(dangerOfSet(view, "garrison", ["saladin"], new Map()), []);
  assert.deepEqual(dangerOfSet(view, "garrison", ["taqi"], new Map()), ["For good by 6.34: Saladin."]);
});
