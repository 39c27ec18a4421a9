// Crossed swords on the map at the towns where a battle is declared, where they hide the least.

import { townName } from "../page/page.js";
import { svg } from "../page/dom.js";
import { SIZE } from "../blocks/faces.js";
import { clashes, figure } from "./clashes.js";
import { names, places, size } from "./layout.js";
import { LETTER } from "./map.js";
import { layOut } from "./stacks.js";

const SWORDS = "M-9-9L9 9M-9 9L9-9M-10 4L-4 10M10 4L4 10";
const HIGH = 40;
/** How far the sign stands from its town, above or below. */
const OFF = 66;
const NAME_HIGH = 26;

/** @typedef {{left: number, top: number, wide: number, high: number}} Area */

/** How much two areas have in common. @param {Area} one @param {Area} other */
function common(one, other) {
  const across = Math.min(one.left + one.wide, other.left + other.wide) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.high, other.top + other.high) - Math.max(one.top, other.top);
  return Math.max(0, across) * Math.max(0, down);
}

/** Where a sign so wide hides the least of blocks and names: above its town, if it may choose. @param {View} view @param {string} town @param {number} wide */
function spotOf(view, town, wide) {
  const hidden = [...layOut(view).tokens.values()].filter(({ area }) => area !== "staging").map(({ x, y, scale }) => ({ left: x - (SIZE / 2) * scale, top: y - (SIZE / 2) * scale, wide: SIZE * scale, high: SIZE * scale }));
  for (const [other, [at, line, anchor]] of Object.entries(names)) {
    const across = LETTER * NAME_HIGH * townName(other).length;
    hidden.push({ left: anchor === "end" ? at - across : anchor === "middle" ? at - across / 2 : at, top: line - NAME_HIGH, wide: across, high: NAME_HIGH });
  }
  const [x, y] = places[town];
  const spots = [[0, -OFF], [0, OFF], [wide / 2 + OFF - HIGH / 2, 0], [-wide / 2 - OFF + HIGH / 2, 0]].map(([right, down]) => ({ left: x + right - wide / 2, top: y + down - HIGH / 2, wide, high: HIGH }));
  const onSheet = spots.filter(({ left, top }) => left > 0 && top > 0 && left + wide < size.width && top + HIGH < size.height);
  const cost = (/** @type {Area} */ spot) => hidden.reduce((sum, each) => sum + common(spot, each), 0);
  return onSheet.sort((one, other) => cost(one) - cost(other))[0];
}

/** @param {View} view @returns {SVGElement[]} */
export function drawClashes(view) {
  return [...clashes(view)].filter(([town]) => places[town]).map(([town, [one, other]]) => {
    const letters = figure(one).length + figure(other).length;
    const wide = 62 + letters * 14;
    const { left, top } = spotOf(view, town, wide);
    return svg(
      "g",
      { class: "clash", transform: `translate(${left} ${top + HIGH / 2})`, "data-clash": town },
      svg("rect", { x: 0, y: -20, width: wide, height: 40, rx: 20 }),
      svg("path", { d: SWORDS, transform: "translate(20 0)" }),
      svg("text", { x: 36, y: 9 }, svg("tspan", { class: one.side }, figure(one)), svg("tspan", {}, ":"), svg("tspan", { class: other.side }, figure(other))),
    );
  });
}
