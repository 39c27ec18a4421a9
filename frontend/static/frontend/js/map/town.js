// What stands in the town that was clicked last, in full words: on a small map a stack is hard to read. A finger's press
// shows it where it pressed, until the next.

import { placeCard } from "../blocks/card.js";
import { figuresInWords } from "../blocks/figures.js";
import { isPhone } from "../page/browser.js";
import { byId, html, replaceChildren } from "../page/dom.js";
import { blockName, sideName, text, townName } from "../page/page.js";
import { describeTown } from "./map.js";

/**
 * Draws the panel of a town: who stands there, sieges, and how blocks came.
 *
 * @param {HTMLElement} root
 * @param {View} view
 * @param {string | null} town
 * @param {string} [about]  what is said of it first
 */
export function drawTown(root, view, town, about = "") {
  root.hidden = town === null;
  if (town === null) return;
  const stacks = view.map[town]?.stacks ?? [];
  const siege = view.sieges?.[town];
  const round = Math.max(1, view.battle?.town === town ? view.battle.round : 0);
  const arrivals = (view.arrivals ?? []).filter((arrival) => arrival.town === town);
  replaceChildren(
    root,
    html("h2", {}, describeTown(town)),
    about && html("p", {}, html("strong", {}, about)),
    whyFaceUp(view, town) && html("p", { class: "hint" }, whyFaceUp(view, town)),
    siege &&
      html("p", {}, text("besieged-by", { besieger: sideName(siege.besieger), besieged: sideName(siege.besieged) })),
    view.assassins === town && html("p", { class: "hint" }, text("assassins-here")),
    stacks.length === 0 && view.assassins !== town && html("p", { class: "hint" }, text("nobody-here")),
    stacks.map((/** @type {import("./tokens.js").Stack} */ stack) =>
      html(
        "div",
        {},
        html("h3", { class: stack.side }, `${sideName(stack.side)}, ${nameOfArea(stack)}`),
        html(
          "ul",
          {},
          stack.blocks.map((seen) =>
            html(
              "li",
              {},
              `${blockName(seen.id)} (${figuresInWords(seen.id, seen.strength)})`,
              seen.moved ? ` · ${text("moved")}` : null,
            ),
          ),
          stack.hidden > 0 && html("li", {}, text("unseen", { count: stack.hidden })),
        ),
      ),
    ),
    arrivals.length > 0 &&
      html(
        "ul",
        {},
        arrivals.map((arrival) =>
          html(
            "li",
            {},
            text(arrival.main ? "arrival-main" : arrival.round > round ? "arrival" : "arrival-fights", {
              count: arrival.count,
              side: sideName(arrival.side),
              road: townName(arrival.road),
              round: arrival.round,
            }),
          ),
        ),
      ),
  );
}

/**
 * Says why besieging blocks lie face-up at a town, with the rule; "" where none does, or a battle is fought there.
 *
 * @param {View} view
 * @param {string} town
 */
export function whyFaceUp(view, town) {
  const siege = view.sieges?.[town];
  if (!siege || view.battle?.town === town) return "";
  const shown = (view.map[town]?.stacks ?? []).some(
    ({ side, blocks }) => side === siege.besieger && blocks.some((seen) => seen["face-up"]),
  );
  if (!shown) return "";
  return text(view.ruleset.edition === "1.4" ? "besiegers-lie-open" : "besieger-lies-open");
}

export class TownCard {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.element = html("div", { class: "town-card", role: "status", hidden: true });
    root.append(this.element);
    const hide = () => (this.element.hidden = true);
    for (const type of ["pointerdown", "keydown", "wheel"])
      window.addEventListener(type, hide, { capture: true, passive: true });
  }

  /**
   * @param {View} view @param {string} town @param {DOMRect} box  of its mark, on the screen
   * @param {string} about  what is said of it first, or "" @param {string} why  chosen blocks cannot go there, or ""
   */
  show(view, town, box, about, why) {
    drawTown(this.element, view, town, about);
    if (why) this.element.querySelector("h2")?.after(html("p", { class: "why-not" }, html("strong", {}, why)));
    // What is asked stands above the map, and stays to be read; the buttons stand below it, and can be pressed.
    const { top, bottom } = byId("map").getBoundingClientRect();
    placeCard(this.element, box, top, isPhone() ? Math.min(bottom, byId("dock").getBoundingClientRect().top) : bottom);
  }
}

/** The part of a town where a stack stands; of a reserve, for which round. @param {import("./tokens.js").Stack} stack */
function nameOfArea({ area, round }) {
  return area === "reserve" ? text("reserve-of-round", { round: round ?? "" }) : text(`area-${area}`);
}
