// Blocks that act together at one press: all who may leave a battle or a siege go to a town; in a fight all whose turn
// it is retreat, withdraw or fire.

import { locateBlocks } from "../map/whereabouts.js";
import { html } from "../page/dom.js";
import { blockName, text, townName } from "../page/page.js";
import { keyedButton } from "./buttons.js";
import { outstandingType } from "./danger.js";
import * as offers from "./offers.js";
import * as plans from "./plan.js";
import { winterOfPlan } from "./surplus.js";

/** Steps in which each of several blocks may leave a town by itself (6.2, 6.51, 6.7). */
const LEAVING = new Set(["fight", "must-retreat", "leave-siege", "regroup"]);

/** The fact that tells that an act of a fight has been made, by the act. @type {Record<string, string>} */
const MADE = { fire: "block-fired", retreat: "block-retreated", withdraw: "block-withdrew" };

/**
 * In a fight each act is final, so they are sent one by one: the one that was sent last, and those that follow.
 * @type {GameAction[]}
 */
let queue = [];

/** Why those that one press began have stopped, and in which round of which battle; until the next act there. */
let stopped = { round: "", why: "", block: "" };

/** Begins several acts of a fight; returns the first, which is to be sent. @param {GameAction[]} actions */
export function beginTogether(actions) {
  queue = actions;
  return queue[0];
}

/** Names a round of a battle, and the side that fights it: one person may play both. @param {View} view */
function roundOf({ battle, year, turn, you }) {
  return battle ? `${year} ${turn} ${battle.town} ${battle.round} ${you}` : "";
}

/** Why not all have acted whom one press set to it, in a sentence; "" where nothing has stopped. @param {View} view */
export function whyStopped(view) {
  const { round, why, block } = stopped;
  return why && round === roundOf(view) ? text(`stopped-${why}`, { block: block ? blockName(block) : "" }) : "";
}

/** Drops the acts that would follow, where the site has not taken what was sent. */
export function endTogether() {
  queue = [];
}

/**
 * The next act of those that one press began, where the one before has been made, nothing happened that its player
 * should think about, and it is still offered and as good as then.
 * @param {View} view
 * @param {GameEvent[]} facts  what led to the view
 * @returns {GameAction | null}
 */
export function nextTogether(view, facts) {
  const [sent, ...rest] = queue;
  queue = [];
  const made = Object.values(MADE);
  if (facts.some(({ type, side }) => side === view.you && made.includes(type))) stopped = { ...stopped, why: "" };
  if (!sent || !facts.some(({ type, block }) => block === sent.block && type === MADE[sent.type])) return null;
  // Of some the rules have fired already, which had nothing to choose.
  const open = rest.filter(({ block }) => !facts.some((fact) => fact.block === block && fact.type === "block-fired"));
  const [next] = open;
  if (!next) return null;
  stopped = { round: roundOf(view), ...surpriseOf(view, facts, next) };
  if (stopped.why) return null;
  queue = open;
  return next;
}

/**
 * Why the next act is left to its player: a block of theirs has fallen, another round has begun, the enemy has acted,
 * something else is asked, or it is no longer what the page would advise.
 * @param {View} view @param {GameEvent[]} facts @param {GameAction} next
 */
function surpriseOf(view, facts, next) {
  const fallen = facts.find(({ type, side }) => type === "block-eliminated" && side === view.you);
  const block = fallen?.block ?? next.block ?? "";
  if (fallen) return { why: "fell", block };
  if (facts.some(({ type }) => type === "round-begun")) return { why: "round", block };
  if (facts.some(({ type, side }) => type === "block-fired" && side !== view.you)) return { why: "fired", block };
  if (view.step !== "fight" || !isOffered(view, next)) return { why: "asked", block };
  return { why: next.type === "fire" && !firesOn(view, next.block ?? "") ? "better" : "", block };
}

/** @param {View} view @param {GameAction} action */
function isOffered(view, { type, block = "", to }) {
  return offers
    .offersForBlock(view.actions ?? [], block)
    .some((offer) => offer.type === type && (!to || offers.allowedValues(offer, "to").includes(to)));
}

/**
 * Whether fire is what the page would have a block do: then there is nothing better that its player should see.
 * @param {View} view
 * @param {string} block
 */
function firesOn(view, block) {
  const choices = offers.offersForBlock(view.actions ?? [], block).flatMap(offers.expandOffer);
  return outstandingType(view, choices, locateBlocks(view)) === "fire";
}

/**
 * The blocks that fire on end before the enemy acts: those whose turn it is, and their side's next turns.
 * @param {View} view
 * @returns {string[]}
 */
export function firingTogether(view) {
  const { battle, you } = view;
  if (view.step !== "fight" || !battle) return [];
  const now = offers.blocksOf((view.actions ?? []).filter(({ type }) => type === "fire"));
  if (!now.every((block) => firesOn(view, block))) return [];
  const acted = new Set(
    (view.map[battle.town]?.stacks ?? []).flatMap(({ blocks }) =>
      blocks.filter((one) => one.acted).map(({ id }) => id),
    ),
  );
  const all = [...now];
  for (const { side, blocks } of battle.order ?? []) {
    const left = blocks.filter((id) => !acted.has(id) && !all.includes(id));
    if (left.length === 0) continue;
    if (side !== you) break;
    all.push(...left);
  }
  return all;
}

/**
 * Draws the button with which several blocks fire in turn; null where they are not several.
 * @param {View} view
 * @param {import("./choices.js").Hands} hands
 */
export function drawFireTogether(view, hands) {
  const blocks = firingTogether(view);
  if (blocks.length < 2) return null;
  const actions = blocks.map((block) => /** @type {GameAction} */ ({ type: "fire", block }));
  return keyedButton("fire-all", text("fire-all", { count: blocks.length }), () => hands.act(beginTogether(actions)));
}

/**
 * Draws the button with which several blocks withdraw in turn; null where there is room for one, or only one may.
 * @param {View} view
 * @param {import("./choices.js").Hands} hands
 */
export function drawWithdrawTogether(view, hands) {
  const { battle } = view;
  const able = offers.blocksOf((view.actions ?? []).filter(({ type }) => type === "withdraw"));
  if (view.step !== "fight" || !battle || able.length < 2) return null;
  const going = able.slice(0, roomBehind(view, battle));
  if (going.length < 2) return null;
  const actions = going.map((block) => /** @type {GameAction} */ ({ type: "withdraw", block }));
  return keyedButton("withdraw-all", text("withdraw-all", { count: going.length }), () =>
    hands.act(beginTogether(actions)),
  );
}

/**
 * For how many there is room where blocks withdraw to: in the field for all, in the castle beside those who are in it,
 * or have come out of it (6.63).
 * @param {View} view
 * @param {{town: string, storm: boolean, rating: number}} battle
 */
function roomBehind({ map, you }, { town, storm, rating }) {
  const own = (map[town]?.stacks ?? []).filter(({ side }) => side === you);
  const out = own.flatMap(({ blocks }) => blocks).filter(({ sallying }) => sallying).length;
  if (storm || out > 0) return Infinity;
  return rating - own.reduce((sum, { area, count }) => sum + (area === "castle" ? count : 0), 0);
}

/**
 * The towns to which several blocks that leave can go now: most of them first, of equal ones the nearer in the offers. Of more than
 * the roads take as many go as have room (6.2).
 * @param {View} view
 * @param {Map<string, {town: string}>} where
 * @returns {{count: number, plan: import("./plan.js").Plan}[]}  `count`: of those that may leave
 */
export function commonWays(view, where) {
  const blocks = offers.blocksOf(plans.movementOffers(view));
  const towns = new Set(blocks.flatMap((block) => [...plans.reachableTowns(view, block)]));
  return [...towns]
    .flatMap((town) => {
      const able = blocks.filter((block) => plans.reachableTowns(view, block).has(town));
      const plan = able.length > 1 ? plans.planMove(view, where, able, town) : null;
      return plan && plan.actions.length > 1 ? [{ count: blocks.length, plan }] : [];
    })
    .sort((one, other) => other.plan.actions.length - one.plan.actions.length);
}

/** What stands before the towns in some of these steps. @type {Record<string, string>} */
const LABELS = {
  fight: "turn-together-to",
  "must-retreat": "retreat-together-to",
  regroup: "together-or-alone",
};

/**
 * Draws a button for each such town.
 * @param {View} view
 * @param {import("./choices.js").Hands} hands
 */
export function drawCommonWays(view, hands) {
  // While dice fall or the page looks back there is nothing to decide, and no map in what is drawn.
  if (!LEAVING.has(view.step)) return null;
  const where = locateBlocks(view);
  const ways = commonWays(view, where);
  if (ways.length === 0) return null;
  return html(
    "div",
    { class: "buttons all-to" },
    html("span", { class: "hint" }, text(LABELS[view.step] ?? "together-to", { count: ways[0].count })),
    ways.map(({ count, plan }) => {
      const going = plan.actions.length;
      const facts = { count, going, town: townName(plan.town) };
      const words = text(going < count ? "plan-some-to" : "all-to", facts);
      const winter = winterOfPlan(view, where, plan);
      return html(
        "button",
        {
          type: "button",
          "data-key": `all-to-${plan.town}`,
          "aria-label": words,
          title: words,
          onclick: () => {
            if (view.step === "fight") hands.act(beginTogether(plan.actions));
            else hands.together(plan.actions);
          },
        },
        townName(plan.town),
        going < count && html("small", {}, text("some-of-blocks", { count, going })),
        winter && html("small", {}, winter),
      );
    }),
  );
}
