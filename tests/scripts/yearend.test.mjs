// How a year ended, of what a side's history tells: log/yearend.js and log/yearwords.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

const block = (name, mark = "") => ({ name, mark });
stubPage({
  blocks: {
    "kurds-2": block("Kurds", "2"),
    saladin: block("Saladin"),
    keukburi: block("Keukburi"),
    balian: block("Balian"),
    conrad: block("Conrad"),
  },
  towns: { acre: { name: "Acre" }, banyas: { name: "Banyas" }, aleppo: { name: "Aleppo" } },
  texts: {
    "with-colon": "{words}:",
    "in-a-list": "{some}; {last}",
    "side-frank": "Franks",
    "side-saracen": "Saracens",
    "year-lost": "Lost to the winter, {side}: {news}.",
    "year-lost-at": { one: "{count} block at {town}", other: "{count} blocks at {town}" },
    "year-more-hidden": "{count} more hidden",
    "year-sieges": "Ended: {towns}.",
    "year-none-lost": "{side}: winter took no block.",
    "year-regained": "Your blocks that regained steps: {blocks}. Theirs stay hidden.",
    "year-none-regained": "None of your blocks regained a step; theirs stay hidden.",
    "year-back": "The fallen can be drawn again: {news}.",
  },
});
const { yearEndOf } = await import("../../frontend/static/frontend/js/log/yearend.js");
const { yearEndInWords } = await import("../../frontend/static/frontend/js/log/yearwords.js");

/** The facts of a year, as the Saracens are told them. */
const FACTS = [
  { type: "block-eliminated", side: "frank", town: "acre", block: "josselin", permanent: false },
  { type: "year-begun", year: 1188 },
  { type: "block-eliminated", side: "frank", town: "acre", block: "balian", permanent: false },
  { type: "block-eliminated", side: "saracen", town: "acre", block: "al-adil", permanent: true },
  { type: "winter-begun", year: 1188 },
  { type: "siege-starved", side: "frank", town: "banyas", count: 3 },
  { type: "block-disbanded", side: "saracen", town: "aleppo", block: "kurds-2" },
  { type: "blocks-disbanded", side: "saracen", town: "aleppo", count: 1, blocks: ["kurds-2"] },
  { type: "block-replaced", side: "saracen", town: "aleppo", block: "keukburi" },
  { type: "block-replaced", side: "saracen", town: "aleppo", block: "keukburi" },
  { type: "block-replaced", side: "saracen", town: "aleppo", block: "saladin" },
  { type: "block-eliminated", side: "frank", town: "banyas", block: "conrad", permanent: true },
  { type: "blocks-disbanded", side: "frank", town: "banyas", count: 2 },
  { type: "winter-ended", side: "frank" },
  { type: "year-ended", year: 1188 },
  { type: "year-begun", year: 1189 },
];
const entries = (facts) => [{ n: 1, side: "frank", kind: "action", undone: false, events: facts }];

test("the end of a year names one's own blocks, and of the enemy's what lay open", () => {
  assert.deepEqual(yearEndInWords(yearEndOf(entries(FACTS), "saracen", "2.0"), "saracen"), [
    "Lost to the winter, Franks: 3 blocks at Banyas (Conrad, 2 more hidden).",
    "Lost to the winter, Saracens: 1 block at Aleppo (Kurds 2).",
    "Ended: Banyas.",
    "Your blocks that regained steps: Keukburi (2), Saladin. Theirs stay hidden.",
    "The fallen can be drawn again: Franks: Balian.",
  ]);
});

test("a winter that took nobody is told so, and nothing of fallen where their year is not known whole", () => {
  const facts = FACTS.slice(4).filter(({ type }) => /winter-begun|year-/.test(type));
  assert.deepEqual(yearEndInWords(yearEndOf(entries(facts), "frank", "2.0"), "frank"), [
    "Saracens: winter took no block.",
    "Franks: winter took no block.",
    "None of your blocks regained a step; theirs stay hidden.",
  ]);
});

test("in the older rules the fallen lie in the pool at once: nothing is told of them in the end", () => {
  assert.equal(yearEndOf(entries(FACTS), "saracen", "1.4").back, null);
});

test("before a first winter is over there is no end of a year", () => {
  assert.equal(yearEndOf(entries(FACTS.slice(0, 8)), "frank", "2.0"), null);
});

test("what the headline tells of the other side's winter is not told again", () => {
  const [first] = yearEndInWords(yearEndOf(entries(FACTS), "saracen", "2.0"), "saracen", true);
  assert.equal(first, "Lost to the winter, Saracens: 1 block at Aleppo (Kurds 2).");
});
