// Why chosen blocks cannot go to a town: in words, from what lies open on the map.

import { roads } from "../map/layout.js";
import { blockName, page, text, townName } from "../page/page.js";
import * as plans from "./plan.js";

/**
 * Why these blocks cannot go to a town together: of the first that cannot. "" where they can, where none is chosen, and
 * where they stand.
 *
 * @param {View} view
 * @param {Map<string, {town: string}>} where
 * @param {string[]} blocks
 * @param {string} town
 */
export function whyUnreachable(view, where, blocks, town) {
  if (!plans.movesInGroups(view)) return "";
  const block = blocks.find((one) => where.get(one)?.town !== town && !plans.reachableTowns(view, one).has(town));
  if (!block) return "";
  const names = { block: blockName(block), town: townName(town) };
  if (view.step !== "move") return text("cannot-go-there", names);
  const from = where.get(block)?.town ?? "";
  const longest = page.blocks[block]?.move ?? 0;
  const towns = distance(from, town, () => true);
  // 2.13
  if (towns > longest && towns < Infinity) return text("cannot-so-far", { ...names, longest, towns });
  // 5.0
  const free = (/** @type {string} */ one) => (view.map[one]?.stacks ?? []).every(({ side }) => side === view.you);
  return text(distance(from, town, free) > longest ? "cannot-pass" : "cannot-go", names);
}

/**
 * How many roads lie between two towns, by way of some towns alone; Infinity without a way.
 * @param {string} from
 * @param {string} to
 * @param {(town: string) => boolean} passes
 */
function distance(from, to, passes) {
  let reached = new Set([from]);
  const known = new Set(reached);
  for (let far = 1; reached.size > 0; far += 1) {
    const next = new Set();
    for (const [one, other] of roads) {
      for (const [here, there] of [
        [one, other],
        [other, one],
      ])
        if (reached.has(here) && !known.has(there)) next.add(there);
    }
    if (next.has(to)) return far;
    for (const town of next) known.add(town);
    reached = new Set([...next].filter(passes));
  }
  return Infinity;
}
