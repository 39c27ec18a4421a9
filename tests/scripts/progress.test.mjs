// How a battle stood after each of its facts: battle/progress.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { afterFact, beforeFacts } from "../../frontend/static/frontend/js/battle/progress.js";

function stack(side, area, ids, more = {}) {
  const { hidden = 0, ...rest } = more;
  const blocks = ids.map((id) => ({ id, strength: 3, acted: true, ...rest.marks }));
  return { side, area, blocks, hidden, count: ids.length + hidden, ...(rest.round ? { round: rest.round } : {}) };
}

function view(...stacks) {
  const battle = { town: "tripoli", round: 1, storm: true, "to-act": ["afdal"], hits: null, "half-hit": null };
  return { you: "saracen", battle, map: { tripoli: { stacks } } };
}

/** Who stands where, as words a test can name. */
function told({ battle, map }) {
  return [
    `round ${battle.round}${battle.storm ? ", storm" : ""}`,
    ...map.tripoli.stacks.map(
      ({ side, area, blocks, hidden, count }) =>
        `${side} ${area} ${count}: ${blocks.map(({ id, strength, storming }) => `${id} ${strength}${storming ? "!" : ""}`).join(", ")} +${hidden}`,
    ),
  ];
}

const at = (type, more) => ({ type, town: "tripoli", ...more });

test("in a storm that fails the stormers stand there until they fall, and reserves come with their round", () => {
  const before = view(
    stack("frank", "castle", ["raymond"]),
    stack("saracen", "field", ["afdal"], { marks: { storming: true } }),
    stack("saracen", "reserve", ["tuman"], { round: 2 }),
  );
  const fired = afterFact(before, at("block-fired", { side: "frank", block: "raymond" }));
  assert.deepEqual(told(fired).slice(0, 3), [
    "round 1, storm",
    "frank castle 1: raymond 3 +0",
    "saracen field 1: afdal 3! +0",
  ]);
  const hit = afterFact(fired, at("block-reduced", { side: "saracen", block: "afdal", strength: 2 }));
  assert.equal(told(hit)[2], "saracen field 1: afdal 2! +0");
  const fallen = afterFact(hit, at("block-eliminated", { side: "saracen", block: "afdal" }));
  assert.equal(told(fallen).length, 3);
  const ended = afterFact(fallen, at("storm-ended"));
  const next = afterFact(ended, at("round-begun", { round: 2 }));
  assert.equal(told(next)[0], "round 2");
  assert.deepEqual(told(afterFact(next, at("reserves-arrived", { side: "saracen", count: 1 }))), [
    "round 2",
    "frank castle 1: raymond 3 +0",
    "saracen field 1: tuman 3 +0",
  ]);
});

test("once a storm or a battle has ended nobody acts, and the next round begins anew", () => {
  const before = { ...view(stack("frank", "castle", ["raymond"])) };
  before.battle = { ...before.battle, step: "fight", hits: { side: "frank", count: 1 }, "half-hit": "raymond" };
  for (const type of ["storm-ended", "storm-cancelled", "field-won", "town-taken", "battle-ended"]) {
    const { battle } = afterFact(before, at(type));
    const left = [battle.step, battle.storm, battle.hits, battle["half-hit"], battle["to-act"]];
    assert.deepEqual(left, ["", false, null, null, []], type);
  }
  const next = afterFact(afterFact(before, at("storm-cancelled")), at("round-begun", { round: 2 }));
  assert.equal(next.battle.step, "fight");
});

test("who is revealed by a sally or a storm was one of the backs", () => {
  const before = view(stack("frank", "castle", [], { hidden: 2 }), stack("saracen", "field", [], { hidden: 3 }));
  const revealed = afterFact(before, at("castle-revealed", { side: "frank", blocks: [{ id: "walter", strength: 1 }] }));
  assert.equal(told(revealed)[1], "frank castle 2: walter 1 +1");
  const storming = { side: "saracen", blocks: [{ id: "afdal", strength: 2 }] };
  assert.equal(told(afterFact(before, at("storm-declared", storming)))[2], "saracen field 3: afdal 2! +2");
  const sally = { side: "frank", blocks: [{ id: "walter", strength: 1 }] };
  assert.deepEqual(told(afterFact(before, at("sally-declared", sally))).slice(1), [
    "frank castle 1:  +1",
    "saracen field 3:  +3",
    "frank field 1: walter 1 +0",
  ]);
});

test("a fact of another town, and one that moves nobody, leave the board as it is", () => {
  const before = view(stack("frank", "castle", ["raymond"]));
  assert.equal(afterFact(before, { ...at("block-eliminated", { block: "raymond" }), town: "gaza" }), before);
  assert.equal(afterFact(before, at("storm-declined")), before);
});

test("a battle that began among the facts stood at its beginning with who fell, left or was hit since", () => {
  const after = view(stack("frank", "field", ["walter"]), stack("saracen", "field", ["afdal"]));
  const faces = (...all) => all.map(([id, strength]) => ({ id, strength }));
  const facts = [
    at("round-begun", { round: 1 }),
    at("field-revealed", { side: "frank", blocks: faces(["walter", 3], ["conrad", 4]) }),
    at("field-revealed", { side: "saracen", blocks: faces(["afdal", 3], ["tuman", 2]) }),
    at("block-fired", { side: "frank", block: "conrad", dice: [1, 1, 6, 6] }),
    at("block-reduced", { side: "saracen", block: "tuman", strength: 1 }),
    at("block-eliminated", { side: "saracen", block: "tuman" }),
    at("block-retreated", { side: "frank", block: "conrad", to: "tyre" }),
    { type: "block-eliminated", town: "tyre", side: "frank", block: "balian" },
  ];
  const before = beforeFacts({ ...after, battle: { ...after.battle, storm: false } }, facts);
  const [round, ...stood] = told(before);
  assert.equal(round, "round 1");
  assert.deepEqual(stood, ["frank field 2: walter 3, conrad 4 +0", "saracen field 2: afdal 3, tuman 2 +0"]);
  assert.ok(before.map.tripoli.stacks.every(({ blocks }) => blocks.every(({ acted }) => !acted)));
  // And from there the facts lead to what the view shows.
  assert.deepEqual(told(facts.reduce(afterFact, before)).slice(1), told(after).slice(1));
});
