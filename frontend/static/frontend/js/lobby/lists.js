// Lists of games that keep up with what happens: the page is asked for again and its lists take the place of the old
// ones.

import { fetchFreshPage, redrawWhenIdle } from "../page/redraw.js";

const POLL = 30_000;
const lists = document.getElementById("lists");
const shown = lists && redrawWhenIdle(lists);
const kinds = (lists?.dataset.live ?? "").split(" ");
let timer = 0;
let latest = 0;
let first = true;

/** @param {number} [wait] */
function soon(wait = 150 + Math.random() * 600) {
  clearTimeout(timer);
  timer = window.setTimeout(refresh, wait);
}

/** Fetches the page and puts its lists in the place of these, unless somebody is pressing something. */
async function refresh() {
  if (document.visibilityState === "hidden" || !shown || later()) return;
  const asked = ++latest;
  const page = await fetchFreshPage();
  if (asked !== latest) return; // an answer that was overtaken shows the lists as they were
  if (later()) return; // somebody may have begun to press meanwhile
  const fresh = page?.getElementById("lists");
  if (fresh) shown.put(fresh);
}

function later() {
  const rest = shown?.rest() ?? 0;
  if (rest > 0) soon(rest);
  return rest > 0;
}

document.addEventListener("site", (event) => {
  const message = /** @type {CustomEvent} */ (event).detail;
  // The first word of the socket says what the page shows already.
  if (message.type === "turns" && first) first = false;
  else if (kinds.includes(message.type)) soon();
});
document.addEventListener("visibilitychange", () => soon());
window.setInterval(() => {
  if (!document.documentElement.dataset.live) soon();
}, POLL);
