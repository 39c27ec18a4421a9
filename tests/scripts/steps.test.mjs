// What happened step by step, for the narrator: log/steps.js; and lines of the log as one text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chaptersOf } from "../../frontend/static/frontend/js/log/chapters.js";
import {
  LONGEST_PLAYBACK,
  factsToBattle,
  stepsOf,
  stepsOfChapter,
  stepDuration,
} from "../../frontend/static/frontend/js/log/steps.js";
import { inSentences } from "../../frontend/static/frontend/js/log/sentences.js";

const WEIGHTS = {
  "town-taken": "strong",
  "town-entered": "strong",
  "town-left": "told",
  "battle-begun": "told",
  "group-moved": "move",
  "germans-entered": "move",
};

function move(side, ...path) {
  return { type: "group-moved", side, path, text: `${side} ${path.join(" ")}` };
}

test("blocks that went the same way are one step with the towns they entered and left, others follow in order", () => {
  const entered = { type: "town-entered", town: "damascus", side: "frank", text: "Entered." };
  const left = { type: "town-left", town: "acre", side: "frank", text: "Left." };
  const facts = [
    move("frank", "acre", "tyre"),
    move("frank", "acre", "tyre"),
    move("frank", "tripoli", "damascus"),
    left,
    entered,
  ];
  const steps = stepsOf(facts, "saracen", WEIGHTS);
  assert.deepEqual(
    steps.map(({ count, towns, strong, also }) => [count, towns, strong, also]),
    [
      [2, ["acre", "tyre"], false, ["Left."]],
      [1, ["tripoli", "damascus"], true, ["Entered."]],
    ],
  );
});

test("a town entered by a way that is not shown is a step of its own", () => {
  const [step] = stepsOf([{ type: "town-entered", town: "homs", side: "frank", text: "Entered." }], "saracen", WEIGHTS);
  assert.deepEqual([step.count, step.towns, step.strong], [0, ["homs"], true]);
});

test("moves of one's own are no step, and neither is what nobody is told", () => {
  const facts = [
    move("saracen", "homs", "damascus"),
    { type: "half-hit", town: "acre" },
    { type: "town-taken", town: "acre", side: "frank", text: null },
  ];
  assert.deepEqual(stepsOf(facts, "saracen", WEIGHTS), []);
});

test("blocks of the other side that left a battle the same way are one step with its arrow, one's own none", () => {
  const weights = { ...WEIGHTS, "block-left": "told" };
  const left = (side) => ({ type: "block-left", side, town: "gaza", to: "ascalon", count: 1, text: "Left." });
  const steps = stepsOf([left("frank"), left("frank"), left("saracen")], "saracen", weights);
  assert.deepEqual(
    steps.map(({ count, towns, routes }) => [count, towns, routes[0].steps]),
    [[2, ["gaza", "ascalon"], [["gaza", "ascalon"]]]],
  );
});

test("what weighs is emphasized, and told where it happened", () => {
  const [battle, taken] = stepsOf(
    [
      { type: "battle-begun", town: "acre", text: "Battle." },
      { type: "town-taken", town: "acre", side: "frank", text: "Lost." },
    ],
    "saracen",
    WEIGHTS,
  );
  assert.deepEqual([battle.strong, battle.towns, taken.strong], [false, ["acre"], true]);
});

test("a long turn takes no more time than is allowed", () => {
  assert.equal(stepDuration(3, 1300), 1300);
  assert.equal(stepDuration(40, 1300) * 40, LONGEST_PLAYBACK);
  assert.equal(stepDuration(0, 1300), 0);
});

test("a heading of the log ends with a full stop among sentences", () => {
  assert.equal(inSentences(["Jerusalem, round 1", null, "Templars fell."]), "Jerusalem, round 1. Templars fell.");
  assert.equal(inSentences(["Won!", "", "Who?"]), "Won! Who?");
});

test("what led to a battle ends with its beginning; a battle that nobody marched to is led to by nothing", () => {
  const march = move("frank", "tyre", "acre");
  const [begun, fired] = [
    { type: "battle-begun", town: "acre", text: "Battle." },
    { type: "block-fired", town: "acre" },
  ];
  assert.deepEqual(factsToBattle([march, begun, fired], "acre", "saracen", WEIGHTS), [march, begun]);
  assert.deepEqual(factsToBattle([march, begun, fired], "tyre", "saracen", WEIGHTS), []);
  assert.deepEqual(factsToBattle([move("saracen", "homs", "acre"), begun], "acre", "saracen", WEIGHTS), []);
  assert.deepEqual(factsToBattle([fired], "acre", "saracen", WEIGHTS), []);
});

test("a battle that was over before another opens is told first, not the end of the one that was on the stage", () => {
  const fact = (type, town) => ({ type, town, text: `${type} ${town}` });
  const here = [fact("battle-begun", "homs"), fact("field-won", "homs"), fact("battle-ended", "homs")];
  const next = fact("battle-begun", "acre");
  const facts = [fact("field-won", "gaza"), fact("battle-ended", "gaza"), ...here, next, fact("round-begun", "acre")];
  assert.deepEqual(factsToBattle(facts, "acre", "saracen", WEIGHTS), [...here, next]);
  assert.deepEqual(factsToBattle([...facts.slice(0, 2), next], "acre", "saracen", WEIGHTS), []);
});

test("the end of a turn, one's last card and the new cards are steps of their own, before the next moves", () => {
  const cards = { ...WEIGHTS, "cards-revealed": "told" };
  const facts = [
    { type: "town-taken", town: "acre", side: "frank", text: "Acre fell." },
    { type: "turn-ended", turn: 5, text: "Turn 5 of 1187 ended." },
    { type: "turn-begun", turn: 6, text: "1187, turn 6" },
    { type: "card-chosen", side: "frank", auto: true, text: "The Franks chose a card." },
    { type: "card-chosen", side: "saracen", auto: true, card: "move-1", text: "The Saracens chose Move 1." },
    { type: "cards-revealed", frank: "move-2", saracen: "move-1", text: "Cards." },
    { type: "player-one", side: "frank", text: "The Franks moved first." },
    move("frank", "acre", "tyre"),
  ];
  const steps = stepsOf(facts, "saracen", cards);
  assert.deepEqual(
    steps.map(({ first, turn, also }) => [first.type, turn ?? null, also]),
    [
      ["town-taken", null, []],
      ["turn-ended", null, []],
      ["card-chosen", 6, []],
      ["cards-revealed", null, ["The Franks moved first."]],
      ["group-moved", null, []],
    ],
  );
  assert.equal(steps[2].first.side, "saracen");
  const [before] = chaptersOf(
    [
      { n: 1, side: "frank", events: [...facts.slice(0, -1), { type: "movement-ended", side: "frank" }] },
      { n: 2, side: "frank", events: facts.slice(-1) },
    ],
    "saracen",
    cards,
  ).older;
  assert.deepEqual(
    stepsOfChapter(before, "saracen", cards).map(({ first, chapter }) => (chapter ? "chapter" : first.type)),
    ["chapter", "turn-ended", "card-chosen", "cards-revealed"],
  );
});

test("steps that an event gave are one step with their towns, one's own none", () => {
  const gained = (side, town) => ({ type: "block-strengthened", side, town, text: "Gained." });
  const [step, ...more] = stepsOf(
    [gained("frank", "acre"), gained("frank", "tyre"), gained("saracen", "homs")],
    "saracen",
    WEIGHTS,
  );
  assert.deepEqual([step.count, step.towns, more.length], [2, ["acre", "tyre"], 0]);
});

test("blocks that come to the other side are steps; of one's own only those that gather by themselves", () => {
  const came = (type, side, place) => ({ type, side, ...place, text: `${side} ${type}` });
  const steps = stepsOf(
    [
      came("block-deployed", "frank", { town: "acre" }),
      came("block-deployed", "saracen", { town: "homs" }),
      came("block-staged", "frank", { box: "england" }),
    ],
    "saracen",
    WEIGHTS,
  );
  assert.deepEqual(
    steps.map(({ first, towns }) => [first.type, towns]),
    [
      ["block-deployed", ["acre"]],
      ["block-staged", []],
    ],
  );
});
