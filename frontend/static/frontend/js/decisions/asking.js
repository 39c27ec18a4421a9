// Whether blocks go at a press, or it is asked first, and why. Pure.

import * as offers from "./offers.js";
import * as plans from "./plan.js";
import { Room } from "./room.js";

/** Steps in which blocks that went somewhere come back by Undo, whatever they met there. */
const TAKEN_BACK = new Set(["seats", "move"]);
/** Steps in which they do as long as others can still go: the last to go ends the decision. */
const WHILE_OTHERS_GO = new Set(["regroup", "must-retreat", "leave-siege"]);

/**
 * What there is to choose about how the blocks of a plan go; "" where there is nothing.
 *
 * @param {View} view @param {Map<string, {town: string}>} where @param {import("./plan.js").Plan} plan
 * @param {string[]} blocks  all that were chosen
 * @returns {"" | "room" | "forced" | "area" | "roads"}
 */
export function choiceOf(view, where, plan, blocks) {
  if (plan.left.length > 0) return "room";
  if (plan.forced) return "forced";
  if (plan.actions.some((action) => action.area)) return "area";
  return hasRoads(view, where, plan, blocks) ? "roads" : "";
}

/**
 * Whether several roads lead into a town of the enemy without a detour, or the direct one is not the Main Road, by which
 * the first have come, or some would come by another. Where all others are detours there is nothing to choose.
 *
 * @param {View} view @param {Map<string, {town: string}>} where @param {import("./plan.js").Plan} plan
 * @param {string[]} blocks
 */
function hasRoads(view, where, plan, blocks) {
  if (!plans.isHostile(view, plan.town) || plans.landsInCastle(view, plan)) return false;
  const roads = plans.roadsInto(view, where, blocks, plan.town);
  const main = plans.entryNotice(view, plan.town)?.main;
  const direct = roads.filter((one) => one.direct > 0);
  return roads.length > 1 && (plan.entries.size > 1 || direct.length > 1 || Boolean(main && direct[0]?.road !== main));
}

/**
 * Why it is asked before a finger sends them, where Undo would not make a slip good: a siege is lifted or a town lost, or
 * it cannot be taken back; what Undo does there, where it goes only so far; "" where it would.
 *
 * @param {View} view @param {Map<string, {town: string}>} where @param {import("./plan.js").Plan} plan
 * @returns {"" | "leaves" | "muster" | "undone" | "final"}
 */
export function riskOf(view, where, plan) {
  if (plans.effectsOfLeaving(view, where, plan).length > 0) return "leaves";
  if (TAKEN_BACK.has(view.step)) return plan.muster ? "muster" : "";
  return WHILE_OTHERS_GO.has(view.step) && canOthersGo(view, where, plan) ? "undone" : "final";
}

/**
 * Whether others can still go when these have gone, so that the decision goes on: where they must, more than one choice
 * is left.
 * @param {View} view @param {Map<string, {town: string}>} where @param {import("./plan.js").Plan} plan
 */
function canOthersGo(view, where, { actions, town }) {
  const gone = new Set(actions.flatMap(({ block }) => block ?? []));
  const room = new Room(view);
  const from = (/** @type {string} */ block) => where.get(block)?.town ?? "";
  room.use([...gone].map((block) => [from(block), town]));
  const choices = (view.actions ?? []).flatMap((offer) =>
    offers
      .allowedValues(offer, "block")
      .filter((block) => !gone.has(block))
      .flatMap((block) => offers.allowedValues(offer, "to").filter((to) => room.takes([[from(block), to]]))),
  );
  return choices.length > (view.step === "must-retreat" ? 1 : 0);
}
