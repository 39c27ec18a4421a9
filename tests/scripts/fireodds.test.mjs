// What fire is likely to do, in both editions: decisions/odds.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    balian: { name: "Balian", rating: "B3", side: "frank", steps: 3 },
    walter: { name: "Walter", rating: "B2", side: "frank", steps: 3 },
    saladin: { name: "Saladin", rating: "A3", side: "saracen", steps: 4 },
    sanjar: { rating: "B2", side: "saracen", steps: 3 },
    "arabs-1": { rating: "B2", side: "saracen", steps: 2 },
  },
  texts: {
    "dice-to-hit": "{count} dice at {firepower}",
    "dice-to-hit-on-1": "{count} dice on a 1",
    "expected-hits": "{hits} hits",
    "chance-of": "{hits}+ {percent}",
    "self-hit-risk": "own {percent}",
    "expected-steps": { one: "{steps} step", other: "{steps} steps" },
    "chance-of-a-step": "step {percent}",
    "hits-for-a-step": "two for one",
    "fire-back": "first, {steps} lost",
    "fire-back-hidden": "{count} of 1-{most}",
    "block-steps": "{block} {steps} of {most}",
    "fire-back-again": "{blocks} again",
    "fire-back-seen": "{blocks} seen {moment} round {round}",
    "mark-turn": "{turn} of {year}",
    "storm-odds": "{hits} hits {steps} steps",
  },
});
const { answeringFire, behindWalls, committedBlocks, fireOddsLines, fireOddsOfSet } =
  await import("../../frontend/static/frontend/js/decisions/odds.js");

const where = new Map([["balian", { strength: 2 }]]);
const view = (edition, battle = {}) => ({
  ruleset: { edition },
  step: "fight",
  map: {},
  battle: { town: "acre", ...battle },
});
const lines = (edition, type, battle) =>
  fireOddsLines(view(edition, battle), { action: { type, block: "balian" }, about: {} }, where);

test("fire rolls a die for each step at the firepower, in both editions", () => {
  for (const edition of ["2.0", "1.4"])
    assert.deepEqual(lines(edition, "fire"), ["2 dice at 3", "1 hits", "1+ 75%", "2+ 25%"]);
});

test("no die is told to hit on 1 to 1", () => {
  const harrying = { action: { type: "harry", block: "walter" }, about: {} };
  assert.equal(fireOddsLines(view("1.4"), harrying, new Map([["walter", { strength: 3 }]]))[0], "3 dice on a 1");
});

test("a charge adds one to the firepower in 2.0 and doubles the dice in 1.4; both risk hits of one's own", () => {
  assert.deepEqual(lines("2.0", "charge"), ["2 dice at 4", "1.3 hits", "1+ 89%", "2+ 44%", "own 31%"]);
  assert.equal(lines("1.4", "charge")[0], "4 dice at 3");
  assert.equal(lines("1.4", "charge").at(-1), "own 52%");
});

test("harrying is told in 1.4 alone, where it takes one from the firepower", () => {
  assert.deepEqual(lines("2.0", "harry"), []);
  assert.equal(lines("1.4", "harry")[0], "2 dice at 2");
});

test("one who does not fire, or whose block is not known, has no odds", () => {
  assert.deepEqual(lines("2.0", "pass"), []);
  assert.deepEqual(fireOddsLines(view("2.0"), { action: { type: "fire" }, about: {} }, where), []);
});

test("behind walls two hits take a step, so steps are told in place of hits", () => {
  const storm = { storm: true, "castle-of": "saracen" };
  assert.equal(behindWalls(view("2.0", storm), "balian"), true);
  assert.equal(behindWalls(view("2.0", storm), "saladin"), false);
  assert.deepEqual(lines("2.0", "fire", storm), ["2 dice at 3", "0.3 steps", "step 25%", "two for one"]);
  assert.deepEqual(lines("2.0", "fire", { ...storm, "half-hit": "saladin" }), [
    "2 dice at 3",
    "0.8 steps",
    "step 75%",
    "two for one",
  ]);
});

test("of one step on average the words are those of one", () => {
  const storm = { storm: true, "castle-of": "saracen" };
  const four = new Map([["balian", { strength: 4 }]]);
  const told = fireOddsLines(
    view("2.0", { ...storm, "half-hit": "saladin" }),
    { action: { type: "fire", block: "balian" }, about: {} },
    four,
  );
  assert.equal(told[1], "1.3 steps");
  const three = new Map([["balian", { strength: 3 }]]);
  assert.equal(
    fireOddsLines(
      view("2.0", { ...storm, "half-hit": "saladin" }),
      { action: { type: "fire", block: "balian" } },
      three,
    )[1],
    "1 step",
  );
});

test("those who storm already fire with those who are added; nobody chosen, nothing is told", () => {
  const guy = { id: "king-guy", strength: 1, storming: true };
  const acre = { stacks: [{ side: "frank", area: "field", blocks: [guy, { id: "balian", strength: 2 }] }] };
  const storming = { ...view("2.0"), step: "storm", map: { acre } };
  assert.deepEqual(committedBlocks(storming, "storm"), ["king-guy"]);
  assert.deepEqual(committedBlocks({ ...storming, step: "exchange" }, "storm"), []);
  assert.equal(fireOddsOfSet(storming, "storm", [], where), "");
  assert.equal(fireOddsOfSet(storming, "disband", ["balian"], where), "");
  assert.equal(fireOddsOfSet(storming, "storm", ["balian"], where), "1 hits 0.3 steps");
});

/** The Franks before a castle with one hidden block of the Saracens. */
function beforeHidden() {
  const castle = { side: "saracen", area: "castle", hidden: 1, blocks: [] };
  return {
    ...view("2.0", { attacker: "frank", "castle-of": "saracen" }),
    you: "frank",
    map: { acre: { stacks: [castle] } },
  };
}

test("who lay open in this battle and is hidden again is remembered, with the steps left", () => {
  const before = beforeHidden();
  const seen = [
    { type: "battle-begun", town: "acre" },
    { type: "castle-revealed", town: "acre", side: "saracen", blocks: [{ id: "saladin", strength: 4 }] },
    { type: "block-reduced", block: "saladin", strength: 1 },
  ];
  const told = (...more) => answeringFire(before, "storm", ["balian"], [...seen, ...more]);
  assert.equal(told(), "first, 0.5 lost Saladin 1 of 4 again");
  // He has fallen, and another lies there.
  assert.match(told({ type: "block-eliminated", block: "saladin" }), /^first, 0.3–2 lost 1 of 1-4$/);
});

/** The same with so many hidden blocks in the castle, or with hidden besiegers, as the besieged see them. */
function hiddenAt(area, count) {
  const side = area === "castle" ? "saracen" : "frank";
  const stacks = [{ side, area, hidden: count, blocks: [] }];
  return { ...beforeHidden(), you: side === "frank" ? "saracen" : "frank", map: { acre: { stacks } } };
}
const faces = (strengths) => Object.entries(strengths).map(([id, strength]) => ({ id, strength }));
const BATTLE = [
  { type: "battle-begun", town: "acre", siege: false },
  { type: "garrison-deployed", town: "acre", side: "saracen", castle: 1, field: 2 },
  { type: "field-revealed", town: "acre", side: "saracen", blocks: faces({ saladin: 4, sanjar: 3 }) },
  { type: "field-revealed", town: "acre", side: "frank", blocks: faces({ balian: 3 }) },
];
const withdraws = (block) => ({ type: "block-withdrew", town: "acre", side: "saracen", block, to: "castle" });
const BESIEGED = { type: "siege-begun", town: "acre", besieger: "frank", besieged: "saracen" };

test("who withdrew into the castle in everybody's sight is remembered there, and who else is inside is not", () => {
  const seen = [...BATTLE, { type: "block-reduced", block: "saladin", strength: 2 }, withdraws("saladin")];
  const told = (count, ...more) =>
    answeringFire(hiddenAt("castle", count), "storm", ["balian"], [...seen, ...more, BESIEGED]);
  assert.equal(told(1), "first, 1 lost Saladin 2 of 4 again");
  assert.equal(told(2), "first, 1.3–2 lost Saladin 2 of 4 again 1 of 1-3");
  assert.match(told(2, withdraws("sanjar")), /Saladin 2 of 4, .* 3 of 3 again$/);
});

test("a sally and the way back change nothing but the steps, nor does a Jihad there", () => {
  const sally = { type: "sally-declared", town: "acre", side: "saracen", blocks: faces({ saladin: 3 }) };
  const jihad = { type: "jihad-declared", side: "saracen", town: "acre" };
  const revealed = { type: "castle-revealed", town: "acre", side: "saracen", blocks: faces({ saladin: 3, sanjar: 1 }) };
  const hit = { type: "block-reduced", block: "saladin", strength: 2 };
  const events = [revealed, { type: "storm-ended", town: "acre" }, sally, hit, withdraws("saladin"), jihad];
  const told = (count, ...more) => answeringFire(hiddenAt("castle", count), "storm", ["balian"], [...events, ...more]);
  assert.match(told(2), /Saladin 2 of 4, .* 1 of 3 again$/);
  const supplied = { type: "sea-moved", side: "saracen", from: "egypt", to: "acre", area: "castle" };
  assert.match(told(3, supplied), /Saladin 2 of 4, .* 1 of 3 again 1 of 1-2$/);
  assert.match(told(2, { ...supplied, from: "acre", to: "egypt" }), /^first, 0.7–3 lost 2 of 1-4$/);
});

test("besiegers that were seen are remembered by who may sally, until some of them may have gone", () => {
  const told = (count, ...more) =>
    answeringFire(hiddenAt("field", count), "sally", ["saladin"], [...BATTLE, BESIEGED, ...more]);
  assert.equal(told(1), "first, 1.5 lost Balian 3 of 3 again");
  const left = { type: "block-left", town: "acre", side: "frank", to: "tyre", count: 1 };
  const came = { type: "group-moved", side: "frank", path: ["tyre", "acre"] };
  assert.match(told(1, left), /1 of 1-3$/);
  assert.match(told(2, came), /Balian 3 of 3 again 1 of 1-3$/);
});

test("who lay open in an earlier battle is remembered with when, as long as nobody came or went", () => {
  const before = beforeHidden();
  const seen = [
    { type: "turn-begun", year: 1187, turn: 3 },
    { type: "battle-begun", town: "acre" },
    { type: "round-begun", town: "acre", round: 2 },
    { type: "castle-revealed", town: "acre", side: "saracen", blocks: [{ id: "saladin", strength: 3 }] },
    { type: "attrition-rolled", town: "acre", side: "saracen", dice: [1], losses: 1 },
    { type: "turn-begun", year: 1187, turn: 4 },
    { type: "block-regrouped", town: "acre", side: "frank", to: "tyre", count: 1 },
  ];
  const now = { type: "battle-begun", town: "acre" };
  const told = (...more) => answeringFire(before, "storm", ["balian"], [...seen, ...more, now]);
  assert.equal(told(), "first, 1 lost Saladin 2 of 4 seen 3 of 1187 round 2");
  const strengthened = { type: "block-strengthened", side: "saracen", town: "acre" };
  const anew = { ...now, siege: false };
  for (const fact of [strengthened, anew]) assert.match(told(fact), /1 of 1-4/);
  const struck = { type: "assassins-struck", side: "frank", town: "acre", area: "castle", block: "saladin" };
  assert.match(told({ ...struck, strength: 2, hits: 1 }), /Saladin 1 of 4 seen/);
  // Of two blocks that starved one lost a step: who that was is hidden.
  const [castle] = before.map.acre.stacks;
  const two = { ...before, map: { acre: { stacks: [{ ...castle, hidden: 2 }] } } };
  const more = { ...seen[3], blocks: [{ id: "sanjar", strength: 3 }] };
  const hunger = (losses) => ({ type: "attrition-rolled", town: "acre", side: "saracen", dice: [1, 3], losses });
  const ofTwo = (losses) => answeringFire(two, "storm", ["balian"], [...seen, more, hunger(losses), now]);
  assert.match(ofTwo(2), /Saladin 1 of 4, .*2 of 3/);
  assert.match(ofTwo(1), /2 of 1-4/);
});

test("who storms or sallies is told what the enemy's open blocks fire back, and where they are hidden that they do", () => {
  const castle = { side: "saracen", area: "castle", hidden: 0, blocks: [{ id: "saladin", strength: 3 }] };
  const field = { side: "frank", area: "field", hidden: 0, blocks: [{ id: "balian", strength: 2 }] };
  const at = (stacks, you = "frank") => ({
    ...view("2.0", { attacker: "frank" }),
    you,
    map: { acre: { stacks } },
  });
  assert.equal(answeringFire(at([castle, field]), "storm", ["balian"]), "first, 1.5 lost");
  // Saladin, who lies open, is not the hidden one: that is Sanjar, B2 with three steps, or an Arab, B2 with two.
  assert.equal(
    answeringFire(at([{ ...castle, hidden: 1 }, field]), "storm", ["balian"]),
    "first, 1.8–2.5 lost 1 of 1-3",
  );
  assert.equal(answeringFire(at([castle, field]), "storm", []), "");
  assert.equal(answeringFire(at([castle, field], "saracen"), "sally", ["saladin"]), "first, 1 lost");
  // Who sallies to defenders in the field defends with them (6.55).
  const friends = { ...castle, area: "field" };
  assert.equal(answeringFire(at([castle, field, friends], "saracen"), "sally", ["saladin"]), "");
});
