// The last fire of a battle: battle/blow.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    balian: { name: "Balian", permanent: [] },
    saladin: { name: "Saladin" },
    richard: { name: "Richard", permanent: ["2.0"] },
  },
  towns: { acre: { name: "Acre" }, tyre: { name: "Tyre", fortified: true } },
  texts: {
    "steps-lost": "-{count}",
    "half-a-hit": "half a hit",
    "has-fallen": "{block} has fallen",
    "blow-charge": "charge at {most}",
    "blow-harry": "harry at {most}",
    "blow-walls": "walls",
    "blow-hunger": "hunger in {town}",
    "with-colon": "{words}:",
    "hunger-costs": { one: "a 1", other: "1 to {count}" },
    "waiting-costs": "at the end 1 to {count}, {percent}",
    "waiting-costs-here": "1 to {count}, {percent}",
    "waiting-costs-nothing": "not yet",
    "hunger-at-sea": "fed by sea",
    "hunger-on-land": "ports less",
    "waiting-in-winter": "winter",
    "waiting-in-winter-back": "winter, then back ({rule})",
    "waiting-in-winter-lost": "winter, {blocks} lost ({rule})",
    "hunger-in-winter": "kept {count}",
    "hunger-in-winter-besieger": "yours {count}",
    "blow-assassins": "assassins",
  },
});
const { blowInWords, lastBlow, mostThatHits, shooterOf, specialOfBlow, stormerOf } =
  await import("../../frontend/static/frontend/js/battle/blow.js");
const { eventsOfBattle } = await import("../../frontend/static/frontend/js/decisions/remembered.js");
const HUNGER = {
  castle: 3,
  "fortified-port": 1,
  "winter-castle": 4,
  "winter-fortified-port": 2,
  "winter-besieger": 0,
};
const { costOfWaiting } = await import("../../frontend/static/frontend/js/decisions/waiting.js");
const { hungerInWords } = await import("../../frontend/static/frontend/js/page/hunger.js");

const fired = { type: "block-fired", block: "saladin", town: "acre", dice: [1, 2, 6], text: "" };
const loses = (block) => ({ type: "block-reduced", block, text: "" });

test("of a battle only what came after its beginning is told; without a beginning all of it", () => {
  const events = [fired, { type: "battle-begun", text: "" }, loses("balian")];
  assert.deepEqual(eventsOfBattle(events), [loses("balian")]);
  assert.deepEqual(eventsOfBattle([fired]), [fired]);
});

test("before anybody has rolled there is no blow, nor where the dice were none", () => {
  assert.equal(lastBlow([loses("balian")]), null);
  assert.equal(lastBlow([{ ...fired, dice: [] }]), null);
});

test("what the last dice did is counted, and not what earlier ones did", () => {
  const blow = lastBlow([fired, loses("saladin"), fired, loses("balian"), loses("balian")]);
  assert.deepEqual([...(blow?.lost ?? [])], [["balian", 2]]);
  assert.deepEqual(blow && blowInWords(blow), ["Balian -2"]);
});

test("who fell is told once, without the steps; half a hit of edition 1.4 only where no step went with it", () => {
  const falls = { type: "block-eliminated", block: "balian", text: "" };
  const half = { type: "half-hit", block: "saladin", text: "" };
  assert.deepEqual(blowInWords(lastBlow([fired, loses("balian"), falls])), ["Balian has fallen"]);
  assert.deepEqual(blowInWords(lastBlow([fired, half])), ["Saladin half a hit"]);
  assert.deepEqual(blowInWords(lastBlow([fired, loses("saladin"), half])), ["Saladin -1"]);
});

test("a hidden block's roll is told of its town", () => {
  assert.equal(shooterOf(fired), "Saladin");
  assert.equal(shooterOf({ ...fired, block: undefined }), "Acre");
});

test("a charge, harrying, fire at walls, hunger and Assassins are named with their dice (6.32, 6.33, 6.54, 6.57)", () => {
  const shot = { ...fired, side: "saracen", firepower: 3, hits: 2, charge: false, harry: false };
  const storm = { type: "storm-declared", side: "saracen", town: "acre" };
  for (const [facts, words] of /** @type {[object[], string][]} */ ([
    [[shot], ""],
    [[{ ...shot, charge: true, firepower: 4 }], "charge at 4"],
    [[{ ...shot, harry: true, firepower: 2 }], "harry at 2"],
    [[storm, shot], "walls"],
    [[storm, { ...shot, side: "frank" }], ""],
    [[storm, { type: "storm-ended" }, shot], ""],
    [[{ type: "attrition-rolled", town: "acre", dice: [1, 5], losses: 1 }], "hunger in Acre: 1 to 3 ports less"],
    [[{ type: "assassins-struck", town: "acre", dice: [1, 5], hits: 1 }], "assassins"],
  ]))
    assert.equal(specialOfBlow(lastBlow(facts), HUNGER), words);
  assert.equal(specialOfBlow(lastBlow([shot], "saracen")), "walls");
  assert.equal(stormerOf({ battle: { storm: true, "castle-of": "frank" } }), "saracen");
  assert.equal(stormerOf({ battle: { storm: false, "castle-of": "frank" } }), null);
});

test("the dice that are shown as hits are as many as hit: by the firepower, or of hunger the lowest", () => {
  assert.equal(mostThatHits({ ...fired, firepower: 4 }), 4);
  assert.equal(mostThatHits({ type: "attrition-rolled", dice: [1, 3, 5], losses: 2 }), 3);
  assert.equal(mostThatHits({ type: "attrition-rolled", dice: [4, 5], losses: 0 }), 0);
});

test("hunger costs a step by as many dice as the view says of the place and the season, with the reason", () => {
  for (const [town, winter, words] of /** @type {[string, boolean, string][]} */ ([
    ["acre", false, "1 to 3 ports less"],
    ["tyre", false, "a 1 fed by sea"],
    ["acre", true, "1 to 4 ports less"],
    ["tyre", true, "1 to 2 fed by sea"],
  ]))
    assert.equal(hungerInWords({ town, winter }, HUNGER), words);
  assert.equal(hungerInWords({ town: "acre" }, undefined), "");
  // In 1.4 all castles starve alike.
  assert.equal(hungerInWords({ town: "tyre" }, { ...HUNGER, "fortified-port": 3 }), "1 to 3");
});

test("what waiting costs now comes first, one's own losses before; of winter where it is near, else it can be opened", () => {
  const siege = (/** @type {boolean} */ starving, you = "frank", hunger = HUNGER, blocks = [{ id: "balian" }]) => {
    const sieges = { acre: { besieger: "frank", besieged: "saracen", starving } };
    const map = { acre: { stacks: [{ side: "frank", blocks }] } };
    return { sieges, hunger, you, map, turn: 5, ruleset: { edition: "2.0" } };
  };
  const at = (/** @type {Parameters<typeof siege>} */ ...how) => costOfWaiting(siege(...how), "acre");
  const back = "winter, then back (8.3) kept 4";
  assert.deepEqual(at(true), { now: `${back} 1 to 3, 50%`, later: "ports less" });
  assert.deepEqual(at(true, "saracen"), { now: "1 to 3, 50% winter kept 4", later: "ports less" });
  assert.deepEqual(at(false), { now: `${back} not yet`, later: "" });
  assert.equal(at(false, "frank", { ...HUNGER, "winter-besieger": 3 }).now, `${back} yours 3 not yet`);
  const king = at(false, "frank", HUNGER, [{ id: "balian" }, { id: "richard" }]);
  assert.match(king.now, /winter, Richard lost \(8\.3\)/, "of one's own those who never come back are named");
  assert.deepEqual(costOfWaiting({ ...siege(true), turn: 4 }, "acre"), {
    now: "1 to 3, 50%",
    later: `ports less ${back}`,
  });
  const older = { ...siege(true), ruleset: { edition: "1.4" } };
  assert.match(costOfWaiting(older, "acre").now, /at the end 1 to 3/, "there all sieges roll together (7.4)");
  assert.match(costOfWaiting(older, "acre").now, /back \(9\.03\)/, "they must go to winter quarters, or are lost");
  const none = { sieges: {}, hunger: HUNGER, you: "frank" };
  assert.deepEqual(costOfWaiting(none, "acre"), { now: "", later: "" });
});
