// Winter (8.3, 8.4): what disbanding a block or giving it a step back would mean, and what is said once it is done; and
// what becomes of blocks that fall.

import { locateBlocks } from "../map/whereabouts.js";
import { blockName, page, text, townName } from "../page/page.js";
import { allowedValues } from "./offers.js";

/** @typedef {import("./offers.js").Action} Action @typedef {ReturnType<typeof locateBlocks>} Where */

/** What is chosen first in winter, and done by a button that names the block. */
const ASKED = new Set(["disband", "replace"]);

/**
 * Whether this is asked by a button of its own before it is done.
 *
 * @param {Action} action
 */
export function isAskedInWinter({ type }) {
  return ASKED.has(type);
}

/**
 * Whether the block is lost for good when it falls or disbands (6.34).
 *
 * @param {View} view
 * @param {string} block
 */
export function isLostForGood(view, block) {
  return page.blocks[block]?.permanent?.includes(view.ruleset.edition) ?? false;
}

/** One's blocks in a town that are lost for good when they leave the map. @param {View} view @param {string} town */
function irreplaceableAt(view, town) {
  return (view.map[town]?.stacks ?? [])
    .filter(({ side }) => side === view.you)
    .flatMap(({ blocks }) => blocks)
    .map(({ id }) => id)
    .filter((block) => isLostForGood(view, block));
}

/** @typedef {{town: string, count: number, blocks: number}} Taken  how many of a town's blocks winter takes */

/**
 * Who of a town is lost for good when winter takes so many there: all whom it can, some of them, or those whom their
 * player chooses; "" where it can take none of these.
 * @param {View} view @param {Taken} taken
 */
export function fateOfTaken(view, { town, count, blocks }) {
  const lost = irreplaceableAt(view, town);
  if (lost.length === 0) return "";
  const sure = count - (blocks - lost.length);
  const key = sure >= lost.length ? "winter-lost" : sure > 0 ? "winter-lost-some" : "winter-lost-if";
  return text(key, { count: sure, blocks: lost.map(blockName).join(", ") });
}

/** Whether all of one's blocks in these towns can be drawn again. @param {View} view @param {string[]} towns */
export function allComeBack(view, towns) {
  return towns.every((town) => irreplaceableAt(view, town).length === 0);
}

/**
 * The act with the block's name.
 *
 * @param {Action} action
 */
export function winterLabel({ type, block = "" }) {
  return text(`${type}-this`, { block: blockName(block) });
}

/**
 * In a few words, beside a button.
 *
 * @param {View} view
 * @param {Action} action
 * @param {Where} where
 */
export function winterNote(view, { type, block = "" }, where) {
  if (type === "disband") return text(isLostForGood(view, block) ? "gone-for-good" : "can-come-back");
  return type === "replace" ? stepsOf(view, block, where).slice(1).join(" ") : "";
}

/**
 * What would follow, in sentences.
 * @param {View} view @param {Action} action @param {Where} where
 * @returns {string[]}
 */
export function winterConsequence(view, { type, block = "" }, where) {
  if (type === "disband") return [text(isLostForGood(view, block) ? "disband-for-good" : "disband-comes-back")];
  return stepsOf(view, block, where);
}

/**
 * What the town of a block still gives this winter, and whether a step of the block uses it up.
 *
 * @param {View} view
 * @param {string} block
 * @param {Where} where
 */
function stepsOf(view, block, where) {
  const town = where.get(block)?.town ?? "";
  const steps = view.prompt?.params.steps?.[town];
  if (!steps) return [];
  const price = steps.prices?.[block] ?? 1;
  const half = page.towns[town]?.side !== view.you && steps.most < page.towns[town]?.rating;
  return [
    stepsOfTown(view, town),
    half ? text("steps-abroad") : "",
    price > 1 ? text("step-price", { price }) : "",
    steps.left <= price ? text("step-uses-up") : "",
  ].filter(Boolean);
}

/**
 * "Acre gives 3 steps this winter: 1 left."
 *
 * @param {View} view
 * @param {string} town
 */
export function stepsOfTown(view, town) {
  const steps = view.prompt?.params.steps?.[town];
  return steps ? text("steps-of-town", { town: townName(town), count: steps.most, left: steps.left }) : "";
}

/**
 * How many steps Done would leave unspent though they can still be given back, and where; "" where none (8.4).
 * @param {View} view
 */
export function stepsUnspent(view) {
  const able = (view.actions ?? []).flatMap((offer) => (offer.type === "replace" ? allowedValues(offer, "block") : []));
  const where = locateBlocks(view);
  const each = Object.entries(view.prompt?.params.steps ?? {})
    .map(([town, steps]) => {
      const weak = able.filter((block) => where.get(block)?.town === town);
      return { town, count: stepsToGive(steps, weak, where) };
    })
    .filter(({ count }) => count > 0);
  const count = each.reduce((sum, one) => sum + one.count, 0);
  const towns = each.map((one) => `${townName(one.town)}\u00a0${one.count}`).join(", ");
  return count > 0 ? text("steps-unspent", { count, towns }) : "";
}

/**
 * How many steps a town can give these blocks at most: the cheapest first.
 * @param {{left: number, prices?: Record<string, number>}} steps @param {string[]} blocks @param {Where} where
 */
function stepsToGive({ left, prices = {} }, blocks, where) {
  let rest = left;
  const missing = blocks
    .map((block) => ({
      price: prices[block] ?? 1,
      lost: (page.blocks[block]?.steps ?? 0) - (where.get(block)?.strength ?? 0),
    }))
    .sort((one, other) => one.price - other.price);
  return missing.reduce((sum, { price, lost }) => {
    const given = Math.min(lost, Math.floor(rest / price));
    rest -= given * price;
    return sum + given;
  }, 0);
}

/**
 * What is said when it has been done: who left and where to, or what the town has left.
 * @param {View} before @param {Action} action
 * @returns {((after: View, events: GameEvent[]) => string) | undefined}  undefined where nothing is said
 */
export function winterNotice(before, action) {
  if (!isAskedInWinter(action)) return undefined;
  const { type, block = "" } = action;
  const town = locateBlocks(before).get(block)?.town ?? "";
  const named = { block: blockName(block), town: townName(town) };
  return (after, events) => {
    const said =
      type === "disband"
        ? text(isLostForGood(before, block) ? "disbanded-for-good" : "disbanded-to-pool", named)
        : [text("regained", named), stepsOfTown(after, town)].filter(Boolean).join(" ");
    // Steps of others came back by themselves: nobody has chosen them in this act.
    const gained = events.flatMap((event) =>
      event.type === "block-replaced" && event.block && event.block !== block ? event.block : [],
    );
    const names = [...new Set(gained)].map(blockName).join(", ");
    return names ? `${said} ${text("regained-by-itself", { blocks: names })}` : said;
  };
}

/**
 * Says of the blocks that this hit would make fall whether they can come back (6.34).
 *
 * @param {View} view
 * @returns {string[]}
 */
export function fatesOfHit(view) {
  const where = locateBlocks(view);
  const able = (view.actions ?? [])
    .filter(({ type }) => type === "take-hit")
    .flatMap((offer) => allowedValues(offer, "block"));
  // Behind walls the first of two hits costs no step.
  const walls = view.battle?.storm && able.some((block) => view.battle?.["castle-of"] === page.blocks[block]?.side);
  const falling = able.filter(
    (block) => where.get(block)?.strength === 1 && (!walls || view.battle?.["half-hit"] === block),
  );
  const [lost, back] = [true, false].map((good) => falling.filter((block) => isLostForGood(view, block) === good));
  return [
    lost.length > 0 ? text("would-fall-for-good", { blocks: lost.map(blockName).join(", ") }) : "",
    back.length > 0
      ? text(view.ruleset.edition === "1.4" ? "would-fall-to-pool" : "would-fall", {
          blocks: back.map(blockName).join(", "),
        })
      : "",
  ].filter(Boolean);
}
