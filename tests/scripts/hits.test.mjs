// What dice are likely to do, as decisions/hits.js reckons it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { atLeast, hitsOf, mean, stepsOf } from "../../frontend/static/frontend/js/decisions/hits.js";

const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`);

test("two dice that hit by half leave none, one or two hits as often as coins do", () => {
  const hits = hitsOf([0.5, 0.5]);
  [0.25, 0.5, 0.25].forEach((chance, count) => near(hits[count], chance));
  near(mean(hits), 1);
  near(atLeast(hits, 1), 0.75);
});

test("dice of unlike blocks are thrown together", () => {
  const hits = hitsOf([1, 0.5, 0]);
  near(hits[1], 0.5);
  near(hits[2], 0.5);
  near(hits[0] + hits[3], 0);
});

test("in the field each hit is a step", () => {
  const hits = hitsOf([0.5, 0.5, 0.5]);
  assert.deepEqual(stepsOf(hits, { walls: false, half: false }), hits);
});

test("behind walls two hits are a step, and an odd one is none", () => {
  const hits = hitsOf([0.5, 0.5, 0.5]);
  near(mean(hits), 1.5);
  // None or one hit: no step; two or three: one.
  const steps = stepsOf(hits, { walls: true, half: false });
  near(steps[0], 0.5);
  near(steps[1], 0.5);
  near(mean(steps), 0.5);
});

test("half a hit taken before makes a step of the first hit", () => {
  const steps = stepsOf(hitsOf([0.5, 0.5, 0.5]), { walls: true, half: true });
  // No hit: no step; one or two: one; three: two.
  near(steps[0], 0.125);
  near(steps[1], 0.75);
  near(steps[2], 0.125);
  near(atLeast(steps, 1), 0.875);
  near(mean(steps), 1);
});
