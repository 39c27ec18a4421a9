// How the page looks to this reader: attributes of the page's first element, which the server writes and the display
// settings change. `theme` and `labels` are for style sheets alone.

import { canAnimate, mediaQuery, showDialog } from "./browser.js";
import { request } from "./http.js";

const chosen = document.documentElement.dataset;

/** How much larger blocks are drawn, by the size that was chosen. @type {Record<string, number>} */
const SIZES = { large: 1.25, largest: 1.5 };

/** Whether anything on the page may move. */
export function motionAllowed() {
  return (
    canAnimate() &&
    !mediaQuery("(prefers-reduced-motion: reduce)") &&
    chosen.motion !== "off" &&
    document.visibilityState === "visible"
  );
}

/** How many times as fast as usual things move. */
export function motionSpeed() {
  return chosen.motion === "fast" ? 2 : 1;
}

/** How many times as large as usual a block on the map is. */
export function blockScale() {
  return SIZES[chosen.blocks ?? ""] ?? 1;
}

/**
 * Lets the dialog of the display settings change them at once; the server is told, and keeps them.
 *
 * @param {HTMLDialogElement} dialog @param {() => void} changed
 */
export function setUpDisplay(dialog, changed) {
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  document.getElementById("display-open")?.addEventListener("click", () => showDialog(dialog));
  for (const select of form.querySelectorAll("select")) select.value = chosen[select.name] ?? "";
  /** One after the other, so that the last is what is kept. @type {Promise<unknown>} */
  let sent = Promise.resolve();
  form.addEventListener("change", () => {
    for (const { name, value } of form.querySelectorAll("select")) {
      if (value) chosen[name] = value;
      else delete chosen[name];
    }
    changed();
    // What was not kept now is kept with the next change: the page looks as wished all the same.
    const body = new FormData(form);
    body.delete("csrfmiddlewaretoken");
    sent = sent
      .then(() => request(String(form.dataset.send), { method: "POST", headers: { "X-Stay": "1" }, form: body }))
      .catch(() => {});
  });
}
