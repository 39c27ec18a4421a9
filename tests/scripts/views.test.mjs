// What is read from views: map/whereabouts.js; and addresses in talk: talk/links.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { locateBlocks } from "../../frontend/static/frontend/js/map/whereabouts.js";
import { linkify } from "../../frontend/static/frontend/js/talk/links.js";

test("a block stands in its town and area with its strength; one that waits overseas in its box, without", () => {
  const balian = { id: "balian", strength: 3 };
  const found = locateBlocks({
    map: { acre: { stacks: [{ area: "castle", blocks: [balian] }] } },
    staging: { england: ["richard"] },
  });
  assert.deepEqual(found.get("balian"), { town: "acre", area: "castle", strength: 3, seen: balian });
  assert.deepEqual(found.get("richard"), { town: "england", area: "staging", strength: undefined, seen: null });
});

test("a block that the map shows is not in its box as well", () => {
  const found = locateBlocks({
    map: { acre: { stacks: [{ area: "field", blocks: [{ id: "richard", strength: 4 }] }] } },
    staging: { england: ["richard"] },
  });
  assert.equal(found.get("richard")?.town, "acre");
});

test("what is no plain address stays text", () => {
  for (const said of [
    "javascript:alert(1)",
    "see acre.example",
    "http://user:word@acre.example/",
    "ftp://acre.example/",
    "<b>https</b>",
  ]) {
    assert.deepEqual(linkify(said), [said]);
  }
});
