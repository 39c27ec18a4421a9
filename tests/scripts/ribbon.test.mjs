// Where a ribbon of words lies on the stage: battle/ribbon.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { leastHidden } from "../../frontend/static/frontend/js/battle/ribbon.js";

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
