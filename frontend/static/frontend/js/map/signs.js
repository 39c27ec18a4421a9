// Where the signs beside towns stand, such as that of a declared battle: on no block, no name and no town's mark, where
// there is room without.

import { SIZE } from "../blocks/faces.js";
import { page, townName } from "../page/page.js";
import { common } from "./extent.js";
import { names, places, size } from "./layout.js";
import { LETTER } from "./map.js";
import { markExtent } from "./marks.js";
import { layOut } from "./stacks.js";

export const HIGH = 40;
/** The wood below a block. */
const EDGE = 4;
/** Distances from a town at which a sign is tried: the least, the greatest, and the step from one to the next. */
const [OFF, FARTHEST, STEP] = [58, 240, 13];
/** The directions that are tried: above first, then to both sides by turns, below last. */
const TURNS = Array.from({ length: 24 }, (_, i) => -Math.PI / 2 + (i % 2 ? 1 : -1) * Math.ceil(i / 2) * (Math.PI / 12));
/** Round the letters of a name. */
const HALO = 6;
/** The letters of names, and of those of the victory cities. */
const [NAME_HIGH, CITY_HIGH] = [26, 30];

/** @typedef {import("./extent.js").Area} Area */

/** What signs and buttons must keep off: blocks, names, the marks of towns. @param {View} view @returns {Area[]} */
function takenBy(view) {
  const { tokens, frames } = layOut(view);
  const blocks = [...tokens.values()].map(({ x, y, scale }) => ({
    left: x - (SIZE / 2) * scale,
    top: y - (SIZE / 2) * scale,
    wide: SIZE * scale,
    high: (SIZE + EDGE) * scale,
  }));
  const walls = frames.map(({ x, y, wide, high }) => ({ left: x, top: y, wide, high }));
  const written = Object.entries(names).map(([town, [at, line, anchor]]) => {
    const letters = page.towns[town]?.victory ? CITY_HIGH : NAME_HIGH;
    const wide = LETTER * letters * townName(town).length;
    const left = anchor === "end" ? at - wide : anchor === "middle" ? at - wide / 2 : at;
    return { left: left - HALO, top: line - letters, wide: wide + 2 * HALO, high: letters + 8 };
  });
  return [...blocks, ...walls, ...written, ...Object.keys(places).map(markExtent)];
}

/**
 * Where a sign so wide hides nothing, as near its town as can be and rather above it; else where it hides the least.
 * @param {Area[]} taken
 * @param {string} town
 * @param {number} wide
 */
function spotOf(taken, town, wide) {
  const [x, y] = places[town];
  let best = { left: x - wide / 2, top: y - OFF - HIGH / 2, wide, high: HIGH };
  let least = Infinity;
  for (let far = OFF; far <= FARTHEST; far += STEP) {
    for (const turn of TURNS) {
      // A sign is wider than high: beside its town it stands farther off than above it.
      const across = Math.cos(turn) * (far + wide / 2 - HIGH / 2);
      const spot = { left: x + across - wide / 2, top: y + Math.sin(turn) * far - HIGH / 2, wide, high: HIGH };
      if (spot.left < 4 || spot.top < 4 || spot.left + wide > size.width - 4 || spot.top + HIGH > size.height - 4)
        continue;
      // Nearer another town it would be taken for that one's.
      const stray = nearest(spot.left + wide / 2, spot.top + HIGH / 2) !== town;
      const cost = taken.reduce((sum, each) => sum + common(spot, each), stray ? 1 : 0);
      if (cost === 0) return spot;
      if (cost < least) [best, least] = [spot, cost];
    }
  }
  return best;
}

/** @param {number} x @param {number} y @returns {string} the town whose mark is nearest */
function nearest(x, y) {
  const far = (/** @type {string} */ town) => Math.hypot(places[town][0] - x, places[town][1] - y);
  return Object.keys(places).reduce((one, other) => (far(other) < far(one) ? other : one));
}

/**
 * Finds the signs of a view their places, one after the other, so that none lies on another.
 *
 * @param {View} view @returns {(town: string, wide: number) => Area}
 */
export function signPlacer(view) {
  const taken = takenBy(view);
  return (town, wide) => {
    const spot = spotOf(taken, town, wide);
    taken.push(spot);
    return spot;
  };
}
