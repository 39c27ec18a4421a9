// Towns with more blocks than they hold at deployment (3.1) or feed in winter (8.3): in words, and as marks on the map.

import { places } from "../map/layout.js";
import { HIGH } from "../map/signs.js";
import { html, svg } from "../page/dom.js";
import { wantsExplanations } from "../page/explained.js";
import { blockName, page, semicolon, text, townName } from "../page/page.js";
import { ruleNumber } from "./rulenumbers.js";
import { allComeBack, fateOfTaken, isLostForGood, stepsOfTown } from "./winter.js";

/** The turn of a year without attacks. */
const WINTER = 6;
/** Decisions that place blocks which may winter there. */
const PLACING = new Set(["move", "regroup", "must-retreat", "leave-siege"]);

/** @typedef {Record<string, {blocks: number, limit: number}>} Surplus */

/**
 * What the view says of them.
 *
 * @param {View} view
 * @returns {Surplus}
 */
function surplusOf(view) {
  return view.prompt?.params.surplus ?? {};
}

/**
 * "feeds 1 of 6: 5 to disband".
 *
 * @param {View} view
 * @param {string} town
 * @returns {string}
 */
export function surplusOfTown(view, town) {
  const found = surplusOf(view)[town];
  if (!found) return "";
  const { blocks, limit } = found;
  return text(view.step === "seats" ? "holds-of" : "feeds-of", { blocks, limit, count: blocks - limit });
}

/**
 * What the town feeds or holds, or still gives back; empty where nothing is to be said of it.
 *
 * @param {View} view
 * @param {string} town
 */
export function winterOfTown(view, town) {
  return surplusOfTown(view, town) || stepsOfTown(view, town);
}

/**
 * Why Done cannot be pressed yet at deployment.
 *
 * @param {View} view
 * @returns {string}
 */
export function whyNotDone(view) {
  if (view.step !== "seats") return "";
  return Object.keys(surplusOf(view))
    .map((town) => `${townName(town)} ${surplusOfTown(view, town)}`)
    .join(semicolon());
}

/**
 * Which towns will not feed all, and which besiegers starve, when winter follows this movement; "" where none.
 *
 * @param {View} view
 * @returns {string}
 */
export function hungryInWinter(view) {
  if (view.step !== "move" || view.turn < WINTER) return "";
  const towns = Object.keys(surplusOf(view)).map(
    (town) => `${townName(town)} ${surplusOfTown(view, town)}${fateInBrackets(view, { town, ...takenAt(view, town) })}`,
  );
  const fed = towns.length > 0 ? text("winter-follows", { towns: towns.join(semicolon()) }) : "";
  return [fed, starvingBesiegers(view), backAgain(view)].filter(Boolean).join(" ");
}

/** How many of how many a town would have to disband. @param {View} view @param {string} town */
function takenAt(view, town) {
  const { blocks, limit } = surplusOf(view)[town];
  return { count: blocks - limit, blocks };
}

/** " (for good: al-Adil)"; "" where nobody would be lost for good. @param {View} view @param {import("./winter.js").Taken} taken */
function fateInBrackets(view, taken) {
  const fate = fateOfTaken(view, taken);
  return fate && ` (${fate})`;
}

/** That all whom winter would take can be drawn again; "" where one of them cannot, or nobody is taken. @param {View} view */
function backAgain(view) {
  const towns = [...Object.keys(surplusOf(view)), ...besiegedInVain(view)];
  return towns.length > 0 && allComeBack(view, towns) ? text("winter-all-back") : "";
}

/**
 * In the last two turns of a year the towns whose besiegers, one's own, winter takes (8.3): all but that of the siege
 * that a Winter Campaign has been declared to keep (8.2); in edition 1.4 it keeps all (9.12).
 * @param {View} view
 */
function besiegedInVain(view) {
  const { sieges = {}, you, turn, step, prompt } = view;
  if (!PLACING.has(step) || turn < WINTER - 1 || !prompt?.mine || keepsAllSieges(view)) return [];
  return Object.keys(sieges).filter((town) => sieges[town].besieger === you && town !== view["winter-campaign"]);
}

/** Which of one's besiegers winter takes at this movement's end; "" where none. @param {View} view */
export function starvingBesiegers(view) {
  return view.step === "move" && view.turn >= WINTER ? besiegersTaken(view) : "";
}

/** Which of one's besiegers the next winter takes, as blocks stand; "" where none. @param {View} view */
function besiegersTaken(view) {
  const each = besiegedInVain(view).map((town) => {
    const own = view.map[town].stacks.filter(({ side }) => side === view.you);
    const count = own.reduce((sum, stack) => sum + stack.count, 0);
    return `${townName(town)}\u00a0${count}${fateInBrackets(view, { town, count, blocks: count })}`;
  });
  return each.length > 0
    ? text(view.turn < WINTER ? "winter-besiegers-next" : "winter-besiegers", { towns: each.join(", ") })
    : "";
}

/** That one's Winter Campaign has been declared, and for which siege; else "". @param {View} view */
export function siegeKept({ sieges = {}, you, step, prompt, "winter-campaign": town }) {
  const kept = step === "move" && prompt?.mine && town && sieges[town]?.besieger === you;
  return kept ? text("campaign-kept", { town: townName(town) }) : "";
}

/** That a Winter Campaign which was played in the winter turn finds no siege to keep; else "". @param {View} view */
export function campaignInVain({ sieges = {}, you, turn, step, prompt, ruleset, cards }) {
  const played = you && cards[you].played === "winter-campaign";
  const asked = step === "move" && turn === WINTER && prompt?.mine && ruleset.edition !== "1.4";
  return played && asked && !Object.values(sieges).some(({ besieger }) => besieger === you)
    ? text("campaign-none")
    : "";
}

/** The side that attacks in this winter turn, and keeps all its sieges (9.11, 9.12 of edition 1.4); else null. @param {View} view */
function campaigner({ ruleset, turn, cards }) {
  const sides = /** @type {const} */ (["frank", "saracen"]);
  const played = ruleset.edition === "1.4" && turn === WINTER;
  return (played && sides.find((side) => cards[side]["counts-as"] === "winter-campaign")) || null;
}

/** Whether one's own sieges all go on through this winter (9.12 of edition 1.4). @param {View} view */
function keepsAllSieges(view) {
  return view.you !== null && campaigner(view) === view.you;
}

/** Whether a movement is one in which nobody can attack. @param {View} view */
export function isPeaceful(view) {
  return view.step === "move" && view.turn === WINTER && campaigner(view) === null;
}

/** That nobody can attack in the movement of a winter turn; "" in others. @param {View} view */
export function winterPeace(view) {
  return isPeaceful(view) && view.prompt?.mine ? text("winter-peace", { rule: ruleNumber(view, "winter-turn") }) : "";
}

/**
 * In the last two turns of a year, wherever blocks can still be placed: how many each town would have to disband, which
 * besiegers starve, and who of them is lost for good, as the blocks stand; "" where nobody would go.
 * @param {View} view
 */
export function winterAhead(view) {
  if (!PLACING.has(view.step)) return "";
  const each = Object.keys(surplusOf(view)).map((town) => {
    const taken = { town, ...takenAt(view, town) };
    return `${text("winter-at", { ...taken, town: townName(town) })}${fateInBrackets(view, taken)}`;
  });
  const key = view.turn < WINTER ? "winter-next-turn" : "winter-ahead";
  return [each.length > 0 ? text(key, { towns: each.join(", ") }) : "", besiegersTaken(view), backAgain(view)]
    .filter(Boolean)
    .join(" ");
}

/**
 * What a town would feed of those who would stand there by a plan, and that a siege of it would cost all of them; ""
 * where all are fed and the enemy has no castle there, and before the last two turns of a year.
 * @param {View} view @param {Map<string, {town: string}>} where
 * @param {Pick<import("./plan.js").Plan, "actions" | "town">} plan
 */
export function winterOfPlan(view, where, { actions, town }) {
  if (!(PLACING.has(view.step) || view.step === "fight") || view.turn < WINTER - 1) return "";
  const limit = feeds(view, town);
  const there = [...where].filter(([block, at]) => at.town === town && page.blocks[block]?.side === view.you);
  const all = new Set([...there.map(([block]) => block), ...actions.flatMap(({ block }) => block ?? [])]);
  const fed = all.size > limit ? text("winter-of-plan", { town: townName(town), limit, blocks: all.size }) : "";
  return [fed, siegeInWinter(view, town, [...all])].filter(Boolean).join(" ");
}

/**
 * That all who would besiege a town leave in winter, and who of them for good; "" where no enemy holds a castle, or where
 * the siege is kept.
 * @param {View} view @param {string} town @param {string[]} blocks
 */
function siegeInWinter(view, town, blocks) {
  const { control, stacks = [] } = view.map[town] ?? {};
  const held = control !== view.you && stacks.some(({ side }) => side !== view.you);
  if (!held || !page.towns[town]?.rating || view["winter-campaign"] === town || keepsAllSieges(view)) return "";
  const lost = blocks.filter((block) => isLostForGood(view, block)).map(blockName);
  return text("winter-of-siege", {
    town: townName(town),
    count: blocks.length,
    lost: lost.length > 0 ? ` (${text("winter-lost", { blocks: lost.join(", ") })})` : "",
  });
}

/** How many of one's blocks a town feeds (8.3; 9.2 in edition 1.4). @param {View} view @param {string} town */
function feeds({ ruleset, you }, town) {
  const { rating = 0, side } = page.towns[town] ?? {};
  const old = ruleset.edition === "1.4";
  return rating * (old && side === you ? 3 : 1) || (old ? 0 : 1);
}

/**
 * In winter which towns feed how many of how many, or give how many steps back.
 *
 * @param {View} view
 */
export function drawWinterLines(view) {
  if (view.step !== "winter") return null;
  const { surplus = {}, steps = {} } = view.prompt?.params ?? {};
  const lines = [
    ...Object.keys(surplus).map((town) => [html("strong", {}, townName(town)), ` ${surplusOfTown(view, town)}`]),
    ...Object.keys(steps).map((town) => stepsOfTown(view, town)),
  ];
  if (lines.length === 0) return null;
  return html(
    "ul",
    { class: Object.keys(surplus).length > 0 ? "surplus-lines" : "step-lines" },
    lines.map((line) => html("li", {}, line)),
  );
}

/** What a sign such as "2/4" at a town counts, before winter; "" where there is none. @param {View} view */
export function signOfSurplus(view) {
  const [first] = PLACING.has(view.step) && wantsExplanations() ? Object.entries(surplusOf(view)) : [];
  if (!first) return "";
  const [town, surplus] = first;
  return text("feeds-sign", { town: townName(town), sign: signInFigures(surplus) });
}

/** @param {{blocks: number, limit: number}} surplus */
function signInFigures({ blocks, limit }) {
  return `${limit}/${blocks}`;
}

/**
 * How many too many, at each town; in winter also how many steps a town still gives back.
 * @param {View} view
 * @param {ReturnType<typeof import("../map/signs.js").signPlacer>} room
 * @returns {SVGElement[]}
 */
export function drawSurplus(view, room) {
  const surplus = Object.entries(surplusOf(view)).map(([town, surplus]) => ({
    town,
    look: "surplus",
    words: signInFigures(surplus),
    title: `${townName(town)}, ${surplusOfTown(view, town)}`,
  }));
  const steps = Object.entries(view.prompt?.params.steps ?? {})
    .filter(([, { left }]) => left > 0)
    .map(([town, { left }]) => ({
      town,
      look: "surplus to-regain",
      words: text("steps-there", { left }),
      title: stepsOfTown(view, town),
    }));
  return [...surplus, ...steps]
    .filter(({ town }) => places[town])
    .map(({ town, look, words, title }) => {
      const wide = 34 + words.length * 15;
      const { left, top } = room(town, wide);
      return svg(
        "g",
        { class: look, transform: `translate(${left} ${top + HIGH / 2})`, "data-surplus": town },
        svg("title", {}, title),
        svg("rect", { x: 0, y: -19, width: wide, height: 38, rx: 19 }),
        svg("text", { x: wide / 2, y: 9 }, words),
      );
    });
}
