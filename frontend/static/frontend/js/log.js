// The log in words, newest first, with a divider before each turn.

import { html, replace } from "./dom.js";
import { text } from "./page.js";

/** @typedef {{seq: number, text: string, event: any}} Line */

/** @param {HTMLElement} root @param {Line[]} lines  oldest first @param {(() => void) | null} earlier  fetches what came before, if anything */
export function drawLog(root, lines, earlier) {
  const newest = [...lines].reverse();
  replace(
    root,
    newest.map((line) => html("li", { class: `line ${line.event.type}`, "data-seq": line.seq }, line.text)),
    earlier && html("li", {}, html("button", { type: "button", class: "quiet", "data-key": "earlier", onclick: earlier }, text("earlier"))),
  );
}
