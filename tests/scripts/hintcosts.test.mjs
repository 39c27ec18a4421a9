// What a hint says of the towns that its blocks leave: game/hintcosts.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
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
  },
});
const { linesOfWeakened } = await import("../../frontend/static/frontend/js/game/hintcosts.js");

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
