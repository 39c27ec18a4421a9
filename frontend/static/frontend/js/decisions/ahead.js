// Battles to choose from: how likely each is to be won, and which hang together.

import { roads } from "../map/layout.js";
import { blockName, otherSide, page, text, townName } from "../page/page.js";
import { forecastOfField, forecastOfSet, lossesInWords, strongestSet, triesInTen } from "./forecast.js";
import { allowedValues } from "./offers.js";

/** @typedef {Map<string, {strength?: number}>} Where */

/** The edition in which more may storm than a rating (7.31); how many is not known before it is asked. */
const OLDER = "1.4";

/**
 * In how many of ten tries a battle that can be chosen is won, if everybody fires; "" where the site gives no odds of
 * fights.
 * @param {View} view @param {string} town @param {Where} where
 * @param {GameEvent[]} events  what has happened, oldest first
 */
export function battleNote(view, town, where, events) {
  if (!document.getElementById("odds-list") || !view.you) return "";
  const stacks = view.map[town]?.stacks ?? [];
  const inField = (/** @type {string} */ side) => stacks.some((one) => one.side === side && one.area !== "castle");
  const siege = view.sieges?.[town];
  if (inField(view.you) && inField(otherSide(view.you))) {
    const { win } = forecastOfField(view, town, attackerAt(view, town), jihadAt(view, town), where, events);
    return text("ahead-field", { count: triesInTen(win) });
  }
  return siege ? siegeNote(view, town, siege, where, events) : "";
}

/**
 * How likely a storm or a sally is won, where nobody but besiegers and besieged is: the same as the stage says of it.
 * @param {View} view @param {string} town @param {{besieger: string, besieged: string}} siege @param {Where} where
 * @param {GameEvent[]} events
 */
function siegeNote(view, town, { besieger, besieged }, where, events) {
  const type = besieger === view.you ? "storm" : "sally";
  if (type === "storm" && view.ruleset.edition === OLDER) return "";
  const own = (view.map[town]?.stacks ?? []).filter(({ side }) => side === view.you);
  const blocks = own.flatMap((stack) => stack.blocks.map(({ id }) => id));
  const battle = { town, attacker: besieger, "castle-of": besieged, round: 1, jihad: jihadAt(view, town) };
  const begun = /** @type {View} */ ({ ...view, battle });
  const most = type === "storm" ? (page.towns[town]?.rating ?? 0) : blocks.length;
  const going = strongestSet(begun, type, { some: blocks, most }, where, events);
  const found = forecastOfSet(begun, type, going, where, events);
  if (!found) return "";
  const key = going.length === 1 ? `ahead-${type}-one` : `ahead-${type}`;
  return text(key, { count: triesInTen(found.win), block: blockName(going[0]) });
}

/**
 * How the fight in the field is likely to end if these go into the castle before it; "" where nobody would fight there,
 * and where the site gives no odds of fights.
 * @param {View} view @param {string[]} inside @param {Where} where
 * @param {GameEvent[]} events  what has happened, oldest first
 */
export function fieldNote(view, inside, where, events) {
  const { battle, you, map } = view;
  if (!document.getElementById("odds-list") || !battle || !you) return "";
  const stacks = map[battle.town]?.stacks ?? [];
  const fights = stacks.some(
    ({ side, area, blocks }) => side === you && area !== "castle" && blocks.some(({ id }) => !inside.includes(id)),
  );
  if (!fights) return "";
  const found = forecastOfField(view, battle.town, battle.attacker, battle.jihad ?? null, where, events, inside);
  const key = inside.length > 0 ? "field-with-some-inside" : "field-with-nobody-inside";
  return `${text(key, { count: triesInTen(found.win) })} ${lossesInWords(found)}`;
}

/** Who attacks where both are in the field: the besieged, else who came first (6.42, 6.56). @param {View} view @param {string} town */
function attackerAt({ sieges, arrivals = [], first }, town) {
  const besieged = sieges?.[town]?.besieged;
  if (besieged) return besieged;
  const came = arrivals.filter((one) => one.town === town).map(({ side }) => side);
  const player = first ?? "frank";
  return came.length === 0 || came.includes(player) ? player : otherSide(player);
}

/** The side whose Jihad is for this town, or null. @param {View} view @param {string} town */
function jihadAt({ jihad, cards, first }, town) {
  if (jihad !== town || !first) return null;
  const second = otherSide(first);
  return cards[/** @type {"frank"} */ (second)]["counts-as"] === "jihad" ? second : first;
}

/** Which battles lie next to each other, so that the first can take in who leaves the other; "" where none do. @param {View} view */
export function neighborsInBattle(view) {
  const towns = (view.actions ?? [])
    .filter(({ type }) => type === "choose-battle")
    .flatMap((offer) => allowedValues(offer, "town"));
  const pair = roads.find(([one, other]) => towns.includes(one) && towns.includes(other));
  return pair ? text("battles-adjoin", { one: townName(pair[0]), other: townName(pair[1]) }) : "";
}
