// What would follow in a town that blocks can go to: decisions/following.js; and which blocks are the strongest.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  texts: {
    "roads-filled": "Full once these go: {roads}.",
    "roads-used": "Full already: {roads}.",
    "road-limits": "(Rule {rule}.)",
    "leaves-empty": "{town} stays yours",
    "leaves-lost-city": "{town} is lost",
    "winter-of-plan": "Winter feeds {limit} of {blocks} in {town}.",
  },
  towns: {
    ascalon: { side: "frank" },
    egypt: { side: "saracen", victory: true, name: "Egypt" },
    acre: { side: "frank", victory: true, name: "Acre" },
    lachish: {},
  },
  blocks: {
    saladin: { rating: "A3", steps: 4 },
    "al-mashtub": { rating: "B3", steps: 4 },
    bahram: { rating: "B2", steps: 3 },
    keukburi: { rating: "B3", steps: 3 },
  },
});
const { consequenceAt, consequenceLines, sayAtOnce } =
  await import("../../frontend/static/frontend/js/decisions/following.js");
const { strongestFirst } = await import("../../frontend/static/frontend/js/blocks/figures.js");

test("an empty town of the enemy is taken by regrouping, one's own, nobody's and a defended one are not", () => {
  const held = { stacks: [{ side: "frank", blocks: [] }], control: "frank" };
  const view = { step: "regroup", you: "saracen", map: {}, prospects: null };
  const found = (town, map = {}) => consequenceAt({ ...view, map }, town);
  assert.equal(found("ascalon"), "takes");
  assert.deepEqual([found("egypt"), found("lachish"), found("ascalon", { ascalon: held })], ["", "", ""]);
  assert.equal(consequenceAt({ ...view, step: "move" }, "ascalon"), "");
});

test("roads that are full are told in one line, with the rule once, however many there are", () => {
  const road = (planned, limit, ...ends) => ({ ends, limit, planned });
  const plan = { town: "lachish", actions: [], entries: new Map(), left: [], muster: false, forced: false };
  const view = { step: "move", you: "frank", map: {}, prospects: null, ruleset: { edition: "2.0" } };
  const said = (...full) => consequenceLines(view, new Map(), { ...plan, full });
  const filled = [road(true, 4, "acre", "tyre"), road(true, 2, "tyre", "sidon"), road(false, 4, "sidon", "beirut")];
  assert.deepEqual(
    said(...filled).map((line) => line.replace(/[\u2009\u00a0]/g, " ")),
    ["Full once these go: Acre – tyre (4), tyre – sidon (2). Full already: sidon – beirut (4). (Rule 5.1.)"],
  );
  assert.deepEqual(said(), []);
});

test("a city of one's own kingdom that is left stays until an enemy comes, one abroad is lost at once", () => {
  const left = (/** @type {string} */ city) => {
    const stacks = [{ side: "saracen", area: "field", blocks: [{ id: "saladin" }] }];
    const view = {
      step: "move",
      turn: 1,
      you: "saracen",
      map: { [city]: { stacks } },
      prospects: { towns: {}, leaving: {} },
    };
    const plan = { town: "lachish", actions: [{ block: "saladin" }], entries: new Map(), left: [], full: [] };
    return sayAtOnce(view, new Map([["saladin", { town: city }]]), plan);
  };
  assert.deepEqual(left("egypt"), ["Egypt stays yours"]);
  assert.deepEqual(left("acre"), ["Acre is lost"]);
});

test("a finger that sends more blocks than winter feeds is told so at once, in the last turn with battles", () => {
  const actions = [
    { type: "move", block: "saladin" },
    { type: "move", block: "bahram" },
  ];
  const plan = { town: "ascalon", actions, entries: new Map(), left: [], full: [] };
  const said = (/** @type {number} */ turn) => {
    const view = { step: "move", turn, you: "saracen", map: {}, prospects: { towns: {}, leaving: {} }, cards: {} };
    return sayAtOnce({ ...view, ruleset: { edition: "2.0" } }, new Map(), plan);
  };
  assert.deepEqual(said(5), ["Winter feeds 1 of 2 in ascalon"]);
  assert.deepEqual(said(4), []);
});

test("of blocks with as many steps the strongest hits with the higher figure, then fires earlier", () => {
  const where = new Map(["saladin", "al-mashtub", "bahram", "keukburi"].map((block) => [block, { strength: 3 }]));
  const order = strongestFirst(["bahram", "keukburi", "al-mashtub", "saladin"], where);
  assert.equal(order[0], "saladin");
  assert.equal(order[3], "bahram");
});

test("in a storm an earlier letter counts for half as much again, for it fires before it can be hit", () => {
  const where = new Map([
    ["saladin", { strength: 3 }],
    ["al-mashtub", { strength: 4 }],
  ]);
  assert.equal(strongestFirst(["al-mashtub", "saladin"], where)[0], "al-mashtub");
  assert.equal(strongestFirst(["al-mashtub", "saladin"], where, true)[0], "saladin");
  // But not one that hits less than two thirds as hard.
  assert.equal(strongestFirst(["al-mashtub", "saladin"], where.set("saladin", { strength: 2 }), true)[0], "al-mashtub");
});
