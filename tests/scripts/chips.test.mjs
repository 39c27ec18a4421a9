// What the chips of a plan say of a road: decisions/chips.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({
  towns: { legio: { name: "Legio" } },
  texts: { "in-reserve": "in reserve", "by-main-road": "main road", "main-attack": "main attack" },
});
const { roadInWords } = await import("../../frontend/static/frontend/js/decisions/chips.js");

test("only who comes by the main road in round 1 makes the main attack; who relieves a castle in round 2 does not", () => {
  assert.equal(roadInWords("legio", false, 1), "main attack · Legio");
  assert.equal(roadInWords("legio", false, 2), "main road · Legio");
  assert.equal(roadInWords("legio", true, 2), "in reserve · Legio");
});
