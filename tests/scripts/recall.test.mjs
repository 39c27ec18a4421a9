// The log read back for the odds of a siege.

import assert from "node:assert/strict";
import test from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
const { recallSiege } = await import("../../frontend/static/frontend/js/game/recall.js");

const SIEGE = {
  you: "frank",
  year: 1188,
  turn: 2,
  battle: { town: "acre" },
  map: { acre: { stacks: [{ hidden: 2 }] } },
};
const BEGUN = { type: "siege-begun", town: "acre", besieger: "frank", besieged: "saracen" };

/** A log of so many pages, the first of which has this fact; `fails`: the server does not answer. */
function logOf(pages, fact, { fails = false } = {}) {
  let read = 1;
  return {
    busy: false,
    asked: 0,
    get hasEarlier() {
      return read < pages;
    },
    lines: () => (read >= pages && fact ? [{ seq: 1, undone: false, event: fact }] : []),
    async readEarlier() {
      this.asked += 1;
      if (fails) return false;
      read += 1;
      return true;
    },
  };
}

/** How often a page was read, and whether the page is drawn again. */
async function recalled(story, view = SIEGE) {
  let drawn = 0;
  await recallSiege(
    view,
    story,
    () => true,
    () => (drawn += 1),
  );
  return [story.asked, drawn];
}

test("a page opened in a siege reads the log back to where the siege began", async () => {
  assert.deepEqual(await recalled(logOf(3, BEGUN)), [2, 1]);
  // A battle without a siege before it is its own beginning.
  assert.deepEqual(await recalled(logOf(2, { type: "battle-begun", town: "acre", siege: false })), [1, 1]);
});

test("it is read once in a battle, and so many pages at most", async () => {
  const endless = logOf(99, BEGUN);
  assert.deepEqual(await recalled(endless), [4, 1]);
  assert.deepEqual(await recalled(endless), [4, 0]);
  assert.deepEqual(await recalled(endless, { ...SIEGE, turn: 3 }), [8, 1]);
});

test("where a battle is to be chosen it is read back to where the last of the sieges began", async () => {
  const choosing = {
    ...SIEGE,
    battle: null,
    sieges: { acre: {} },
    actions: [{ type: "choose-battle", town: { any: ["acre", "tyre"] } }],
    map: { ...SIEGE.map, tyre: { stacks: [{ hidden: 1 }] } },
  };
  assert.deepEqual(await recalled(logOf(3, BEGUN), choosing), [2, 1]);
  assert.deepEqual(await recalled(logOf(3, BEGUN), { ...choosing, sieges: {} }), [0, 0]);
});

test("where nothing answers it is read again when the page is drawn next", async () => {
  const silent = logOf(3, BEGUN, { fails: true });
  assert.deepEqual(await recalled(silent), [1, 0]);
  assert.deepEqual(await recalled(silent), [2, 0]);
});

test("nothing is read without a battle, where nobody lies face-down, or of a log that is whole", async () => {
  const open = { ...SIEGE, map: { acre: { stacks: [{ blocks: [] }] } } };
  for (const view of [{ ...SIEGE, battle: null }, { ...SIEGE, you: null }, open])
    assert.deepEqual(await recalled(logOf(3, BEGUN), view), [0, 0]);
  assert.deepEqual(await recalled(logOf(1, null)), [0, 0]);
});
