// Whom one press disbands in winter.

import assert from "node:assert/strict";
import test from "node:test";

import { stubPage } from "./page.mjs";

stubPage({ blocks: { balian: { side: "frank" }, saladin: { side: "saracen", permanent: ["2.0"] } } });
const { disbandsAtOnce } = await import("../../frontend/static/frontend/js/decisions/disbanding.js");

const winter = (...surplus) => ({
  ruleset: { edition: "2.0" },
  prompt: { params: { surplus: Object.fromEntries(surplus.map((blocks, i) => [`town-${i}`, { blocks, limit: 1 }])) } },
});

test("one press disbands while others have to go as well, for then Undo brings the block back", () => {
  assert.equal(disbandsAtOnce(winter(3), { type: "disband", block: "balian" }), true);
  assert.equal(disbandsAtOnce(winter(2, 2), { type: "disband", block: "balian" }), true);
});

test("the last, who would be gone for good, and a step are asked about", () => {
  assert.equal(disbandsAtOnce(winter(2), { type: "disband", block: "balian" }), false);
  assert.equal(disbandsAtOnce(winter(4), { type: "disband", block: "saladin" }), false);
  assert.equal(disbandsAtOnce(winter(4), { type: "replace", block: "balian" }), false);
});

test("those whom a town does not feed at all go in any case, and keep no Undo open", () => {
  const { prompt, ...rest } = winter(2);
  const surplus = { ...prompt.params.surplus, legio: { blocks: 2, limit: 0 } };
  assert.equal(
    disbandsAtOnce({ ...rest, prompt: { params: { surplus } } }, { type: "disband", block: "balian" }),
    false,
  );
});
