// The end of a field fight whose loser holds out in the castle. Pure: show.js tells it.

/** @typedef {import("./blow.js").Fact} Fact @typedef {import("./scenery.js").View} View */

/**
 * The key of the words for a field won before a castle that holds out; empty for every other fact. The log tells of
 * that siege once the winner has regrouped (6.7), the stage as soon as the fight is over.
 *
 * @param {Fact} fact
 * @param {Fact[]} facts  told together with it
 * @param {Pick<View, "you" | "map">} after  as things are then
 * @returns {string}
 */
export function siegeKey(fact, facts, after) {
  if (fact.type !== "field-won" || !holdsOut(fact, after) || facts.some(({ type }) => type === "siege-begun"))
    return "";
  if (after.you === null) return "into-castle-seen";
  return after.you === fact.side ? "into-castle-besieger" : "into-castle-besieged";
}

/**
 * Whether the loser of a field still stands in the town, as he can in its castle alone.
 * @param {Fact} fact
 * @param {Pick<View, "map">} after
 */
function holdsOut({ town, side }, after) {
  return Boolean(town && after.map[town]?.stacks.some((stack) => stack.side !== side));
}
