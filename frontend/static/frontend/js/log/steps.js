// What happened, step by step, for the narrator: which facts are shown one after another, where, and for how long. Pure: game/narrator.js
// shows it.

import { routesOfMove } from "./headline.js";

/** @typedef {import("../map/ways.js").Route} Route @typedef {import("../page/page.js").Weights} Weights */
/**
 * @typedef {object} Step  one thing that is shown: a move of some blocks by the same way, or one fact that counts
 * @property {GameEvent} first  the fact that it begins with
 * @property {number} count  of blocks that moved; 0 of anything else
 * @property {string[]} towns
 * @property {Route[]} routes
 * @property {boolean} strong  whether it is emphasized
 * @property {string[]} entered  towns that changed hands by this move without a fight
 */

/** However many steps there are, they are shown within so many milliseconds. */
export const LONGEST_PLAYBACK = 12_000;

/**
 * The steps of these facts, as the side that looks on is told them; its own moves are none.
 *
 * @param {GameEvent[]} facts  oldest first @param {string | null} side  who looks on @param {Weights} weights
 * @param {string[]} [entered]  towns entered without a fight @returns {Step[]}
 */
export function stepsOf(facts, side, weights, entered = []) {
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
        steps.push({ first: fact, count: 1, towns, routes, strong: false, entered: [] });
      }
      way = name;
    } else if (weight && fact.text) {
      way = "";
      steps.push({ first: fact, count: 0, towns: [fact.town ?? fact.to ?? []].flat(), routes: [], strong: weight === "strong", entered: [] });
    }
  }
  for (const town of entered) {
    const step = steps.find(({ count, towns }) => count > 0 && towns.at(-1) === town);
    if (step) Object.assign(step, { entered: [...step.entered, town], strong: true });
  }
  return steps;
}

/** For how many milliseconds each of so many steps is shown, at a pace of so many for one. @param {number} count @param {number} pace */
export function stepDuration(count, pace) {
  return count > 0 ? Math.min(pace, LONGEST_PLAYBACK / count) : 0;
}
