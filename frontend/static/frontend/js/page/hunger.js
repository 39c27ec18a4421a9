// What hunger costs in a siege, in words: the view says which dice cost a step.

import { numberFormat } from "./browser.js";
import { page, text } from "./page.js";

/** @typedef {Record<string, number>} Hunger  the highest die that costs a step, by place and season: `hunger` of a view */

const percent = numberFormat({ percent: true });

/** @param {string} town @param {boolean} winter @param {Hunger} hunger */
function worstRoll(town, winter, hunger) {
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

/**
 * What waiting costs both sides of a siege, at the end of this turn and in winter; "" where none is.
 * @param {Pick<View, "sieges" | "hunger">} view
 * @param {string} town
 */
export function costOfWaiting({ sieges, hunger }, town) {
  const siege = sieges?.[town];
  if (!siege || !hunger) return "";
  const worst = worstRoll(town, false, hunger);
  const besieger = hunger["winter-besieger"];
  return [
    siege.starving
      ? text("waiting-costs", { count: worst, percent: percent(worst / 6) })
      : text("waiting-costs-nothing"),
    text("waiting-in-winter", { count: worstRoll(town, true, hunger) }),
    besieger > 0 ? text("waiting-in-winter-besieger", { count: besieger }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
