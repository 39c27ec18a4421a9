// The page of a game that has not begun keeps up with it, and turns into the game when it starts.

const box = document.getElementById("open-game");
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const POLL = 30_000;
/** @type {number | null} */
let known = null;
let left = false;

function open() {
  const socket = new WebSocket(`${scheme}//${location.host}${box?.dataset.socket}`);
  socket.addEventListener("message", (event) => {
    const { version } = JSON.parse(event.data);
    if (typeof version !== "number") return;
    if (known !== null && version !== known) again();
    known = version;
  });
  // 4409: somebody's seat has changed, perhaps one's own. 4404: the game is not there any more.
  socket.addEventListener("close", (event) => {
    if (event.code === 4409) again();
    else if (event.code !== 4404) window.setTimeout(open, 10_000);
  });
}

/** Not while somebody writes a name into the page. */
function again() {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && field.value) window.setTimeout(again, 1000);
  else if (!left) location.reload();
}

document.addEventListener("submit", () => (left = true));
document.addEventListener("site", (event) => {
  // An invitation was declined, say.
  const message = /** @type {CustomEvent} */ (event).detail;
  if (message.type === "turns" && document.querySelector(".invited")) refreshInvited();
});

/** The answers to invitations, which are no events of the game. */
async function refreshInvited() {
  const response = await fetch(location.href, { headers: { Accept: "text/html", "X-Lists": "1" } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector(".invited");
  const old = document.querySelector(".invited");
  if (fresh && old && fresh.textContent !== old.textContent) old.replaceChildren(...fresh.childNodes);
}

window.setInterval(() => {
  // Without sockets the page asks by itself.
  if (!document.documentElement.dataset.live && known === null) again();
}, POLL);
open();
