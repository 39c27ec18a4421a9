// Who disbands in winter (8.3): on a phone a button a block in the bar, and whether one press is enough.

import { locateBlocks } from "../map/whereabouts.js";
import { html } from "../page/dom.js";
import { blockName, page, text, townName } from "../page/page.js";
import { keyedButton } from "./buttons.js";
import * as offers from "./offers.js";
import { isLostForGood } from "./winter.js";

/**
 * Whether one press disbands a block: Undo makes a slip good while others have to go as well. The last to go ends it, and
 * who would be gone for good is asked about.
 * @param {View} view @param {GameAction} action
 */
export function disbandsAtOnce(view, { type, block = "" }) {
  // Where a town feeds nobody (9.2 of edition 1.4) all go in any case: that is no choice which keeps Undo open.
  const surplus = Object.values(view.prompt?.params.surplus ?? {}).filter(({ limit }) => limit > 0);
  const count = surplus.reduce((sum, { blocks, limit }) => sum + blocks - limit, 0);
  return type === "disband" && count > 1 && !isLostForGood(view, block);
}

/**
 * The blocks that may disband, town by town, each a button; null where none may.
 * @param {View} view @param {import("./choices.js").Hands} hands
 */
export function drawDisbanding(view, hands) {
  const able = (view.actions ?? []).flatMap((offer) =>
    offer.type === "disband" ? offers.allowedValues(offer, "block") : [],
  );
  if (able.length === 0) return null;
  const where = locateBlocks(view);
  const towns = [...new Set(able.map((block) => where.get(block)?.town ?? ""))];
  return html(
    "div",
    { class: "disbanding", "data-list": "disbanding" },
    towns.map((town) => [
      html("p", { class: "hint" }, text("disband-at", { town: townName(town) })),
      html(
        "div",
        { class: "buttons" },
        able
          .filter((block) => where.get(block)?.town === town)
          .map((block) => {
            const action = /** @type {GameAction} */ ({ type: "disband", block });
            const press = () =>
              disbandsAtOnce(view, action)
                ? hands.act(action)
                : hands.select({ ask: { action, about: {} }, blocks: [block] });
            const drawn = keyedButton(`disband-${block}`, blockName(block), press, "", "disband");
            drawn.title = text("disband-this", { block: blockName(block) });
            const { rating = "", steps = 0 } = page.blocks[block] ?? {};
            const figures = `${rating} · ${where.get(block)?.strength ?? steps}/${steps}`;
            drawn.append(html("small", {}, isLostForGood(view, block) ? text("gone-for-good") : figures));
            return drawn;
          }),
      ),
    ]),
  );
}
