// Several hand-overs while somebody was away: log/chapters.js, and the step that each of the older is told in.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chaptersOf } from "../../frontend/static/frontend/js/log/chapters.js";
import { LONGEST_PLAYBACK, stepDuration, stepOfChapter, stepsOf } from "../../frontend/static/frontend/js/log/steps.js";

const WEIGHTS = {
  "town-taken": "strong",
  "block-eliminated": "strong",
  "cards-revealed": "told",
  "group-moved": "move",
};

function entry(n, ...events) {
  return {
    n,
    side: "frank",
    kind: "action",
    events: events.map((fact) => ({ side: "frank", text: fact.type, ...fact })),
    undone: false,
  };
}

function move(...path) {
  return { type: "group-moved", path };
}

const AWAY = [
  entry(4, move("acre", "tyre")),
  entry(5, move("acre", "tyre")),
  entry(6, { type: "movement-ended" }, { type: "battle-begun", town: "kerak" }),
  entry(7, { type: "town-taken", town: "kerak" }, { type: "battle-ended", town: "kerak" }),
  entry(8, { type: "turn-ended" }),
  entry(9, { type: "cards-revealed" }),
  entry(10, move("tyre", "sidon")),
  entry(11, { type: "movement-ended" }),
];

test("each hand-over before the last is told in a sentence, the last in full", () => {
  const { older, newest } = chaptersOf(AWAY, "saracen", WEIGHTS);
  assert.deepEqual(
    older.map(({ headline }) => headline.parts.map(({ key, town, count }) => `${key} ${town ?? count}`)),
    [["headline-moved 2"], ["headline-lost-storm kerak"]],
  );
  assert.deepEqual(
    newest.map(({ n }) => n),
    [8, 9, 10, 11],
  );
});

test("what has nothing to tell is no chapter, and who was away for one hand-over has none before it", () => {
  const { older, newest } = chaptersOf(
    [entry(1, { type: "movement-ended" }), entry(2, move("acre", "tyre"))],
    "saracen",
    WEIGHTS,
  );
  assert.deepEqual([older, newest.length], [[], 1]);
  assert.deepEqual(chaptersOf([], "saracen", WEIGHTS), { older: [], newest: [] });
});

test("a chapter without a headline is told by the fact that weighs most", () => {
  const { older } = chaptersOf(
    [entry(1, { type: "cards-revealed" }, { type: "movement-ended", side: "saracen" }), entry(2, move("acre", "tyre"))],
    "saracen",
    WEIGHTS,
  );
  assert.deepEqual([older[0].headline, older[0].fact.type], [null, "cards-revealed"]);
});

test("a chapter's step leads to its places, shows its ways, and begins with its first fact", () => {
  const steps = chaptersOf(AWAY, "saracen", WEIGHTS).older.map(stepOfChapter);
  assert.deepEqual(
    steps.map(({ towns, routes, strong }) => [towns, routes.length, strong]),
    [
      [["tyre"], 2, false],
      [["kerak"], 0, true],
    ],
  );
  assert.equal(steps[0].first, AWAY[0].events[0]);
});

test("three days of the other side's turns take no longer than a long one", () => {
  const entries = Array.from({ length: 30 }, (_, i) => [
    entry(2 * i + 1, move("acre", "tyre")),
    entry(2 * i + 2, { type: "movement-ended" }),
  ]).flat();
  const { older, newest } = chaptersOf(entries, "saracen", WEIGHTS);
  const count =
    older.length +
    stepsOf(
      newest.flatMap(({ events }) => events),
      "saracen",
      WEIGHTS,
    ).length;
  assert.equal(count, 30);
  assert.ok(count * stepDuration(count, 2600) <= LONGEST_PLAYBACK + 1e-6);
});
