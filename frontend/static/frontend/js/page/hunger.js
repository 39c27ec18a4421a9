// What hunger costs in a siege, in words: the view says which dice cost a step.

import { page, text } from "./page.js";

/** @typedef {Record<string, number>} Hunger  the highest die that costs a step, by place and season: `hunger` of a view */

/** The highest die that costs a step there. @param {string} town @param {boolean} winter @param {Hunger} hunger */
export function worstRoll(town, winter, hunger) {
  const place = page.towns[town]?.fortified ? "fortified-port" : "castle";
  return hunger[winter ? `winter-${place}` : place] ?? 0;
}

/**
 * Why another castle starves more or less: ships feed a fortified port (6.57); "" where all starve alike, as in 1.4.
 * @param {string} town @param {Hunger} hunger
 */
export function whyHunger(town, hunger) {
  if (hunger.castle === hunger["fortified-port"]) return "";
  return text(page.towns[town]?.fortified ? "hunger-at-sea" : "hunger-on-land");
}

/**
 * "1 to 3 cost a block a step", and why (6.57).
 * @param {{town?: string | string[], winter?: boolean}} siege
 * @param {Hunger} [hunger]
 */
export function hungerInWords({ town, winter = false }, hunger) {
  if (!hunger) return "";
  const worst = worstRoll(String(town), winter, hunger);
  return [text("hunger-costs", { count: worst }), whyHunger(String(town), hunger)].filter(Boolean).join(" ");
}
