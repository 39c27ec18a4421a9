// What waiting costs in a siege, in words.

import { blockName, text } from "../page/page.js";
import { numberFormat } from "../page/browser.js";
import { whyHunger, worstRoll } from "../page/hunger.js";
import { ruleNumber } from "./rulenumbers.js";
import { isLostForGood } from "./winter.js";

const percent = numberFormat({ percent: true });

/** The last turn with battles: after the movement of the next one winter comes (8.0). */
const LAST_BATTLES = 5;

/**
 * What waiting costs in a siege, one's own losses first: `now`, in this turn, and in winter where no turn with
 * battles comes before it; and `later`, in a winter to come, and why hunger is as it is. Both are "" where no siege is.
 * @param {View} view
 * @param {string} town
 * @returns {{now: string, later: string}}
 */
export function costOfWaiting(view, town) {
  const { sieges, hunger, you, turn } = view;
  const siege = sieges?.[town];
  if (!siege || !hunger) return { now: "", later: "" };
  const worst = worstRoll(town, false, hunger);
  // Each siege rolls when its own fighting ends (6.57), in edition 1.4 all together at the end of the turn (7.4).
  const key = view.ruleset?.edition === "1.4" || turn > LAST_BATTLES ? "waiting-costs" : "waiting-costs-here";
  const atOnce = siege.starving
    ? text(key, { count: worst, percent: percent(worst / 6) })
    : text("waiting-costs-nothing");
  const winter = [winterOfBesiegers(view, town), costOfWinter(view, town)].filter(Boolean).join(" ");
  const isNear = turn >= LAST_BATTLES;
  const now = siege.besieger === you ? [isNear && winter, atOnce] : [atOnce, isNear && winter];
  const later = [siege.starving && whyHunger(town, hunger), !isNear && winter];
  return { now: now.filter(Boolean).join(" "), later: later.filter(Boolean).join(" ") };
}

/**
 * What becomes of besiegers in winter: one's own are named where they would be lost for good.
 * @param {View} view
 * @param {string} town
 */
function winterOfBesiegers(view, town) {
  const { you, map } = view;
  const rule = ruleNumber(view, "winter");
  if (view.sieges?.[town]?.besieger !== you) return text("waiting-in-winter", { rule });
  const besiegers = map[town].stacks.filter(({ side }) => side === you).flatMap(({ blocks }) => blocks);
  const lost = besiegers.filter(({ id }) => isLostForGood(view, id)).map(({ id }) => blockName(id));
  return text(lost.length > 0 ? "waiting-in-winter-lost" : "waiting-in-winter-back", {
    rule,
    blocks: lost.join(", "),
  });
}

/**
 * What hunger costs in a siege that is kept through the winter; "" where no siege is.
 * @param {Pick<View, "sieges" | "hunger">} view
 * @param {string} town
 */
function costOfWinter({ sieges, hunger }, town) {
  if (!sieges?.[town] || !hunger) return "";
  const besieger = hunger["winter-besieger"];
  return [
    text("hunger-in-winter", { count: worstRoll(town, true, hunger) }),
    besieger > 0 ? text("hunger-in-winter-besieger", { count: besieger }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
