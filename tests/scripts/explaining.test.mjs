// Which explanation a first game gives: game/explaining.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
stubPage({
  game: "g",
  explained: true,
  sides: ["saracen", "frank"],
  texts: {
    "first-family": "?",
    "first-retreat": "?",
    "first-seen-charge": "?",
    "first-sea-move": "?",
    "first-attacked": "?",
    "first-winter-move": "?",
    "first-last-cards": "?",
  },
});
const { explanationFor } = await import("../../frontend/static/frontend/js/game/explaining.js");
const { wishExplanations } = await import("../../frontend/static/frontend/js/page/explained.js");

const waiting = { you: "saracen", awaited: ["frank"], phase: "deployment", year: 1187, turn: 0, step: "seats" };

test("who waits for the other side to deploy reads what the game is and what comes next", () => {
  assert.equal(explanationFor(waiting), "explain-deploy-wait");
});

test("the Franks, who deploy first, are told that their blocks stand", () => {
  assert.equal(explanationFor({ ...waiting, you: "frank", awaited: ["saracen"] }), "explain-deploy-done");
});

test("who waits later, looks on, or wants no explanations reads nothing", () => {
  assert.equal(explanationFor({ ...waiting, phase: "move", step: "move" }), null);
  assert.equal(explanationFor({ ...waiting, you: null }), null);
  wishExplanations(false);
  assert.equal(explanationFor(waiting), null);
  wishExplanations(true);
});

test("who is asked reads of what is asked", () => {
  assert.equal(explanationFor({ ...waiting, awaited: ["saracen"], step: "family", actions: [] }), "first-family");
});

test("a muster is not explained among all that can be done in a movement: that is said where it begins", () => {
  const moves = { ...waiting, awaited: ["saracen"], phase: "movement", step: "move", actions: [{ type: "muster-to" }] };
  assert.equal(explanationFor(moves), null);
  assert.equal(explanationFor(moves, [], true), "muster-does");
});

test("who is attacked reads of that and not of ships, who is not reads of ships", () => {
  const moves = { ...waiting, awaited: ["saracen"], phase: "movement", step: "move", actions: [{ type: "sea-move" }] };
  const map = { egypt: { stacks: [{ side: "saracen" }] }, acre: { stacks: [{ side: "frank" }] } };
  const by = (/** @type {string} */ town) => ({ ...moves, map, arrivals: [{ side: "frank", town }] });
  assert.equal(explanationFor(by("egypt")), "first-attacked");
  assert.equal(explanationFor({ ...by("egypt"), turn: 1 }), null, "it was read, and ships do not matter then either");
  assert.equal(explanationFor(by("acre")), "first-sea-move");
});

const asked = { ...waiting, awaited: ["saracen"], battle: { town: "acre" } };
const retreat = [{ type: "retreat" }];

test("a charge of the other side is explained when it is seen, one's own is not", () => {
  const charge = { type: "block-fired", side: "frank", block: "conrad", dice: [1], charge: true };
  assert.equal(explanationFor({ ...asked, step: "hits", actions: [] }, [charge]), "first-seen-charge");
  assert.equal(explanationFor({ ...asked, step: "hits", actions: [] }, [{ ...charge, side: "saracen" }]), null);
  assert.equal(explanationFor({ ...asked, step: "hits", actions: [] }, [{ ...charge, charge: false }]), null);
});

test("leaving a fight is explained in a fight alone, not where besiegers may go after it", () => {
  assert.equal(explanationFor({ ...asked, step: "leave-siege", actions: retreat }), null);
  assert.equal(explanationFor({ ...asked, step: "fight", actions: retreat }), "first-retreat");
});

test("that nobody can attack in the winter turn is not said where a Winter Campaign of edition 1.4 can", () => {
  const of = (/** @type {string} */ edition, /** @type {string} */ card) => ({
    ...{ ...waiting, awaited: ["saracen"], actions: [], ruleset: { edition } },
    cards: { frank: { "counts-as": card }, saracen: { "counts-as": "move-1" } },
  });
  const [cards, moves] = [
    { step: "card", turn: 5 },
    { step: "move", turn: 6 },
  ];
  for (const [edition, card, said] of [
    ["1.4", "winter-campaign", [null, null]],
    ["1.4", "move-2", [null, "first-winter-move"]],
    ["2.0", "winter-campaign", ["first-last-cards", "first-winter-move"]],
  ]) {
    kept.clear();
    const found = [cards, moves].map((now) => explanationFor({ ...of(edition, card), ...now }));
    assert.deepEqual(found, said, `${edition} ${card}`);
  }
});

test("nobody is told to lead blocks to towns in the winter turn when no Moves are left", () => {
  kept.clear();
  const winter = {
    ...waiting,
    awaited: ["saracen"],
    phase: "movement",
    step: "move",
    turn: 6,
    ruleset: { edition: "2.0" },
    actions: [{ type: "done" }],
    cards: { frank: {}, saracen: {} },
  };
  assert.equal(explanationFor({ ...winter, "moves-left": 1 }), "first-winter-move");
  assert.equal(explanationFor({ ...winter, "moves-left": 0 }), null);
});
