// Blocks that left a battle by road: retreats, besiegers that went away, and victors that regrouped (6.6, 6.2, 6.7).
// Pure.

/**
 * @typedef {{type: string, town: string, to: string, count: number}} Departure  of some blocks from one town to another
 */

export const DEPARTURES = new Set(["block-retreated", "block-left", "block-regrouped"]);

/**
 * Counts the blocks of a side that left a battle, by their ways. Of hidden blocks no more is told than how many went
 * where.
 *
 * @param {GameEvent[]} facts  oldest first
 * @param {string} side  whose blocks
 * @returns {Departure[]}
 */
export function departuresOf(facts, side) {
  /** @type {Map<string, Departure>} */
  const found = new Map();
  for (const { type, side: whose, town, to, count = 1 } of facts) {
    if (!DEPARTURES.has(type) || whose !== side || !town || !to) continue;
    const way = `${type} ${town} ${to}`;
    found.set(way, { type, town, to, count: (found.get(way)?.count ?? 0) + count });
  }
  return [...found.values()];
}

/** The key of the words for blocks of the other side that left a battle. @param {Departure} departure */
export function departureKey({ type }) {
  return `headline-they-${type.replace("block-", "")}`;
}
