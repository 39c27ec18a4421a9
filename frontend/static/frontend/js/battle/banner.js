// The words of a battle's banner: those of the log, with where the enemy went.

import { isLastRound, roundsOf } from "../decisions/rounds.js";
import { DEPARTURES, departureKey, departuresOf } from "../page/departures.js";
import { sideName, text, townName } from "../page/page.js";
import { waysOut } from "./ending.js";

/** @typedef {import("./blow.js").Fact} Fact */

/**
 * @param {Fact} fact
 * @param {Fact[]} facts  told together with it, oldest first
 * @param {Fact[]} known  all that was told of the game, these included, oldest first
 * @param {string | null} you  who reads it
 * @param {import("./scenery.js").View | null} view  the board that is shown
 */
export function bannerWords(fact, facts, known, you, view) {
  const { type, round = 0 } = fact;
  const stacks = view?.map[fact.town ?? ""]?.stacks ?? [];
  if (type === "round-begun" && view && isLastRound({ round }, roundsOf(view, { round }, stacks)))
    return text("round-is-last", { words: fact.text ?? "" });
  const [side, town, to] = [fact.side ?? "", fact.town ?? "", fact.to ?? ""];
  const same = DEPARTURES.has(type) && type !== "block-retreated" ? facts.filter((one) => one.type === type) : [];
  const departure = departuresOf(same, side).find((one) => one.town === town && one.to === to);
  if (departure && departure.count > 1)
    return text("narrated-moves", {
      side: sideName(side),
      count: departure.count,
      way: `${townName(town)} – ${townName(to)}`,
    });
  const ways = waysOut(fact, facts, known, you).map((way) =>
    text(departureKey(way), { count: way.count, town: townName(way.town), to: townName(way.to) }),
  );
  // The sentence before may be of the other side: whose blocks "their" blocks are is named.
  const theirs = sideName(you === "frank" ? "saracen" : "frank");
  return [fact.text, ...ways.map((news) => `${text("headline", { side: theirs, news })}.`)].join(" ");
}
