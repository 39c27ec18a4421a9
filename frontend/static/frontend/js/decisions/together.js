// Blocks that leave a battle or a siege together: one press sends to a town all who may go there; in a fight those whose
// turn it is.

import { locateBlocks } from "../map/whereabouts.js";
import { html } from "../page/dom.js";
import { text, townName } from "../page/page.js";
import * as offers from "./offers.js";
import * as plans from "./plan.js";

/** Steps in which each of several blocks may leave a town by itself (6.2, 6.51, 6.7). */
const LEAVING = new Set(["fight", "must-retreat", "leave-siege", "regroup"]);

/**
 * In a fight each retreat is final, so they are sent one by one: the one that was sent last, and those that follow.
 * @type {GameAction[]}
 */
let queue = [];

/** Begins several retreats of a fight; returns the first. @param {GameAction[]} retreats */
export function beginTogether(retreats) {
  queue = retreats;
  return queue[0];
}

/**
 * The next retreat of those that one press began, where the one before has been made and this one is still offered.
 * @param {View} view
 * @returns {GameAction | null}
 */
export function nextTogether(view) {
  const [sent, next] = queue;
  if (!sent) return null;
  const left = locateBlocks(view).get(sent.block ?? "")?.town !== view.battle?.town;
  const goes = next && left && view.step === "fight" && plans.reachableTowns(view, next.block ?? "").has(next.to ?? "");
  queue = goes ? queue.slice(1) : [];
  return goes ? next : null;
}

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

/** What stands before the towns in some of these steps. @type {Record<string, string>} */
const LABELS = {
  fight: "retreat-together-to",
  "must-retreat": "retreat-together-to",
  regroup: "together-or-alone",
};

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
    html("span", { class: "hint" }, text(LABELS[view.step] ?? "together-to")),
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
          onclick: () => {
            if (view.step === "fight") hands.act(beginTogether(plan.actions));
            else hands.together(plan.actions);
          },
        },
        townName(plan.town),
        going < count && html("small", {}, text("some-of-blocks", { count, going })),
      );
    }),
  );
}
