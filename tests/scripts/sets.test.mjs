// The words of a choice of several blocks, as decisions/sets.js gives them. A text that the page lacks is its key.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const { setWords } = await import("../../frontend/static/frontend/js/decisions/sets.js");

/** @param {string} flag @param {string} [step] @returns {any} */
function besieging(flag, step = "storm") {
  const blocks = [{ id: "saladin", strength: 4, [flag]: true }, { id: "turks-1" }];
  return {
    ruleset: { edition: "2.0" },
    step,
    battle: { town: "acre", rating: 3 },
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
    "pick-up-to",
    "none-storm",
    "with-storm",
  ]);
  assert.deepEqual(words(besieging("storming"), offer("storm", ["turks-1", "arabs-1"], 1)), [
    "pick-storm-on",
    "pick-room-storm",
    "none-storm-on",
    "with-storm-on",
  ]);
});

test("so is a sally; a castle says how many it holds", () => {
  assert.equal(words(besieging("sallying", "sally"), offer("sally", ["guy"], 1))[2], "none-sally-on");
  assert.equal(
    words(besieging("none", "garrison"), offer("garrison", ["a", "b", "c", "d"], 3))[1],
    "pick-room-garrison",
  );
});

test("the button names one block or two, and counts more", () => {
  const { decide } = setWords(besieging("none"), offer("storm", ["a", "b", "c"], 3));
  assert.deepEqual([decide(["a", "b"]), decide(["a", "b", "c"])], ["with-storm", "some-storm"]);
});
