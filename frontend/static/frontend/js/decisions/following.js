// What would follow from a plan, in words: the roads and rounds, what begins or ends, what it costs.

import { blockName, page, text, townName } from "../page/page.js";
import { arrivalLines, arrivalNote } from "./arrivals.js";
import { moveCost } from "./labels.js";
import { citiesEmptied } from "./opencities.js";
import { besieges, countLeaving, effectsOfLeaving, entryNotice, entryRound, landsInCastle } from "./plan.js";
import { ruleNumber } from "./rulenumbers.js";
import { winterOfPlan } from "./surplus.js";

/** @typedef {import("./plan.js").Plan} Plan @typedef {Map<string, {town: string}>} Where */

/**
 * What a plan starts at its town: `battle`, `relief`, `reinforcement`, `joins-siege`, `takes`, `castle`, or "".
 *
 * @param {View} view @param {string} town @param {Plan} [plan]
 */
export function consequenceAt(view, town, plan) {
  if (plan && landsInCastle(view, plan)) return "castle";
  return entryNotice(view, town)?.follows ?? (takesByRegrouping(view, town) ? "takes" : "");
}

/** Whether blocks that regroup into a town take it: it is the enemy's, and empty. @param {View} view @param {string} town */
function takesByRegrouping(view, town) {
  if (view.step !== "regroup") return false;
  const { control, stacks = [] } = view.map[town] ?? {};
  const held = control ?? page.towns[town]?.side;
  return Boolean(held) && held !== view.you && stacks.every(({ side }) => side === view.you);
}

/**
 * Each road with how many enter by it, and when they fight.
 * @param {View} view
 * @param {Plan} plan
 * @returns {string[]}
 */
function roadUseLines(view, plan) {
  const found = entryNotice(view, plan.town);
  const first = found?.first;
  if (!found || first === undefined || landsInCastle(view, plan)) return [];
  const main = found.main ?? [...plan.entries.keys()][0];
  return [...plan.entries].map(([road, blocks]) => {
    const round = entryRound({ main, first }, road, main);
    const facts = { road: townName(road), count: blocks.length, round };
    if (round > first) return text("enters-reserve", facts);
    return text(first > 1 ? "enters-late" : "enters-main", facts);
  });
}

/**
 * Whom one would meet there: how many blocks, which everybody sees, and how many the castle holds.
 * @param {View} view
 * @param {string} town
 */
function enemiesLine(view, town) {
  const stacks = (view.map[town]?.stacks ?? []).filter(({ side }) => side !== view.you);
  const count = stacks.reduce((sum, stack) => sum + stack.count, 0);
  const rating = page.towns[town]?.rating;
  if (count === 0) return [];
  return [[text("enemies-there", { count }), rating ? text("castle-for", { rating }) : ""].filter(Boolean).join(", ")];
}

/** All that follows, a line each. @param {View} view @param {Where} where @param {Plan} plan @returns {string[]} */
export function consequenceLines(view, where, plan) {
  return [...linesBeforeRoads(view, where, plan), ...fullRoadsLine(view, plan.full)];
}

/** The same without the roads that are full. @param {View} view @param {Where} where @param {Plan} plan @returns {string[]} */
export function linesBeforeRoads(view, where, plan) {
  const what = consequenceAt(view, plan.town, plan);
  const found = entryNotice(view, plan.town);
  const winter = winterOfPlan(view, where, plan);
  return [
    ...arrivalLines(view, plan.town),
    ...(what ? [text(`follows-${what}`, { town: townName(plan.town) })] : []),
    ...(plan.muster ? [] : enemiesLine(view, plan.town)),
    ...(winter ? [winter] : []),
    // Who stays behind comes before the roads: on a phone the end of the list may be out of sight.
    ...(plan.left.length > 0 ? [text("roads-full", { blocks: plan.left.map(blockName).join(", ") })] : []),
    ...roadUseLines(view, plan),
    ...(found?.main && what !== "castle" && !plan.entries.has(found.main) && plan.entries.size > 0
      ? [text("main-is", { road: townName(found.main) })]
      : []),
    ...linesOfLeaving(view, where, plan),
    ...(plan.forced ? [text("forced-risk")] : []),
  ];
}

/**
 * What is given up by leaving a town: a siege, the town itself, a Victory City that is left empty.
 * @param {View} view @param {Where} where @param {Pick<Plan, "actions" | "town">} plan @returns {string[]}
 */
export function linesOfLeaving(view, where, plan) {
  const emptied = citiesEmptied(view, where, plan);
  const effects = effectsOfLeaving(view, where, plan);
  return [
    ...effects
      .filter(({ town }) => !emptied.includes(town))
      .map(({ town, follows: then }) => text(`leaves-${then}`, { town: townName(town) })),
    ...[...countLeaving(where, plan)]
      .filter(([town]) => besieges(view, town) && effects.every((one) => one.town !== town))
      .map(([town, count]) => text("leaves-siege", { count, town: townName(town) })),
    ...emptied.map((town) => emptiedCityLine(view, town)),
  ];
}

/**
 * What a finger is told of what it did at once: what begins, what winter will cost there, and which Victory Cities stand
 * empty.
 * @param {View} view @param {Where} where @param {Plan} plan @returns {string[]}
 */
export function sayAtOnce(view, where, plan) {
  const begins = consequenceAt(view, plan.town, plan);
  const winter = winterOfPlan(view, where, plan);
  return [
    ...(begins ? [text(`follows-${begins}`, { town: townName(plan.town) })] : []),
    // It is told as part of a sentence that has its own end.
    ...(winter ? [winter.replace(/\.$/, "")] : []),
    ...citiesEmptied(view, where, plan).map((town) => emptiedCityLine(view, town)),
  ];
}

/**
 * What a city costs in which nobody stays: in one's own kingdom it is kept until an enemy comes, else it is lost at once
 * (1.12, 1.2).
 * @param {View} view @param {string} town
 */
function emptiedCityLine(view, town) {
  return text(page.towns[town]?.side === view.you ? "leaves-empty" : "leaves-lost-city", { town: townName(town) });
}

/**
 * Which roads are full, by what is planned or by what has moved, and by which rule: in a line for all of them.
 *
 * @param {View} view
 * @param {Plan["full"]} full
 */
export function fullRoadsLine(view, full) {
  if (full.length === 0) return [];
  const named = (/** @type {Plan["full"]} */ some) =>
    some.map(({ ends, limit }) => `${ends.map(townName).join("\u2009–\u2009")}\u00a0(${limit})`).join(", ");
  const said = (/** @type {string} */ key, /** @type {Plan["full"]} */ some) =>
    some.length > 0 ? [text(key, { roads: named(some) })] : [];
  return [
    [
      ...said(
        "roads-filled",
        full.filter(({ planned }) => planned),
      ),
      ...said(
        "roads-used",
        full.filter(({ planned }) => !planned),
      ),
      text("road-limits", { rule: ruleNumber(view, "roads") }),
    ].join(" "),
  ];
}

/** The same in a few words, for a button. @param {View} view @param {Plan} plan */
export function consequenceNote(view, plan) {
  const parts = [arrivalNote(view, plan.town)].filter(Boolean);
  const what = consequenceAt(view, plan.town, plan);
  if (what) parts.push(text(`short-${what}`));
  const found = entryNotice(view, plan.town);
  const first = found?.first;
  if (found && first !== undefined && what !== "castle") {
    const main = found.main ?? [...plan.entries.keys()][0];
    for (const [road] of plan.entries) {
      parts.push(text("by-road", { road: townName(road) }));
      const round = entryRound({ main, first }, road, main);
      if (round > 1) parts.push(text("round-number", { round }));
    }
  } else if (plan.actions.length === 1 && Array.isArray(plan.actions[0].path) && plan.actions[0].path.length > 1) {
    parts.push(text("by-way-of", { towns: plan.actions[0].path.slice(0, -1).map(townName).join(", ") }));
  }
  if (plan.actions.some((action) => action.area))
    parts.push(text(`into-${plan.actions.find((action) => action.area)?.area}`));
  if (plan.forced) parts.push(text("forced"));
  if (plan.left.length > 0) parts.push(text("not-all", { count: plan.left.length }));
  if (isPriced(plan)) parts.push(moveCost(plan.cost));
  return parts.join(" · ");
}

/** Whether Moves are paid here at all. @param {Plan} plan */
export function isPriced(plan) {
  return plan.actions.some((action) => ["move", "muster", "sea-move", "enter"].includes(action.type));
}
