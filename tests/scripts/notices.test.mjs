// What is said of an act when it has been done: decisions/notices.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: { balian: { name: "Balian", side: "frank", steps: 3 } },
  towns: { acre: { name: "Acre" } },
  texts: { "manna-gained": "{block} at {town}: {steps} of {most}" },
});
const { noticeOf } = await import("../../frontend/static/frontend/js/decisions/notices.js");

const view = (strength) => ({
  map: {
    acre: { stacks: [{ side: "frank", area: "field", count: 1, hidden: 0, blocks: [{ id: "balian", strength }] }] },
  },
});

test("whom Manna gave a step is said with the town and the steps that it has now", () => {
  assert.equal(noticeOf(view(1), { type: "strengthen", block: "balian" })(view(2), []), "Balian at Acre: 2 of 3");
});

test("of a move nothing is said", () => {
  assert.equal(noticeOf(view(1), { type: "move", block: "balian", path: ["tyre"] }), undefined);
});
