// Tells the server that this game's page is in use, and which version it shows, so that nobody is sent an alert of what they are looking at.
// Open is not enough: a page left open in a tab for days must not keep alerts from its owner. Nor is used: what it shows may be old.

import { request } from "../page/http.js";
import { state } from "./state.js";

const BETWEEN = 30_000;
const USED = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"];

const address = document.getElementById("game-alerts")?.dataset.here;
let told = 0;

function use() {
  const { view } = state;
  if (!address || !view || document.visibilityState !== "visible" || Date.now() - told < BETWEEN) return;
  told = Date.now();
  request(address, { method: "POST", json: { version: view.version } }).catch(() => {
    told = 0;
  });
}

/** @type {import("../page/side.js").Panel} */
export const here = {
  start() {
    for (const kind of USED) document.addEventListener(kind, use, { passive: true, capture: true });
    document.addEventListener("visibilitychange", use);
  },
  draw: () => use(),
};
