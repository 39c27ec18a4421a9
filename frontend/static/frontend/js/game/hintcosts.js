// What a hint costs, in words: the card, the Move, what is left open, the roads that are full, steps, and the odds.

import { arrivalLines, arrivals } from "../decisions/arrivals.js";
import { LEAST_CHANCE, chanceToFall } from "../decisions/danger.js";
import { endingLosses } from "../decisions/ends.js";
import { fullRoadsLine, linesOfLeaving } from "../decisions/following.js";
import { triesInTen } from "../decisions/forecast.js";
import { citiesEmptied } from "../decisions/opencities.js";
import * as plans from "../decisions/plan.js";
import { winterAhead } from "../decisions/surplus.js";
import { choiceConsequence, costOfNobody } from "../decisions/whys.js";
import { fatesOfHit, winterConsequence } from "../decisions/winter.js";
import { neighborsOf } from "../map/extent.js";
import { locateBlocks } from "../map/whereabouts.js";
import { page, text, townName } from "../page/page.js";

/**
 * @typedef {import("./hintacts.js").Way} Way @typedef {ReturnType<typeof locateBlocks>} Where
 * @typedef {{view: View, action: GameAction, way: Way, where: Where}} Hinted
 */

/** By the type of an act: what it costs, a sentence each; what is not named here costs nothing. */
const COSTS = /** @type {Record<string, (hinted: Hinted) => string[]>} */ ({
  "play-card": ({ view }) => [text("hint-card-spent", { left: (view.hand ?? []).length - 1 })],
  "go-first": consequence,
  "go-second": consequence,
  strengthen: ({ action: { block = "" }, where }) => [
    text("hint-gains", { steps: (where.get(block)?.strength ?? 0) + 1, most: page.blocks[block]?.steps ?? 0 }),
  ],
  move: (hinted) => [costOfMove(hinted), ...costsOfGoing(hinted)],
  muster: costsOfGoing,
  "muster-to": (hinted) => [costOfMoves(hinted), ...costsOfGoing(hinted)],
  "sea-move": (hinted) => [costOfMoves(hinted), ...costsOfGoing(hinted)],
  enter: (hinted) => [costOfMoves(hinted), ...costsOfGoing(hinted)],
  "winter-campaign": (hinted) => [costOfMoves(hinted), ...consequence(hinted)],
  "main-road": consequence,
  regroup: costsOfGoing,
  retreat: (hinted) => [hinted.view.step === "fight" ? text("hint-no-fire") : "", ...costsOfGoing(hinted)],
  harry: costsOfGoing,
  withdraw: () => [text("hint-no-fire")],
  pass: () => [text("hint-no-fire")],
  fire: costOfStaying,
  charge: costOfStaying,
  "leave-map": consequence,
  "take-hit": costOfHit,
  garrison: consequence,
  storm: costOfSet,
  sally: costOfSet,
  "keep-face-up": consequence,
  deploy: costOfArrival,
  disband: ({ view, action, where }) => winterConsequence(view, action, where),
  replace: ({ view, action, where }) => winterConsequence(view, action, where),
  done: (hinted) => [...endingLosses(hinted.view), ...(hinted.view.step === "leave-siege" ? consequence(hinted) : [])],
});

/** Acts by which blocks leave a town. */
const GOING = new Set(["move", "muster", "muster-to", "sea-move", "enter", "regroup", "retreat", "harry"]);

/**
 * What else is said of a hint beside the computer's reason; "" where it costs nothing.
 * @param {View} view @param {GameAction} action @param {Way} way
 */
export function costsOfHint(view, action, way) {
  const found = COSTS[action.type]?.({ view, action, way, where: locateBlocks(view) }) ?? [];
  const ahead = action.type === "done" ? "" : winterAhead(view);
  return [...found, ahead].filter(Boolean).join(" ");
}

/** What is said of this choice where it is made. @param {Hinted} hinted */
function consequence({ view, action }) {
  const set = action.blocks ? (action.blocks.length > 0 ? "some" : "none") : "";
  return [choiceConsequence(view, action.type, set)];
}

/** The plan that the button of a hint makes; null where nobody goes. @param {Hinted} hinted */
function planOf({ view, way, where }) {
  if (way.kind === "muster") return plans.planMove(view, where, way.blocks, way.town, { muster: true });
  if (way.kind === "act" || !way.selection.town) return null;
  const { blocks = [], town, roads } = way.selection;
  return plans.planMove(view, where, blocks, town, { roads });
}

/**
 * What a hint gives up where its blocks stand now: a castle that falls back, a city left empty, a siege; "" where nothing.
 * @param {View} view @param {GameAction} action @param {Way} way
 */
export function givenUpByHint(view, action, way) {
  if (!GOING.has(action.type)) return "";
  const hinted = { view, action, way, where: locateBlocks(view) };
  const lines = linesOfLeaving(view, hinted.where, planOf(hinted) ?? { actions: [action], town: action.to ?? "" });
  return lines.length > 0 ? text("hint-costs", { lines: lines.join("; ") }) : "";
}

/** What is left weak and which roads are full, where blocks go; in a fight one goes. @param {Hinted} hinted */
function costsOfGoing(hinted) {
  const { view, action, where } = hinted;
  const plan = planOf(hinted);
  const made = plan ?? { actions: [action], town: action.to ?? "" };
  return [
    ...linesOfWeakened(view, where, made),
    ...fullRoadsLine(view, plan?.full ?? []),
    plan?.forced ? text("forced-risk") : "",
  ];
}

/**
 * Which towns blocks leave with nobody of their side in them, those next to enemies first, and which castles next to
 * enemies with half of them or fewer. What is said of a town by itself is not said again.
 * @param {View} view @param {Where} where @param {Pick<import("../decisions/plan.js").Plan, "actions" | "town">} made
 */
export function linesOfWeakened(view, where, made) {
  const named = new Set([
    ...plans.effectsOfLeaving(view, where, made).map(({ town }) => town),
    ...citiesEmptied(view, where, made),
  ]);
  const towns = [...plans.countLeaving(where, made)]
    .map(([town, count]) => ({ town, all: countOf(view, town, true), left: countOf(view, town, true) - count }))
    .filter(({ town }) => town in page.towns && !named.has(town) && !plans.besieges(view, town));
  const isNear = (/** @type {{town: string}} */ { town }) =>
    neighborsOf(town).some((other) => countOf(view, other, false) > 0);
  const line = (/** @type {string} */ key, /** @type {string[]} */ some) =>
    some.length > 0 ? [text(key, { towns: some.join(", ") })] : [];
  const bare = towns.filter(({ left }) => left <= 0);
  const few = towns.filter((one) => one.left > 0 && 2 * one.left <= one.all && isNear(one));
  const castles = few.filter(({ town }) => page.towns[town].rating);
  return [
    ...line(
      "hint-nobody-near",
      bare.filter(isNear).map(({ town }) => townName(town)),
    ),
    ...line(
      "hint-nobody-stays",
      bare.filter((one) => !isNear(one)).map(({ town }) => townName(town)),
    ),
    ...line(
      "hint-few-near",
      castles.map(({ town, left, all }) => text("hint-of-all", { town: townName(town), left, all })),
    ),
  ];
}

/** How many blocks one's side has in a town, or the other. @param {View} view @param {string} town @param {boolean} own */
function countOf(view, town, own) {
  return (view.map[town]?.stacks ?? [])
    .filter(({ side }) => (side === view.you) === own)
    .reduce((sum, { count }) => sum + count, 0);
}

/** What a march costs in Moves, which the blocks of a town share. @param {Hinted} hinted */
function costOfMove({ view, action: { block = "", path = [] }, where }) {
  const start = where.get(block)?.town ?? "";
  const ways = plans.routesTo(view, block, path.at(-1) ?? "", start).filter(({ action }) => action.type === "move");
  if (ways.length === 0) return "";
  const left = view["moves-left"] ?? 0;
  if (ways.every(({ cost }) => cost === 0)) return text("hint-move-paid");
  return left === 1 ? text("hint-last-move") : text("hint-move-costs", { left });
}

/** What it costs in Moves, where no other block goes for the same. @param {Hinted} hinted */
function costOfMoves({ view, action }) {
  const offer = (view.actions ?? []).find(({ type }) => type === action.type);
  return offer?.about?.cost ? text("hint-costs-a-move", { left: view["moves-left"] ?? 0 }) : "";
}

/** Who fires stays where the enemy can hit it. @param {Hinted} hinted */
function costOfStaying({ view, action, where }) {
  const falls = chanceToFall(view, action, where);
  return falls < LEAST_CHANCE ? [] : [text("hint-may-fall", { count: triesInTen(falls) })];
}

/** A step, or the block itself. @param {Hinted} hinted */
function costOfHit({ view, action, where }) {
  const { block = "" } = action;
  const fates = fatesOfHit({ ...view, actions: [/** @type {GameOffer} */ (action)] });
  const walls = choiceConsequence(view, "take-hit") === text("why-take-hit-walls");
  if (fates.length > 0 || walls) return walls ? consequence({ view, action, way: { kind: "act" }, where }) : fates;
  return [text("hint-a-step", { left: (where.get(block)?.strength ?? 1) - 1 })];
}

/** What waiting costs; of those who go their odds say it, where the site gives odds. @param {Hinted} hinted */
function costOfSet(hinted) {
  const { view, action } = hinted;
  if (action.blocks?.length === 0) return [costOfNobody(view, action.type)];
  return document.getElementById("odds-list") ? [] : consequence(hinted);
}

/** With how many steps a drawn block would arrive. @param {Hinted} hinted */
function costOfArrival({ view, action: { town = "" } }) {
  const weak = arrivals(view).get(town)?.kind === "weak";
  return [...arrivalLines(view, town).slice(0, 1), weak ? text("hint-arrives-weak") : ""];
}
