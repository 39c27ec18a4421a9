// Which of many sentences are told large over the map.

import assert from "node:assert/strict";
import test from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const { mostWeighty } = await import("../../frontend/static/frontend/js/motion/moments.js");

const told = (...kinds) => kinds.map((kind) => ({ kind, words: kind }));

test("of the end of a turn what was lost, the cards and who moves first are told", () => {
  const all = told(
    "attrition-rolled",
    "hunger-rule",
    "turn-ended",
    "cards-revealed",
    "event",
    "tie-rolled",
    "player-one",
  );
  assert.deepEqual(mostWeighty(all), ["attrition-rolled", "cards-revealed", "player-one"]);
});

test("hunger that took nothing, a roll and the end of a turn make way for what cards say", () => {
  const all = told("hunger-none", "turn-ended", "card-chosen", "cards-revealed", "tie-rolled", "player-one");
  assert.deepEqual(mostWeighty(all), ["card-chosen", "cards-revealed", "player-one"]);
});

test("three are told in their order, each once, and nothing empty", () => {
  assert.deepEqual(mostWeighty(told("hunger-none", "hunger-rule", "turn-ended")), [
    "hunger-none",
    "hunger-rule",
    "turn-ended",
  ]);
  assert.deepEqual(mostWeighty([{ kind: "equal", words: "" }, ...told("turn-ended", "turn-ended")]), ["turn-ended"]);
});
