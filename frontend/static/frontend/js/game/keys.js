// Keys for the whole page, and the sheet that tells of them. A key is left alone where something is being written or a
// dialog is open.

import { isShown, localStore, showDialog } from "../page/browser.js";
import { byId, html } from "../page/dom.js";
import { text } from "../page/page.js";
import { setSound, soundIsOn } from "../page/sound.js";

const OFF = "keys-off";
/** What can be written into has its own use for keys. */
const WRITING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog";

/** @typedef {Record<string, () => void>} Acts  by key: `d` Done, `u` Undo, `n` the next block, `b` the next battle */

/**
 * Lets keys press buttons, and adds the sheet that lists them.
 *
 * @param {Acts} acts
 */
export function listenToKeys(acts) {
  const sheet = drawSheet(Object.keys(acts));
  byId("main").append(sheet);
  const sound = html("input", { type: "checkbox", "data-key": "sound", checked: soundIsOn() });
  sound.addEventListener("change", () => setSound(sound instanceof HTMLInputElement && sound.checked));
  document
    .getElementById("game-acts")
    ?.append(
      html("button", { type: "button", "data-key": "keys", onclick: () => showDialog(sheet) }, text("keys")),
      html("label", {}, sound, ` ${text("sound")}`),
    );
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(WRITING)) return;
    if (event.key === "?") showDialog(sheet);
    else if (acts[event.key] && localStore.get(OFF) === null) acts[event.key]();
    else return;
    event.preventDefault();
  });
}

/** Makes a key that is held down press once: after a press the page moves the focus to the next decision. */
export function ignoreKeyRepeat() {
  document.addEventListener(
    "keydown",
    (event) => {
      const button =
        event.target instanceof Element
          ? event.target.closest("#choices button, #choices summary, #hand button, #bar button, .fighter, .token")
          : null;
      if (!event.repeat || !button || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}

/**
 * Draws the list of keys, with the setting that switches them off.
 *
 * @param {string[]} keys
 * @returns {HTMLDialogElement}
 */
function drawSheet(keys) {
  const row = (/** @type {string} */ key, /** @type {string} */ words) =>
    html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, words));
  const box = html("input", { type: "checkbox", checked: localStore.get(OFF) === null });
  box.addEventListener("change", () =>
    box instanceof HTMLInputElement && box.checked ? localStore.remove(OFF) : localStore.set(OFF, "1"),
  );
  const sheet = /** @type {HTMLDialogElement} */ (
    html(
      "dialog",
      { id: "keys-sheet", class: "keys-sheet", "aria-labelledby": "keys-title" },
      html("h2", { id: "keys-title" }, text("keys")),
      html(
        "dl",
        {},
        row("?", text("key-?")),
        keys.map((key) => row(key, text(`key-${key}`))),
        row("Tab", text("key-Tab")),
        row("← ↑ → ↓", text("key-arrows")),
        row("+ −", text("key-zoom")),
        row("Esc", text("key-Esc")),
      ),
      html("p", {}, html("label", {}, box, ` ${text("keys-on")}`)),
      html("form", { method: "dialog" }, html("button", { class: "primary" }, text("close"))),
    )
  );
  return sheet;
}

/** Whether the focus is where nobody put it. */
export function focusIsLost() {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** The focus goes to the first thing to decide, else to the prompt. */
export function focusFirst() {
  const wanted = [
    "#hand button:not(:disabled)",
    "#choices :is(summary:not(.whys > summary), button:not(:disabled, [data-key=skip-show]), input:not(:disabled))",
    "#bar button:not(:disabled, [data-key=skip-show])",
  ];
  for (const each of wanted) {
    for (const found of document.querySelectorAll(each)) {
      if (!(found instanceof HTMLElement) || !isShown(found)) continue;
      found.focus({ preventScroll: true });
      return;
    }
  }
  byId("prompt").focus({ preventScroll: true });
}

/** To the next of these, round and round. @param {string} all  what matches */
export function focusNext(all) {
  const found = [...document.querySelectorAll(all)].filter(isShown);
  const at = found.findIndex((one) => one === document.activeElement);
  const next = found[(at + 1) % found.length];
  if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: true });
}

/** Presses what is on the page. @param {string} selector */
export function clickFirst(selector) {
  const found = document.querySelector(selector);
  if (found instanceof HTMLElement) found.click();
}
