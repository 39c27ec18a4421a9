// Blocks that leave a battle or a siege together: one press sends to a town all who may go there.

import { locateBlocks } from "../map/whereabouts.js";
import { html } from "../page/dom.js";
import { text, townName } from "../page/page.js";
import * as offers from "./offers.js";
import * as plans from "./plan.js";

/** Steps in which each of several blocks may leave a town by itself (6.2, 6.51, 6.7). */
const LEAVING = new Set(["must-retreat", "leave-siege", "regroup"]);

/**
 * The towns to which several blocks that leave can go now: most of them first, of equal ones the nearer in the offers. Of more than
 * the roads take as many go as have room (6.2).
 * @param {View} view
 * @param {Map<string, {town: string}>} where
 * @returns {{count: number, plan: import("./plan.js").Plan}[]}  `count`: of those that may leave
 */
export function commonWays(view, where) {
  const blocks = offers.blocksOf(plans.movementOffers(view));
  const towns = new Set(blocks.flatMap((block) => [...plans.reachableTowns(view, block)]));
  return [...towns]
    .flatMap((town) => {
      const able = blocks.filter((block) => plans.reachableTowns(view, block).has(town));
      const plan = able.length > 1 ? plans.planMove(view, where, able, town) : null;
      return plan && plan.actions.length > 1 ? [{ count: blocks.length, plan }] : [];
    })
    .sort((one, other) => other.plan.actions.length - one.plan.actions.length);
}

/**
 * Draws a button for each such town.
 * @param {View} view
 * @param {import("./choices.js").Hands} hands
 */
export function drawCommonWays(view, hands) {
  // While dice fall or the page looks back there is nothing to decide, and no map in what is drawn.
  const ways = LEAVING.has(view.step) ? commonWays(view, locateBlocks(view)) : [];
  if (ways.length === 0) return null;
  return html(
    "div",
    { class: "buttons all-to" },
    html("span", { class: "hint" }, text("together-to")),
    ways.map(({ count, plan }) => {
      const going = plan.actions.length;
      const facts = { count, going, town: townName(plan.town) };
      const words = text(going < count ? "plan-some-to" : "all-to", facts);
      return html(
        "button",
        {
          type: "button",
          "data-key": `all-to-${plan.town}`,
          "aria-label": words,
          title: words,
          onclick: () => hands.together(plan.actions),
        },
        townName(plan.town),
        going < count && html("small", {}, `${going}/${count}`),
      );
    }),
  );
}
