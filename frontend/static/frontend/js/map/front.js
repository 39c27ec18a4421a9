// Where both sides stand close to each other: what somebody sees who is not asked about any place. Pure.

/** Towns so near each other, in units of the sheet, are seen together on a phone. */
const NEAR = 300;

/**
 * The towns with blocks around that town of a side's where most of both sides meet; all towns of that side where nobody
 * is near.
 *
 * @param {Record<string, {stacks: {side: string, count: number}[]}>} map
 * @param {string | null} side  of a spectator: the Franks'
 * @param {Record<string, number[]>} places
 * @returns {string[]}
 */
export function frontOf(map, side, places) {
  const own = side ?? "frank";
  const held = Object.keys(map).filter((town) => town in places && map[town].stacks.length > 0);
  const of = (/** @type {string} */ town, /** @type {boolean} */ mine) =>
    map[town].stacks.reduce((sum, stack) => sum + ((stack.side === own) === mine ? stack.count : 0), 0);
  const near = (/** @type {string} */ town) =>
    held.filter((other) => Math.hypot(places[town][0] - places[other][0], places[town][1] - places[other][1]) <= NEAR);
  const total = (/** @type {string[]} */ towns, /** @type {boolean} */ mine) =>
    towns.reduce((sum, town) => sum + of(town, mine), 0);
  const mine = held.filter((town) => of(town, true) > 0);
  const meeting = (/** @type {string} */ town) => Math.min(total(near(town), true), total(near(town), false));
  const best = mine.reduce((most, town) => (most === "" || meeting(town) > meeting(most) ? town : most), "");
  return best !== "" && meeting(best) > 0 ? near(best) : mine;
}
