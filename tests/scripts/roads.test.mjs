// The road by which an attack enters by default, its Main Attack: decisions/plan.js on the map as it is.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as plans from "../../frontend/static/frontend/js/decisions/plan.js";

const BLOCKS = ["qaimaz", "al-adil", "turks-1"];

/**
 * Blocks that may attack a town from theirs by these paths.
 * @param {string} start @param {string[][]} paths @param {any[]} [room]  roads with less room than usual
 */
function attack(start, paths, room = []) {
  const town = paths[0].at(-1);
  const view = {
    step: "move",
    you: "saracen",
    map: {},
    ruleset: { edition: "2.0" },
    actions: [{ type: "move", block: { any: BLOCKS }, path: { any: paths }, about: { cost: 1 } }],
    prospects: { limits: { major: 4, minor: 2 }, room, towns: { [town]: { first: 1, follows: "battle" } } },
  };
  return { view, where: new Map(BLOCKS.map((block) => [block, { town: start }])), town };
}

/** Banyas to Tiberias: a minor road straight there, or round by Ashtera and Ajlun into a major one. */
const PATHS = [["tiberias"], ["ashtera", "ajlun", "tiberias"]];

test("the Main Attack takes the direct road, and who finds no room on it comes round in reserve", () => {
  const { view, where, town } = attack("banyas", PATHS);
  const made = plans.planMove(view, where, BLOCKS, town);
  assert.deepEqual(
    [...made.entries],
    [
      ["banyas", ["qaimaz", "al-adil"]],
      ["ajlun", ["turks-1"]],
    ],
  );
  assert.deepEqual(made.actions[0].path, ["tiberias"]);
  assert.deepEqual(made.left, []);
});

test("the same where the long way has room for more of them from end to end", () => {
  const { view, where, town } = attack("damascus", [["anjar"], ["ashtera", "banyas", "anjar"]]);
  const [first] = plans.roadsInto(view, where, BLOCKS, town);
  assert.equal(first.road, "damascus");
});

test("of roads equally short the one that carries more of them is the main one", () => {
  const { view, where, town } = attack("baisan", [
    ["tiberias", "acre"],
    ["legio", "acre"],
  ]);
  view.prospects.room = [["legio", "acre", 1]];
  assert.deepEqual(
    plans.roadsInto(view, where, BLOCKS, town).map(({ road, carries }) => [road, carries]),
    [
      ["tiberias", 3],
      ["legio", 1],
    ],
  );
});

test("a road carries no more than the narrowest on the way to it", () => {
  const { view, where, town } = attack("banyas", PATHS);
  const found = plans.roadsInto(view, where, BLOCKS, town);
  assert.deepEqual(
    found.map(({ road, count, carries }) => [road, count, carries]),
    [
      ["banyas", 3, 2],
      ["ajlun", 3, 2],
    ],
  );
});

test("a full road is the last of them, and carries none", () => {
  const { view, where, town } = attack("banyas", PATHS, [["banyas", "tiberias", 0]]);
  assert.equal(plans.roadsInto(view, where, BLOCKS, town).at(-1).road, "banyas");
  assert.equal(plans.roadsInto(view, where, BLOCKS, town).at(-1).carries, 0);
  assert.equal(plans.planMove(view, where, BLOCKS, town).entries.has("banyas"), false);
});

test("most of them decide by which road all are told to come first", () => {
  const { view, town } = attack("banyas", PATHS);
  const where = new Map([
    ["qaimaz", { town: "banyas" }],
    ["al-adil", { town: "ajlun" }],
    ["turks-1", { town: "ajlun" }],
  ]);
  view.actions = [
    { type: "move", block: "qaimaz", path: { any: PATHS }, about: { cost: 1 } },
    { type: "move", block: { any: ["al-adil", "turks-1"] }, path: { any: [["tiberias"]] }, about: { cost: 1 } },
  ];
  assert.deepEqual([...plans.planMove(view, where, BLOCKS, town).entries.keys()], ["ajlun"]);
});
