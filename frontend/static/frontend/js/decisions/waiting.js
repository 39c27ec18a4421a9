// What waiting costs in a siege, in words.

import { numberFormat } from "../page/browser.js";
import { worstRoll } from "../page/hunger.js";
import { text } from "../page/page.js";

const percent = numberFormat({ percent: true });

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
