// Where blocks stand on the stage, battle/ranks.js, and where a ribbon of words lies: battle/ribbon.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrangeRanks, heightOf, isWide, stackKeys } from "../../frontend/static/frontend/js/battle/ranks.js";
import { leastHidden } from "../../frontend/static/frontend/js/battle/ribbon.js";

const stack = (side, area, count, hidden = 0, round = undefined) => ({
  side,
  area,
  round,
  count,
  hidden,
  blocks: Array.from({ length: count - hidden }, (_, i) => ({ id: `${side}-${area}-${round ?? 0}-${i}`, strength: 2 })),
});
const full = [
  stack("frank", "field", 4),
  stack("frank", "castle", 3),
  stack("saracen", "field", 8, 3),
  stack("saracen", "reserve", 5, 5, 2),
];
const SIDES = ["frank", "saracen"];
const ROOMS = [
  { width: 1440, height: 700 },
  { width: 700, height: 420 },
  { width: 390, height: 560 },
  { width: 320, height: 300 },
];

const overlap = (one, other, wide, high) => Math.abs(one.x - other.x) < wide && Math.abs(one.y - other.y) < high;

test("in every room each block has a place of its own inside the stage", () => {
  for (const room of ROOMS) {
    const { spots, size } = arrangeRanks(full, SIDES, room);
    assert.equal(spots.size, 20);
    const all = [...spots.values()];
    for (const [i, spot] of all.entries()) {
      assert.ok(spot.x >= 0 && spot.x + size <= room.width, JSON.stringify([room, spot]));
      for (const other of all.slice(i + 1))
        assert.ok(!overlap(spot, other, size, heightOf(size)), JSON.stringify([room, spot, other]));
    }
  }
});

test("however many fight, with reserves and a castle, all stand within the stage", () => {
  for (const room of [
    { width: 374, height: 430 },
    { width: 374, height: 300 },
    { width: 700, height: 500 },
    { width: 1000, height: 560 },
  ])
    for (let own = 1; own <= 12; own += 1)
      for (let other = 1; other <= 12; other += 1)
        for (const late of [0, 1, 6]) {
          const sides = SIDES.flatMap((side, i) => [
            stack(side, "field", i ? other : own),
            stack(side, "reserve", late, late, 2),
          ]);
          const { bays, spots, size } = arrangeRanks([...sides, stack("frank", "castle", 3)], SIDES, room);
          const leaves = (x, y, wide, high) =>
            x < 0 || y < 0 || x + wide > room.width + 1 || y + high > room.height + 1;
          const out =
            bays.some(({ box }) => leaves(box.left, box.top, box.width, box.height)) ||
            [...spots.values()].some(({ x, y }) => leaves(x, y, size, heightOf(size)));
          assert.ok(!out, JSON.stringify([room, own, other, late]));
        }
});

test("on a wide stage one's own side stands left of the other, on a tall one below it", () => {
  const wide = arrangeRanks(full, SIDES, ROOMS[0]);
  assert.ok(wide.wide && wide.flanks.frank.left < wide.flanks.saracen.left);
  const tall = arrangeRanks(full, ["saracen", "frank"], ROOMS[2]);
  assert.ok(!tall.wide && tall.flanks.saracen.top > tall.flanks.frank.top);
});

test("fewer blocks are drawn larger, and an empty stack has no bay", () => {
  const few = [stack("frank", "field", 1), stack("frank", "castle", 0), stack("saracen", "field", 1)];
  const { size, bays } = arrangeRanks(few, SIDES, ROOMS[0]);
  assert.ok(size > arrangeRanks(full, SIDES, ROOMS[0]).size);
  assert.deepEqual(
    bays.map(({ key }) => key),
    ["frank-field-0", "saracen-field-0"],
  );
});

test("the towers of a castle keep off the name of its side and off the bay above", () => {
  for (const room of ROOMS)
    for (const sides of [SIDES, [...SIDES].reverse()]) {
      const { bays } = arrangeRanks([...full, stack("frank", "reserve", 2, 2, 2)], sides, room);
      const { box } = bays.find(({ area }) => area === "castle");
      const above = bays.filter(
        ({ box: { left, top, width } }) => top < box.top && left < box.left + box.width && left + width > box.left,
      );
      const edge = Math.max(0, ...above.map((bay) => bay.box.top + bay.box.height));
      assert.ok(box.top - edge >= 15, JSON.stringify([room, sides, box.top, edge]));
    }
});

test("hidden blocks are told apart by their place and a number alone", () => {
  assert.deepEqual(stackKeys(stack("saracen", "reserve", 3, 2, 2)), [
    "saracen-reserve-2-0",
    "back-saracen-reserve-2-0",
    "back-saracen-reserve-2-1",
  ]);
});

test("a stage is wide from 580 pixels on, where it is not higher than wide", () => {
  assert.equal(isWide(579, 300), false);
  assert.equal(isWide(580, 300), true);
  assert.equal(isWide(900, 1000), false);
});

test("a ribbon lies in the gap nearest the dice", () => {
  assert.equal(
    leastHidden(
      120,
      40,
      [[100, 140]],
      [
        [0, 95],
        [200, 300],
      ],
      320,
    ),
    164,
  );
});

test("where no gap is high enough a ribbon lies whole in the field, over blocks rather than over dice", () => {
  const spot = leastHidden(
    190,
    60,
    [[160, 220]],
    [
      [20, 140],
      [240, 380],
    ],
    400,
  );
  assert.ok(spot >= 30 && spot <= 370, String(spot));
  assert.ok(spot + 30 <= 160 || spot - 30 >= 220, String(spot));
});

test("a ribbon higher than the field begins at its top", () => {
  assert.equal(leastHidden(10, 60, [], [], 40), 30);
});
