// Why and what then: blocks that would fall, cards that look unlike, besiegers that lie face-up.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: {
    saladin: { name: "Saladin", mark: "", side: "saracen", permanent: ["2.0", "1.4"] },
    "kurds-2": { name: "Kurds", mark: "2", side: "saracen" },
  },
  towns: { damascus: { name: "Damascus" }, acre: { name: "Acre" } },
  texts: {
    "would-fall": "Back next year: {blocks}.",
    "would-fall-to-pool": "Back: {blocks}.",
    "would-fall-for-good": "For good: {blocks}.",
    "campaign-equal": "Winter Campaign counts as Move 1.",
    "headline-card": "{side}, {card}: {does}",
    "card-jihad-does": "fires first",
    "besieger-lies-open": "One besieging block lies face-up (6.51).",
  },
});
const scripts = "../../frontend/static/frontend/js";
const { fatesOfHit } = await import(`${scripts}/decisions/winter.js`);
const { cardsInWords, eventsInWords, whyEqual } = await import(`${scripts}/page/played.js`);
const { whyFaceUp } = await import(`${scripts}/map/town.js`);

const at = (town, ...blocks) => ({
  [town]: { stacks: [{ side: "saracen", area: "castle", count: blocks.length, hidden: 0, blocks }] },
});

/** Both Saracens at Damascus with so many steps may take the hit. */
function hit(strength, { edition = "2.0", battle = {} } = {}) {
  return {
    you: "saracen",
    ruleset: { edition },
    battle: { town: "damascus", storm: false, ...battle },
    map: at("damascus", { id: "saladin", strength }, { id: "kurds-2", strength }),
    actions: [{ type: "take-hit", block: { any: ["saladin", "kurds-2"] } }],
  };
}

test("of blocks that a hit would make fall it is said whether they can come back", () => {
  assert.deepEqual(fatesOfHit(hit(2)), []);
  assert.deepEqual(fatesOfHit(hit(1)), ["For good: Saladin.", "Back next year: Kurds 2."]);
  assert.deepEqual(fatesOfHit(hit(1, { edition: "1.4" })), ["For good: Saladin.", "Back: Kurds 2."]);
});

test("behind walls only the second half of a hit makes a block fall", () => {
  const walls = { storm: true, "castle-of": "saracen" };
  assert.deepEqual(fatesOfHit(hit(1, { battle: walls })), []);
  assert.deepEqual(fatesOfHit(hit(1, { battle: { ...walls, "half-hit": "kurds-2" } })), ["Back next year: Kurds 2."]);
});

test("why Winter Campaign and Move 1 were rolled for is said, and of other equal cards nothing", () => {
  const cards = (frank, saracen) => [{ type: "cards-revealed", frank, saracen }, { type: "tie-rolled" }];
  assert.equal(whyEqual(cards("move-1", "winter-campaign")), "Winter Campaign counts as Move 1.");
  assert.equal(whyEqual(cards("move-1", "move-1")), "");
  assert.equal(whyEqual(cards("move-1", "winter-campaign").slice(0, 1)), "");
  const copied = { type: "card-copied", card: "move-1" };
  assert.equal(whyEqual([...cards("intrigue", "winter-campaign"), copied]), "Winter Campaign counts as Move 1.");
});

test("cards that are rolled for twice are explained once", () => {
  const cards = [{ type: "cards-revealed", frank: "move-1", saracen: "winter-campaign" }, { type: "tie-rolled" }];
  const said = cardsInWords([...cards, { type: "tie-rolled" }, { type: "guide-used", text: "Led." }], () => "Missed.");
  assert.deepEqual(said, ["Missed.", said[1], "Winter Campaign counts as Move 1.", "Led."]);
});

test("what the other side's event does is said, also of one that Intrigue copies", () => {
  const told = (...more) => eventsInWords({ type: "cards-revealed", frank: "move-1", saracen: "intrigue" }, more);
  const copied = (card) => told({ type: "card-copied", side: "saracen", card });
  assert.match(copied("jihad")[0], /jihad: fires first$/);
  assert.deepEqual(copied("move-3"), []);
  assert.equal(told().length, 1);
  assert.deepEqual(told({ type: "turn-cancelled" }), []);
});

test("of a besieging block that lies face-up the reason is said, until its battle is fought", () => {
  const siege = {
    ruleset: { edition: "2.0" },
    sieges: { acre: { besieger: "saracen", besieged: "frank" } },
    map: at("acre", { id: "kurds-2", strength: 2, "face-up": true }),
  };
  assert.equal(whyFaceUp(siege, "acre"), "One besieging block lies face-up (6.51).");
  assert.equal(whyFaceUp({ ...siege, battle: { town: "acre" } }, "acre"), "");
  assert.equal(whyFaceUp({ ...siege, sieges: {} }, "acre"), "");
});
