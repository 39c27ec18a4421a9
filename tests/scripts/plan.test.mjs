// What blocks would do to get to a town: decisions/plan.js; and what a plan says of a road: decisions/chips.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as plans from "../../frontend/static/frontend/js/decisions/plan.js";
import { roads } from "../../frontend/static/frontend/js/map/layout.js";
import { stubPage } from "./page.mjs";

stubPage({
  towns: { legio: { name: "Legio" } },
  texts: { "in-reserve": "in reserve", "by-main-road": "main road", "main-attack": "main attack" },
});
const { roadInWords } = await import("../../frontend/static/frontend/js/decisions/chips.js");

const MINOR = roads.find(([, , kind]) => kind === "minor");
const [FROM, TO] = MINOR;
const BLOCKS = ["balian", "conrad", "walter"];

/** The view of a mover whose blocks stand at one end of a minor road. */
function view(more = {}) {
  const actions = [{ type: "move", block: { any: BLOCKS }, path: { any: [[TO]] }, about: { cost: 1 } }];
  return {
    step: "move",
    you: "frank",
    map: {},
    actions,
    prospects: { limits: { major: 4, minor: 2 }, room: [] },
    ...more,
  };
}

const where = new Map(BLOCKS.map((block) => [block, { town: FROM }]));

test("a block reaches the ends of its paths", () => {
  assert.deepEqual(plans.reachableTowns(view(), "balian"), new Set([TO]));
  assert.deepEqual(plans.reachableTowns(view(), "saladin"), new Set());
});

test("its way names the road by which it enters and what the Move costs", () => {
  const [way] = plans.routesTo(view(), "balian", TO, FROM);
  assert.deepEqual(way, {
    action: { type: "move", block: "balian", path: [TO] },
    cost: 1,
    from: FROM,
    road: FROM,
    steps: [[FROM, TO]],
    forced: false,
  });
});

test("over a minor road two blocks go and the third is left", () => {
  const made = plans.planMove(view(), where, BLOCKS, TO);
  assert.deepEqual(
    made.actions.map((action) => action.block),
    ["balian", "conrad"],
  );
  assert.deepEqual(made.left, ["walter"]);
});

test("where not all have room, those named first go, unless more of them go in another order", () => {
  const made = plans.planMove(view(), where, ["walter", "conrad", "balian"], TO);
  assert.deepEqual(made.left, ["balian"]);
  const roundabout = roads.find(([a, b]) => a === TO && b !== FROM) ?? roads.find(([a, b]) => b === TO && a !== FROM);
  const by = roundabout[0] === TO ? roundabout[1] : roundabout[0];
  const actions = [
    { type: "move", block: { any: ["walter"] }, path: { any: [[TO], [by, TO]] }, about: { cost: 1 } },
    { type: "move", block: { any: ["conrad", "balian"] }, path: { any: [[TO]] }, about: { cost: 1 } },
  ];
  assert.deepEqual(plans.planMove(view({ actions }), where, ["walter", "conrad", "balian"], TO).left, []);
});

test("where others have used the road up, nobody goes", () => {
  const full = view({ prospects: { limits: { major: 4, minor: 2 }, room: [[FROM, TO, 0]] } });
  assert.deepEqual(plans.planMove(full, where, BLOCKS, TO)?.actions ?? [], []);
});

test("several blocks go at once in movement, and not in a fight", () => {
  assert.equal(plans.movesInGroups({ step: "move" }), true);
  assert.equal(plans.movesInGroups({ step: "fight" }), false);
});

test("a road that this plan fills is named, with its limit, where it keeps blocks from their shortest way", () => {
  const made = plans.planMove(view(), where, BLOCKS, TO);
  assert.deepEqual(made.full, [{ ends: [FROM, TO], limit: 2, planned: true }]);
  assert.deepEqual(plans.planMove(view(), where, BLOCKS.slice(0, 2), TO).full, []);
});

test("a block that must go round is named with the towns on its way", () => {
  const roundabout = roads.find(([a, b]) => a === TO && b !== FROM) ?? roads.find(([a, b]) => b === TO && a !== FROM);
  const by = roundabout[0] === TO ? roundabout[1] : roundabout[0];
  const actions = [{ type: "move", block: { any: BLOCKS }, path: { any: [[TO], [by, TO]] }, about: { cost: 1 } }];
  const used = { limits: { major: 4, minor: 2 }, room: [[FROM, TO, 0]] };
  const made = plans.planMove(view({ actions, prospects: used }), where, ["walter"], TO);
  assert.deepEqual([...made.detours], [["walter", [by]]]);
  // Others have used it before.
  assert.deepEqual(made.full, [{ ends: [FROM, TO], limit: 2, planned: false }]);
  // A block with the plain road open goes by it.
  assert.deepEqual([...plans.planMove(view({ actions }), where, ["walter"], TO).detours], []);
});

test("only who comes by the main road in round 1 makes the main attack; who relieves a castle in round 2 does not", () => {
  assert.equal(roadInWords("legio", false, 1), "main attack · Legio");
  assert.equal(roadInWords("legio", false, 2), "main road · Legio");
  assert.equal(roadInWords("legio", true, 2), "in reserve · Legio");
});
