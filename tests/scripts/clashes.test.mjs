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
const { declaredBattles, forceFigure } = await import("../../frontend/static/frontend/js/map/clashes.js");

const stack = (side, area, count) => ({ side, area, count, hidden: count, blocks: [] });
const acre = {
  stacks: [
    stack("frank", "field", 2),
    stack("frank", "reserve", 3),
    stack("saracen", "castle", 1),
    stack("saracen", "field", 1),
  ],
};

test("who came to a town stands first, with reserves apart from those in the field or the castle", () => {
  const found = declaredBattles({ map: { acre }, arrivals: [{ town: "acre", side: "saracen" }], first: "frank" });
  assert.deepEqual(found.get("acre"), [
    { side: "saracen", now: 2, later: 0 },
    { side: "frank", now: 2, later: 3 },
  ]);
});

test("without arrivals the player who moves first came; nobody yet known, the Franks", () => {
  assert.equal(
    declaredBattles({ map: { acre }, battles: ["acre"], first: "saracen" }).get("acre")?.[0].side,
    "saracen",
  );
  assert.equal(
    declaredBattles({ map: { acre }, battle: { town: "acre" }, first: null }).get("acre")?.[0].side,
    "frank",
  );
});

test("a battle is over where one side has nobody left, and a town is named once", () => {
  const alone = { stacks: [stack("frank", "field", 2)] };
  assert.equal(declaredBattles({ map: { acre: alone }, battles: ["acre", "tyre"], first: "frank" }).size, 0);
  assert.equal(declaredBattles({ map: { acre }, battles: ["acre"], battle: { town: "acre" }, first: "frank" }).size, 1);
});

test("reserves are told in parentheses, and left out where there are none", () => {
  assert.equal(forceFigure({ side: "frank", now: 4, later: 2 }), "4 (+2)");
  assert.equal(forceFigure({ side: "frank", now: 0, later: 0 }), "0");
});
