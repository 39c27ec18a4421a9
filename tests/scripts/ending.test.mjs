// Where blocks went with the end of a fight: battle/ending.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isLastOnItsWay, waysOut } from "../../frontend/static/frontend/js/battle/ending.js";

const WON = { type: "field-won", town: "gaza", side: "saracen" };

const AWAY = { type: "block-retreated", town: "gaza", side: "frank", block: "walter", to: "ascalon" };

test("the end of a battle names where the beaten enemy went in all its rounds, and nothing of older battles", () => {
  const won = { ...WON, text: "Won." };
  const known = [
    { ...AWAY, to: "jaffa" },
    { type: "battle-ended", town: "gaza" },
    { type: "battle-begun", town: "gaza" },
    AWAY,
    { type: "block-retreated", town: "gaza", side: "saracen", block: "arabs-1", to: "egypt" },
    { ...AWAY, block: "conrad" },
    won,
  ];
  const ways = [{ type: "block-retreated", town: "gaza", to: "ascalon", count: 2 }];
  assert.deepEqual(waysOut(won, [won], known, "saracen"), ways);
  assert.deepEqual(waysOut(AWAY, [AWAY, won], known, "saracen"), []);
  assert.deepEqual(waysOut(won, [won], known, null), []);
});

test("hidden blocks that go the same way are told by the last of them, or with the end of the battle", () => {
  const [one, other] = [1, 2].map(() => ({ type: "block-regrouped", town: "gaza", side: "saracen", to: "egypt" }));
  const begun = { type: "siege-begun", town: "gaza", text: "Besieged." };
  assert.deepEqual([isLastOnItsWay(one, [one, other]), isLastOnItsWay(other, [one, other])], [false, true]);
  assert.equal(isLastOnItsWay(other, [one, other, begun]), false);
  assert.equal(isLastOnItsWay(AWAY, [AWAY, begun]), true);
});
