// The map: where both sides meet, where blocks stand, and which names give way to others; and addresses in talk.

import assert from "node:assert/strict";
import { test } from "node:test";

import { frontOf } from "../../frontend/static/frontend/js/map/front.js";
import { locateBlocks } from "../../frontend/static/frontend/js/map/whereabouts.js";
import { linkify } from "../../frontend/static/frontend/js/talk/links.js";
import { stubPage } from "./page.mjs";

stubPage({});
const { crowdedLabels } = await import("../../frontend/static/frontend/js/map/labels.js");

const PLACES = { egypt: [0, 900], gaza: [100, 850], acre: [300, 500], tiberias: [400, 480], aleppo: [700, 0] };

/** A map with so many blocks of each side in each town. */
function map(places) {
  return Object.fromEntries(
    Object.entries(places).map(([town, sides]) => [
      town,
      { stacks: Object.entries(sides).map(([side, count]) => ({ side, count })) },
    ]),
  );
}

test("the front is where most of both sides stand near each other, whoever looks", () => {
  const held = map({
    aleppo: { saracen: 5 },
    egypt: { saracen: 1 },
    gaza: { frank: 1 },
    acre: { frank: 4 },
    tiberias: { saracen: 3 },
  });
  for (const side of ["frank", "saracen", null])
    assert.deepEqual(frontOf(held, side, PLACES).sort(), ["acre", "tiberias"]);
});

test("where no enemy is near, all towns of one's own are shown", () => {
  assert.deepEqual(frontOf(map({ aleppo: { saracen: 2 }, acre: { frank: 2 } }), "saracen", PLACES), ["aleppo"]);
});

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

const label = (id, rank, left, wide = 60) => ({ id, rank, box: { left, top: 0, right: left + wide, bottom: 20 } });

test("of two names that lie on each other the lesser gives way, and a region's first of all", () => {
  assert.deepEqual([...crowdedLabels([label("botron", 1, 0), label("tripoli", 3, 50)], [])], ["botron"]);
  assert.deepEqual([...crowdedLabels([label("county", 0, 0), label("botron", 1, 50)], [])], ["county"]);
  assert.deepEqual([...crowdedLabels([label("botron", 1, 0), label("tripoli", 3, 61)], [])], []);
});

test("a name that gave way makes room for the next", () => {
  const three = [label("sidon", 3, 0), label("beaufort", 2, 50), label("anjar", 1, 100)];
  assert.deepEqual([...crowdedLabels(three, [])], ["beaufort"]);
});

test("a name under blocks gives way, but that of a city or of a town to go to", () => {
  const block = { left: 20, top: 0, right: 60, bottom: 40 };
  const found = (rank) => [...crowdedLabels([label("tyre", rank, 0)], [block])].length;
  assert.deepEqual([1, 2, 3, 4].map(found), [1, 1, 0, 0]);
});
