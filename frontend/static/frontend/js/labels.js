// What the buttons say.

import { blockName, cardName, page, text, townName } from "./page.js";

/** @typedef {import("./offers.js").Action} Action @typedef {import("./offers.js").Choice} Choice */

/** A verb for each type of action. @param {string} type */
export function verb(type) {
  return text(`verb-${type}`);
}

/** Everything about a choice but its block and its destination: the road, the cost, what is special. @param {Choice} choice */
export function details({ action, about }) {
  const parts = [];
  if (Array.isArray(action.path) && action.path.length > 1) {
    parts.push(text("by-way-of", { towns: action.path.slice(0, -1).map(townName).join(", ") }));
  }
  if (typeof action.area === "string") parts.push(text(`into-${action.area}`));
  if (typeof action.road === "string") parts.push(text("by-road", { road: townName(action.road) }));
  if (action.forced) parts.push(text("forced"));
  if (typeof about.strength === "number") parts.push(text("at-strength", { strength: about.strength }));
  if (typeof about.cost === "number") parts.push(cost(about.cost));
  return parts.join(" · ");
}

/** @param {number} moves */
export function cost(moves) {
  if (moves === 0) return text("free");
  return text("cost", { count: moves });
}

/** A whole action in a few words, for a button that stands alone. @param {Choice} choice */
export function label(choice) {
  const { action } = choice;
  if (action.type === "play-card") return text("play-this", { card: cardName(action.card) });
  if (action.type === "assassinate") return text("assassinate-this", { target: targetName(action.target) });
  if (action.type === "swap") return text("swap-this", { block: blockName(action.block) });
  if (action.type === "main-road") return text("main-road-this", { town: townName(action.town), road: townName(action.road) });
  const parts = [verb(action.type)];
  const town = Array.isArray(action.path) ? action.path.at(-1) : action.town ?? action.to ?? action.port;
  if (typeof town === "string") parts.push(townName(town));
  return [parts.join(": "), details(choice)].filter(Boolean).join(" · ");
}

/** @param {any} target  a block, or a hidden one of a town */
function targetName(target) {
  if (typeof target === "string") return blockName(target);
  return text("hidden-block-in", { town: townName(target.town), where: text(`area-${target.area}`) });
}

/** "B2, strength 3 of 4, moves 2". @param {string} block @param {number | undefined} strength */
export function figures(block, strength) {
  const facts = page.blocks[block];
  if (!facts) return "";
  return text("figures", { rating: facts.rating, strength: strength ?? facts.steps, steps: facts.steps, move: facts.move });
}

/** Where each block of a view stands and how strong it is. @param {any} view */
export function whereabouts(view) {
  /** @type {Map<string, {town: string, area: string, strength: number | undefined, seen: any}>} */
  const found = new Map();
  for (const [town, { stacks }] of Object.entries(view.map)) {
    for (const stack of stacks) {
      for (const seen of stack.blocks) found.set(seen.id, { town, area: stack.area, strength: seen.strength, seen });
    }
  }
  for (const [box, ids] of Object.entries(view.staging ?? {})) {
    for (const id of ids) if (!found.has(id)) found.set(id, { town: box, area: "staging", strength: undefined, seen: null });
  }
  return found;
}
