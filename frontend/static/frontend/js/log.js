// The log in words, newest first, with a divider before each turn. A line shows its places on the map when it is pointed at, and the
// game as it was after it when it is pressed.

import { html, replaceWhenNew } from "./dom.js";
import { text } from "./page.js";
import { placesOf } from "./story.js";

/** @typedef {{seq: number, text: string, event: any}} Line */

const DIVIDERS = new Set(["year-begun", "turn-begun", "winter-begun"]);

/**
 * @param {HTMLElement} root @param {Line[]} lines  oldest first
 * @param {{earlier: (() => void) | null, now: number | null, point: (towns: string[]) => void, visit: (n: number) => void}} hands
 *   `earlier`: fetches what came before, if anything; `now`: the entry looked back to
 */
export function drawLog(root, lines, { earlier, now, point, visit }) {
  const newest = [...lines].reverse();
  // It may be hundreds of lines long, and is asked for at every choice of a block.
  replaceWhenNew(root, [lines.map((line) => [line.seq, line.text]), now, earlier !== null], () => [
    newest.map((line, i) => {
      const towns = placesOf(line.event);
      const look = () => point(towns);
      return html(
        "li",
        { class: `line ${line.event.type}${DIVIDERS.has(line.event.type) ? " divider" : ""}${line.seq === now ? " visited" : ""}`, "data-seq": line.seq, onpointerenter: look, onpointerleave: () => point([]) },
        html("button", { type: "button", class: "line-button", "data-key": `line-${line.seq}-${newest.length - i}`, title: text("look-back"), "aria-current": line.seq === now ? "step" : null, onfocus: look, onblur: () => point([]), onclick: () => visit(line.seq) }, line.text),
      );
    }),
    earlier && html("li", {}, html("button", { type: "button", class: "quiet", "data-key": "earlier", onclick: earlier }, text("earlier"))),
  ]);
}
