// The picture of a moment: which viewers have one, and that it is asked for until it is there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stubPage } from "./page.mjs";

stubPage({ urls: { moment: "/moment/" } });
/** @type {string[]} */
const saved = [];
/** @type {number[]} */
let statuses = [];
/** @type {[string, string][]} */
const asked = [];
const link = {
  /** @type {Record<string, string>} */
  given: {},
  setAttribute(/** @type {string} */ name, /** @type {string} */ value) {
    this.given[name] = value;
  },
  append() {},
  remove() {},
  click() {
    saved.push(this.given.href);
  },
};
Object.assign(document, { createElement: () => link, body: { append() {} }, cookie: "csrftoken=a" });
Object.assign(globalThis, {
  // The pauses pass at once, and no answer is late.
  setTimeout: (/** @type {() => void} */ then, /** @type {number} */ pause) =>
    void (pause < 5000 && queueMicrotask(then)),
  clearTimeout() {},
  fetch: async (/** @type {string} */ address, /** @type {RequestInit} */ how) => {
    asked.push([address, String(how.method)]);
    return new Response(null, { status: statuses.shift() });
  },
});
const { hasPicture, savePicture } = await import("../../frontend/static/frontend/js/replay/picture.js");

test("while a game runs spectators alone have pictures, and at its end everybody", () => {
  assert.deepEqual(
    [hasPicture("public", ["public"]), hasPicture("frank", ["frank"]), hasPicture("frank", ["frank", "all"])],
    [true, false, true],
  );
});

test("it is asked for without its content until it is there, and then saved", async () => {
  statuses = [202, 200];
  assert.equal(await savePicture(7, "all"), true);
  assert.deepEqual(asked, Array(2).fill(["/moment/?at=7&as=all&wanted=1", "HEAD"]));
  assert.deepEqual(saved, ["/moment/?at=7&as=all"]);
});

test("nothing is saved where too much was asked", async () => {
  statuses = [429];
  assert.equal(await savePicture(7, "all"), false);
  assert.equal(saved.length, 1);
});
