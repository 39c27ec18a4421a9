// The line at the foot of the map that counts the towns out of sight where something can be done, and names those with
// the most blocks that can act, and in which direction they lie. A press goes there.

import { byId, html, replaceIfChanged } from "../page/dom.js";
import { page, text, townName } from "../page/page.js";
import { places } from "./layout.js";

/** Towns that are named. */
const MOST = 3;
/** How high the line is with what keeps it apart, in pixels. */
const LINE = 42;
/** What a city weighs among towns to which chosen blocks can go: more than any blocks. */
const CITY = 1000;

/** @typedef {import("./extent.js").Box} Box */

export class EdgeSigns {
  /** @param {HTMLElement} board @param {import("./camera.js").Camera} camera */
  constructor(board, camera) {
    this.camera = camera;
    this.root = html("div", { class: "beyond", role: "group", "aria-label": text("beyond"), hidden: true });
    board.append(this.root);
    /** How many blocks can act in each town. @type {Map<string, number>} */
    this.able = new Map();
    camera.lineAt = (seen) => (this.outOf(seen).length > 0 ? LINE : 0);
    camera.frame.addEventListener("scroll", () => this.draw(), { passive: true });
  }

  /** Another view is drawn, or something else is chosen. @param {Map<string, number>} able  blocks that can act, by town */
  onView(able) {
    this.able = able;
    this.draw();
  }

  /**
   * The towns out of sight where something can be done: those with the most blocks that can act first, of equal ones
   * the cities. Where chosen blocks can go, the cities come first, whose own blocks matter less.
   * @param {Box} seen  what is seen @returns {string[]}
   */
  outOf(seen) {
    const main = byId("main");
    // A lesson leads to its own towns, and battles to choose from stand in a row of their own.
    if (main.classList.contains("led") || main.dataset.step === "choose-battle") return [];
    const weight = (/** @type {string} */ town) =>
      2 * (this.able.get(town) ?? 0) + Number(Boolean(page.towns[town]?.victory)) * (this.camera.choosing ? CITY : 1);
    return this.camera.action
      .filter((town) => isOutside(places[town], seen))
      .sort((one, other) => weight(other) - weight(one));
  }

  /** Draws the line for where the map stands now. */
  draw() {
    const seen = this.camera.seen();
    const towns = this.outOf(seen);
    const signs = towns.slice(0, MOST).map((town) => ({
      town,
      turn: turnTo(places[town], seen),
      count: this.able.get(town) ?? 0,
    }));
    this.root.hidden = signs.length === 0;
    replaceIfChanged(this.root, [towns.length, ...signs], () => [
      html("span", { class: "beyond-said", "aria-hidden": "true" }, text("beyond-count", { count: towns.length })),
      signs.map((sign) => this.drawSign(sign)),
    ]);
  }

  /** @param {{town: string, turn: number, count: number}} sign  `turn`: of its arrow, in degrees */
  drawSign({ town, turn, count }) {
    const arrow = html("span", { class: "beyond-arrow", "aria-hidden": "true" }, "➤");
    arrow.style.rotate = `${turn}deg`;
    const named = { town: townName(town), count };
    const words = text(count > 0 ? "beyond-blocks" : "beyond-town", named);
    // Tab passes them by: the keyboard has every town as a stop, and lists of what can be done.
    return html(
      "button",
      {
        type: "button",
        tabindex: "-1",
        "data-beyond": town,
        "aria-label": words,
        title: words,
        onclick: () => this.camera.show(town),
      },
      arrow,
      html("span", {}, townName(town)),
      count > 0 && html("small", {}, count),
    );
  }
}

/** @param {[number, number]} place @param {Box} seen */
function isOutside([x, y], seen) {
  return x < seen.left || x > seen.right || y < seen.top || y > seen.bottom;
}

/**
 * How far an arrow that points to the right is turned, in degrees: in steps, so that a map that is dragged does not turn
 * it with every pixel.
 * @param {[number, number]} place
 * @param {Box} seen
 */
function turnTo([x, y], seen) {
  const turn = (Math.atan2(y - (seen.top + seen.bottom) / 2, x - (seen.left + seen.right) / 2) * 180) / Math.PI;
  return Math.round(turn / 5) * 5;
}
