// What the second lesson says (game/siege.js), and where a decision is taken (decisions/guide.js).

import assert from "node:assert/strict";
import { test } from "node:test";

import { decisionPlace } from "../../frontend/static/frontend/js/decisions/guide.js";
import { stubPage } from "./page.mjs";

stubPage({ blocks: { bohemond: { side: "frank" }, raymond: { side: "frank" } } });
const { fightAdvice } = await import("../../frontend/static/frontend/js/game/coach.js");
const { siegeAdvice } = await import("../../frontend/static/frontend/js/game/siege.js");

const autumn = { year: 1187, turn: 5, you: "frank", result: null, battle: null, actions: [], map: {} };
const advice = (more) => siegeAdvice({ ...autumn, ...more });
const standing = (block, town) => ({
  map: { [town]: { stacks: [{ area: "field", blocks: [{ id: block, strength: 3 }] }] } },
});

test("the lesson ends with the year, or with the game", () => {
  assert.equal(advice({ step: "card", year: 1188 }), "siege-end");
  assert.equal(advice({ step: "move", result: { winner: "frank" } }), "siege-end");
});

test("a card has a sentence a side, who looks on is told the Franks'; before winter besiegers are told to go", () => {
  assert.equal(advice({ step: "card", you: "saracen" }), "siege-card-saracen");
  assert.equal(advice({ step: "card", you: null }), "siege-card-frank");
  assert.equal(
    advice({ step: "move", turn: 6, you: "saracen", sieges: { gaza: "saracen" } }),
    "siege-winter-besiegers",
  );
  assert.equal(advice({ step: "move", turn: 6, you: "saracen", sieges: {} }), "siege-winter-move");
  assert.equal(advice({ step: "move", turn: 6 }), "siege-winter-move");
});

test("Franks are told to muster until a second block stands there, then or if they cannot that they moved", () => {
  const muster = [{ type: "muster-to", town: { any: ["tripoli"] } }];
  assert.equal(advice({ step: "move", actions: muster, ...standing("bohemond", "tripoli") }), "siege-muster");
  assert.equal(advice({ step: "move", actions: muster, ...standing("bohemond", "tyre") }), "siege-muster");
  assert.equal(advice({ step: "move" }), "siege-moved");
});

test("Franks whose knight has left Tiberias are told to stay as long as they can take it back", () => {
  assert.equal(advice({ step: "move", "can-undo": true }), "siege-stay");
  assert.equal(
    advice({ step: "move", "can-undo": true, ...standing("raymond", "tiberias") }),
    "siege-muster-elsewhere",
  );
  assert.equal(advice({ step: "move", ...standing("raymond", "tiberias") }), "siege-moved");
});

test("Saracens who have declared the attack are told so, those who went elsewhere to take it back", () => {
  const declared = { arrivals: [{ side: "saracen", town: "tiberias" }] };
  assert.equal(advice({ step: "move", you: "saracen", ...declared }), "siege-declared");
  assert.equal(advice({ step: "move", you: "saracen", "can-undo": true }), "siege-elsewhere");
  assert.equal(advice({ step: "move", you: "saracen" }), "siege-moved");
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

test("who turned from stage to map finds a fight there; cards are in the hand, the Jihad's site in the list", () => {
  assert.equal(decisionPlace({ step: "fight", actions: [{}] }, false), "map");
  assert.equal(decisionPlace({ step: "card", actions: [{}] }, false), "cards");
  assert.equal(decisionPlace({ step: "jihad-site", actions: [{}] }, false), "choices");
  assert.equal(decisionPlace({ step: null, actions: [{}] }, false), "map");
});

test("the first shot of the first lesson is explained, later ones say when the battle ends, the last that it does", () => {
  const fight = (round, acted) => ({
    battle: { round, town: "banyas" },
    map: { banyas: { stacks: [{ blocks: [{ id: "qaimaz", ...(acted ? { acted } : {}) }] }] } },
  });
  assert.equal(fightAdvice(fight(1, false)), "fight");
  assert.equal(fightAdvice(fight(1, true)), "fight-on");
  assert.equal(fightAdvice(fight(2, false)), "fight-on");
  assert.equal(fightAdvice(fight(3, false)), "fight-last");
});
