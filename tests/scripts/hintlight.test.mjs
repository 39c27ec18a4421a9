// Which button a hint lights: game/hintlight.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const { isFilledIn, lightOf } = await import("../../frontend/static/frontend/js/game/hintlight.js");

const nowhere = { map: {}, staging: {} };
/** What is chosen when the bar asks whether an action is meant. @param {Record<string, unknown>} action */
const asking = (action) => ({ blocks: [], town: null, muster: null, ask: { action, about: {} } });

test("of a question in the bar the button is lit only if it asks for what is hinted", () => {
  const [walter, balian] = ["walter", "balian"].map((block) => ({ type: "disband", block }));
  const [open, hidden] = [
    { type: "assassinate", target: "zangi" },
    { type: "assassinate", target: { town: "acre", area: "field" } },
  ];
  for (const [hinted, other] of [
    [walter, balian],
    [open, hidden],
    [hidden, { type: "assassinate", target: { town: "acre", area: "castle" } }],
  ]) {
    const light = lightOf(nowhere, hinted);
    assert.equal(isFilledIn(light, asking({ ...hinted })), true);
    assert.equal(isFilledIn(light, asking(other)), false);
  }
});
