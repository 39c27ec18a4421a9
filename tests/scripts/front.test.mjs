// Where both sides meet: map/front.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { frontOf } from "../../frontend/static/frontend/js/map/front.js";

const PLACES = { egypt: [0, 900], gaza: [100, 850], acre: [300, 500], tiberias: [400, 480], aleppo: [700, 0] };

/** A map with so many blocks of each side in each town. */
function map(places) {
  return Object.fromEntries(
    Object.entries(places).map(([town, sides]) => [
      town,
      { stacks: Object.entries(sides).map(([side, count]) => ({ side, count })) },
    ]),
  );
}

test("the front is where most of both sides stand near each other, whoever looks", () => {
  const held = map({
    aleppo: { saracen: 5 },
    egypt: { saracen: 1 },
    gaza: { frank: 1 },
    acre: { frank: 4 },
    tiberias: { saracen: 3 },
  });
  for (const side of ["frank", "saracen", null])
    assert.deepEqual(frontOf(held, side, PLACES).sort(), ["acre", "tiberias"]);
});

test("where no enemy is near, all towns of one's own are shown", () => {
  assert.deepEqual(frontOf(map({ aleppo: { saracen: 2 }, acre: { frank: 2 } }), "saracen", PLACES), ["aleppo"]);
});
