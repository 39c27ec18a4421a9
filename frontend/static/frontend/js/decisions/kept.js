// Whether a newer view asks the same, whether what a player has chosen can still be done then, and what the page chooses
// where something else is asked. Pure functions: no page, no state.

import * as offers from "./offers.js";
import * as plans from "./plan.js";

/** @typedef {import("./choices.js").Selection} Selection @typedef {import("./choices.js").Where} Where */

/**
 * Whether the player has chosen something: what the page preselected is chosen anew.
 * @param {Selection} selection
 */
export function isOwn(selection) {
  if (selection.given) return false;
  return selection.blocks.length > 0 || Boolean(selection.town ?? selection.type ?? selection.muster ?? selection.ask);
}

/** Whether two views ask the same of the same side. @param {View} before @param {View} view */
export function isSameDecision(before, view) {
  return (
    before.you === view.you &&
    before.step === view.step &&
    before.battle?.town === view.battle?.town &&
    before.turn === view.turn &&
    before.year === view.year
  );
}

/**
 * Whether a newer view leaves the position and the choices of a decision as they were: an offer or a setting came
 * between.
 * @param {View} before
 * @param {View} view
 */
export function isSamePosition(before, view) {
  return (
    isSameDecision(before, view) &&
    JSON.stringify([before.actions, before.map]) === JSON.stringify([view.actions, view.map])
  );
}

/**
 * Whether what is proposed for one view holds for another: no hit was taken between them, nothing else done.
 * @param {View} before
 * @param {View} view
 */
export function isSameQuestion(before, view) {
  return isSamePosition(before, view) && JSON.stringify(before.battle) === JSON.stringify(view.battle);
}

/**
 * Whether everything that is chosen is still offered.
 *
 * @param {Selection} selection @param {View} view @param {Where} where
 */
export function isStillOffered(selection, view, where) {
  const all = /** @type {import("./offers.js").Offer[]} */ (view.actions ?? []);
  const { blocks, listed, town, type, muster, ask } = selection;
  if (type && !all.some((offer) => offer.type === type)) return false;
  if (ask && !isOffered(ask.action, all)) return false;
  if (muster) {
    const able = new Set(plans.joiningBlocks(view, where, muster));
    return plans.musterPrice(view, muster) !== null && able.size > 0 && blocks.every((block) => able.has(block));
  }
  const able = new Set([...offers.blocksOf(all), ...all.flatMap((offer) => offer.blocks?.some ?? [])]);
  if (![...blocks, ...Object.keys(listed)].every((block) => able.has(block))) return false;
  return !town || blocks.length === 0 || plans.townsAllCanReach(view, blocks).has(town);
}

/**
 * Whether an action is among the offers.
 *
 * @param {GameAction} action
 * @param {import("./offers.js").Offer[]} all
 */
function isOffered(action, all) {
  return all.some((offer) => {
    if (offer.type !== action.type || offer.blocks) return false;
    const fields = /** @type {(keyof GameAction)[]} */ (Object.keys(action).filter((field) => field !== "type"));
    return fields.every((field) =>
      offers.allowedValues(offer, field).some((value) => JSON.stringify(value) === JSON.stringify(action[field])),
    );
  });
}

/**
 * Whether a view asks for something else than the one before: of the other side, too.
 * @param {View} before
 * @param {View} view
 */
export function isOtherDecision(before, view) {
  return (
    before.prompt?.key !== view.prompt?.key ||
    before.you !== view.you ||
    before.turn !== view.turn ||
    isAsked(before) !== isAsked(view)
  );
}

/** @param {View} view */
function isAsked(view) {
  return (view.actions ?? []).length > 0;
}

/**
 * What the page chooses where a decision begins: the only block that can act; in a battle the first of those whose turn
 * it is; of a set those that do already what is asked.
 *
 * @param {View} view @param {import("./choices.js").Where} where
 */
export function defaultBlocks(view, where) {
  const all = /** @type {import("./offers.js").Offer[]} */ (view.actions ?? []);
  const blocks = offers.blocksOf(all);
  if (view.step === "fight") return blocks.slice(0, 1);
  return blocks.length > 0 ? offers.onlyBlock(all) : offers.alreadyDoing(all, (id) => where.get(id)?.seen);
}
