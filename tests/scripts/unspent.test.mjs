// Steps that towns still give back when winter's Done is pressed.

import assert from "node:assert/strict";
import test from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: { balian: { steps: 3 }, walter: { steps: 4 }, conrad: { steps: 4 }, "king-guy": { steps: 4 } },
  towns: { acre: { name: "Acre" }, tyre: { name: "Tyre" } },
  texts: { "steps-unspent": { one: "{count} step unspent: {towns}", other: "{count} steps unspent: {towns}" } },
});
const { stepsUnspent } = await import("../../frontend/static/frontend/js/decisions/winter.js");

const stack = (strengths) => ({
  stacks: [{ area: "field", blocks: Object.entries(strengths).map(([id, strength]) => ({ id, strength })) }],
});
const wintering = (steps, able) => ({
  map: { acre: stack({ balian: 1, walter: 3 }), tyre: stack({ conrad: 2, "king-guy": 4 }) },
  prompt: { params: { work: "replace", steps } },
  actions: [...(able.length > 0 ? [{ type: "replace", block: { any: able } }] : []), { type: "done" }],
});

test("no more steps are left unspent than blocks have lost, nor more than a town has left", () => {
  const steps = { acre: { left: 5, most: 5 }, tyre: { left: 1, most: 3 } };
  assert.equal(
    stepsUnspent(wintering(steps, ["balian", "walter", "conrad"])),
    "4 steps unspent: Acre\u00a03, Tyre\u00a01",
  );
});

test("towns with nobody to strengthen leave nothing unspent", () => {
  const steps = { acre: { left: 0, most: 3 }, tyre: { left: 1, most: 3 } };
  assert.equal(stepsUnspent(wintering(steps, ["conrad"])), "1 step unspent: Tyre\u00a01");
  assert.equal(stepsUnspent(wintering({ acre: { left: 2, most: 3 } }, [])), "");
  assert.equal(stepsUnspent(wintering(undefined, [])), "");
});

test("where a step costs two, two left give one, and the cheaper come first", () => {
  const dear = { acre: { left: 2, most: 3, prices: { balian: 2, walter: 2 } } };
  assert.equal(stepsUnspent(wintering(dear, ["balian", "walter"])), "1 step unspent: Acre\u00a01");
  const mixed = { acre: { left: 3, most: 3, prices: { balian: 2 } } };
  assert.equal(stepsUnspent(wintering(mixed, ["balian", "walter"])), "2 steps unspent: Acre\u00a02");
});
