// What the button of a hint does: what a press by hand on the same card, button, block or town would. Where the page asks
// before it is done, or several blocks go, they are only chosen, and the usual button decides.

import * as offers from "../decisions/offers.js";
import * as plans from "../decisions/plan.js";
import { goOnBesieging, isToBesiegeOn } from "../decisions/quiet.js";
import { locateBlocks } from "../map/whereabouts.js";
import { text } from "../page/page.js";
import { state } from "./state.js";

/** @typedef {import("../decisions/choices.js").Hands} Hands @typedef {import("../decisions/choices.js").Selection} Selection */
/**
 * @typedef {{kind: "act"} | {kind: "muster", town: string, blocks: string[]} | {kind: "choose", selection:
 *   Partial<Selection>}} Way
 *   `act`: as one press does it; `muster`, `choose`: the bar asks then, or the stage
 */

/** These are asked in the bar before they are done. */
const ASKED = new Set(["assassinate", "disband", "replace"]);
/** In a fight the block is chosen, and of what leads to several towns their list opened. */
const LEAVING = new Set(["retreat", "harry", "leave-map"]);

/**
 * How a hint is carried out.
 * @param {View} view @param {GameAction} action
 * @param {string[]} [going]  who goes with it, as its reason has it
 * @returns {Way}
 */
export function wayOfHint(view, action, going = []) {
  const { type, block = "", blocks, town = "" } = action;
  const chosen = block ? [block] : [];
  if (type === "muster-to") return { kind: "muster", town, blocks: going };
  if (blocks) return blocks.length > 0 ? choosing({ blocks }) : { kind: "act" };
  if (ASKED.has(type)) return choosing({ ask: choiceOf(view, action), blocks: chosen });
  if (view.step === "fight" && LEAVING.has(type)) return choosing({ blocks: chosen, type });
  const end = offers.destination(action);
  if (!block || !end || !plans.movementOffers(view).some((offer) => offer.type === type)) return { kind: "act" };
  return choosing(goingTo(view, action, end, going));
}

/** @param {Partial<Selection>} selection @returns {Way} */
function choosing(selection) {
  return { kind: "choose", selection };
}

/** An action as the choice that is offered, with what is said about it. @param {View} view @param {GameAction} action */
function choiceOf(view, action) {
  const offer = (view.actions ?? []).find((one) => one.type === action.type);
  return { action, about: offer?.about ?? {} };
}

/**
 * A block with those of its town who go there as well, as far as they can and there is room, by the road of the hint.
 * @param {View} view @param {GameAction} action @param {string} town @param {string[]} going
 */
function goingTo(view, { type, block = "", path }, town, going) {
  const where = locateBlocks(view);
  const start = where.get(block)?.town;
  const others = plans.movesInGroups(view)
    ? going.filter((one) => one !== block && where.get(one)?.town === start)
    : [];
  const able = [block, ...others].filter((one) => plans.reachableTowns(view, one).has(town));
  const road = plans.ENTRIES[type] ?? (path && (path.at(-2) ?? start));
  const roads = road ? { [block]: road } : {};
  const left = plans.planMove(view, where, able, town, { roads })?.left ?? [];
  return { blocks: able.filter((one) => !left.includes(one)), town, roads };
}

/** What its button says. @param {Way} way */
export function labelOfHint(way) {
  if (way.kind === "act") return text("hint-do");
  const blocks = way.kind === "muster" ? way.blocks : (way.selection.blocks ?? []);
  return text(blocks.length > 1 ? "hint-choose-these" : "hint-choose-it");
}

/**
 * Carries a hint out as far as one press may.
 * @param {GameAction} action @param {Way} way @param {Hands} hands @param {import("../battle/stage.js").Stage} stage
 */
export function takeHint(action, way, hands, stage) {
  const { view, busy } = state;
  if (!view || busy) return;
  // Several blocks are chosen on the stage, though the map may be looked at.
  if (action.blocks && !stage.open) stage.turnTo(true);
  if (way.kind === "muster") hands.muster(way.town);
  else if (way.kind === "choose") hands.select(way.selection);
  else if (isToBesiegeOn(view, action)) goOnBesieging(view, hands);
  // What Done loses the hint has named: it is not asked about again.
  else hands.act(action);
}
