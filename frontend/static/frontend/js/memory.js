// What this browser was shown of a game's dice, and what it added to them.

const MOST = 200;
const MOST_STAMPS = 60;

/** @typedef {{commitment?: string, frank?: string, saracen?: string, stamps?: string[], at?: number}} Memory */

/** @returns {Record<string, Memory>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem("dice") ?? "{}");
  } catch {
    return {}; // storage can be forbidden, or hold something else
  }
}

/** @param {Record<string, Memory>} known */
function keep(known) {
  const latest = Object.entries(known).sort(([, one], [, other]) => (other.at ?? 0) - (one.at ?? 0));
  try {
    localStorage.setItem("dice", JSON.stringify(Object.fromEntries(latest.slice(0, MOST))));
  } catch {
    // Full or forbidden: then there is nothing to compare with later.
  }
}

/** @param {string} game @param {Memory} what  added to what is known; what was known first stays @param {string} [stamp]  of the record so far */
export function remember(game, what, stamp = "") {
  const known = all();
  const stamps = known[game]?.stamps ?? [];
  if (stamp && !stamps.includes(stamp)) stamps.push(stamp);
  known[game] = { ...what, ...known[game], stamps: stamps.slice(-MOST_STAMPS), at: Date.now() };
  keep(known);
}

/** @param {string} game @param {string} side  what this browser made for it does not count */
export function forget(game, side) {
  const known = all();
  delete known[game]?.[/** @type {"frank"} */ (side)];
  keep(known);
}

/** @param {string} game @returns {Memory | null} */
export function recall(game) {
  return all()[game] ?? null;
}
