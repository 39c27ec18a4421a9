// What the second lesson says (game/siege.js), and where a decision is taken (decisions/guide.js).

import assert from "node:assert/strict";
import { test } from "node:test";

import { decisionPlace } from "../../frontend/static/frontend/js/decisions/guide.js";
import { siegeAdvice } from "../../frontend/static/frontend/js/game/siege.js";

const autumn = { year: 1187, turn: 5, you: "frank", result: null, battle: null, actions: [] };
const advice = (more, first = "move-any") => siegeAdvice({ ...autumn, ...more }, () => first);

test("the lesson ends with the year, or with the game", () => {
  assert.equal(advice({ step: "card", year: 1188 }), "siege-end");
  assert.equal(advice({ step: "move", result: { winner: "frank" } }), "siege-end");
});

test("a card and the last movement before winter have a sentence for each side; who looks on is told the Franks'", () => {
  assert.equal(advice({ step: "card", you: "saracen" }), "siege-card-saracen");
  assert.equal(advice({ step: "card", you: null }), "siege-card-frank");
  assert.equal(advice({ step: "move", turn: 6, you: "saracen" }), "siege-winter-saracen");
});

test("Saracens are told to muster while they can and have not; Franks what the first lesson says of an attack, in words of this one", () => {
  const muster = [{ type: "muster-to" }];
  assert.equal(advice({ step: "move", you: "saracen", actions: muster }), "siege-muster");
  assert.equal(advice({ step: "move", you: "saracen", actions: muster, "can-undo": true }), "siege-mustered");
  assert.equal(advice({ step: "move" }, "move-frank"), "siege-attack");
  assert.equal(advice({ step: "move" }, "move-spent"), "move-spent");
});

test("in a fight the storm comes before the charge, and the charge before plain fire", () => {
  const charge = [{ type: "charge" }];
  assert.equal(advice({ step: "fight", battle: { storm: true }, actions: charge }), "siege-storming");
  assert.equal(advice({ step: "fight", battle: { storm: false }, actions: charge }), "siege-charge");
  assert.equal(advice({ step: "fight", battle: { storm: false } }), "siege-fight");
});

test("what the first lesson says holds where it has a sentence, else it is an event", () => {
  assert.equal(advice({ step: "regroup" }), "regroup");
  assert.equal(advice({ step: "manna" }), "event");
});

test("nothing to do has no place; with the stage open all of it is there", () => {
  assert.equal(decisionPlace({ step: "card", actions: [] }, false), "");
  assert.equal(decisionPlace({ step: "regroup", actions: [{}] }, true), "stage");
});

test("who turned from the stage to the map finds a fight there; cards are in the hand, the Jihad's site in the list", () => {
  assert.equal(decisionPlace({ step: "fight", actions: [{}] }, false), "map");
  assert.equal(decisionPlace({ step: "card", actions: [{}] }, false), "cards");
  assert.equal(decisionPlace({ step: "jihad-site", actions: [{}] }, false), "choices");
  assert.equal(decisionPlace({ step: null, actions: [{}] }, false), "map");
});
