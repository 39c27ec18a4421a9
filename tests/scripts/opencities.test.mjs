// The warning of Victory Cities left empty: decisions/opencities.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
stubPage({
  game: "g",
  explained: true,
  towns: { damascus: { name: "Damascus", victory: true }, beaufort: { name: "Beaufort" }, tyre: { name: "Tyre" } },
  texts: {
    "open-city": "{town} would stand empty: enemies could march in from {from}.",
    "open-city-many": { other: "{town} would stand empty: enemies could march in from {count} towns." },
  },
});
const { citiesEmptied, citiesToWarnOf, markWarned, openCityWarning } =
  await import("../../frontend/static/frontend/js/decisions/opencities.js");
const { wishExplanations } = await import("../../frontend/static/frontend/js/page/explained.js");

const view = (empty, step = "move") => ({ step, prospects: { empty } });

test("a city left empty is named with the towns from which enemies could come", () => {
  const left = view({ damascus: ["beaufort", "tyre"] });
  assert.deepEqual(citiesToWarnOf(left), ["damascus"]);
  assert.equal(
    openCityWarning(left, "damascus"),
    "Damascus would stand empty: enemies could march in from Beaufort, Tyre.",
  );
});

test("of more than three towns the number is said", () => {
  assert.equal(
    openCityWarning(view({ damascus: ["beaufort", "tyre", "acre", "sidon"] }), "damascus"),
    "Damascus would stand empty: enemies could march in from 4 towns.",
  );
});

test("nothing is said outside movement, nor to who wants no explanations", () => {
  assert.deepEqual(citiesToWarnOf(view({ damascus: ["beaufort"] }, "card")), []);
  wishExplanations(false);
  assert.deepEqual(citiesToWarnOf(view({ damascus: ["beaufort"] })), []);
  wishExplanations(true);
  assert.deepEqual(citiesToWarnOf(view({ damascus: ["beaufort"] })), ["damascus"]);
});

test("each city is said once in a game", () => {
  markWarned(["damascus"]);
  assert.deepEqual(citiesToWarnOf(view({ damascus: ["beaufort"], aleppo: ["tyre"] })), ["aleppo"]);
});

test("a city is emptied when all that stand in it leave, and no other town is", () => {
  const stacks = [{ side: "saracen", area: "field", blocks: [{ id: "saladin" }, { id: "kurds-1" }] }];
  const map = { damascus: { stacks }, beaufort: { stacks } };
  const plan = (...blocks) => ({ town: "tyre", actions: blocks.map((block) => ({ block })) });
  const from = (town) => new Map(["saladin", "kurds-1"].map((block) => [block, { town }]));
  const moving = { step: "move", you: "saracen", map };
  assert.deepEqual(citiesEmptied(moving, from("damascus"), plan("saladin", "kurds-1")), ["damascus"]);
  assert.deepEqual(citiesEmptied(moving, from("damascus"), plan("saladin")), []);
  assert.deepEqual(citiesEmptied(moving, from("beaufort"), plan("saladin", "kurds-1")), []);
  assert.deepEqual(citiesEmptied({ ...moving, step: "regroup" }, from("damascus"), plan("saladin", "kurds-1")), []);
});
