// The log in words, newest first, with a divider before each turn. A line shows its places on the map when it is
// pointed at, and the game as it was after it when it is pressed.

import { html, replaceChildren } from "../page/dom.js";
import { text } from "../page/page.js";
import { townsOfEvent } from "./story.js";

/** @typedef {import("./story.js").Line} Line */

const DIVIDERS = new Set(["year-begun", "turn-begun", "winter-begun"]);

/** What is drawn: all that it depends on, and the element of each line. */
const drawn = {
  lines: /** @type {Line[]} */ ([]),
  state: "",
  elements: /** @type {Map<string, HTMLElement>} */ (new Map()),
};

/**
 * @param {HTMLElement} root @param {Line[]} lines  oldest first
 * @param {{earlier: (() => void) | null, now: number | null, point: (towns: string[]) => void, visit: (n: number) =>
 *   void}} hands
 *   `earlier`: fetches what came before, if anything; `now`: the entry looked back to
 */
export function drawLog(root, lines, { earlier, now, point, visit }) {
  // It is asked for at every choice of a block, and may be hundreds of lines long: those that are there stay.
  const state = `${now} ${earlier !== null}`;
  if (drawn.lines === lines && drawn.state === state) return;
  /** @type {Map<string, HTMLElement>} */
  const elements = new Map();
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = lines[i];
    const key = `${line.seq} ${i} ${line.seq === now} ${line.undone} ${line.text}`;
    elements.set(
      key,
      drawn.elements.get(key) ?? drawLine(line, `line-${line.seq}-${i + 1}`, line.seq === now, point, visit),
    );
  }
  const moved = now !== null && drawn.state !== state;
  Object.assign(drawn, { lines, state, elements });
  replaceChildren(
    root,
    [...elements.values()],
    earlier &&
      html(
        "li",
        {},
        html("button", { type: "button", class: "quiet", "data-key": "earlier", onclick: earlier }, text("earlier")),
      ),
  );
  if (moved) reveal(root, root.querySelector(".visited"));
}

/** The log is one tab stop: arrows go from line to line. @param {HTMLElement} root */
export function setUpLogKeys(root) {
  root.addEventListener("keydown", (event) => {
    const lines = [...root.querySelectorAll("button")];
    const at = lines.findIndex((line) => line === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    const line = next === undefined ? null : lines[Math.max(0, Math.min(next, lines.length - 1))];
    if (!line) return;
    event.preventDefault();
    line.focus();
  });
}

/** Scroll the log, and nothing else, to a line. @param {HTMLElement} root @param {Element | null} line */
function reveal(root, line) {
  if (!line) return;
  const [frame, box] = [root.getBoundingClientRect(), line.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom)
    root.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
}

/**
 * @param {Line} line
 * @param {string} key
 * @param {boolean} visited
 * @param {(towns: string[]) => void} point
 * @param {(n: number) => void} visit
 */
function drawLine(line, key, visited, point, visit) {
  const look = () => point(townsOfEvent(line.event));
  const away = () => point([]);
  return html(
    "li",
    {
      class: [
        `line ${line.event.type}`,
        DIVIDERS.has(line.event.type) && "divider",
        visited && "visited",
        line.undone && "undone",
      ]
        .filter(Boolean)
        .join(" "),
      "data-seq": line.seq,
      onpointerenter: look,
      onpointerleave: away,
    },
    html(
      "button",
      {
        type: "button",
        class: "line-button",
        "data-key": key,
        tabindex: -1,
        title: text("look-back"),
        "aria-current": visited ? "step" : null,
        onfocus: look,
        onblur: away,
        onclick: () => visit(line.seq),
      },
      line.undone
        ? [html("s", {}, line.text), html("span", { class: "hidden" }, ` ${text("was-taken-back")}`)]
        : line.text,
    ),
  );
}
