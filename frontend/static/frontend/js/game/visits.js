// Tells the server that this game's page is in use, and which version it shows, so that nobody is sent an alert of what
// they are looking at. Open is not enough: a page left open in a tab for days must not keep alerts from its owner. Nor
// is used: what it shows may be old.

import { request } from "../page/http.js";
import { state } from "./state.js";

const BETWEEN = 30_000;
/** Milliseconds after the last use in which somebody still looks at what comes. */
const LOOKS = 90_000;
/** What comes at once is told together. */
const SOON = 500;
const USED = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"];

const address = document.getElementById("game-alerts")?.dataset.here;
let used = Date.now();
let sentAt = 0;
let shown = -1;
let timer = 0;

/** Tells the server that this version of the game is in sight. */
function tell() {
  const { view } = state;
  if (!address || !view || document.visibilityState !== "visible") return;
  sentAt = Date.now();
  shown = view.version;
  request(address, { method: "POST", json: { version: view.version } }).catch(() => {
    sentAt = 0;
  });
}

function use() {
  used = Date.now();
  if (used - sentAt >= BETWEEN) tell();
}

/** What the player's own acts have led to tells nobody anything. @param {View} view */
function onView(view) {
  if (view.version === shown || view.version === state.ownActVersion || Date.now() - used > LOOKS) return;
  clearTimeout(timer);
  if (shown < 0) tell();
  else timer = window.setTimeout(tell, SOON);
}

/** @type {import("../page/side.js").Panel} */
export const visitPanel = {
  start() {
    for (const kind of USED) document.addEventListener(kind, use, { passive: true, capture: true });
    document.addEventListener("visibilitychange", use);
  },
  draw: onView,
};
