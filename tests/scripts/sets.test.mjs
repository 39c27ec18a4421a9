// The words of a choice of several blocks, as decisions/sets.js gives them. A text that the page lacks is its key.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  texts: {
    "pick-room-garrison": "{count} at most: it holds {limit} ({rule}).",
    "pick-room-storm": "{count} at most: {limit} may storm ({rule}).",
  },
});
const { setWords } = await import("../../frontend/static/frontend/js/decisions/sets.js");

/** @param {string} flag @param {string} [step] @param {string} [edition] @returns {any} */
function besieging(flag, step = "storm", edition = "2.0") {
  const blocks = [{ id: "saladin", strength: 4, [flag]: true }, { id: "turks-1" }];
  return {
    ruleset: { edition },
    step,
    battle: { town: "acre", rating: 2 },
    map: { acre: { stacks: [{ side: "saracen", blocks }] } },
  };
}

/** @param {string} type @param {string[]} some @param {number} most @returns {any} */
function offer(type, some, most) {
  return { type, blocks: { some, least: 0, most } };
}

/** @param {any} view @param {any} offered */
function words(view, offered) {
  const { question, limits, decide } = setWords(view, offered);
  return [question, limits, decide([]), decide(["turks-1"])];
}

test("a storm that goes on is added to: nobody more is no end of it", () => {
  assert.deepEqual(words(besieging("none"), offer("storm", ["saladin", "turks-1"], 2)), [
    "pick-storm",
    "pick-of-all",
    "none-storm",
    "with-storm",
  ]);
  assert.deepEqual(words(besieging("storming"), offer("storm", ["turks-1", "arabs-1"], 1)), [
    "pick-storm-on",
    "1 at most: 2 may storm (6.52).",
    "none-storm-on",
    "with-storm-on",
  ]);
});

test("so is a sally; a castle says how many it holds", () => {
  assert.equal(words(besieging("sallying", "sally"), offer("sally", ["guy"], 1))[2], "none-sally-on");
  assert.equal(
    words(besieging("none", "garrison"), offer("garrison", ["a", "b", "c", "d"], 2))[1],
    "2 at most: it holds 2 (6.52).",
  );
});

test("in edition 1.4 twice the rating may storm, and other rules say so", () => {
  const limits = (step, offered) => setWords(besieging("none", step, "1.4"), offered).limits;
  assert.equal(limits("storm", offer("storm", ["a", "b", "c", "d", "e"], 4)), "4 at most: 4 may storm (7.31).");
  assert.equal(limits("garrison", offer("garrison", ["a", "b", "c"], 2)), "2 at most: it holds 2 (7.1).");
});

test("the button names one block or two, and counts more", () => {
  const { decide } = setWords(besieging("none"), offer("storm", ["a", "b", "c"], 3));
  assert.deepEqual([decide(["a", "b"]), decide(["a", "b", "c"])], ["with-storm", "some-storm"]);
});
