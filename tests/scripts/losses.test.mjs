// How the line of results tells of castles and blocks that were lost: log/headline.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { endedByOwnAct, headlineOf, sentenceKey } from "../../frontend/static/frontend/js/log/headline.js";
import { WEIGHTS, entries, told, view } from "./headlines.mjs";

test("how a castle fell is told: by storm, by its own sally, by hunger", () => {
  const taken = { type: "town-taken", town: "kerak", side: "frank" };
  const rolled = { type: "attrition-rolled", town: "kerak", side: "saracen" };
  const round = { type: "round-begun", town: "kerak", round: 1 };
  for (const [way, facts] of /** @type {[string, object[]][]} */ ([
    ["storm", [rolled, round, taken]],
    ["sally", [round, { ...taken, sallied: true }]],
    ["hunger", [round, rolled, taken]],
  ]))
    for (const [side, key] of [
      ["saracen", "lost"],
      ["frank", "taken"],
    ])
      assert.deepEqual(told(headlineOf(entries(side, ...facts), side, null, view({}), WEIGHTS)), [
        `${key}-${way} kerak!`,
      ]);
});

test("hunger that takes no town is told with what it took, from whom and where", () => {
  const rolled = { type: "attrition-rolled", town: "kerak", side: "saracen", dice: [1, 2], losses: 2 };
  const hit = { ...rolled, blocks: ["saladin", "al-adil"] };
  const spared = { ...rolled, town: "acre", losses: 0 };
  const besieged = headlineOf(entries("frank", hit, spared), "saracen", null, view({}), WEIGHTS);
  assert.deepEqual(told(besieged), ["hunger-own kerak", "hunger-none acre"]);
  assert.deepEqual([besieged.parts[0].count, besieged.parts[0].blocks], [2, ["saladin", "al-adil"]]);
  const besieger = headlineOf(entries("frank", rolled, { ...rolled, losses: 1 }), "frank", null, view({}), WEIGHTS);
  assert.deepEqual(told(besieger), ["hunger kerak"]);
  assert.deepEqual([besieger.parts[0].count, besieger.parts[0].blocks], [3, []]);
  assert.equal(sentenceKey(besieger), "headline-own");
  // It is told of one's own act as well, and also where nobody lost a step.
  assert.deepEqual(endedByOwnAct(entries("frank", rolled), "frank")[0].events, [rolled]);
  assert.deepEqual(endedByOwnAct(entries("frank", spared), "frank")[0].events, [spared]);
  assert.deepEqual(told(headlineOf(entries("frank", spared), "saracen", null, view({}), WEIGHTS)), [
    "hunger-none acre",
  ]);
});

test("besiegers of one's own who starved in winter are told in one part, also after one's own act", () => {
  const starved = { type: "siege-starved", town: "gaza", side: "frank", count: 2, blocks: ["balian", "walter"] };
  const fell = { type: "block-eliminated", town: "gaza", side: "frank", block: "balian" };
  const ended = endedByOwnAct(entries("frank", fell, starved), "frank");
  const headline = headlineOf(ended, "frank", null, view({}), WEIGHTS);
  assert.deepEqual(told(headline), ["starved gaza"]);
  assert.deepEqual([headline.parts[0].count, headline.parts[0].blocks], [2, ["balian", "walter"]]);
  assert.equal(sentenceKey(headline), "headline-own");
  assert.equal(headlineOf(entries("frank", starved), "saracen", null, view({}), WEIGHTS), null);
});

test("a siege is told instead of the field lost before it", () => {
  const facts = [
    { type: "field-won", town: "homs", side: "frank" },
    { type: "siege-begun", town: "homs", besieger: "frank", besieged: "saracen" },
  ];
  assert.deepEqual(told(headlineOf(entries("frank", ...facts), "saracen", view({}), view({}), WEIGHTS)), [
    "besieged homs!",
  ]);
});

test("battles and losses are told apart by whose they are", () => {
  const facts = [
    { type: "field-won", town: "gaza", side: "saracen" },
    { type: "field-won", town: "hama", side: "frank" },
    { type: "block-eliminated", side: "saracen", block: "turks-1" },
    { type: "block-eliminated", side: "frank", block: "conrad" },
    { type: "block-eliminated", side: "frank", block: "balian" },
  ];
  assert.deepEqual(told(headlineOf(entries("frank", ...facts), "saracen", view({}), view({}), WEIGHTS)), [
    "battle-won gaza!",
    "battle-lost hama!",
    "own-fallen 1!",
    "enemy-fallen 2!",
  ]);
});

test("of the fallen those gone for good are told apart, of the enemy's they alone are named", () => {
  const facts = [
    { type: "block-eliminated", side: "saracen", block: "turks-1", permanent: false },
    { type: "block-eliminated", side: "saracen", block: "saladin", permanent: true },
    { type: "block-eliminated", side: "frank", block: "conrad", permanent: false },
    { type: "block-eliminated", side: "frank", block: "gaza-templars", permanent: true },
    { type: "siege-starved", side: "saracen", town: "acre", count: 1, blocks: ["al-adil"] },
    { type: "block-eliminated", side: "saracen", block: "al-adil", permanent: true },
  ];
  const { parts } = headlineOf(entries("frank", ...facts), "saracen", view({}), view({}), WEIGHTS);
  const of = (key) => {
    const { blocks, lost } = parts.find((part) => part.key === `headline-${key}`);
    return [blocks, blocks.filter((block) => lost.includes(block))];
  };
  assert.deepEqual(of("own-fallen"), [["turks-1", "saladin"], ["saladin"]]);
  assert.deepEqual(of("enemy-fallen"), [["gaza-templars"], ["gaza-templars"]]);
  assert.deepEqual(of("starved"), [["al-adil"], ["al-adil"]]);
});

test("the other side's losses to the winter and its new blocks are counted, and their towns named", () => {
  const facts = entries(
    "frank",
    { type: "blocks-disbanded", side: "frank", town: "acre", count: 2 },
    { type: "blocks-disbanded", side: "saracen", town: "homs", count: 1, blocks: ["kurds-2"] },
    { type: "block-deployed", side: "frank", town: "tyre" },
    { type: "block-staged", side: "frank", block: "richard", box: "england" },
  );
  const { parts } = headlineOf(facts, "saracen", null, view({}), { ...WEIGHTS, "blocks-disbanded": "told" });
  assert.deepEqual(
    parts.map(({ key, count, towns }) => [key, count, towns]),
    [
      ["headline-arrived", 2, ["tyre", "england"]],
      ["headline-winter-lost", 2, ["acre"]],
    ],
  );
});
