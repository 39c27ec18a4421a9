// The page of a game that has not begun keeps up with it, and turns into the game when it starts.

import { fetchFreshPage, redrawWhenIdle } from "../page/redraw.js";
import { LiveSocket } from "../server/socket.js";

const box = document.getElementById("open-game");
const room = box && redrawWhenIdle(box);
const POLL = 30_000;
const RETRY = 5_000;
/** @type {number | null} */
let known = null;
let left = false;
let timer = 0;
let latest = 0;

const live = new LiveSocket(box?.dataset.socket ?? "", {
  heard(words) {
    const { version } = JSON.parse(words);
    if (typeof version !== "number") return;
    // Of the first nobody knows whether the page is as new: the game may have started between the page and the socket.
    if (version !== known) again();
    known = version;
  },
  proved(works) {
    if (!works) known = null;
  },
  // 4409: somebody's seat has changed, perhaps one's own. 4404: the game is not there any more.
  closed(code) {
    if (code === 4409 || code === 4404) again();
    return code === 4404 || (code === 4409 ? 1000 : undefined);
  },
});

/** @param {number} [wait] */
function again(wait = 0) {
  clearTimeout(timer);
  timer = window.setTimeout(redraw, wait);
}

/** Fetches the page and puts its room in the place of this one, or goes to the game once it has begun. */
async function redraw() {
  if (left || later()) return;
  const asked = ++latest;
  const page = await fetchFreshPage();
  if (asked !== latest) return; // an answer that was overtaken shows the room as it was
  if (left || later()) return; // somebody may have begun to press meanwhile
  const fresh = page?.getElementById("open-game");
  if (fresh) room?.put(fresh);
  else if (page) location.reload();
  else again(RETRY); // or what the server could not answer just now would never be seen
}

/** Puts it off while somebody presses something, or writes a name into the page. */
function later() {
  const field = document.activeElement;
  const rest = field instanceof HTMLInputElement && field.value ? 1000 : (room?.rest() ?? 0);
  if (rest > 0) again(rest);
  return rest > 0;
}

document.addEventListener("submit", () => (left = true));
// A person who comes back to the page as the browser kept it has not left it.
window.addEventListener("pageshow", () => (left = false));
document.addEventListener("site", (event) => {
  // An invitation was declined, say, which is no event of the game.
  const message = /** @type {CustomEvent} */ (event).detail;
  if (message.type === "turns" && document.querySelector(".invited")) again();
});

window.setInterval(() => {
  // Without sockets the page polls.
  if (!live.works) again();
}, POLL);
live.open();
