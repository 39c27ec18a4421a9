// The last fire of a battle and what it did, read from what happened.

import { hungerInWords } from "../page/hunger.js";
import { blockName, otherSide, text, townName, withColon } from "../page/page.js";

/**
 * @typedef {GameEvent} Fact
 * @typedef {{fired: Fact, walls: boolean, lost: Map<string, number>, half: string | null, fallen: string[]}} Blow
 *   `walls`: it fell on a castle that is stormed
 */

/** What ends a storm. */
const STORM_ENDS = new Set(["storm-ended", "storm-cancelled"]);

/** Who goes against whom anew. */
export const DECLARED = new Set(["storm-declared", "sally-declared"]);

/**
 * What happened since blocks stormed or sallied last, before which the dice of earlier rounds were taken off the table.
 * @param {Fact[]} events  oldest first
 * @returns {Fact[]}
 */
export function sinceDeclared(events) {
  return events.slice(events.findLastIndex(({ type }) => DECLARED.has(type)) + 1);
}

/**
 * What happened before another battle began; the facts of a battle that began among them and is over belong to it.
 * @param {Fact[]} events  oldest first
 * @returns {Fact[]}
 */
export function upToNextBattle(events) {
  const ended = events.findIndex((event) => event.type === "battle-ended");
  return ended < 0 ? events : events.slice(0, ended + 1);
}

/**
 * What is left of the facts when the end of a battle has been shown: of other battles and sieges.
 * @param {Fact[]} events  oldest first
 * @returns {Fact[]}
 */
export function afterBattle(events) {
  return events.slice(upToNextBattle(events).length);
}

/**
 * @param {Fact[]} events  oldest first, since this battle began
 * @param {string | null} [stormer]  the side that stormed the castle when they began
 * @returns {Blow | null}
 */
export function lastBlow(events, stormer = null) {
  const at = events.findLastIndex((event) => Array.isArray(event.dice) && event.dice.length > 0);
  if (at < 0) return null;
  for (const { type, side } of events.slice(0, at)) {
    if (type === "storm-declared") stormer = side ?? null;
    else if (STORM_ENDS.has(type)) stormer = null;
  }
  /** @type {Map<string, number>} */
  const lost = new Map();
  /** @type {string | null} */
  let half = null;
  /** @type {string[]} */
  const fallen = [];
  for (const event of events.slice(at + 1)) {
    const { type, block } = event;
    if (!block) continue;
    if (type === "block-reduced") lost.set(block, (lost.get(block) ?? 0) + 1);
    else if (type === "half-hit") half = block;
    else if (type === "block-eliminated") fallen.push(block);
  }
  return { fired: events[at], walls: stormer !== null && events[at].side === stormer, lost, half, fallen };
}

/** Who storms the castle in a battle; null where nobody does. @param {import("./scenery.js").View | null} view */
export function stormerOf(view) {
  const battle = view?.battle;
  const side = /** @type {import("../page/page.js").Side | null | undefined} */ (battle?.["castle-of"]);
  return battle?.storm && side ? otherSide(side) : null;
}

/**
 * What is special about a roll, in words: a charge (6.32), harrying (6.33), hits on a castle (6.54), and
 * dice that no block of the battle rolled.
 * @param {Blow} blow
 * @param {import("../page/hunger.js").Hunger} [hunger]
 * @returns {string}
 */
export function specialOfBlow({ fired, walls }, hunger) {
  const { charge, harry, firepower } = fired;
  if (fired.type === "attrition-rolled")
    return `${withColon(text("blow-hunger", { town: townName(fired.town ?? "") }))} ${hungerInWords(fired, hunger)}`;
  if (fired.type === "assassins-struck") return text("blow-assassins");
  if (charge) return text("blow-charge", { most: firepower ?? 0 });
  if (harry) return text("blow-harry", { most: firepower ?? 0 });
  return walls ? text("blow-walls") : "";
}

/** Who rolled. @param {Fact} fired */
export function shooterOf(fired) {
  return fired.block ? blockName(fired.block) : fired.town ? townName(fired.town) : "";
}

/**
 * The highest face that hits; 0 where none does. Hunger tells how many of its dice did, which lie in order.
 * @param {Fact} fired
 */
export function mostThatHits({ dice = [], firepower, losses }) {
  return firepower ?? (typeof losses === "number" ? (dice[losses - 1] ?? 0) : 0);
}

/** Where the hits fell, in words. @param {Blow} blow @returns {string[]} */
export function blowInWords({ lost, half, fallen }) {
  return [
    ...[...lost]
      .filter(([block]) => !fallen.includes(block))
      .map(([block, count]) => `${blockName(block)} ${text("steps-lost", { count })}`),
    ...(half && !lost.has(half) ? [`${blockName(half)} ${text("half-a-hit")}`] : []),
    ...fallen.map((block) => text("has-fallen", { block: blockName(block) })),
  ];
}
