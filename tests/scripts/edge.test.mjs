// Signs at the edge of the map's frame.

import assert from "node:assert/strict";
import { test } from "node:test";

import { HIGH, WIDE, common, placeSigns } from "../../frontend/static/frontend/js/map/edge.js";
import { stubPage } from "./page.mjs";

stubPage({});
const { cornerFor } = await import("../../frontend/static/frontend/js/map/tools.js");

const FRAMES = [
  [390, 420],
  [412, 915],
  [1440, 700],
  [390, 60],
];

test("three signs find places wherever they point, none upon another", () => {
  const ways = [-900, -20, 0, 90, 200, 410, 2000];
  for (const [wide, high] of FRAMES) {
    for (const y1 of ways)
      for (const y2 of ways)
        for (const y3 of ways)
          for (const x of [-500, 100, 3000]) {
            const signs = placeSigns(
              [
                { x, y: y1 },
                { x: x + 40, y: y2 },
                { x, y: y3 },
              ],
              wide,
              high,
            );
            signs.forEach((one, i) =>
              signs.slice(i + 1).forEach((other) => {
                assert.ok(
                  Math.abs(one.left - other.left) >= WIDE || Math.abs(one.top - other.top) >= HIGH,
                  JSON.stringify({ wide, high, x, y1, y2, y3, signs }),
                );
              }),
            );
          }
  }
});

test("a sign stands within the frame, as near as can be to its city", () => {
  assert.deepEqual(placeSigns([{ x: 200, y: 3000 }], 390, 420), [{ left: 144, top: 378 }]);
  assert.deepEqual(placeSigns([{ x: -50, y: 100 }], 390, 420), [{ left: 8, top: 83 }]);
});

test("no sign stands upon what covers the head of the frame", () => {
  const [sign] = placeSigns([{ x: 300, y: -200 }], 390, 420, 52);
  assert.ok(sign.top >= 52);
});

test("of two in one place the second stands beside the first, within the frame", () => {
  const signs = placeSigns(
    [
      { x: -50, y: 3000 },
      { x: -60, y: 3100 },
    ],
    390,
    420,
  );
  assert.deepEqual(signs, [
    { left: 8, top: 378 },
    { left: 8, top: 336 },
  ]);
});

test("a sign hides neither blocks nor names where the edge has room beside them", () => {
  const wish = { left: 8, top: 83 };
  const block = { left: 0, top: 60, wide: 130, high: 60 };
  const [sign] = placeSigns([{ x: -50, y: 100 }], 390, 420, 0, [block]);
  assert.equal(common({ ...sign, wide: WIDE, high: HIGH }, block), 0);
  assert.ok(Math.abs(sign.top - wish.top) < 90, JSON.stringify(sign));
});

test("where all of the edge is taken a sign hides the least, and no other sign", () => {
  const all = { left: 0, top: 0, wide: 390, high: 420 };
  const targets = [
    { x: -50, y: 100 },
    { x: -60, y: 110 },
  ];
  const [one, other] = placeSigns(targets, 390, 420, 0, [all]);
  assert.equal(common({ ...one, wide: WIDE, high: HIGH }, { ...other, wide: WIDE, high: HIGH }), 0);
});

test("the map's buttons leave their corner where a lit town lies under them, and move for nothing else", () => {
  const [frame, size] = [
    { wide: 390, high: 500 },
    { wide: 170, high: 40 },
  ];
  const under = { left: 230, top: 440, wide: 60, high: 60 };
  assert.equal(cornerFor(frame, size, [], 0), 0);
  assert.equal(cornerFor(frame, size, [under], 0), 1);
  // Elsewhere they stay, though the corner at the thumb is free again, and where no corner is.
  assert.equal(cornerFor(frame, size, [under], 2), 2);
  assert.equal(cornerFor(frame, size, [], 2), 2);
  assert.equal(cornerFor(frame, size, [{ left: 0, top: 0, wide: 390, high: 500 }], 0), 0);
});

test("no sign lies upon a town that is to be pressed: where it finds no other place, it is not there", () => {
  const target = [{ x: -50, y: 100 }];
  const lit = { left: 20, top: 90, wide: 30, high: 30 };
  const [sign] = placeSigns(target, 390, 420, 0, [], [lit]);
  assert.equal(common({ ...sign, wide: WIDE, high: HIGH }, lit), 0);
  assert.deepEqual(placeSigns(target, 390, 420, 0, [], [{ left: 0, top: 0, wide: 390, high: 420 }]), [null]);
});
