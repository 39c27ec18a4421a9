// What hunger costs in a siege, in words: the view says which dice cost a step.

import { page, text } from "./page.js";

/** @typedef {Record<string, number>} Hunger  the highest die that costs a step, by place and season: `hunger` of a view */

/** The highest die that costs a step there. @param {string} town @param {boolean} winter @param {Hunger} hunger */
export function worstRoll(town, winter, hunger) {
  const place = page.towns[town]?.fortified ? "fortified-port" : "castle";
  return hunger[winter ? `winter-${place}` : place] ?? 0;
}

/**
 * "1 to 3 cost a block a step" (6.57).
 * @param {{town?: string | string[], winter?: boolean}} siege
 * @param {Hunger} [hunger]
 */
export function hungerInWords({ town, winter = false }, hunger) {
  return hunger ? text("hunger-costs", { count: worstRoll(String(town), winter, hunger) }) : "";
}
