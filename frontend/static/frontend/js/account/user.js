// What waits for the person whose page this is: a socket says so, and the page asks when there is none. Everything the socket says is
// passed on as an event "site" of the document, for lists and for the parts of the game page.

import { watchForms } from "../dice/contributing.js";
import { watchOnce } from "../page/once.js";
import { setWaiting } from "../page/title.js";

const POLL = 30_000;
const SLOWEST = 60_000;
const TELL = 60_000;
const USED = ["pointerdown", "keydown", "wheel", "scroll", "touchstart"];

const link = document.getElementById("next-link");
/** @type {WebSocket | null} */
let socket = null;
let failures = 0;
let timer = 0;
let told = 0;

/** @param {Open} message */
function hear(message) {
  if (message.type === "turns") show(message.games ?? []);
  document.dispatchEvent(new CustomEvent("site", { detail: message }));
}

/** @param {string[]} games */
function show(games) {
  setWaiting(games.length);
  if (!link) return;
  const others = games.filter((game) => game !== link.dataset.here);
  const number = document.getElementById("next-count");
  if (number) number.textContent = String(others.length);
  link.hidden = others.length === 0;
  const here = document.getElementById("next-here");
  if (here) here.hidden = others.length === 0;
}

async function ask() {
  try {
    const response = await fetch(link?.dataset.waiting ?? "", { headers: { Accept: "application/json" } });
    if (response.ok) hear({ type: "turns", games: (await response.json()).results });
    // Nobody says what else has changed: whoever shows lists asks.
    document.dispatchEvent(new CustomEvent("site", { detail: { type: "lobby" } }));
  } catch {
    // The next time will do.
  }
}

function open() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}${link?.dataset.socket}`);
  socket.addEventListener("message", (event) => {
    // Not when it opens: a socket that is refused does so too, and is closed at once with a code.
    document.documentElement.dataset.live = "yes";
    // While it was closed something may have been missed; what waits it says of itself.
    if (failures > 0) document.dispatchEvent(new CustomEvent("site", { detail: { type: "lobby" } }));
    failures = 0;
    try {
      hear(JSON.parse(event.data));
    } catch {
      ask();
    }
  });
  socket.addEventListener("close", (event) => {
    socket = null;
    // 4403: the person was banned, and the page that stands there now says so.
    if (event.code === 4403) return location.reload();
    failures += 1;
    delete document.documentElement.dataset.live;
    const wait = Math.min(SLOWEST, 1000 * 2 ** Math.min(failures, 6)) * (0.75 + Math.random() / 2);
    clearTimeout(timer);
    timer = window.setTimeout(open, wait);
  });
}

function wake() {
  if (document.visibilityState === "hidden" || socket !== null) return;
  clearTimeout(timer);
  open();
}

/** Tells that the site is in use, so that others see who is about. The page of one's own game tells by itself (`here.js`). */
function use() {
  if (document.visibilityState !== "visible" || Date.now() - told < TELL || document.getElementById("game-alerts")) return;
  told = Date.now();
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  const token = field instanceof HTMLInputElement ? field.value : "";
  const request = { method: "POST", headers: { "X-CSRFToken": token, "Content-Type": "application/json" }, body: "{}" };
  fetch(link?.dataset.present ?? "", request).catch(() => {
    told = 0;
  });
}

watchForms();
watchOnce();
if (link) {
  window.setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN && document.visibilityState !== "hidden") ask();
  }, POLL);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  for (const kind of USED) document.addEventListener(kind, use, { passive: true, capture: true });
  open();
  use();
}
