// Dice as they lie on the table: they fall, and stay until the next are rolled.

import { html, replaceChildren, svg } from "../page/dom.js";
import { text } from "../page/page.js";
import { blowInWords, mostThatHits, shooterOf, specialOfBlow } from "./blow.js";

/** @typedef {import("./blow.js").Blow} Blow */

/** Where the spots of each face are, in parts of a die. @type {[number, number][][]} */
const SPOTS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];
const FALL = 520;
const AFTER_ANOTHER = 70;

/**
 * Draws a die.
 *
 * @param {number} die
 * @param {boolean} hit
 * @param {boolean} [self]  it hits the one who rolled it
 */
export function drawDie(die, hit, self = false) {
  return svg(
    "svg",
    {
      viewBox: "-24 -24 48 48",
      class: self ? "die self" : hit ? "die hit" : "die",
      role: "img",
      "aria-label": text(self ? "die-self" : hit ? "die-hit" : "die", { die }),
    },
    svg("rect", { x: -22, y: -22, width: 44, height: 44, rx: 9, class: "face" }),
    (SPOTS[die] ?? []).map(([x, y]) => svg("circle", { cx: x * 11.5, cy: y * 11.5, r: 4.4, class: "spot" })),
  );
}

export class Tray {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
    /** Which dice of hunger cost a step. @type {import("../page/hunger.js").Hunger | undefined} */
    this.hunger = undefined;
    /** The roll that lies there. @type {Blow | null} */
    this.blow = null;
  }

  /**
   * Draws the roll of a blow with what it did; nothing for null.
   *
   * @param {Blow | null} blow
   */
  draw(blow) {
    const facts = JSON.stringify(blow && [blow.fired, blow.walls, [...blow.lost], blow.half, blow.fallen]);
    if (facts === this.shown) return;
    this.shown = facts;
    this.blow = blow;
    if (!blow) {
      replaceChildren(this.root, null);
      return;
    }
    const { fired } = blow;
    const most = mostThatHits(fired);
    const special = specialOfBlow(blow, this.hunger);
    replaceChildren(
      this.root,
      special && html("p", { class: "special" }, special),
      html(
        "div",
        { class: "roll" },
        html("p", { class: "shooter" }, shooterOf(fired)),
        html(
          "div",
          { class: "dice" },
          (fired.dice ?? []).map((/** @type {number} */ die) =>
            drawDie(die, die <= most, Boolean(fired.charge) && die === 6),
          ),
        ),
        html(
          "p",
          { class: "told" },
          typeof fired.hits === "number" && html("strong", {}, text("hits", { count: fired.hits })),
          typeof fired.losses === "number" && html("strong", {}, text("hunger-steps", { count: fired.losses })),
          blowInWords(blow).map((words) => html("span", { class: "fell" }, words)),
        ),
      ),
    );
  }

  /** The dice now shown fall onto the table. @param {number} pace @returns {number} milliseconds until they lie */
  fall(pace) {
    const dice = [...this.root.querySelectorAll(".die")];
    dice.forEach((die, i) => {
      const [turn, aside] = [i % 2 ? 250 : -280, (i - (dice.length - 1) / 2) * 18];
      die.animate(
        [
          {
            transform: `translate(${aside}px, -130px) rotate(${turn}deg) scale(1.25)`,
            opacity: 0,
            easing: "cubic-bezier(0.5, 0, 0.9, 0.6)",
          },
          { transform: `translate(${aside / 3}px, 4px) rotate(${turn / 6}deg)`, opacity: 1, offset: 0.62 },
          { transform: "translateY(-13px) rotate(6deg)", offset: 0.8 },
          { transform: "none", opacity: 1 },
        ],
        { duration: FALL / pace, delay: (i * AFTER_ANOTHER) / pace, fill: "backwards" },
      );
    });
    const lasts = dice.length ? (FALL + (dice.length - 1) * AFTER_ANOTHER) / pace : 0;
    // What they say is said when they lie.
    this.root.querySelector(".told")?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: lasts });
    return lasts;
  }
}
