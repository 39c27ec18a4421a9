// How likely a battle is won that can be chosen: decisions/ahead.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    "al-adil": { name: "al-Adil", rating: "B4", side: "saracen", steps: 4 },
    archers: { name: "Archers", rating: "A2", side: "saracen", steps: 4 },
    templars: { name: "Templars", rating: "B3", side: "frank", steps: 3 },
    conrad: { name: "Conrad", rating: "A3", side: "frank", steps: 4 },
  },
  towns: { gaza: { name: "Gaza", rating: 1 }, tyre: { name: "Tyre", rating: 3 } },
  texts: {
    "ahead-storm": "storm {count}",
    "ahead-storm-one": "storm by {block} {count}",
    "ahead-sally": "sally {count}",
    "ahead-sally-one": "sally of {block} {count}",
  },
});
const { battleNote } = await import("../../frontend/static/frontend/js/decisions/ahead.js");
const { forecastOfSet, triesInTen } = await import("../../frontend/static/frontend/js/decisions/forecast.js");

const STRENGTHS = { "al-adil": 4, archers: 4, templars: 3, conrad: 4 };
const where = new Map(Object.entries(STRENGTHS).map(([id, strength]) => [id, { strength }]));
const face = (id) => ({ id, strength: STRENGTHS[id] });

/** A town that Saracens besiege, where its battle is to be chosen; who looks on sees only their own. */
function choosing(town, you, besiegers, garrison) {
  const seen = (side, area, ids) =>
    side === you
      ? { side, area, blocks: ids.map(face), hidden: 0, count: ids.length }
      : { side, area, blocks: [], hidden: ids.length, count: ids.length };
  return {
    ruleset: { edition: "2.0" },
    step: "choose-battle",
    you,
    first: "frank",
    jihad: null,
    cards: {},
    battle: null,
    sieges: { [town]: { besieger: "saracen", besieged: "frank" } },
    map: { [town]: { stacks: [seen("saracen", "field", besiegers), seen("frank", "castle", garrison)] } },
  };
}
const revealed = (type, town, side, id, strength) => ({ type, town, side, blocks: [{ id, strength }] });
const hunger = (town) => ({ type: "attrition-rolled", town, side: "frank", dice: [1], losses: 1 });

/** The tries that the stage tells of a set, once the battle has begun. */
function onTheStage(view, town, type, set, events) {
  const battle = { town, attacker: "saracen", "castle-of": "frank", round: 1, "half-hit": null, jihad: null };
  return triesInTen(forecastOfSet({ ...view, battle, step: type }, type, set, where, events).win);
}

test("a siege has the odds that the stage tells of its strongest, with whom it was seen in and what hunger took", () => {
  const view = choosing("gaza", "saracen", ["archers", "al-adil"], ["templars"]);
  const events = [revealed("castle-revealed", "gaza", "frank", "templars", 3), hunger("gaza")];
  const tries = onTheStage(view, "gaza", "storm", ["al-adil"], events);
  assert.ok(tries > onTheStage(view, "gaza", "storm", ["archers"], events));
  assert.equal(battleNote(view, "gaza", where, events), `storm by al-Adil ${tries}`);
  assert.notEqual(battleNote(view, "gaza", where, []), `storm by al-Adil ${tries}`);
  assert.match(
    battleNote({ ...view, ...choosing("tyre", "saracen", ["al-adil", "archers"], ["templars"]) }, "tyre", where, []),
    /^storm \d$/,
  );
});

test("a sally has the odds of all who can, against besiegers as they were seen", () => {
  const view = choosing("tyre", "frank", ["al-adil"], ["conrad", "templars"]);
  const events = [revealed("field-revealed", "tyre", "saracen", "al-adil", 1)];
  const both = onTheStage(view, "tyre", "sally", ["conrad", "templars"], events);
  assert.equal(battleNote(view, "tyre", where, events), `sally ${both}`);
  const alone = choosing("tyre", "frank", ["al-adil"], ["conrad"]);
  assert.match(battleNote(alone, "tyre", where, events), /^sally of Conrad \d$/);
});
