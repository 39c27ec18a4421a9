// Blocks that leave a battle together: decisions/together.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { roads } from "../../frontend/static/frontend/js/map/layout.js";
import { stubPage } from "./page.mjs";

stubPage({
  texts: {
    "stopped-fired": "the enemy fired",
    "stopped-fell": "{block} fell",
    "stopped-asked": "something else was asked",
  },
  blocks: Object.fromEntries(
    ["balian", "conrad", "walter", "zangi"].map((id) => [
      id,
      { name: id[0].toUpperCase() + id.slice(1), side: id === "zangi" ? "saracen" : "frank", rating: "B2" },
    ]),
  ),
});
const { beginTogether, commonWays, drawCommonWays, endTogether, firingTogether, nextTogether, whyStopped } =
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

const left = (block) => ({ type: "block-retreated", block, side: "frank" });

test("in a fight they are sent one by one, and no more once one has not been made", () => {
  const [{ plan, count }] = commonWays(view(4, "fight"), where);
  assert.deepEqual([plan.actions.length, count], [3, 3]);
  assert.equal(nextTogether(fight(BLOCKS, []), []), null, "nothing was pressed");
  assert.equal(beginTogether(plan.actions).block, "balian");
  assert.equal(nextTogether(fight(["conrad", "walter"], ["balian"]), [left("balian")]), plan.actions[1]);
  assert.equal(nextTogether(fight(["walter"], ["balian", "conrad"]), [left("conrad")]), plan.actions[2]);
  assert.equal(nextTogether(fight([], BLOCKS), [left("walter")]), null, "all have gone");
  beginTogether(plan.actions);
  assert.equal(nextTogether(fight(BLOCKS, []), []), null, "Balian is still there");
  assert.equal(
    nextTogether(fight(["conrad", "walter"], ["balian"]), [left("balian")]),
    null,
    "nobody follows him then",
  );
});

test("where nothing is to be decided, as while dice fall, no map is needed", () => {
  assert.equal(drawCommonWays({ actions: [] }, {}), null);
});

/** A fight of these blocks, in the order of their turns: those of the first turn, which is the viewer's, may act. */
function firing(turns, { acted = [], strength = 3 } = {}) {
  const [now] = turns;
  return {
    step: "fight",
    you: now.side,
    ruleset: { edition: "2.0" },
    actions: now.blocks.flatMap((block) => [
      { type: "fire", block },
      { type: "withdraw", block },
    ]),
    battle: { town: FROM, round: 1, rating: 3, storm: false, attacker: "saracen", order: turns, retreats: {} },
    map: {
      [FROM]: {
        stacks: turns.map(({ side, blocks }) => ({
          side,
          area: "field",
          count: blocks.length,
          hidden: 0,
          blocks: blocks.map((id) => ({ id, strength, acted: acted.includes(id) })),
        })),
      },
    },
  };
}
const turn = (side, ...blocks) => ({ side, blocks });
const fired = (block, side = "frank") => ({ type: "block-fired", block, side });

test("those fire together who act before the enemy does", () => {
  const both = [turn("frank", "balian", "conrad"), turn("frank", "walter"), turn("saracen", "zangi")];
  assert.deepEqual(firingTogether(firing(both)), ["balian", "conrad", "walter"]);
  const between = [turn("frank", "balian", "conrad"), turn("saracen", "zangi"), turn("frank", "walter")];
  assert.deepEqual(firingTogether(firing(between)), ["balian", "conrad"]);
  assert.deepEqual(firingTogether(firing(between, { acted: ["zangi"] })), ["balian", "conrad", "walter"]);
});

test("each fires when the one before has, until something happens that is to be thought about", () => {
  const all = ["balian", "conrad", "walter"];
  const view = (...blocks) => firing([turn("frank", ...blocks), turn("saracen", "zangi")]);
  const second = { type: "fire", block: "conrad" };
  const next = (facts, seen = view("conrad", "walter")) => {
    const first = beginTogether(all.map((block) => ({ type: "fire", block })));
    assert.deepEqual(first, { type: "fire", block: "balian" });
    return nextTogether(seen, facts);
  };
  assert.deepEqual(next([fired("balian")]), second);
  assert.deepEqual(nextTogether(view("walter"), [fired("conrad")]), { type: "fire", block: "walter" });
  assert.equal(nextTogether(view("walter"), [fired("walter")]), null, "all have fired");
  assert.equal(next([]), null, "it has not been made");
  assert.equal(whyStopped(view("walter")), "");
  assert.equal(next([fired("balian"), fired("zangi", "saracen")]), null, "the enemy has acted");
  assert.equal(whyStopped(view("conrad")), "the enemy fired");
  assert.equal(whyStopped({ ...view("conrad"), you: "saracen" }), "", "the other side has set nobody to it");
  assert.equal(whyStopped({ ...view("conrad"), turn: 2 }), "", "that was another battle");
  const later = view("conrad");
  assert.equal(
    whyStopped({ ...later, battle: { ...later.battle, round: 2 } }),
    "",
    "another round tells nothing of it",
  );
  assert.equal(next([fired("balian"), { type: "block-eliminated", block: "walter", side: "frank" }]), null);
  assert.equal(whyStopped(view("conrad")), "Walter fell");
  assert.equal(next([fired("balian"), { type: "round-begun" }]), null);
  assert.equal(next([fired("balian")], { ...view("conrad", "walter"), actions: [] }), null, "the enemy is asked");
  assert.equal(whyStopped(view("conrad")), "something else was asked");
  nextTogether(view("walter"), [fired("conrad")]);
  assert.equal(whyStopped(view("walter")), "", "the next act ends it");
  assert.equal(next([fired("balian")], { ...view("conrad", "walter"), step: "regroup" }), null, "the battle is over");
  next([fired("balian")]);
  endTogether();
  assert.equal(nextTogether(view("walter"), [fired("conrad")]), null, "the server has refused it");
});
