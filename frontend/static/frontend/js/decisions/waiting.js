// What waiting costs in a siege, in words.

import { numberFormat } from "../page/browser.js";
import { whyHunger, worstRoll } from "../page/hunger.js";
import { text } from "../page/page.js";

const percent = numberFormat({ percent: true });

/**
 * What waiting costs both sides of a siege, at the end of this turn and in winter, one's own losses first; "" where no
 * siege is.
 * @param {Pick<View, "sieges" | "hunger" | "you">} view
 * @param {string} town
 */
export function costOfWaiting({ sieges, hunger, you }, town) {
  const siege = sieges?.[town];
  if (!siege || !hunger) return "";
  const worst = worstRoll(town, false, hunger);
  const inWinter = text("waiting-in-winter");
  const now = siege.starving
    ? [text("waiting-costs", { count: worst, percent: percent(worst / 6) }), whyHunger(town, hunger)]
        .filter(Boolean)
        .join(" ")
    : text("waiting-costs-nothing");
  return (siege.besieger === you ? [inWinter, now] : [now, inWinter]).join(" ");
}

/**
 * What hunger costs in a siege that is kept through the winter; "" where no siege is.
 * @param {Pick<View, "sieges" | "hunger">} view
 * @param {string} town
 */
export function costOfWinter({ sieges, hunger }, town) {
  if (!sieges?.[town] || !hunger) return "";
  const besieger = hunger["winter-besieger"];
  return [
    text("hunger-in-winter", { count: worstRoll(town, true, hunger) }),
    besieger > 0 ? text("hunger-in-winter-besieger", { count: besieger }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
