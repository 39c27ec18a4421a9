// The words of a battle's banner: battle/banner.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  texts: {
    "side-frank": "Franks",
    "side-saracen": "Saracens",
    headline: "{side}: {news}",
    "headline-they-retreated": "{count} of their blocks retreated from {town} to {to}",
    "round-is-last": "{words}: the last",
  },
});
const { bannerWords } = await import("../../frontend/static/frontend/js/battle/banner.js");

const FIELD = ["frank", "saracen"].map((side) => ({ side, area: "field", count: 1, hidden: 1, blocks: [] }));
const SIEGE = [FIELD[0], { ...FIELD[1], area: "castle" }];

function told(round, edition, stacks) {
  const fact = { type: "round-begun", town: "acre", round, text: `Acre, round ${round}` };
  return bannerWords(fact, [fact], [fact], "frank", { ruleset: { edition }, map: { acre: { stacks } } });
}

test("the ribbon of a round says when it is the last", () => {
  assert.deepEqual(
    [1, 2, 3].map((round) => told(round, "2.0", FIELD)),
    ["Acre, round 1", "Acre, round 2", "Acre, round 3: the last"],
  );
  assert.equal(told(3, "1.4", FIELD), "Acre, round 3");
  assert.equal(told(4, "1.4", FIELD), "Acre, round 4: the last");
  assert.equal(told(3, "1.4", SIEGE), "Acre, round 3: the last");
});

test("whose blocks went away is named, for the sentence before them may be of the other side", () => {
  const won = { type: "field-won", town: "banyas", side: "saracen", text: "The Saracens won the field of Banyas." };
  const away = { type: "block-retreated", town: "banyas", side: "frank", to: "tiberias" };
  const known = [{ type: "battle-begun", town: "banyas" }, away, won];
  assert.equal(
    bannerWords(won, [won], known, "saracen", null),
    "The Saracens won the field of Banyas. Franks: 1 of their blocks retreated from banyas to tiberias.",
  );
});
