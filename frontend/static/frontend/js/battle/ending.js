// How a battle ended, where the log tells less: where the enemy went. Pure: animation.js tells it.

import { DEPARTURES, departuresOf } from "../page/departures.js";

/** @typedef {import("./blow.js").Fact} Fact */

/** With these facts a fight or a siege is over; what follows is where blocks went. */
const OVER = new Set(["field-won", "town-taken", "siege-begun", "siege-lifted"]);

/**
 * The ways of the enemy's blocks out of a battle that are told with the fact that ends it: all those known by then.
 * Empty for every other fact.
 *
 * @param {Fact} fact
 * @param {Fact[]} facts  told together with it, oldest first
 * @param {Fact[]} known  all that was told of the game, these included, oldest first
 * @param {string | null} you  whose enemy
 */
export function waysOut(fact, facts, known, you) {
  if (fact !== lastEnd(facts) || !you) return [];
  const begun = known.findLastIndex(({ type, town }) => type === "battle-begun" && town === fact.town);
  const until = known.findLastIndex(({ type, town }) => type === "battle-ended" && town === fact.town);
  const here = known.slice(begun + 1, until > begun ? until : undefined).filter(({ town }) => town === fact.town);
  return departuresOf(here, you === "frank" ? "saracen" : "frank");
}

/**
 * Whether a fact of hidden blocks that leave is told by itself: the last of those that go the same way, unless the end
 * of the battle is told with it.
 *
 * @param {Fact} fact
 * @param {Fact[]} facts  told together with it
 */
export function isLastOnItsWay(fact, facts) {
  if (!DEPARTURES.has(fact.type) || fact.type === "block-retreated") return true;
  const same = facts.filter(({ type, town, to }) => type === fact.type && town === fact.town && to === fact.to);
  return !lastEnd(facts) && same.at(-1) === fact;
}

/** The fact that ends the battle, as the banner tells it. @param {Fact[]} facts */
function lastEnd(facts) {
  return facts.findLast(({ type, text }) => OVER.has(type) && text);
}
