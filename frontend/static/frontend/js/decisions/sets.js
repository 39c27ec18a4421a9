// The words of a choice of several blocks: who goes into the castle, who storms, who sallies. A storm or a sally that goes
// on is only added to.

import { blockName, text } from "../page/page.js";
import { committedBlocks } from "./odds.js";

/** @typedef {import("./offers.js").Offer} Offer */

/** A button names no more blocks than these. */
const FEW = 2;

/**
 * The question, how many may be chosen and why no more, and what the button that decides does.
 * @param {View} view
 * @param {Offer} offer
 * @returns {{question: string, limits: string, decide: (picked: string[]) => string}}
 */
export function setWords(view, offer) {
  const { some, least, most } = /** @type {NonNullable<Offer["blocks"]>} */ (offer.blocks);
  const { type } = offer;
  const going = committedBlocks(view, type).length;
  const kind = going > 0 ? `${type}-on` : type;
  return {
    question: text(`pick-${kind}`),
    limits: choiceLimits(type, least, most, most < some.length ? (view.battle?.rating ?? 0) : 0),
    decide: (picked) => {
      if (picked.length === 0) return text(least > 0 ? "none-yet" : `none-${kind}`);
      if (picked.length > FEW) return text(`some-${kind}`, { count: picked.length });
      return text(`with-${kind}`, { blocks: picked.map(blockName).join(", ") });
    },
  };
}

/**
 * How many blocks are to be chosen.
 * @param {string} type
 * @param {number} least
 * @param {number} most
 * @param {number} rating  of the town where it is the reason for no more, else 0
 */
function choiceLimits(type, least, most, rating) {
  if (least > 0) return least === most ? text("pick-exactly", { count: most }) : text("pick-between", { least, most });
  return rating > 0 && type !== "sally"
    ? text(`pick-room-${type}`, { count: most, rating })
    : text("pick-up-to", { count: most });
}
