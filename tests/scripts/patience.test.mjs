// Requests that are tried again while the site cannot be reached: server/api.js.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { stubPage } from "./page.mjs";

stubPage({});
document.cookie = "csrftoken=mark";
const { callPatiently } = await import("../../frontend/static/frontend/js/server/api.js");

/** What comes of a request that is answered so each time, how often it was made, and how often the page said so. */
async function resultOf(status, words) {
  mock.timers.enable({ apis: ["setTimeout"] });
  let [made, told, over] = [0, 0, false];
  globalThis.fetch = async () => {
    made += 1;
    return { ok: status < 300, status, statusText: "", text: async () => words, headers: new Headers() };
  };
  const found = callPatiently("POST", "/talk/", {}, () => (told += 1)).finally(() => (over = true));
  for (let turn = 0; turn < 200 && !over; turn += 1) {
    await Promise.resolve();
    if (turn % 10 === 9) mock.timers.tick(1000);
  }
  mock.timers.reset();
  return { answer: await found, made, told };
}

test("a proxy without a server behind it is no answer, however often it is asked", async () => {
  for (const words of ["", "<html>Bad Gateway</html>", '{"code": "away"}']) {
    const { answer, made, told } = await resultOf(502, words);
    assert.equal(answer, null);
    assert.equal(made, 6);
    assert.equal(told, 5);
  }
});

test("a refusal with a reason is an answer at once", async () => {
  const { answer, made, told } = await resultOf(503, '{"code": "held", "detail": "The game is held."}');
  assert.equal(answer?.body.detail, "The game is held.");
  assert.deepEqual([made, told], [1, 0]);
});
