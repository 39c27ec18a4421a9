// The words of a choice of several blocks: who goes into the castle, who storms, who sallies. A storm or a sally that goes
// on is only added to.

import { blockName, page, text } from "../page/page.js";
import { committedBlocks } from "./odds.js";
import { isQuietHere } from "./quiet.js";
import { ruleNumber } from "./rulenumbers.js";

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
    limits:
      !page.lesson && least === 0 && most < some.length && (type === "garrison" || type === "storm")
        ? text(`pick-room-${type}`, { count: most, limit: most + going, rule: ruleNumber(view, type) })
        : choiceLimits(least, most, some.length),
    decide: (picked) => {
      if (picked.length === 0) {
        const then = type === "storm" && isQuietHere(view) ? "-quiet" : "";
        return text(least > 0 ? "none-yet" : `none-${kind}${then}`, { count: some.length });
      }
      if (picked.length > FEW) return text(`some-${kind}`, { count: picked.length });
      return text(`with-${kind}`, { blocks: picked.map(blockName).join(", ") });
    },
  };
}

/**
 * A choice of several blocks of which as many are picked as may be, of more; none other can be added.
 * @param {View} view @param {string[]} picked @returns {Offer | null}
 */
export function filledSet(view, picked) {
  return (
    (view.actions ?? []).find(({ blocks }) => {
      if (!blocks || blocks.most >= blocks.some.length) return false;
      return blocks.some.filter((id) => picked.includes(id)).length >= blocks.most;
    }) ?? null
  );
}

/**
 * How many blocks are to be chosen. Where all may go nothing limits them but their number: "at most" would read as a limit
 * of the castle.
 * @param {number} least @param {number} most @param {number} able
 */
function choiceLimits(least, most, able) {
  if (least === 0 && most >= able && !page.lesson) return text("pick-of-all", { count: able });
  if (least === 0) return text("pick-up-to", { count: most });
  return least === most ? text("pick-exactly", { count: most }) : text("pick-between", { least, most });
}
