// Whether a storm or a sally is a good idea: decisions/forecast.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    balian: { name: "Balian", rating: "B3", side: "frank", steps: 4 },
    bowmen: { name: "Bowmen", rating: "A2", side: "frank", steps: 4 },
    saladin: { name: "Saladin", rating: "A3", side: "saracen", steps: 4 },
    sanjar: { name: "Sanjar", rating: "B2", side: "saracen", steps: 3 },
  },
  texts: {
    "verdict-good": "Good: {chance}. {losses}",
    "verdict-open": "Open: {chance}. {losses}",
    "verdict-bad": "Bad: {chance}. {losses}",
    "storm-often": "{count} of 10",
    "verdict-losses": "{lost} for {dealt}",
    "block-steps": "{block} {steps} of {most}",
    counted: "Counted: {what}.",
    "hunger-steps": "{count} to hunger",
  },
});
const { forecastOfField, forecastOfSet, strongestSet, verdictInWords } =
  await import("../../frontend/static/frontend/js/decisions/forecast.js");

const whereOf = (strengths) => new Map(Object.entries(strengths).map(([id, strength]) => [id, { strength }]));

/** Franks before a castle of the Saracens, `you` decides. */
function siege(own, enemy, { you = "frank", round = 1, half = null, hidden = 0, reserve = [], jihad = null } = {}) {
  const faces = (strengths) => Object.entries(strengths).map(([id, strength]) => ({ id, strength }));
  return {
    ruleset: { edition: "2.0" },
    step: you === "frank" ? "storm" : "sally",
    you,
    map: {
      acre: {
        stacks: [
          { side: "frank", area: "field", blocks: faces(own), hidden: 0 },
          { side: "saracen", area: "castle", blocks: faces(enemy), hidden },
          ...reserve.map((more) => ({ area: "reserve", blocks: [], hidden: 1, ...more })),
        ],
      },
    },
    battle: { town: "acre", attacker: you, "castle-of": "saracen", round, "half-hit": half, jihad },
  };
}
const storm = (own, enemy, how) => forecastOfSet(siege(own, enemy, how), "storm", Object.keys(own), whereOf(own));
const near = (found, right, off) => assert.ok(Math.abs(found - right) <= off, `${found} is not about ${right}`);

test("a storm of one round is what can be counted: two hits for a step, and defenders fire first at the same letter", () => {
  // Balian, four dice by a half, needs two hits: 11 of 16. Sanjar, one die by a third, fires first.
  const { win, lost, dealt } = storm({ balian: 4 }, { sanjar: 1 }, { round: 3 });
  near(lost, 1 / 3, 0.06);
  near(win, (2 / 3) * (11 / 16) + (1 / 3) * (4 / 8), 0.06);
  near(dealt, win, 0.0001);
});

test("half a hit taken before, rounds to come, and relief on its way count", () => {
  const one = storm({ balian: 2 }, { sanjar: 1 }, { round: 3 }).win;
  assert.ok(storm({ balian: 2 }, { sanjar: 1 }, { round: 3, half: "sanjar" }).win > one + 0.2);
  assert.ok(storm({ balian: 2 }, { sanjar: 1 }).win > one + 0.2);
  const relieved = storm({ balian: 2 }, { sanjar: 1 }, { reserve: [{ side: "saracen", round: 2 }] }).win;
  near(relieved, one, 0.06);
});

test("in the first round of a Jihad its side fires first", () => {
  const before = storm({ balian: 4 }, { saladin: 1 }).lost;
  assert.ok(storm({ balian: 4 }, { saladin: 1 }, { jihad: "frank" }).lost < before);
  // It helps attackers alone (R14), not those who are stormed.
  assert.equal(storm({ balian: 4 }, { saladin: 1 }, { jihad: "saracen" }).lost, before);
});

test("a hidden block is one of those that it can be, and makes the storm costlier", () => {
  const open = storm({ balian: 4, bowmen: 3 }, { sanjar: 1 });
  const more = storm({ balian: 4, bowmen: 3 }, { sanjar: 1 }, { hidden: 1 });
  assert.ok(more.win < open.win && more.lost > open.lost);
});

test("a hidden block is taken to have all its steps", () => {
  const hidden = storm({ balian: 4, bowmen: 4 }, {}, { hidden: 1 }).win;
  const [saladin, sanjar] = [{ saladin: 4 }, { sanjar: 3 }].map((one) => storm({ balian: 4, bowmen: 4 }, one).win);
  near(hidden, (saladin + sanjar) / 2, 0.08);
});

const HUNGER = { type: "attrition-rolled", town: "acre", side: "saracen", dice: [1, 1, 3] };

test("steps that hunger and Assassins cost a hidden garrison count, and are said, until somebody goes", () => {
  const own = { balian: 4, bowmen: 4 };
  const told = (...events) =>
    forecastOfSet(siege(own, {}, { hidden: 2 }), "storm", Object.keys(own), whereOf(own), events);
  const hungry = { ...HUNGER, losses: 2 };
  const struck = { ...HUNGER, type: "assassins-struck", side: "frank", area: "castle", block: "sanjar" };
  const [before, starved, hit] = [told(), told(hungry), told(hungry, { ...struck, strength: 3, hits: 2 })];
  assert.ok(before.win < starved.win - 0.05 && starved.win < hit.win - 0.05, `${before.win} ${starved.win} ${hit.win}`);
  assert.ok(!verdictInWords(before, "storm").includes("Counted"));
  assert.match(verdictInWords(starved, "storm"), /Counted: 2 to hunger\.$/);
  // Sanjar lacks no step that the Assassins did not take, so hunger took them elsewhere, or from him who has 4 at most.
  assert.match(verdictInWords(hit, "storm"), /Counted: 1 to hunger.*Sanjar 1 of 3\.$/);
  const supplied = { type: "sea-moved", side: "saracen", from: "egypt", to: "acre", area: "castle" };
  assert.equal(told(hungry, supplied).win, starved.win);
  assert.equal(told(hungry, { ...supplied, from: "acre", to: "egypt" }).win, before.win);
});

test("a sally is fought without walls, against all besiegers", () => {
  const view = siege({ balian: 1 }, { saladin: 4 }, { you: "saracen" });
  const { win } = forecastOfSet(view, "sally", ["saladin"], whereOf({ saladin: 4 }));
  assert.ok(win > 0.95);
});

test("the same is said each time, and nothing where nobody attacks", () => {
  assert.deepEqual(storm({ balian: 4 }, { sanjar: 2 }), storm({ balian: 4 }, { sanjar: 2 }));
  assert.equal(forecastOfSet(siege({ balian: 1 }, { sanjar: 1 }), "storm", [], new Map()), null);
  assert.equal(forecastOfSet(siege({ balian: 1 }, { sanjar: 1 }), "garrison", ["balian"], new Map()), null);
});

test("a set has the same odds in whatever order its blocks are named", () => {
  const own = { balian: 4, bowmen: 3 };
  const view = siege(own, { sanjar: 3 });
  const [one, other] = [
    ["balian", "bowmen"],
    ["bowmen", "balian"],
  ].map((set) => forecastOfSet(view, "storm", set, whereOf(own)));
  assert.deepEqual(one, other);
});

test("the strongest is the one with whom a storm is likeliest to succeed", () => {
  // Bowmen fire before the garrison, and hit too seldom to take a castle by themselves.
  const own = { bowmen: 4, balian: 4 };
  const set = (enemy, most) =>
    strongestSet(siege(own, enemy), "storm", { some: ["bowmen", "balian"], most }, whereOf(own), []);
  assert.deepEqual(set({ sanjar: 1 }, 1), ["balian"]);
  assert.deepEqual(set({ sanjar: 1 }, 2).sort(), ["balian", "bowmen"]);
  assert.deepEqual(set({ sanjar: 1 }, 0), []);
});

test("besiegers of one's own castle who were seen before count in its field as they were seen", () => {
  const view = {
    you: "frank",
    sieges: { acre: { besieger: "saracen", besieged: "frank" } },
    map: {
      acre: {
        stacks: [
          { side: "frank", area: "field", blocks: [{ id: "balian", strength: 4 }], hidden: 0 },
          { side: "saracen", area: "field", blocks: [], hidden: 1 },
        ],
      },
    },
  };
  const seen = [{ type: "field-revealed", town: "acre", side: "saracen", blocks: [{ id: "sanjar", strength: 1 }] }];
  const win = (events) => forecastOfField(view, "acre", "frank", null, whereOf({ balian: 4 }), events).win;
  assert.ok(win(seen) > 0.9 && win([]) < 0.9, `${win(seen)} ${win([])}`);
  // Without a siege others may stand there.
  view.sieges = {};
  assert.equal(win(seen), win([]));
});

test("the verdict comes first: good, a gamble or bad, then how often in ten and what it costs", () => {
  const said = (win, lost, dealt) => verdictInWords({ win, lost, dealt }, "storm");
  assert.equal(said(0.61, 1.8, 3.1), "Good: 6 of 10. 2 for 3");
  assert.equal(said(0.98, 0.2, 3), "Good: 9 of 10. 0 for 3", "no chance is told as sure");
  assert.equal(said(0.55, 2, 2), "Good: 6 of 10. 2 for 2");
  assert.equal(said(0.54, 2, 2), "Open: 5 of 10. 2 for 2", "half of the tries is a gamble");
  assert.equal(said(0.35, 2, 1), "Open: 4 of 10. 2 for 1");
  assert.equal(said(0.1, 1, 2), "Open: 1 of 10. 1 for 2");
  assert.equal(said(0.02, 3, 1), "Bad: 1 of 10. 3 for 1");
});

test("who goes into the castle does not fight in the field", () => {
  const faces = (strengths) => Object.entries(strengths).map(([id, strength]) => ({ id, strength }));
  const own = { balian: 4, bowmen: 4 };
  const stacks = [
    { side: "frank", area: "field", blocks: faces(own), hidden: 0 },
    { side: "saracen", area: "field", blocks: faces({ saladin: 4 }), hidden: 0 },
  ];
  const view = { ruleset: { edition: "2.0" }, you: "frank", map: { acre: { stacks } } };
  const of = (...inside) => forecastOfField(view, "acre", "saracen", null, whereOf(own), [], inside);
  const [all, without] = [of(), of("balian")];
  assert.ok(all.dealt > without.dealt + 0.3 && all.win >= without.win);
});
