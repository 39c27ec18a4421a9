// What the buttons say.

import { blockName, cardName, page, text, townName, withColon } from "../page/page.js";

/** @typedef {import("./offers.js").Action} Action @typedef {import("./offers.js").Choice} Choice */

/** A verb for each type of action. @param {string} type */
export function actionVerb(type) {
  return text(`verb-${type}`);
}

/**
 * Of the types of what a block can do in a fight, the one that is usual; the second lesson has a charge to show.
 * @param {string[]} types
 */
export function usualType(types) {
  return page["siege-lesson"] && types.includes("charge") ? "charge" : "fire";
}

/**
 * Everything about a choice but its block and its destination: the road, the cost, what is special.
 * @param {Choice} choice
 */
export function actionDetails({ action, about }) {
  const parts = [];
  if (Array.isArray(action.path) && action.path.length > 1) {
    parts.push(text("by-way-of", { towns: action.path.slice(0, -1).map(townName).join(", ") }));
  }
  if (typeof action.area === "string") parts.push(text(`into-${action.area}`));
  if (typeof action.road === "string") parts.push(text("by-road", { road: townName(action.road) }));
  if (action.forced) parts.push(text("forced"));
  if (typeof about.strength === "number") parts.push(text("at-strength", { strength: about.strength }));
  if (typeof about.cost === "number") parts.push(moveCost(about.cost));
  return parts.join(" · ");
}

/** @param {number} moves */
export function moveCost(moves) {
  if (moves === 0) return text("free");
  return text("cost", { count: moves });
}

/** A whole action in a few words, for a button that stands alone. @param {Choice} choice */
export function actionLabel(choice) {
  const { action } = choice;
  if (action.type === "play-card" && action.card) return text("play-this", { card: cardName(action.card) });
  if (action.type === "assassinate" && action.target)
    return text("assassinate-this", { target: targetName(action.target) });
  if (action.type === "swap" && action.block) return text("swap-this", { block: blockName(action.block) });
  if (action.type === "main-road" && action.town && action.road) {
    const named = { town: townName(action.town), road: townName(action.road) };
    return action.start
      ? text("main-attack-this", { ...named, start: townName(action.start) })
      : text("main-road-this", named);
  }
  const verb = actionVerb(action.type);
  const town = Array.isArray(action.path) ? action.path.at(-1) : (action.town ?? action.to ?? action.port);
  const what = typeof town === "string" ? `${withColon(verb)} ${townName(town)}` : verb;
  return [what, actionDetails(choice)].filter(Boolean).join(" · ");
}

/** @param {string | {town: string, area: string}} target  a block, or a hidden one of a town */
function targetName(target) {
  if (typeof target === "string") return blockName(target);
  return text("hidden-block-in", { town: townName(target.town), where: text(`area-${target.area}`) });
}
