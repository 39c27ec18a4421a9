// Alerts in this browser: asked for by a button only, and sent to the server as the browser gives them. And trials,
// whose outcome is shown as soon as there is one.

import { request } from "../page/http.js";
import { fetchFreshPage, redrawWhenIdle } from "../page/redraw.js";

const LOOK_EVERY = 1500;
const LOOKS = 60;

const button = document.getElementById("push-button");
const line = document.getElementById("push-state");

/**
 * Decodes a key for push subscriptions.
 *
 * @param {string} key  base64 as browsers want it in bytes
 */
function bytes(key) {
  const text = atob(
    key
      .replace(/-/g, "+")
      .replace(/_/g, "/")
      .padEnd(Math.ceil(key.length / 4) * 4, "="),
  );
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * Shows a line about this browser's alerts.
 *
 * @param {string} words
 */
function say(words) {
  if (line) line.textContent = words;
}

/** How its owner tells this browser from the others: what it runs on, and its make. */
function name() {
  const agent = navigator.userAgent;
  const make = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((one) => agent.includes(one)) ?? "";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((one) => agent.includes(one)) ?? "";
  return [{ Edg: "Edge", OPR: "Opera" }[make] ?? make, system].filter(Boolean).join(", ");
}

/**
 * Asks for permission, subscribes this browser to push messages, and sends the form with the subscription.
 *
 * @param {HTMLElement} from
 */
async function subscribe(from) {
  if ((await Notification.requestPermission()) !== "granted") {
    say(from.dataset.denied ?? "");
    return;
  }
  const registration = await navigator.serviceWorker.register(from.dataset.worker ?? "", { scope: "/" });
  await navigator.serviceWorker.ready;
  // A subscription that is gone for the push service, or was made for another key, is not mended by asking for it
  // again.
  const former = await registration.pushManager.getSubscription();
  const before = former?.endpoint ?? "";
  await former?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(from.dataset.key ?? ""),
  });
  const answer = await request(from.dataset.address ?? "", {
    method: "POST",
    json: { ...subscription.toJSON(), name: name(), before },
  });
  if (!answer.ok) throw new Error(answer.read().detail);
  location.reload();
}

if (button && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  say("");
  button.hidden = false;
  button.addEventListener("click", () =>
    subscribe(button).catch((error) => say(error.message || button.dataset.failed || "")),
  );
}

const targets = document.getElementById("targets");
const shown = targets && redrawWhenIdle(targets);

/** Puts the list as it is now in the place of the old one, for as long as a trial is under way. @param {number} left */
async function follow(left) {
  if (!targets || !shown || !("underWay" in targets.dataset) || left === 0) return;
  const page = document.visibilityState === "visible" && !shown.rest() ? await fetchFreshPage() : null;
  const fresh = page?.getElementById("targets");
  if (fresh && !shown.rest()) {
    shown.put(fresh);
    if (!("underWay" in fresh.dataset)) delete targets.dataset.underWay;
  }
  window.setTimeout(() => follow(left - 1), LOOK_EVERY);
}

window.setTimeout(() => follow(LOOKS), LOOK_EVERY);
