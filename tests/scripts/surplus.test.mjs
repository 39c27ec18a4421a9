// Towns that do not feed all their blocks, in words.

import assert from "node:assert/strict";
import test from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  explained: true,
  blocks: {
    saladin: { name: "Saladin", side: "saracen", permanent: ["2.0"] },
    "al-adil": { name: "al-Adil", side: "saracen", permanent: ["2.0"] },
    kurds: { name: "Kurds", side: "saracen" },
    turks: { name: "Turks", side: "saracen" },
  },
  towns: { tyre: { name: "Tyre", rating: 1 }, egypt: { name: "Egypt" } },
  texts: {
    "in-a-list": "{some} ; {last}",
    "winter-follows": "Winter comes after this: {towns}.",
    "winter-of-plan": "{town} feeds {limit} of {blocks}",
    "winter-ahead": "To disband: {towns}.",
    "winter-besiegers-next": "Then winter takes: {towns}.",
    "winter-of-siege": { other: "besieged, {town} costs {count}{lost}" },
    "campaign-kept": "{town} is kept.",
    "winter-at": "{town} {count} of {blocks}",
    "winter-lost": "for good: {blocks}",
    "winter-lost-some": "at least {count} for good: {blocks}",
    "winter-lost-if": "for good if it hits them: {blocks}",
    "winter-all-back": "They can be drawn again.",
    "winter-peace": "Nobody can attack ({rule}).",
    "winter-besiegers": "Winter takes: {towns}.",
    "feeds-sign": "{town} {sign} fed",
    "feeds-of": { other: "feeds {limit} of {blocks}: {count} to disband" },
  },
});
const { hungryInWinter, signOfSurplus, siegeKept, starvingBesiegers, winterAhead, winterOfPlan, winterPeace } =
  await import("../../frontend/static/frontend/js/decisions/surplus.js");

const at = (step, surplus) => ({
  step,
  turn: 6,
  you: "frank",
  ruleset: { edition: "2.0" },
  cards: { frank: {}, saracen: {} },
  map: {},
  prompt: { mine: true, params: surplus ? { surplus } : {} },
});
const FULL = { tyre: { blocks: 4, limit: 2 }, egypt: { blocks: 6, limit: 4 } };

test("what a sign such as 2/4 counts is said while blocks move, for a finger cannot hover on it", () => {
  assert.equal(signOfSurplus(at("move", FULL)), "Tyre 2/4 fed");
  assert.equal(signOfSurplus(at("move", null)), "");
  assert.equal(signOfSurplus(at("winter", FULL)), "");
});

test("before winter a mover is asked with the towns that will not feed all", () => {
  assert.equal(
    hungryInWinter(at("move", FULL)),
    "Winter comes after this: Tyre feeds 2 of 4: 2 to disband ; Egypt feeds 4 of 6: 2 to disband. They can be drawn again.",
  );
});

test("from the beginning of that movement it is told in a line how many each town disbands", () => {
  assert.equal(winterAhead(at("move", FULL)), "To disband: Tyre 2 of 4, Egypt 2 of 6. They can be drawn again.");
  for (const view of [at("move", null), at("winter", FULL)]) assert.equal(winterAhead(view), "");
});

test("nothing is asked where all are fed, nor of winter's own choices", () => {
  assert.equal(hungryInWinter(at("move", null)), "");
  assert.equal(hungryInWinter(at("winter", FULL)), "");
});

test("who fights on by a Winter Campaign of edition 1.4 loses no siege, and nobody reads that none can attack", () => {
  const cards = (/** @type {string} */ frank) => ({
    frank: { "counts-as": frank },
    saracen: { "counts-as": "move-1" },
  });
  const besieging = {
    ...at("move", null),
    sieges: { tyre: { besieger: "frank" }, egypt: { besieger: "saracen" } },
    map: {
      tyre: {
        stacks: [
          { side: "frank", count: 3, blocks: [] },
          { side: "saracen", count: 1, blocks: [] },
        ],
      },
    },
    cards: cards("winter-campaign"),
  };
  const old = { ...besieging, ruleset: { edition: "1.4" } };
  assert.deepEqual([starvingBesiegers(old), winterPeace(old)], ["", ""]);
  const enemy = { ...old, you: "saracen", map: { egypt: { stacks: [{ side: "saracen", count: 2, blocks: [] }] } } };
  assert.deepEqual([starvingBesiegers(enemy), winterPeace(enemy)], ["Winter takes: Egypt\u00a02.", ""]);
  for (const view of [besieging, { ...old, cards: cards("move-2") }]) {
    assert.equal(starvingBesiegers(view), "Winter takes: Tyre\u00a03.");
    assert.match(winterPeace(view), /^Nobody can attack/);
  }
});

/** Saracens in Tyre, and how many of them it feeds. */
const crowd = (/** @type {string[]} */ ids, /** @type {number} */ limit) => ({
  ...at("move", { tyre: { blocks: ids.length, limit } }),
  you: "saracen",
  map: { tyre: { stacks: [{ side: "saracen", count: ids.length, blocks: ids.map((id) => ({ id })) }] } },
});

test("who would be lost for good is named: who may be, of how many at least some, and who surely", () => {
  for (const [limit, said] of /** @type {[number, string][]} */ ([
    [2, "Tyre 2 of 4 (for good if it hits them: Saladin, al-Adil)"],
    [1, "Tyre 3 of 4 (at least 1 for good: Saladin, al-Adil)"],
    [0, "Tyre 4 of 4 (for good: Saladin, al-Adil)"],
  ])) {
    const view = crowd(["saladin", "al-adil", "kurds", "turks"], limit);
    assert.equal(winterAhead(view), `To disband: ${said}.`);
    assert.ok(hungryInWinter(view).endsWith(`${said.slice("Tyre 4 of 4".length)}.`));
  }
  assert.equal(winterAhead(crowd(["kurds", "turks"], 1)), "To disband: Tyre 1 of 2. They can be drawn again.");
});

test("of besiegers those are named who would be lost for good", () => {
  const view = {
    ...crowd(["saladin", "kurds"], 1),
    sieges: { tyre: { besieger: "saracen" } },
    prompt: { mine: true, params: {} },
  };
  assert.equal(winterAhead(view), "Winter takes: Tyre\u00a02 (for good: Saladin).");
});

test("besiegers are named a turn before winter as well, and after a battle that begins a siege, but not asked about", () => {
  const turn5 = {
    ...crowd(["saladin", "kurds"], 1),
    turn: 5,
    sieges: { tyre: { besieger: "saracen" } },
    prompt: { mine: true, params: {} },
  };
  for (const step of ["move", "regroup", "leave-siege"])
    assert.equal(winterAhead({ ...turn5, step }), "Then winter takes: Tyre\u00a02 (for good: Saladin).");
  assert.equal(starvingBesiegers(turn5), "");
  for (const other of [{ turn: 4 }, { you: "frank" }, { step: "fight" }, { prompt: { params: {} } }])
    assert.equal(winterAhead({ ...turn5, ...other }), "");
});

test("a siege for which a Winter Campaign was declared is said to be kept, to its besieger in that movement", () => {
  const view = { ...at("move"), sieges: { tyre: { besieger: "frank" } }, "winter-campaign": "tyre" };
  assert.equal(siegeKept(view), "Tyre is kept.");
  for (const other of [{ you: "saracen" }, { "winter-campaign": null }, { step: "regroup" }])
    assert.equal(siegeKept({ ...view, ...other }), "");
});

test("an attack on the enemy's castle a turn before winter says what a siege would cost", () => {
  const map = { tyre: { control: "frank", stacks: [{ side: "frank", count: 1, blocks: [] }] } };
  const view = { ...at("move"), turn: 5, you: "saracen", map };
  const attack = {
    town: "tyre",
    actions: [
      { type: "move", block: "kurds" },
      { type: "move", block: "saladin" },
    ],
  };
  const said = (/** @type {object} */ other) => winterOfPlan({ ...view, ...other }, new Map(), attack);
  assert.equal(said({}), "Tyre feeds 1 of 2 besieged, Tyre costs 2 (for good: Saladin)");
  const fed = "Tyre feeds 1 of 2";
  assert.equal(said({ map: { tyre: { ...map.tyre, control: "saracen" } } }), fed, "one's own castle");
  assert.equal(said({ map: {} }), fed, "an empty town");
  assert.equal(said({ "winter-campaign": "tyre" }), fed, "the siege is kept");
  assert.equal(said({ turn: 4 }), "");
});

test("a retreat in a fight of the last turn with battles says what its town feeds in winter", () => {
  const fight = { ...at("fight"), turn: 5 };
  const where = new Map([["balian", { town: "egypt" }]]);
  const leave = {
    town: "tyre",
    actions: [
      { type: "retreat", block: "balian" },
      { type: "retreat", block: "conrad" },
    ],
  };
  assert.equal(winterOfPlan(fight, where, leave), "Tyre feeds 1 of 2");
  assert.equal(winterOfPlan({ ...fight, turn: 4 }, where, leave), "");
  assert.equal(winterOfPlan(fight, where, { ...leave, actions: leave.actions.slice(1) }), "");
});
