// What dice are likely to do: hits, and the steps that they cost. Pure.

/**
 * The chance of each number of hits, where each of so many dice hits with a chance of its own.
 * @param {number[]} dice
 * @returns {number[]}
 */
export function hitChances(dice) {
  let found = [1];
  for (const chance of dice)
    found = [...found, 0].map((part, hits) => part * (1 - chance) + (found[hits - 1] ?? 0) * chance);
  return found;
}

/**
 * The chance of each number of steps lost. Behind walls a step takes two hits; half a hit taken before counts.
 *
 * @param {number[]} hits  the chance of each number of hits
 * @param {{walls: boolean, half: boolean}} how
 * @returns {number[]}
 */
export function stepChances(hits, { walls, half }) {
  if (!walls) return hits;
  /** @type {number[]} */
  const found = [];
  hits.forEach((part, count) => {
    const steps = Math.floor((count + (half ? 1 : 0)) / 2);
    found[steps] = (found[steps] ?? 0) + part;
  });
  return found;
}

/** @param {number[]} chances  of each number */
export function expectedValue(chances) {
  return chances.reduce((sum, part, count) => sum + part * count, 0);
}

/** The chance of at least so many. @param {number[]} chances @param {number} least */
export function chanceOfAtLeast(chances, least) {
  return chances.slice(least).reduce((sum, part) => sum + part, 0);
}
