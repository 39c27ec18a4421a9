// The declared battles of a view: map/clashes.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  texts: {
    frank: "Franks",
    saracen: "Saracens",
    "side-frank": "Franks",
    "side-saracen": "Saracens",
    "battle-declared": "{forces}",
  },
});
const { declaredBattles, forceFigure, forcesInWords } =
  await import("../../frontend/static/frontend/js/map/clashes.js");

const stack = (side, area, count) => ({ side, area, count, hidden: count, blocks: [] });
const acre = {
  stacks: [
    stack("frank", "field", 2),
    stack("frank", "reserve", 3),
    stack("saracen", "castle", 1),
    stack("saracen", "field", 1),
  ],
};

test("one's own side stands first whoever came, with reserves apart from those in the field or the castle", () => {
  for (const came of ["saracen", "frank"]) {
    const view = { map: { acre }, arrivals: [{ town: "acre", side: came }], you: "saracen" };
    assert.deepEqual(declaredBattles(view).get("acre"), [
      { side: "saracen", now: 2, later: 0 },
      { side: "frank", now: 2, later: 3 },
    ]);
    assert.equal(declaredBattles({ ...view, you: "frank" }).get("acre")?.[0].side, "frank");
  }
});

test("to spectators the Franks stand first", () => {
  assert.equal(declaredBattles({ map: { acre }, battles: ["acre"], you: null }).get("acre")?.[0].side, "frank");
  assert.equal(declaredBattles({ map: { acre }, battle: { town: "acre" } }).get("acre")?.[0].side, "frank");
});

test("the label names both sides in the same order", () => {
  const [forces] = declaredBattles({ map: { acre }, battles: ["acre"], you: "saracen" }).values();
  assert.equal(forcesInWords(forces), "Saracens 2 : Franks 2 (+3)");
});

test("a battle is over where one side has nobody left, and a town is named once", () => {
  const alone = { stacks: [stack("frank", "field", 2)] };
  assert.equal(declaredBattles({ map: { acre: alone }, battles: ["acre", "tyre"] }).size, 0);
  assert.equal(declaredBattles({ map: { acre }, battles: ["acre"], battle: { town: "acre" } }).size, 1);
});

test("reserves are told in parentheses, and left out where there are none", () => {
  assert.equal(forceFigure({ side: "frank", now: 4, later: 2 }), "4 (+2)");
  assert.equal(forceFigure({ side: "frank", now: 0, later: 0 }), "0");
});
