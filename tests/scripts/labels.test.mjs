// Which names of the map give way to others: map/labels.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const { crowdedLabels } = await import("../../frontend/static/frontend/js/map/labels.js");

const label = (id, rank, left, wide = 60) => ({ id, rank, box: { left, top: 0, right: left + wide, bottom: 20 } });

test("of two names that lie on each other the lesser gives way, and a region's first of all", () => {
  assert.deepEqual([...crowdedLabels([label("botron", 1, 0), label("tripoli", 3, 50)], [])], ["botron"]);
  assert.deepEqual([...crowdedLabels([label("county", 0, 0), label("botron", 1, 50)], [])], ["county"]);
  assert.deepEqual([...crowdedLabels([label("botron", 1, 0), label("tripoli", 3, 61)], [])], []);
});

test("a name that gave way makes room for the next", () => {
  const three = [label("sidon", 3, 0), label("beaufort", 2, 50), label("anjar", 1, 100)];
  assert.deepEqual([...crowdedLabels(three, [])], ["beaufort"]);
});

test("a name under blocks gives way, but that of a city or of a town to go to", () => {
  const block = { left: 20, top: 0, right: 60, bottom: 40 };
  const found = (rank) => [...crowdedLabels([label("tyre", rank, 0)], [block])].length;
  assert.deepEqual([1, 2, 3, 4].map(found), [1, 1, 0, 0]);
});
