// The second lesson: what is said at each prompt, from the last turn of autumn 1187 to the end of winter.

import * as offers from "../decisions/offers.js";
import { locateBlocks } from "../map/whereabouts.js";
import { page } from "../page/page.js";

/** The towns of a sea move, and where the Franks are to muster then: a block stands there before, more come. */
export const SHIPS = ["tripoli", "ascalon"];
export const MUSTER = "tripoli";
const BEFORE = 1;
/** The attack on a knight, who as defender acts first: so he charges, whatever is rolled (6.2, 6.32). */
export const ATTACK = ["banyas", "tiberias"];
/**
 * From which town to which the advice leads: the first is null where none is pressed before.
 * @type {Record<string, [string | null, string]>}
 */
export const ADVICE_ROUTES = {
  "siege-sea": [SHIPS[0], SHIPS[1]],
  "siege-muster": [null, MUSTER],
  "siege-attack": [ATTACK[0], ATTACK[1]],
  "siege-winter-besiegers": ["gaza", "egypt"],
};
/** Steps whose sentence is one of this lesson. */
const OWN = new Set(["choose-battle", "garrison"]);
/** Steps for which the first lesson has a sentence that holds here as well. */
const COMMON = new Set(["storm", "sally", "hits", "must-retreat", "regroup", "leave-siege", "main-road", "marker"]);

/** The key of what is said. @param {View} view @returns {string} */
export function siegeAdvice(view) {
  const { step, you, turn, year, battle } = view;
  if (year > 1187 || view.result) return "siege-end";
  if (OWN.has(step)) return `siege-${step}`;
  if (step === "fight") return battle?.storm ? "siege-storming" : can(view, "charge") ? "siege-charge" : "siege-fight";
  if (step === "card") return `siege-card-${you ?? "frank"}`;
  if (step === "winter") return "siege-winter";
  if (step === "move" && turn === 6)
    return you === "saracen" && view.sieges?.gaza ? "siege-winter-besiegers" : "siege-winter-move";
  if (step === "move") return you === "saracen" ? adviceOfAttack(view) : adviceOfMoves(view);
  return COMMON.has(step) ? step : "event";
}

/**
 * What is said to the Franks while they move: a ship, then a muster; where there is but one Move, the muster.
 * @param {View} view
 */
function adviceOfMoves(view) {
  const knight = count(view, ATTACK[1]) > 0;
  if (!knight && view["can-undo"]) return "siege-stay";
  if ((view["moves-left"] ?? 0) > 1 && can(view, "sea-move", SHIPS[0])) return "siege-sea";
  if (count(view, MUSTER) > BEFORE) return "siege-moved";
  if (can(view, "muster-to")) return "siege-muster";
  return view["can-undo"] && count(view, MUSTER) === 0 ? "siege-muster-elsewhere" : "siege-moved";
}

/** What is said to the Saracens while they move. @param {View} view */
function adviceOfAttack(view) {
  if ((view.arrivals ?? []).some(({ side, town }) => side === "saracen" && town === ATTACK[1])) return "siege-declared";
  if (can(view, "move", ATTACK[0])) return "siege-attack";
  return view["can-undo"] ? "siege-elsewhere" : "siege-moved";
}

/** Blocks of the side that looks, in a town. @param {View} view @param {string} town */
function count(view, town) {
  return [...locateBlocks(view)].filter(([block, at]) => at.town === town && page.blocks[block]?.side === view.you)
    .length;
}

/**
 * Whether an action of a type is offered: where a town is named, to a block that stands there.
 * @param {View} view
 * @param {string} type
 * @param {string} [town]
 */
function can(view, type, town) {
  const of = (view.actions ?? []).filter(
    (/** @type {import("../decisions/offers.js").Offer} */ offer) => offer.type === type,
  );
  if (!town) return of.length > 0;
  const where = locateBlocks(view);
  return offers.blocksOf(of).some((block) => where.get(block)?.town === town);
}
