// Towns with more blocks than they hold at deployment (3.1) or feed in winter (8.3): in words, and as marks on the map.

import { places } from "../map/layout.js";
import { HIGH } from "../map/signs.js";
import { svg } from "../page/dom.js";
import { text, townName } from "../page/page.js";

/** @typedef {Record<string, {blocks: number, limit: number}>} Surplus */

/** What the view says of them. @param {View} view @returns {Surplus} */
export function surplusOf(view) {
  return view.prompt?.params.surplus ?? {};
}

/** "feeds 1 of 6: 5 to disband". @param {View} view @param {string} town @returns {string} */
export function surplusOfTown(view, town) {
  const found = surplusOf(view)[town];
  if (!found) return "";
  const { blocks, limit } = found;
  return text(view.step === "seats" ? "holds-of" : "feeds-of", { blocks, limit, count: blocks - limit });
}

/** Why Done cannot be pressed yet at deployment. @param {View} view @returns {string} */
export function whyNotDone(view) {
  if (view.step !== "seats") return "";
  return Object.keys(surplusOf(view))
    .map((town) => `${townName(town)} ${surplusOfTown(view, town)}`)
    .join("; ");
}

/**
 * How many too many, at each town.
 * @param {View} view
 * @param {ReturnType<typeof import("../map/signs.js").signPlacer>} room
 * @returns {SVGElement[]}
 */
export function drawSurplus(view, room) {
  return Object.entries(surplusOf(view))
    .filter(([town]) => places[town])
    .map(([town, { blocks, limit }]) => {
      const words = `${limit}/${blocks}`;
      const wide = 34 + words.length * 15;
      const { left, top } = room(town, wide);
      return svg(
        "g",
        { class: "surplus", transform: `translate(${left} ${top + HIGH / 2})`, "data-surplus": town },
        svg("title", {}, `${townName(town)}, ${surplusOfTown(view, town)}`),
        svg("rect", { x: 0, y: -19, width: wide, height: 38, rx: 19 }),
        svg("text", { x: wide / 2, y: 9 }, words),
      );
    });
}
