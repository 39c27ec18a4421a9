// Dice that are rolled outside of battles: of the Assassins, of hunger, of forced marches.

/** Whether dice were rolled for this. @param {GameEvent} fact */
export function isRoll({ dice, die }) {
  return Array.isArray(dice) || typeof die === "number";
}

/** Whether the dice were rolled on the map: no block of a battle fired. @param {GameEvent} fact */
export function isRollOnMap(fact) {
  return isRoll(fact) && fact.type !== "block-fired";
}

/**
 * The towns where dice were rolled on the map.
 * @param {GameEvent[]} facts
 * @returns {string[]}
 */
export function townsOfRolls(facts) {
  return [...new Set(facts.filter(isRollOnMap).flatMap(({ town }) => town ?? []))];
}

const LOSSES = new Set(["block-disbanded", "blocks-disbanded", "siege-starved", "block-eliminated"]);

/**
 * The towns where blocks were lost. Who disbands the last block in winter sees its town, not those of all blocks before
 * it, of which their sum is told with it.
 * @param {GameEvent[]} facts
 * @returns {string[]}
 */
export function townsOfLosses(facts) {
  const own = facts.find(({ type }) => type === "block-disbanded")?.side;
  const lost = facts.filter(({ type, side }) => LOSSES.has(type) && !(type === "blocks-disbanded" && side === own));
  return [...new Set(lost.flatMap(({ town }) => town ?? []))];
}

/**
 * The facts and, of a strike of the Assassins, who fell by it.
 * @param {GameEvent[]} facts  oldest first
 * @returns {Set<GameEvent>}
 */
export function struckDown(facts) {
  return new Set(
    facts.filter(({ type, block }, i) => {
      const strike = facts.slice(0, i).findLast((fact) => isRoll(fact));
      return type === "block-eliminated" && strike?.type === "assassins-struck" && strike.block === block;
    }),
  );
}
