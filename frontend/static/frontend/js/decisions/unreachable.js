// Why chosen blocks cannot go to a town: in words, from what lies open on the map.

import { roads } from "../map/layout.js";
import { blockName, page, text, townName } from "../page/page.js";
import * as plans from "./plan.js";

/**
 * Why these blocks cannot go to a town together: a sentence for all whom the same keeps from it, and who of them could.
 * "" where all can, where none is chosen, and where they stand.
 *
 * @param {View} view
 * @param {Map<string, {town: string}>} where
 * @param {string[]} blocks
 * @param {string} town
 */
export function whyUnreachable(view, where, blocks, town) {
  if (!plans.movesInGroups(view)) return "";
  const going = blocks.filter((block) => where.get(block)?.town !== town);
  const able = going.filter((block) => plans.reachableTowns(view, block).has(town));
  if (able.length === going.length) return "";
  /** @type {Map<string, {key: string, gaps: Record<string, number>, blocks: string[]}>} */
  const reasons = new Map();
  for (const block of going.filter((one) => !able.includes(one))) {
    const reason = reasonOf(view, where.get(block)?.town ?? "", block, town);
    const same = JSON.stringify(reason);
    reasons.set(same, { ...reason, blocks: [...(reasons.get(same)?.blocks ?? []), block] });
  }
  const named = (/** @type {string[]} */ ids) => ids.map(blockName).join(", ");
  return [
    ...[...reasons.values()].map(({ key, gaps, blocks: kept }) =>
      text(key, { ...gaps, blocks: named(kept), town: townName(town), count: kept.length }),
    ),
    able.length > 0 ? text("others-can-go", { blocks: named(able), count: able.length }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * What keeps a block from going from a town to another.
 * @param {View} view
 * @param {string} from
 * @param {string} block
 * @param {string} town
 * @returns {{key: string, gaps: Record<string, number>}}
 */
function reasonOf(view, from, block, town) {
  if (view.step !== "move") return { key: "cannot-go-there", gaps: {} };
  const longest = page.blocks[block]?.move ?? 0;
  const towns = distance(from, town, () => true);
  // 2.13
  if (towns > longest && towns < Infinity) return { key: "cannot-so-far", gaps: { longest, towns } };
  // 5.0
  const free = (/** @type {string} */ one) => (view.map[one]?.stacks ?? []).every(({ side }) => side === view.you);
  return { key: distance(from, town, free) > longest ? "cannot-pass" : "cannot-go", gaps: {} };
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
