// What dice are likely to do, as decisions/hits.js reckons it.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  chanceOfAtLeast,
  hitChances,
  expectedValue,
  stepChances,
} from "../../frontend/static/frontend/js/decisions/hits.js";

const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`);

test("two dice that hit by half leave none, one or two hits as often as coins do", () => {
  const hits = hitChances([0.5, 0.5]);
  [0.25, 0.5, 0.25].forEach((chance, count) => near(hits[count], chance));
  near(expectedValue(hits), 1);
  near(chanceOfAtLeast(hits, 1), 0.75);
});

test("dice of unlike blocks are thrown together", () => {
  const hits = hitChances([1, 0.5, 0]);
  near(hits[1], 0.5);
  near(hits[2], 0.5);
  near(hits[0] + hits[3], 0);
});

test("in the field each hit is a step", () => {
  const hits = hitChances([0.5, 0.5, 0.5]);
  assert.deepEqual(stepChances(hits, { walls: false, half: false }), hits);
});

test("behind walls two hits are a step, and an odd one is none", () => {
  const hits = hitChances([0.5, 0.5, 0.5]);
  near(expectedValue(hits), 1.5);
  // None or one hit: no step; two or three: one.
  const steps = stepChances(hits, { walls: true, half: false });
  near(steps[0], 0.5);
  near(steps[1], 0.5);
  near(expectedValue(steps), 0.5);
});

test("half a hit taken before makes a step of the first hit", () => {
  const steps = stepChances(hitChances([0.5, 0.5, 0.5]), { walls: true, half: true });
  // No hit: no step; one or two: one; three: two.
  near(steps[0], 0.125);
  near(steps[1], 0.75);
  near(steps[2], 0.125);
  near(chanceOfAtLeast(steps, 1), 0.875);
  near(expectedValue(steps), 1);
});
