// The besieging block that is shown.

import { figuresInWords, strongestFirst } from "../blocks/figures.js";
import { html } from "../page/dom.js";
import { blockName, withColon } from "../page/page.js";
import { actionButton } from "./buttons.js";
import { actionVerb } from "./labels.js";
import * as offers from "./offers.js";

/**
 * The besiegers of which one is shown (6.51), a button each: the weakest first, which is the one usually shown.
 * @param {string[]} ids
 * @param {import("./offers.js").Offer[]} blocks
 * @param {ReturnType<typeof import("../map/whereabouts.js").locateBlocks>} where
 * @param {{act: (action: GameAction) => void}} hands
 */
export function drawShown(ids, blocks, where, hands) {
  const choices = strongestFirst(ids, where)
    .reverse()
    .flatMap((id) => offers.offersForBlock(blocks, id).flatMap(offers.expandOffer));
  return html(
    "section",
    { class: "one-block" },
    html("h2", {}, withColon(actionVerb(choices[0].action.type))),
    html(
      "div",
      { class: "buttons" },
      choices.map((choice, i) => {
        const id = choice.action.block ?? "";
        const figures = figuresInWords(id, where.get(id)?.strength);
        return actionButton(choice, hands, i === 0 ? "primary" : "", figures, blockName(id));
      }),
    ),
  );
}
