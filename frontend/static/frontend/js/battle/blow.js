// The last fire of a battle and what it did, read from what happened.

import { blockName, text, townName } from "../page/page.js";

/**
 * @typedef {GameEvent} Fact
 * @typedef {{fired: Fact, lost: Map<string, number>, half: string | null, fallen: string[]}} Blow
 */

/** @param {Fact[]} events  oldest first @returns {Fact[]} those of the battle that began last */
export function eventsOfBattle(events) {
  return events.slice(events.findLastIndex((event) => event.type === "battle-begun") + 1);
}

/** @param {Fact[]} events  oldest first, since this battle began @returns {Blow | null} */
export function lastBlow(events) {
  const at = events.findLastIndex((event) => Array.isArray(event.dice) && event.dice.length > 0);
  if (at < 0) return null;
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
  return { fired: events[at], lost, half, fallen };
}

/** Who rolled. @param {Fact} fired */
export function shooterOf(fired) {
  return fired.block ? blockName(fired.block) : fired.town ? townName(fired.town) : "";
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
