// What the lesson points at on the map: a ring and an arrow at the block to press, then at the town where it goes. The
// style sheet shows the second once a town can be pressed (css/lessons.css).

import { SIZE } from "../blocks/faces.js";
import { places } from "../map/layout.js";
import { markExtent } from "../map/marks.js";
import { layOut } from "../map/stacks.js";
import { page } from "../page/page.js";
import { svg } from "../page/dom.js";
import { leadOfAdvice } from "./coach.js";

/** Between what is pointed at and its ring. */
const MARGIN = 6;

/**
 * Draws the arrows from town to town by which a lesson leads.
 *
 * @param {View} view
 * @returns {SVGElement[]}
 */
export function drawLead(view) {
  const lead = leadOfAdvice(view);
  if (!lead) return [];
  const [from, to] = lead;
  const blocks = from && blocksAt(view, from);
  return [blocks && drawPointer(from, blocks, "from"), drawPointer(to, markOf(to), "to")].filter(
    (one) => one instanceof SVGElement,
  );
}

/**
 * What the blocks of the side that looks cover in a town, or null.
 * @param {View} view
 * @param {string} town
 */
function blocksAt(view, town) {
  const found = [...layOut(view).tokens.values()].filter(
    (token) => token.town === town && token.block !== null && page.blocks[token.block]?.side === view.you,
  );
  if (found.length === 0) return null;
  const edge = (/** @type {(token: typeof found[0]) => number} */ of) => Math.min(...found.map(of));
  const half = (/** @type {typeof found[0]} */ token) => (SIZE / 2) * token.scale;
  const [left, top] = [edge((token) => token.x - half(token)), edge((token) => token.y - half(token))];
  const [right, bottom] = [-edge((token) => -token.x - half(token)), -edge((token) => -token.y - half(token))];
  return { left, top, wide: right - left, high: bottom - top };
}

/**
 * Returns the box of a town's mark, without its harbor.
 *
 * @param {string} town
 */
function markOf(town) {
  const [x, y] = places[town];
  const { left, wide } = markExtent(town);
  // Its harbor apart, so that the arrow stands over the castle.
  const half = Math.max(24, left + wide - x);
  return { left: x - half, top: y - half, wide: 2 * half, high: 2 * half };
}

/**
 * Draws an arrow above a box.
 *
 * @param {string} town
 * @param {import("../map/signs.js").Area} box
 * @param {string} look
 */
function drawPointer(town, { left, top, wide, high }, look) {
  const x = left + wide / 2;
  return svg(
    "g",
    { class: `lead ${look}`, "data-lead": town },
    svg("rect", {
      x: left - MARGIN,
      y: top - MARGIN,
      width: wide + 2 * MARGIN,
      height: high + 2 * MARGIN,
      rx: look === "from" ? 12 : high / 2 + MARGIN,
      class: "lead-ring",
    }),
    svg("path", { d: `M${x} ${top - MARGIN - 5}l-22-26h12v-34h20v34h12Z`, class: "coach-arrow" }),
  );
}
