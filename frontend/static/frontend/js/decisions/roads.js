// The roads by which the blocks of a plan can enter a town of the enemy: the one that is pressed is their Main Attack
// (6.41).

import { html } from "../page/dom.js";
import { text, townName } from "../page/page.js";
import { isHostile, landsInCastle, roadsInto } from "./plan.js";
import { ruleNumber } from "./rulenumbers.js";

/**
 * @typedef {import("./choices.js").Selection} Selection
 * @typedef {import("./choices.js").Where} Where
 * @typedef {import("./choices.js").Hands} Hands
 */

/**
 * Draws the roads to choose the main one from, where there are several.
 *
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 * @param {import("./plan.js").Plan} plan
 */
export function drawRoads(view, selection, where, hands, plan) {
  if (plan.muster || landsInCastle(view, plan) || !isHostile(view, plan.town)) return null;
  const roads = roadsInto(view, where, selection.blocks, plan.town);
  if (roads.length < 2) return null;
  const main = [...plan.entries.keys()][0];
  return html(
    "fieldset",
    { class: "roads-in" },
    html("legend", {}, text("by-which-road")),
    roads.map(({ road, count, carries }) =>
      html(
        "button",
        {
          type: "button",
          "data-key": `road-${road}`,
          "aria-pressed": String(road === main),
          disabled: carries === 0,
          onclick: () => hands.select({ ...selection, road, roads: {} }),
        },
        townName(road),
        html("small", {}, carrying(view, count, carries)),
      ),
    ),
  );
}

/**
 * What a road carries, and how many of these blocks must wait or go another way.
 *
 * @param {View} view
 * @param {number} count
 * @param {number} carries
 */
function carrying(view, count, carries) {
  if (carries === 0) return text("road-full-by", { rule: ruleNumber(view, "roads") });
  if (carries >= count) return text("can-take", { count });
  return [
    text("carries", { count: carries }),
    text("of-yours", { count }),
    text("must-wait", { count: count - carries }),
  ].join(" ");
}
