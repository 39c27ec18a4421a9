// The log in words, newest first, with a divider before each turn.

import { html, replace } from "./dom.js";

/** @typedef {{seq: number, text: string, event: any}} Line */

/** @param {HTMLElement} root @param {Line[]} lines  oldest first */
export function drawLog(root, lines) {
  const newest = [...lines].reverse();
  replace(
    root,
    newest.map((line) => html("li", { class: `line ${line.event.type}`, "data-seq": line.seq }, line.text)),
  );
}
