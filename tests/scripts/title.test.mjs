// The count of games that wait, in the title, on the tab's icon and on that of the app.

import assert from "node:assert/strict";
import { test } from "node:test";

class Link {
  dataset = { waiting: "waiting.svg" };
  href = "plain.svg";
  getAttribute() {
    return this.href;
  }
}
const icon = new Link();
/** @type {number[]} */
const shown = [];
Object.assign(globalThis, { window: globalThis, HTMLLinkElement: Link, addEventListener: () => {} });
Object.assign(globalThis, { document: { title: "(2) My games", querySelector: () => icon } });
Object.defineProperty(globalThis, "navigator", {
  value: { setAppBadge: async (/** @type {number} */ count) => void shown.push(count) },
});
const { setTitle, setWaitingCount } = await import("../../frontend/static/frontend/js/page/title.js");

test("the count that the server wrote stands on the icons before anything else is heard", () => {
  assert.deepEqual([shown, icon.href], [[2], "waiting.svg"]);
});

test("title and icons say how many games wait, and nothing where none does", () => {
  setTitle("Crusader Rex");
  setWaitingCount(3);
  assert.deepEqual([document.title, shown.at(-1), icon.href], ["(3) Crusader Rex", 3, "waiting.svg"]);
  setWaitingCount(0);
  assert.deepEqual([document.title, shown.at(-1), icon.href], ["Crusader Rex", 0, "plain.svg"]);
});
