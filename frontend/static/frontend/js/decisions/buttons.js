// A button of the bar.

import { html } from "../page/dom.js";

/**
 * A button that keeps the focus when the page is drawn anew: `key` names it.
 * @param {string} key
 * @param {string} words
 * @param {() => void} press
 * @param {string} [look]
 * @param {string | null} [type]
 */
export function keyedButton(key, words, press, look = "", type = null) {
  return html("button", { type: "button", class: look, "data-key": key, "data-type": type, onclick: press }, words);
}
