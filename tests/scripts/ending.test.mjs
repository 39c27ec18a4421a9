// The end of a field fight on the stage: battle/ending.js; the same facts for the side that a solo page has turned to:
// log/story.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { siegeKey } from "../../frontend/static/frontend/js/battle/ending.js";

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
