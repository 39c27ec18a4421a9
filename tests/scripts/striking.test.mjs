// What the Assassins are likely to do: decisions/striking.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    assassins: { rating: "A3", side: "assassin", steps: 3 },
    zangi: { rating: "B2", side: "saracen", steps: 3 },
  },
  texts: {
    "in-a-list": "{some}; {last}",
    "strike-odds": {
      one: "{dice} at {firepower}: {steps}, {percent}",
      other: "{dice} at {firepower}: {steps}, {percent}",
    },
    "strike-falls": "falls {percent}",
    "strike-falls-hidden": "falls {chances}",
    "strike-with": { one: "{percent} of {count}", other: "{percent} of {count}" },
    "strike-walls": "no walls",
    "strike-lot": { one: "lot of {count}", other: "lot of {count}" },
  },
});
const { strikeInWords, strikeNote } = await import("../../frontend/static/frontend/js/decisions/striking.js");

/** Saracens at Acre, as the Franks see them. */
function seen(strength, { area = "field", hidden = 0 } = {}) {
  const blocks = strength ? [{ id: "zangi", strength }] : [];
  return { you: "frank", map: { acre: { stacks: [{ side: "saracen", area, blocks, hidden }] } } };
}

test("an open target is told what three dice cost it and how likely it falls; hits beyond its steps are lost", () => {
  assert.deepEqual(strikeInWords(seen(2), "zangi"), ["3 at 3: 1.4, 88%", "falls 50%"]);
  assert.deepEqual(strikeInWords(seen(1), "zangi"), ["3 at 3: 0.9, 88%", "falls 88%"]);
  assert.equal(strikeNote(seen(3), "zangi"), "falls 13%");
});

test("a hidden one may have any steps, and of several the lot strikes one", () => {
  const hidden = { town: "acre", area: "castle" };
  const told = strikeInWords(seen(0, { area: "castle", hidden: 2 }), hidden);
  assert.deepEqual(told, ["3 at 3: 1.5, 88%", "falls 88% of 1; 50% of 2; 13% of 3; 0% of 4", "no walls", "lot of 2"]);
  assert.equal(strikeInWords(seen(0, { area: "castle", hidden: 1 }), hidden).at(-1), "no walls");
  assert.equal(strikeNote(seen(0, { area: "castle", hidden: 2 }), hidden), "");
});
