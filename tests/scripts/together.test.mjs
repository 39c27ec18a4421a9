// Blocks that leave a battle together: decisions/together.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { roads } from "../../frontend/static/frontend/js/map/layout.js";
import { stubPage } from "./page.mjs";

stubPage({});
const { beginTogether, commonWays, drawCommonWays, nextTogether } =
  await import("../../frontend/static/frontend/js/decisions/together.js");

const [FROM, TO] = roads.find(([, , kind]) => kind === "minor");
const BLOCKS = ["balian", "conrad", "walter"];
const where = new Map(BLOCKS.map((block) => [block, { town: FROM }]));

/** The view of a side whose blocks may leave a battle: so many by the road to the town. */
function view(room, step = "must-retreat", blocks = BLOCKS) {
  return {
    step,
    you: "frank",
    map: {},
    actions: [{ type: step === "regroup" ? "regroup" : "retreat", block: { any: blocks }, to: { any: [TO] } }],
    prospects: null,
    battle: { town: FROM, retreats: { frank: { [TO]: room } } },
  };
}

const told = (found) => found.map(({ count, plan }) => [plan.town, plan.actions.map(({ block }) => block), count]);

test("all who leave go to a town at one press, by the actions that each would take alone", () => {
  for (const step of ["must-retreat", "leave-siege", "regroup"])
    assert.deepEqual(told(commonWays(view(4, step), where)), [[TO, BLOCKS, 3]]);
  const [{ plan }] = commonWays(view(4), where);
  assert.deepEqual(plan.actions[0], { type: "retreat", block: "balian", to: TO });
});

test("of more than the road takes as many go as have room", () => {
  assert.deepEqual(told(commonWays(view(2), where)), [[TO, ["balian", "conrad"], 3]]);
  assert.deepEqual(commonWays(view(1), where), []);
});

test("one block alone, and a movement, have no such button", () => {
  assert.deepEqual(commonWays(view(4, "must-retreat", ["balian"]), where), []);
  assert.equal(drawCommonWays(view(4, "move"), {}), null);
});

/** The view of a fight in which some blocks are still there, and others have gone to the town. */
function fight(there, gone) {
  const stack = (blocks) => ({ stacks: [{ side: "frank", area: "field", blocks: blocks.map((id) => ({ id })) }] });
  return { ...view(4, "fight", there), map: { [FROM]: stack(there), [TO]: stack(gone) } };
}

test("in a fight they are sent one by one, and no more once one has not been made", () => {
  const [{ plan, count }] = commonWays(view(4, "fight"), where);
  assert.deepEqual([plan.actions.length, count], [3, 3]);
  assert.equal(nextTogether(fight(BLOCKS, [])), null, "nothing was pressed");
  assert.equal(beginTogether(plan.actions).block, "balian");
  assert.equal(nextTogether(fight(["conrad", "walter"], ["balian"])), plan.actions[1]);
  assert.equal(nextTogether(fight(["walter"], ["balian", "conrad"])), plan.actions[2]);
  assert.equal(nextTogether(fight([], BLOCKS)), null, "all have gone");
  beginTogether(plan.actions);
  assert.equal(nextTogether(fight(BLOCKS, [])), null, "Balian is still there");
  assert.equal(nextTogether(fight(["conrad", "walter"], ["balian"])), null, "nobody follows him then");
});

test("where nothing is to be decided, as while dice fall, no map is needed", () => {
  assert.equal(drawCommonWays({ actions: [] }, {}), null);
});
