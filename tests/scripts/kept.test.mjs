import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = {
  getElementById: () => ({
    textContent: '{"blocks": {}, "towns": {"acre": {}, "tyre": {}, "beirut": {}}, "texts": {}}',
  }),
  documentElement: { lang: "en", dataset: {} },
};
const { isOwn, isSameDecision, isSamePosition, isSameQuestion, isStillOffered } =
  await import("../../frontend/static/frontend/js/decisions/kept.js");

const nothing = {
  blocks: [],
  town: null,
  road: null,
  listed: {},
  roads: {},
  type: null,
  all: false,
  routes: false,
  muster: null,
  ask: null,
  menu: null,
  given: false,
  decision: 0,
};
const view = (actions, more = {}) => ({ you: "frank", step: "move", turn: 1, year: 1187, actions, map: {}, ...more });
const where = new Map([["balian", { town: "acre", strength: 3 }]]);
const goes = { type: "move", block: { any: ["balian"] }, path: { any: [["tyre"], ["tyre", "beirut"]] } };

test("a choice of the page, or none, is begun anew", () => {
  assert.equal(isOwn(nothing), false);
  assert.equal(isOwn({ ...nothing, blocks: ["balian"], given: true }), false);
  assert.equal(isOwn({ ...nothing, blocks: ["balian"] }), true);
  assert.equal(isOwn({ ...nothing, type: "muster-to" }), true);
});

test("another step, battle, turn or side is another decision; another version is not", () => {
  assert.equal(isSameDecision(view([]), view([goes], { version: 9 })), true);
  for (const other of [{ step: "card" }, { battle: { town: "acre" } }, { turn: 2 }, { year: 1188 }, { you: "saracen" }])
    assert.equal(isSameDecision(view([]), view([], other)), false);
});

test("a newer view is the same position only with the same choices on the same map", () => {
  assert.equal(isSamePosition(view([goes]), view([goes], { version: 9, offers: ["end"] })), true);
  assert.equal(isSamePosition(view([goes]), view([])), false);
  assert.equal(isSamePosition(view([goes]), view([goes], { map: { acre: { owner: "saracen" } } })), false);
  assert.equal(isSamePosition(view([goes]), view([goes], { step: "card" })), false);
});

test("a hint holds for the same choices of a battle until a hit was taken", () => {
  const hits = (/** @type {number} */ count) =>
    view([goes], { step: "hits", battle: { town: "acre", hits: { count } } });
  assert.equal(isSameQuestion(hits(2), { ...hits(2), version: 9, offers: ["end"] }), true);
  assert.equal(isSameQuestion(hits(2), hits(1)), false);
});

test("a block is kept as long as it can be chosen, with its town as long as it can go there", () => {
  const chosen = { ...nothing, blocks: ["balian"] };
  assert.equal(isStillOffered(chosen, view([goes]), where), true);
  assert.equal(isStillOffered(chosen, view([]), where), false);
  assert.equal(isStillOffered({ ...chosen, town: "beirut" }, view([goes]), where), true);
  assert.equal(
    isStillOffered({ ...chosen, town: "beirut" }, view([{ ...goes, path: { any: [["tyre"]] } }]), where),
    false,
  );
});

test("blocks of a set are kept as long as the set holds them all", () => {
  const some = (/** @type {string[]} */ ids) =>
    view([{ type: "garrison", blocks: { some: ids, least: 0, most: 2 } }], { step: "garrison" });
  const chosen = { ...nothing, blocks: ["balian", "tripoli"] };
  assert.equal(isStillOffered(chosen, some(["balian", "tripoli", "sidon"]), where), true);
  assert.equal(isStillOffered(chosen, some(["balian", "sidon"]), where), false);
  const leftOut = { ...nothing, blocks: ["balian"], listed: { balian: "", tripoli: "" } };
  assert.equal(isStillOffered(leftOut, some(["balian", "tripoli"]), where), true);
  assert.equal(isStillOffered(leftOut, some(["balian", "sidon"]), where), false);
});

test("a question is kept as long as its action is offered exactly", () => {
  const ask = { ...nothing, ask: { action: { type: "assassinate", target: { town: "acre" } }, about: {} } };
  assert.equal(
    isStillOffered(ask, view([{ type: "assassinate", target: { any: ["saladin", { town: "acre" }] } }]), where),
    true,
  );
  assert.equal(isStillOffered(ask, view([{ type: "assassinate", target: { any: ["saladin"] } }]), where), false);
  assert.equal(isStillOffered({ ...nothing, type: "muster-to" }, view([{ type: "done" }]), where), false);
});
