// Offers narrowed down and multiplied out, as decisions/offers.js does it.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as offers from "../../frontend/static/frontend/js/decisions/offers.js";

const MOVES = {
  type: "move",
  block: { any: ["balian", "conrad"] },
  path: { any: [["jaffa"], ["jaffa", "ramallah"]] },
  about: { cost: 1 },
};

test("an offer stands for every choice of its fields, and says what is said about it with each", () => {
  const choices = offers.expandOffer(MOVES);
  assert.equal(choices.length, 4);
  assert.equal(offers.countActions(MOVES), 4);
  assert.deepEqual(choices[3], {
    action: { type: "move", block: "conrad", path: ["jaffa", "ramallah"] },
    about: { cost: 1 },
  });
});

test("choosing a block leaves the offers that the block is in, for this block alone", () => {
  const rest = offers.offersForBlock(
    [MOVES, { type: "done" }, { type: "muster", block: "walter", to: "acre" }],
    "conrad",
  );
  assert.deepEqual(rest, [{ ...MOVES, block: "conrad" }]);
});

test("blocks that can act are named once, in the order of the offers", () => {
  assert.deepEqual(offers.blocksOf([{ type: "fire", block: "conrad" }, MOVES, { type: "done" }]), ["conrad", "balian"]);
});

test("an action leads to the end of its path, to a town or to a port, or nowhere", () => {
  assert.equal(offers.destination({ type: "move", path: ["jaffa", "ramallah"] }), "ramallah");
  assert.equal(offers.destination({ type: "place", town: "acre" }), "acre");
  assert.equal(offers.destination({ type: "sea-move", port: "tyre" }), "tyre");
  assert.equal(offers.destination({ type: "move", path: [] }), null);
  assert.equal(offers.destination({ type: "done" }), null);
});

test("within a destination the shortest way comes first and a forced march last", () => {
  const way = (path, forced = false) => ({
    action: { type: "move", block: "balian", path, ...(forced ? { forced } : {}) },
    about: {},
  });
  const [long, forced, short] = [way(["lydda", "jaffa"]), way(["jaffa"], true), way(["jaffa"])];
  assert.deepEqual(offers.groupByDestination([forced, long, short]).get("jaffa"), [short, long, forced]);
});

test("of several paths by one road into a town the first is kept, of each road one", () => {
  const way = (...path) => ({ action: { type: "move", block: "balian", path }, about: {} });
  const found = offers.withoutDetours(
    new Map([["hebron", [way("hebron"), way("beersheba", "hebron"), way("gaza", "beersheba", "hebron")]]]),
    "jerusalem",
  );
  assert.deepEqual(found.get("hebron"), [way("hebron"), way("beersheba", "hebron")]);
});

test("a field that asks for a subset is found, one that asks for a choice is not", () => {});

test("of a set those are chosen at first that do already what is asked", () => {
  const storm = { type: "storm", blocks: { some: ["saladin", "zangi", "kurds-1"], least: 1, most: 2 } };
  const seen = (/** @type {string} */ id) => ({ storming: id === "zangi" });
  assert.deepEqual(offers.alreadyDoing([storm], seen), ["zangi"]);
  assert.deepEqual(
    offers.alreadyDoing([MOVES, storm], () => undefined),
    [],
  );
});

test("where all blocks that can be chosen are of one house its arms are shown, else none", () => {
  const of = (...blocks) => [{ type: "fire", block: { any: blocks } }, { type: "done" }];
  assert.equal(offers.houseOf(of("saladin")), "saladin");
  assert.equal(offers.houseOf(of("gaza-templars", "jerusalem-templars")), "templars");
  assert.equal(offers.houseOf(of("gaza-templars", "acre-hospitallers")), "");
  assert.equal(offers.houseOf([{ type: "deploy", block: "turks-1", town: { any: ["acre"] } }]), "turks");
  assert.equal(
    offers.houseOf([{ type: "storm", blocks: { some: ["kurds-1", "kurds-2"], least: 0, most: 2 } }]),
    "kurds",
  );
  assert.equal(offers.houseOf([{ type: "play-card", card: { any: ["jihad"] } }]), "");
});
