// Victory Cities that a side leaves empty where enemies could march in: said once for each, before the movement ends.

import { localStore } from "../page/browser.js";
import { wantsExplanations } from "../page/explained.js";
import { page, text, townName } from "../page/page.js";

/** Cities of which it was said in this game. */
const SAID = `open-cities-${page.game}`;
/** Of more towns than these from which enemies could come the number is said. */
const MOST_NAMED = 3;

/** @returns {string[]} */
function alreadySaid() {
  return JSON.parse(localStore.get(SAID) ?? "[]");
}

/**
 * The cities to be warned of when the movement would end now, each once in a game.
 * @param {View} view
 * @returns {string[]}
 */
export function citiesToWarnOf(view) {
  if (view.step !== "move" || !wantsExplanations()) return [];
  const said = alreadySaid();
  return Object.keys(view.prospects?.empty ?? {}).filter((city) => !said.includes(city));
}

/**
 * The Victory Cities of the side that looks in which nobody of its stays when the plan's blocks have left.
 *
 * @param {View} view @param {Map<string, {town: string}>} where
 * @param {Pick<import("./plan.js").Plan, "actions" | "town">} plan
 * @returns {string[]}
 */
export function citiesEmptied(view, where, plan) {
  if (view.step !== "move") return [];
  const leaving = plan.actions.flatMap(({ block }) => (block ? [block] : []));
  const starts = new Set(leaving.flatMap((block) => where.get(block)?.town ?? []));
  starts.delete(plan.town);
  return [...starts].filter((town) => {
    const stacks = view.map[town]?.stacks ?? [];
    const here = stacks.flatMap(({ blocks = [] }) => blocks);
    return (
      page.towns[town]?.victory &&
      stacks.every(({ side }) => side === view.you) &&
      here.every(({ id }) => leaving.includes(id))
    );
  });
}

/** @param {string[]} cities  that were warned of */
export function markWarned(cities) {
  if (cities.length > 0) localStore.set(SAID, JSON.stringify([...alreadySaid(), ...cities]));
}

/** "Damascus would stand empty: enemies could march in from Beaufort." @param {View} view @param {string} city */
export function openCityWarning(view, city) {
  const from = view.prospects?.empty[city] ?? [];
  const town = townName(city);
  return from.length <= MOST_NAMED
    ? text("open-city", { town, from: from.map(townName).join(", ") })
    : text("open-city-many", { town, count: from.length });
}
