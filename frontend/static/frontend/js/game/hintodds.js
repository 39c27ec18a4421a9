// The odds of what a hint proposes in a battle, as tries in ten: the same as stand beside the choice itself. Pure.

import { LEAST_CHANCE, chanceToFall } from "../decisions/danger.js";
import { forecastOfSet, triesInTen, wordsOfForecast } from "../decisions/forecast.js";
import { chanceOfASix, chanceToHit } from "../decisions/odds.js";
import { strongestFirst } from "../blocks/figures.js";
import { text } from "../page/page.js";

/** @typedef {Map<string, {strength?: number}>} Where */

/** What takes a block out of the fight. */
const LEAVING = new Set(["withdraw", "retreat", "harry"]);

/**
 * A sentence or two; "" where the action stands no chance of its own.
 *
 * @param {View} view @param {GameAction} action @param {Where} where
 * @param {GameEvent[]} events  what has happened, oldest first
 */
export function oddsOfHint(view, action, where, events) {
  const { type, block } = action;
  if (type === "storm" || type === "sally") return oddsOfSet(view, action, where, events);
  if (view.step !== "fight" || !block) return "";
  if (LEAVING.has(type)) {
    const falls = chanceToFall(view, { type: "fire", block }, where);
    return falls < LEAST_CHANCE ? "" : text("hint-would-fall", { count: triesInTen(falls) });
  }
  const roll = (/** @type {GameAction["type"]} */ way) => chanceToHit(view, { type: way, block }, where);
  const found = roll(type);
  if (!found) return "";
  const count = triesInTen(found.chance);
  if (type !== "charge") return text(found.walls ? "hint-steps" : "hint-hits", { count });
  return text("hint-charge", {
    count,
    fire: triesInTen(roll("fire")?.chance ?? 0),
    self: triesInTen(chanceOfASix(found.dice)),
  });
}

/**
 * Of those who go, or of as many as could where it proposes to send nobody.
 * @param {View} view @param {GameAction} action @param {Where} where @param {GameEvent[]} events
 */
function oddsOfSet(view, { type, blocks = [] }, where, events) {
  const able = view.actions?.find((offer) => offer.type === type && offer.blocks)?.blocks;
  const strongest = able ? strongestFirst(able.some, where, type === "storm").slice(0, able.most) : [];
  const forecast = forecastOfSet(view, type, blocks.length > 0 ? blocks : strongest, where, events);
  return forecast ? text(blocks.length > 0 ? "hint-set" : "hint-set-none", wordsOfForecast(forecast, type)) : "";
}
