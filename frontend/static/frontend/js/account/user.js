// What waits for the person whose page this is: a socket says so, and the page asks when there is none. Everything the
// socket says is passed on as an event "site" of the document, for lists and for the parts of the game page.

import { addContributions } from "../dice/contributing.js";
import { localStore } from "../page/browser.js";
import { noteServerContact, showLostContact } from "../page/contact.js";
import { request } from "../page/http.js";
import { preventDoubleSubmit } from "../page/once.js";
import { startSessionNotice } from "../page/session.js";
import { setWaitingCount } from "../page/title.js";
import { restoreDrafts } from "../page/unfinished.js";
import { LiveSocket } from "../server/socket.js";

const POLL = 20_000;
const TELL = 60_000;
const LEAVES = 10_000;
const TOLD_OF_BROWSER = "crusader-rex-browser-told";
const USED = ["pointerdown", "keydown", "wheel", "scroll", "touchstart"];
const BANNED = 4403;

const link = document.getElementById("next-link");
/** @type {LiveSocket | null} */
let socket = null;
let lost = false;
let sentAt = 0;
/**
 * A form was sent: the page that follows says what there is, and where it was "Log out" this one may not ask any more.
 */
let leaving = false;

/**
 * Handles a message of the socket, and tells the rest of the page.
 *
 * @param {SocketMessage} message
 */
function onMessage(message) {
  if (message.type === "turns") show(message.games ?? []);
  document.dispatchEvent(new CustomEvent("site", { detail: message }));
}

/**
 * Shows how many games wait, in the title and on the link to the next one.
 *
 * @param {string[]} games
 */
function show(games) {
  setWaitingCount(games.length);
  if (!link) return;
  const others = games.filter((game) => game !== link.dataset.here);
  const number = document.getElementById("next-count");
  if (number) number.textContent = String(others.length);
  link.hidden = others.length === 0;
  const here = document.getElementById("next-here");
  if (here) here.hidden = others.length === 0;
}

/** Asks the server which games wait for this person. */
async function ask() {
  if (leaving) return;
  try {
    const answer = await request(link?.dataset.waiting ?? "");
    if (!answer.ok) return;
    noteServerContact("site");
    onMessage({ type: "turns", games: answer.read().results });
    // The message does not say what else has changed: scripts that show lists ask.
    sayLobby();
  } catch {
    // The next time will do.
  }
}

function sayLobby() {
  if (leaving) return;
  document.dispatchEvent(new CustomEvent("site", { detail: { type: "lobby" } }));
}

/**
 * Opens the person's socket: messages about waiting games, lists and presence come by it.
 *
 * @param {string} path
 */
function listen(path) {
  const live = new LiveSocket(path, {
    heard(words) {
      noteServerContact("site");
      try {
        onMessage(JSON.parse(words));
      } catch {
        ask();
      }
    },
    ponged: () => noteServerContact("site"),
    proved(works) {
      if (works) document.documentElement.dataset.live = "yes";
      else delete document.documentElement.dataset.live;
      // While it was closed something may have been missed; what waits it says of itself.
      if (works && lost) sayLobby();
      lost = !works;
      if (lost) ask();
    },
    closed(code) {
      // The page that stands there now says why.
      if (code === BANNED) location.reload();
      return code === BANNED;
    },
  });
  socket = live;
  live.open();
}

function wake() {
  if (document.visibilityState !== "hidden") ask();
}

/**
 * Tells that the site is in use, so that others see who is about. The page of one's own game tells so in
 * `here.js`.
 */
function use() {
  if (document.visibilityState !== "visible" || Date.now() - sentAt < TELL || document.getElementById("game-alerts"))
    return;
  sentAt = Date.now();
  request(link?.dataset.present ?? "", { method: "POST", json: {} }).catch(() => {
    sentAt = 0;
  });
}

/**
 * Tells the site who is logged in where this browser's subscription is, once a session: nobody gets another's alerts on
 * their screen.
 */
async function tellBrowser() {
  if (!("serviceWorker" in navigator) || !("Notification" in window) || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  const known = `${link?.dataset.browser} ${subscription?.endpoint}`;
  const stored = localStore.get(TOLD_OF_BROWSER);
  if (!subscription || stored === known) return;
  // Browsers replace subscriptions by themselves, some without a word to the service worker.
  const [user, before] = stored?.split(" ") ?? [];
  const renewed = user === link?.dataset.browser && before ? { keys: subscription.toJSON().keys, before } : {};
  const answer = await request(link?.dataset.browserHere ?? "", {
    method: "POST",
    json: { endpoint: subscription.endpoint, ...renewed },
  });
  if (answer.ok || answer.status === 404) localStore.set(TOLD_OF_BROWSER, known);
}

document.addEventListener("submit", (event) => {
  leaving = !event.defaultPrevented;
  // A file to keep, or an answer that never comes: the page stays.
  window.setTimeout(() => (leaving = false), LEAVES);
});
window.addEventListener("pageshow", () => (leaving = false));
addContributions();
preventDoubleSubmit();
startSessionNotice();
showLostContact();
restoreDrafts();
tellBrowser().catch(() => {});
if (link) {
  window.setInterval(() => !socket?.works && wake(), POLL);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  for (const kind of USED) document.addEventListener(kind, use, { passive: true, capture: true });
  listen(link.dataset.socket ?? "");
  use();
}
