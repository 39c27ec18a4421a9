// What this browser was shown of a game's dice, and what it added to them.

import { localStore, randomBytes } from "../page/browser.js";

const MOST = 200;
const MOST_STAMPS = 60;

// `given` is the part of the dice that this browser sent. It `roams` if it went with a search, which may have led to
// another game; it came `late` if the site did not take it. Earlier pages kept parts by side.
/**
 * @typedef {{commitment?: string, given?: string, roams?: boolean, late?: boolean, frank?: string, saracen?: string,
 *   stamps?: string[], at?: number}} Memory
 */

/**
 * Returns what this browser keeps of all games' dice.
 *
 * @returns {Record<string, Memory>}
 */
function all() {
  try {
    return JSON.parse(localStore.get("dice") ?? "{}");
  } catch {
    return {}; // something else is stored there
  }
}

/**
 * Saves what this browser keeps.
 *
 * @param {Record<string, Memory>} known
 */
function keep(known) {
  const latest = Object.entries(known).sort(([, one], [, other]) => (other.at ?? 0) - (one.at ?? 0));
  localStore.set("dice", JSON.stringify(Object.fromEntries(latest.slice(0, MOST))));
}

/**
 * @param {string} game
 * @param {Memory} what  added to what is known; what was known first stays
 * @param {string} [stamp]  of the record so far
 */
export function rememberDice(game, what, stamp = "") {
  const known = all();
  const stamps = known[game]?.stamps ?? [];
  if (stamp && !stamps.includes(stamp)) stamps.push(stamp);
  known[game] = { ...what, ...known[game], stamps: stamps.slice(-MOST_STAMPS), at: Date.now() };
  keep(known);
}

/**
 * The player's part of the dice of a game, made after its commitment was shown, and kept. The same commitment again has
 * the same part: a site that lets a request fail gets no other one.
 * @param {string} game @param {string} commitment @param {{roams?: boolean}} [how]
 */
export function contributionFor(game, commitment, how = {}) {
  const bytes = [...(randomBytes(16) ?? [])];
  const randomness = recallDice(game)?.given ?? bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!randomness) throw new Error("This browser has no random numbers.");
  rememberDice(game, { commitment, given: randomness, ...how });
  return { dice: game, randomness };
}

/**
 * Takes the part that went with a search for the one of the game it led to.
 * @param {string} game
 * @param {string[]} own  the parts that stand for this player there
 */
export function adoptContribution(game, own) {
  const known = all();
  if (known[game]?.given) return;
  const found = Object.values(known).find((one) => one.roams && one.given && own.includes(one.given));
  if (found?.given) rememberDice(game, { given: found.given });
}

/** @param {string} game @returns {Memory | null} */
export function recallDice(game) {
  return all()[game] ?? null;
}
