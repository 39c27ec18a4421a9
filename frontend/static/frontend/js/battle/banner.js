// The words of a battle's banner: those of the log, but where the log tells later what has happened already, and with
// where the enemy went.

import { DEPARTURES, departureKey, departuresOf } from "../page/departures.js";
import { sideName, text, townName } from "../page/page.js";
import { siegeKey, waysOut } from "./ending.js";

/** @typedef {import("./blow.js").Fact} Fact @typedef {import("./scenery.js").View} View */

/**
 * @param {Fact} fact
 * @param {Fact[]} facts  told together with it, oldest first
 * @param {Fact[]} known  all that was told of the game, these included, oldest first
 * @param {View} after
 */
export function bannerWords(fact, facts, known, after) {
  const { type } = fact;
  const [side, town, to] = [fact.side ?? "", fact.town ?? "", fact.to ?? ""];
  const same = DEPARTURES.has(type) && type !== "block-retreated" ? facts.filter((one) => one.type === type) : [];
  const departure = departuresOf(same, side).find((one) => one.town === town && one.to === to);
  if (departure && departure.count > 1)
    return text("narrated-moves", {
      side: sideName(side),
      count: departure.count,
      way: `${townName(town)} – ${townName(to)}`,
    });
  const key = siegeKey(fact, facts, after);
  const ways = waysOut(fact, facts, known, after.you).map((way) =>
    text(departureKey(way), { count: way.count, town: townName(way.town), to: townName(way.to) }),
  );
  return [key ? text(key) : fact.text, ...ways.map((way) => `${way[0].toUpperCase()}${way.slice(1)}.`)].join(" ");
}
