// Signs at the edge of the map's frame: which cities, where something can be done, lie beyond it, and in which
// direction. A press goes there.

import { byId, html, replaceIfChanged } from "../page/dom.js";
import { page, townName } from "../page/page.js";
import { placeSigns } from "./edge.js";
import { places } from "./layout.js";

const MOST = 3;

export class EdgeSigns {
  /** @param {HTMLElement} board @param {import("./camera.js").Camera} camera */
  constructor(board, camera) {
    this.camera = camera;
    // For the eye and the pointer alone: the keyboard has every town as a stop, and lists of what can be done.
    this.root = html("div", { class: "beyond", "aria-hidden": "true" });
    board.append(this.root);
    for (const scrolled of [camera.frame, document])
      scrolled.addEventListener("scroll", () => this.draw(), { passive: true });
  }

  /** Draws the signs for where the map stands now. */
  draw() {
    const { camera } = this;
    const seen = camera.seen();
    const out = camera.action.filter((town) => page.towns[town]?.victory && outside(places[town], seen)).slice(0, MOST);
    if (out.length > 0) camera.measure();
    const shown = out.map((town) => ({
      x: (places[town][0] - seen.left) * camera.zoom,
      y: (places[town][1] - seen.top) * camera.zoom,
    }));
    const signs = placeSigns(shown, camera.frame.clientWidth, this.uncovered(), camera.head).map((at, i) => ({
      town: out[i],
      turn: turnTo(places[out[i]], seen),
      ...at,
    }));
    replaceIfChanged(this.root, signs, () =>
      signs.map(({ town, turn, left, top }) => {
        const arrow = html("span", { class: "beyond-arrow" }, "➤");
        arrow.style.rotate = `${turn}deg`;
        const sign = html(
          "button",
          { type: "button", tabindex: "-1", "data-beyond": town, onclick: () => this.camera.show(town) },
          arrow,
          townName(town),
        );
        sign.style.left = `${left}px`;
        sign.style.top = `${top}px`;
        return sign;
      }),
    );
  }

  /** How much of the frame, from its top, neither its buttons nor what ends a decision nor the window's edge hides. */
  uncovered() {
    const { frame, foot } = this.camera;
    const { top, bottom } = frame.getBoundingClientRect();
    const bar = byId("bar").getBoundingClientRect();
    const over = bar.left < frame.getBoundingClientRect().right && bar.height > 0 ? bar.top : Infinity;
    return Math.min(bottom - foot, over, window.innerHeight) - top;
  }
}

/** @param {[number, number]} place @param {import("./camera.js").Box} seen */
function outside([x, y], seen) {
  return x < seen.left || x > seen.right || y < seen.top || y > seen.bottom;
}

/**
 * How far an arrow that points to the right is turned, in degrees.
 * @param {[number, number]} place
 * @param {import("./camera.js").Box} seen
 */
function turnTo([x, y], seen) {
  return Math.round((Math.atan2(y - (seen.top + seen.bottom) / 2, x - (seen.left + seen.right) / 2) * 180) / Math.PI);
}
