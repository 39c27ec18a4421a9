// Headlines in words: log/words.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  blocks: { saladin: { name: "Saladin" }, turks: { name: "Turks" } },
  texts: {
    "headline-own": "{news}",
    "headline-own-fallen": { one: "{count} fell", other: "{count} fell" },
    "block-for-good": "{block} for good",
  },
});
const { sentenceOf } = await import("../../frontend/static/frontend/js/log/words.js");

test("beside the name of a fallen block stands that it is gone for good", () => {
  const fell = { key: "headline-own-fallen", kind: "block-eliminated", strong: true, count: 2 };
  const told = (lost) =>
    sentenceOf({ headline: { side: "frank", parts: [{ ...fell, blocks: ["turks", "saladin"], lost }] } });
  assert.match(told(["saladin"]), /^2 fell \(Turks, Saladin for good\)/);
  assert.match(told([]), /^2 fell \(Turks, Saladin\)/);
});
