// Where a drawn block may arrive: whether a town is a home of the block, and with how many steps it comes there (7.0).

import { html } from "../page/dom.js";
import { blockName, page, text, townName } from "../page/page.js";
import * as offers from "./offers.js";

/** @typedef {"home" | "full" | "weak"} Kind  at home at full strength; at full strength in any port; with one step */
/** @typedef {{block: string, kind: Kind, strength: number, steps: number}} Arrival */

/**
 * How the drawn block would arrive at each town that is offered, homes first; empty where none is to be placed.
 *
 * @param {View} view
 * @returns {Map<string, Arrival>}
 */
export function arrivals(view) {
  /** @type {Map<string, Arrival>} */
  const found = new Map();
  for (const offer of (view.actions ?? []).filter(({ type }) => type === "deploy")) {
    const [block = ""] = offers.allowedValues(offer, "block");
    const { steps = 0, homes = [] } = page.blocks[block] ?? {};
    const strength = Number(offer.about?.strength ?? steps);
    for (const town of offers.allowedValues(offer, "town")) {
      const kind = strength < steps ? "weak" : homes.includes(town) ? "home" : "full";
      found.set(town, { block, kind, strength, steps });
    }
  }
  return found;
}

/** In a few words: "home, 3 steps"; empty for towns where nothing drawn arrives. @param {View} view @param {string} town */
export function arrivalNote(view, town) {
  const found = arrivals(view).get(town);
  return found ? text(`arrives-${found.kind}`, { count: found.strength, steps: found.steps }) : "";
}

/**
 * In sentences: with how many steps the block arrives there, and where it would have all of them.
 * @param {View} view @param {string} town @returns {string[]}
 */
export function arrivalLines(view, town) {
  const all = arrivals(view);
  const found = all.get(town);
  if (!found) return [];
  const facts = { town: townName(town), count: found.strength, steps: found.steps };
  const homes = homesIn(all);
  const better = found.kind === "weak" && homes.length > 0;
  return [
    text(`arrives-${found.kind}-there`, facts),
    ...(better ? [text("arrives-full-at", { towns: homes.map(townName).join(", ") })] : []),
  ];
}

/**
 * The drawn block before a town is chosen: with how many steps it would arrive, and its homes to be pressed.
 *
 * @param {View} view
 * @param {{select: (selection: {blocks: string[], town: string}) => void}} hands
 */
export function drawArrival(view, hands) {
  const all = arrivals(view);
  const [first] = all.values();
  if (!first) return null;
  const homes = homesIn(all);
  const { block } = first;
  return html(
    "div",
    { class: "arrival-now" },
    html(
      "p",
      { class: "what" },
      html("strong", {}, blockName(block)),
      html("small", {}, ` ${howItArrives(all, first)}`),
    ),
    homes.length > 0 &&
      html(
        "div",
        { class: "buttons" },
        homes.map((town) =>
          html(
            "button",
            { type: "button", "data-key": `home-${town}`, onclick: () => hands.select({ blocks: [block], town }) },
            townName(town),
            html("small", {}, arrivalNote(view, town)),
          ),
        ),
      ),
  );
}

/** With how many steps a block arrives where, in sentences. @param {Map<string, Arrival>} all @param {Arrival} first */
function howItArrives(all, { block, kind, steps }) {
  if (homesIn(all).length > 0) {
    const elsewhere = [...all.values()].some((one) => one.kind === "weak");
    return [text("arrives-at-home", { count: steps }), elsewhere ? text("arrives-elsewhere") : ""].join(" ").trim();
  }
  if (kind === "full") return text("arrives-at-ports", { count: steps });
  return text("arrives-homes-closed", { towns: (page.blocks[block]?.homes ?? []).map(townName).join(", ") });
}

/** @param {Map<string, Arrival>} all */
function homesIn(all) {
  return [...all].filter(([, { kind }]) => kind === "home").map(([town]) => town);
}
