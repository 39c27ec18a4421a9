// What happened, step by step, for the narrator: which facts are shown one after another, where, and for how long.
// Pure: game/narrator.js shows it.

import { routesOfMove } from "./headline.js";

/** @typedef {import("../map/ways.js").Route} Route @typedef {import("../page/page.js").Weights} Weights */
/**
 * @typedef {object} Step  one thing that is shown: a move of some blocks by the same way, or one fact that counts
 * @property {GameEvent} first  the fact that it begins with
 * @property {number} count  of blocks that moved; 0 of anything else
 * @property {string[]} towns
 * @property {Route[]} routes
 * @property {boolean} strong  whether it is emphasized
 * @property {string[]} also  sentences told with it: of towns that changed hands by this move without a fight
 * @property {import("./chapters.js").Chapter} [chapter]  that is told in this one step
 */

/** However many steps there are, they are shown within so many milliseconds. */
export const LONGEST_PLAYBACK = 12_000;

/**
 * The steps of these facts, as the side that looks on is told them; its own moves are none.
 *
 * @param {GameEvent[]} facts  oldest first
 * @param {string | null} side  who looks on
 * @param {Weights} weights
 * @returns {Step[]}
 */
export function stepsOf(facts, side, weights) {
  /** @type {Step[]} */
  const steps = [];
  let way = "";
  for (const fact of facts) {
    const weight = weights[fact.type];
    if (weight === "move" && fact.side === side) continue;
    const routes = weight === "move" ? routesOfMove(fact, fact.side ?? "") : [];
    if (routes.length > 0) {
      const name = JSON.stringify([fact.type, fact.side, fact.path ?? [fact.from, fact.to]]);
      const step = steps.at(-1);
      if (step && name === way) step.count += 1;
      else {
        const towns = [...new Set(routes.flatMap(({ steps: walked }) => [walked[0][0], walked[walked.length - 1][1]]))];
        steps.push({ first: fact, count: 1, towns, routes, strong: false, also: [] });
      }
      way = name;
    } else if (weight && fact.text) {
      const move = moveThatLedTo(fact, steps);
      if (move) {
        Object.assign(move, { also: [...move.also, fact.text], strong: move.strong || weight === "strong" });
        continue;
      }
      way = "";
      steps.push({
        first: fact,
        count: 0,
        towns: [fact.town ?? fact.to ?? []].flat(),
        routes: [],
        strong: weight === "strong",
        also: [],
      });
    }
  }
  return steps;
}

/**
 * How the facts begin that led to the battle at a town: up to its beginning. Empty where it began before them, or where
 * nobody of the other side moved.
 *
 * @param {GameEvent[]} facts  oldest first
 * @param {string} town
 * @param {string | null} side  who looks on
 * @param {Weights} weights
 * @returns {GameEvent[]}
 */
export function factsToBattle(facts, town, side, weights) {
  const before = facts.slice(0, facts.findLastIndex((fact) => fact.type === "battle-begun" && fact.town === town) + 1);
  return before.some((fact) => weights[fact.type] === "move" && fact.side !== side) ? before : [];
}

/** The move by which a town was entered or left without a fight. @param {GameEvent} fact @param {Step[]} steps */
function moveThatLedTo(fact, steps) {
  if (fact.type !== "town-entered" && fact.type !== "town-left") return undefined;
  const end = fact.type === "town-entered" ? -1 : 0;
  return steps.findLast(({ count, towns }) => count > 0 && towns.at(end) === fact.town);
}

/** The one step that a chapter is told in. @param {import("./chapters.js").Chapter} chapter @returns {Step} */
export function stepOfChapter(chapter) {
  const { entries, headline, fact } = chapter;
  const { towns, routes } = headline ?? { towns: [fact.town ?? []].flat(), routes: [] };
  const strong = headline !== null && headline.parts.some((part) => part.strong);
  return { first: entries[0].events[0], count: 0, towns, routes, strong, also: [], chapter };
}

/**
 * For how many milliseconds each of so many steps is shown, at a pace of so many for one.
 *
 * @param {number} count @param {number} pace @param {number} [longest]  for all of them
 */
export function stepDuration(count, pace, longest = LONGEST_PLAYBACK) {
  return count > 0 ? Math.min(pace, longest / count) : 0;
}
