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
    limits: choiceLimits(view, offer.type, least, most, most < some.length ? (view.battle?.rating ?? 0) : 0),
    decide: (picked) => {
      if (picked.length === 0) return text(least > 0 ? "none-yet" : `none-${kind}`);
      if (picked.length > FEW) return text(`some-${kind}`, { count: picked.length });
      return text(`with-${kind}`, { blocks: picked.map(blockName).join(", ") });
    },
  };
}

/** How many may be in a castle or storm it, by edition and type. @type {Record<string, Record<string, string>>} */
const RULES = { 1.4: { garrison: "7.0", storm: "7.31" }, "2.0": { garrison: "6.1", storm: "6.52" } };

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
 * How many blocks are to be chosen.
 * @param {View} view
 * @param {string} type
 * @param {number} least
 * @param {number} most
 * @param {number} rating  of the town where it is the reason for no more, else 0
 */
function choiceLimits(view, type, least, most, rating) {
  if (least > 0) return least === most ? text("pick-exactly", { count: most }) : text("pick-between", { least, most });
  return rating > 0 && type !== "sally"
    ? text(`pick-room-${type}`, { count: most, rating, rule: RULES[view.ruleset.edition]?.[type] ?? "" })
    : text("pick-up-to", { count: most });
}
