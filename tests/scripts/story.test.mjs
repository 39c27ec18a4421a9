// The history as it is told to one side (log/story.js), and views made of what changes (replay/moments.js).

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const { Story, townsOfEvent } = await import("../../frontend/static/frontend/js/log/story.js");
const { applyChanges } = await import("../../frontend/static/frontend/js/replay/moments.js");

const entry = (n, more = {}) => ({
  n,
  at: "",
  kind: "action",
  side: "frank",
  undone: false,
  events: [{ type: "turn-begun", text: `line ${n}` }],
  ...more,
});
const story = (...entries) => {
  const made = new Story();
  made.addNews({ anew: true, entries }, 10);
  return made;
};

test("lines stand oldest first, without what was taken back unless it is asked for, and never without words", () => {
  const told = story(
    entry(3),
    entry(1),
    entry(2, { undone: true }),
    entry(4, { events: [{ type: "seat-adjusted", text: null }] }),
  );
  assert.deepEqual(
    told.lines().map(({ seq }) => seq),
    [1, 3],
  );
  assert.deepEqual(
    told.lines(true).map(({ seq, undone }) => [seq, undone]),
    [
      [1, false],
      [2, true],
      [3, false],
    ],
  );
});

test("news that come late change nothing; anew, they take the place of all", () => {
  const told = story(entry(1), entry(2));
  told.addNews({ anew: false, entries: [entry(2, { undone: true })] }, 9);
  assert.equal(told.lines().length, 2);
  told.addNews({ anew: false, entries: [entry(2, { undone: true })] }, 11);
  assert.equal(told.lines().length, 1);
  told.addNews({ anew: true, entries: [entry(7)] }, 12);
  assert.deepEqual(
    told.lines().map(({ seq }) => seq),
    [7],
  );
  assert.equal(told.hasEarlier, true);
});

test("one steps over what was taken back, and not beyond either end", () => {
  const told = story(entry(1), entry(2, { undone: true }), entry(3), entry(4, { kind: "undo" }));
  assert.equal(told.neighborOf(1, 1), 3);
  assert.equal(told.neighborOf(3, -1), 1);
  assert.equal(told.neighborOf(3, 1), null);
  assert.equal(told.neighborOf(1, -1), null);
});

test("an empty history has nothing earlier, and no last entry", () => {
  const empty = new Story();
  assert.equal(empty.hasEarlier, false);
  assert.equal(empty.last, 0);
});

test("an event's towns are each named once, wherever they stand in it", () => {
  assert.deepEqual(
    townsOfEvent({ type: "group-moved", text: "", from: "tyre", to: "acre", path: ["tyre", "beaufort", "acre"] }),
    ["tyre", "acre", "beaufort"],
  );
  assert.deepEqual(townsOfEvent({ type: "siege-starved", text: "", towns: { acre: 1 } }), ["acre"]);
  assert.deepEqual(townsOfEvent({ type: "year-begun", text: "" }), []);
});

test("of a view what changes is put in, an emptied town taken out, and the view before left as it was", () => {
  const before = { turn: 1, map: { acre: { stacks: [] }, tyre: { stacks: [] } } };
  assert.deepEqual(applyChanges(before, { set: { turn: 2 }, map: { acre: null } }), {
    turn: 2,
    map: { tyre: { stacks: [] } },
  });
  assert.deepEqual(applyChanges(before, { set: {} }), before);
  assert.deepEqual(Object.keys(before.map), ["acre", "tyre"]);
});
