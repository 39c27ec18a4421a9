// The score of a motion: motion/score.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const { compose } = await import("../../frontend/static/frontend/js/motion/score.js");

const token = (key, town, more = {}) => [
  key,
  { key, block: key, town, side: "frank", x: 10, y: 20, scale: 0.84, strength: 2, area: "field", ...more },
];
const layout = (...tokens) => ({ tokens: new Map(tokens), frames: [], piles: [], leaders: [] });
const moved = { type: "group-moved", side: "frank", block: "balian", path: ["tyre", "acre"], text: "" };

test("a block travels from where it stood to where it stands, and the score lasts as long", () => {
  const { parts, length } = compose(layout(token("balian", "tyre")), layout(token("balian", "acre", { x: 300 })), [
    moved,
  ]);
  const [part] = parts;
  assert.deepEqual([part.points[0].x, part.points.at(-1)?.x], [10, 300]);
  assert.ok(part.points.every((point, i) => i === 0 || point.at >= part.points[i - 1].at));
  assert.ok(length >= (part.points.at(-1)?.at ?? 0) && length > 0);
});

test("a hidden block marches as a back, with its side and as many as there are", () => {
  const { marches } = compose(layout(), layout(), [{ ...moved, block: undefined, count: 3 }]);
  assert.deepEqual(
    marches.map(({ side, count }) => [side, count]),
    [["frank", 3]],
  );
});

test("two blocks of one group set out shortly after one another, two groups one after the other", () => {
  const second = { ...moved, block: "walter" };
  const other = { ...second, path: ["tyre", "beaufort"] };
  const from = layout(token("balian", "tyre"), token("walter", "tyre"));
  const starts = (events, to) => compose(from, to, events).parts.map(({ points }) => points[1].at);
  const [one, two] = starts([moved, second], layout(token("balian", "acre"), token("walter", "acre")));
  const [first, next] = starts([moved, other], layout(token("balian", "acre"), token("walter", "beaufort")));
  assert.ok(two - one > 0 && two - one < next - first);
});

test("a step that is lost is told by the strength before and after; who falls leaves", () => {
  const fight = [
    { type: "block-fired", block: "saladin", town: "acre", dice: [1, 6], hits: 1, text: "" },
    { type: "block-reduced", block: "balian", strength: 1, text: "" },
    { type: "block-eliminated", block: "walter", town: "acre", text: "" },
  ];
  const { parts, dice, blows } = compose(
    layout(token("balian", "acre"), token("walter", "acre")),
    layout(token("balian", "acre", { strength: 1 })),
    fight,
  );
  assert.deepEqual(
    parts.find(({ token: { key } }) => key === "balian")?.strengths.map(({ strength }) => strength),
    [2, 1],
  );
  assert.notEqual(parts.find(({ gone }) => gone)?.leaves, null);
  assert.deepEqual(
    dice.map((thrown) => [thrown.dice, thrown.hits]),
    [[[1, 6], 1]],
  );
  assert.equal(blows.length, 2);
});

test("blocks lost town by town leave as well, as in a starved siege", () => {
  const starved = { type: "blocks-disbanded", blocks: { acre: ["balian"], tyre: ["walter"] }, text: "" };
  const { parts } = compose(layout(token("balian", "acre"), token("walter", "tyre")), layout(), [starved]);
  assert.deepEqual(
    parts.map(({ gone, leaves }) => [gone, leaves !== null]),
    [
      [true, true],
      [true, true],
    ],
  );
});

test("where the narrator keeps the time nothing begins before its step, and nothing happened takes no time", () => {
  const starts = new Map([[moved, 5_000]]);
  const { parts } = compose(layout(token("balian", "tyre")), layout(token("balian", "acre")), [moved], starts);
  assert.equal(parts[0].points[1].at, 5_000);
  assert.equal(compose(layout(token("balian", "tyre")), layout(token("balian", "tyre")), []).length, 0);
});
