// How a year ended, of what a side's own history tells: whom winter took of both sides, which of its own blocks regained
// steps, and who had fallen and lies in the draw pools again (8.3 to 8.5). Pure: game/headline.js shows it.

/** @typedef {import("./story.js").Entry} Entry @typedef {import("../page/page.js").Side} Side */
/**
 * @typedef {{town: string, count: number, blocks: string[]}} Lost  `blocks`: those whose names this side knows
 * @typedef {object} YearEnd
 * @property {number} year  that ended
 * @property {Record<Side, Lost[]>} lost  to the winter, by town
 * @property {string[]} sieges  towns whose besiegers starved
 * @property {Record<string, number>} regained  steps of own blocks, by block
 * @property {Record<Side, string[]> | null} back  the fallen of the year that lie in the draw pools again; null where
 *   that is not known
 */

/** @type {Side[]} */
const BOTH = ["frank", "saracen"];

/**
 * How the last year ended; null where that is not among these entries.
 *
 * @param {Entry[]} entries  oldest first
 * @param {Side} side  whose eyes they are
 * @param {string} edition  of the rules
 * @returns {YearEnd | null}
 */
export function yearEndOf(entries, side, edition) {
  const facts = entries.flatMap(({ events }) => events);
  const end = facts.findLastIndex(({ type }) => type === "year-ended");
  const winter = facts.findLastIndex(({ type }, i) => i < end && type === "winter-begun");
  if (winter < 0) return null;
  const begun = facts.findLastIndex(({ type }, i) => i < winter && (type === "year-begun" || type === "game-begun"));
  const cold = facts.slice(winter, end);
  /** @type {Record<string, number>} */
  const regained = {};
  for (const { type, side: whose, block } of cold)
    if (type === "block-replaced" && whose === side && block) regained[block] = (regained[block] ?? 0) + 1;
  const lost = (/** @type {Side} */ whose) => lostOf(cold.filter((fact) => fact.side === whose));
  const fallen = (/** @type {Side} */ whose) =>
    facts
      .slice(begun, end)
      .flatMap((fact) =>
        fact.type === "block-eliminated" && fact.side === whose && !fact.permanent && fact.block ? fact.block : [],
      );
  return {
    year: Number(facts[end].year),
    lost: { frank: lost("frank"), saracen: lost("saracen") },
    sieges: cold.flatMap(({ type, town }) => (type === "siege-starved" && town ? town : [])),
    regained,
    // In the 1.x rules the fallen go to the pool at once.
    back: begun < 0 || edition === "1.4" ? null : { frank: fallen("frank"), saracen: fallen("saracen") },
  };
}

/**
 * Those that a side lost, by town: the ones lost for good have names, the others a number.
 *
 * @param {GameEvent[]} facts
 * @returns {Lost[]}
 */
function lostOf(facts) {
  /** @type {Map<string, Lost>} */
  const towns = new Map();
  for (const { type, town, block, blocks, count = 1 } of facts) {
    if ((type !== "blocks-disbanded" && type !== "block-eliminated") || !town) continue;
    const found = towns.get(town) ?? { town, count: 0, blocks: [] };
    const named = block ? [block] : Array.isArray(blocks) ? blocks.map(String) : [];
    towns.set(town, { town, count: found.count + count, blocks: [...found.blocks, ...named] });
  }
  return [...towns.values()];
}

/**
 * Both sides, the reader's own last.
 *
 * @param {Side} side
 */
export function theirsFirst(side) {
  return [...BOTH].sort((one, other) => Number(one === side) - Number(other === side));
}
