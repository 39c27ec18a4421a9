// The end of a field fight on the stage: battle/ending.js; the same facts for the side that a solo page has turned to:
// log/story.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isLastOnItsWay, siegeKey, waysOut } from "../../frontend/static/frontend/js/battle/ending.js";

const WON = { type: "field-won", town: "gaza", side: "saracen" };

function view(you, ...sides) {
  return { you, map: { gaza: { stacks: sides.map((side) => ({ side })) } } };
}

test("a field won before a castle that holds out is told as a siege, to each as it concerns them", () => {
  assert.equal(siegeKey(WON, [WON], view("saracen", "saracen", "frank")), "into-castle-besieger");
  assert.equal(siegeKey(WON, [WON], view("frank", "saracen", "frank")), "into-castle-besieged");
  assert.equal(siegeKey(WON, [WON], view(null, "saracen", "frank")), "into-castle-seen");
});

test("a field won in an open town, and a siege that the log tells already, keep the words of the log", () => {
  assert.equal(siegeKey(WON, [WON], view("saracen", "saracen")), "");
  assert.equal(siegeKey(WON, [WON, { type: "siege-begun", town: "gaza" }], view("saracen", "saracen", "frank")), "");
  assert.equal(siegeKey({ ...WON, type: "town-taken" }, [WON], view("saracen", "saracen", "frank")), "");
});

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
