// What the Assassins are likely to do to a block: steps that it loses, and whether it falls. Pure.

import { numberFormat } from "../page/browser.js";
import { page, semicolon, text } from "../page/page.js";
import { chanceOfAtLeast, hitChances } from "./hits.js";
import { firepower } from "./odds.js";
import { townOfTarget } from "./offers.js";

/** @typedef {string | {town: string, area: string}} Target  a block, or a hidden one of a town */

const ASSASSINS = "assassins";
/** A block has at most so many steps. */
const MOST_STEPS = 4;

const percent = numberFormat({ percent: true });
const decimal = numberFormat({ decimals: 1 });

/** The chance of each number of hits. */
function strikeChances() {
  const { steps = 0 } = page.blocks[ASSASSINS] ?? {};
  return hitChances(Array(steps).fill(firepower(ASSASSINS) / 6));
}

/** The stack that a target stands in, and the target if it lies open. @param {View} view @param {Target} target */
function placeOf(view, target) {
  const stacks = view.map[townOfTarget(view, target)]?.stacks ?? [];
  const enemies = stacks.filter(({ side }) => side !== view.you);
  if (typeof target !== "string") return { stack: enemies.find(({ area }) => area === target.area), face: undefined };
  const stack = enemies.find(({ blocks }) => blocks.some(({ id }) => id === target));
  return { stack, face: stack?.blocks.find(({ id }) => id === target) };
}

/** How likely an open target falls, in few words; "" of a hidden one. @param {View} view @param {Target} target */
export function strikeNote(view, target) {
  const { face } = placeOf(view, target);
  return face ? text("strike-falls", { percent: percent(chanceOfAtLeast(strikeChances(), face.strength)) }) : "";
}

/**
 * What a strike is likely to cost its target, whether that falls by it, and what is left to the lot; a sentence each.
 * @param {View} view @param {Target} target
 */
export function strikeInWords(view, target) {
  const { stack, face } = placeOf(view, target);
  const chances = strikeChances();
  // Hits beyond its steps are lost.
  const most = face?.strength ?? MOST_STEPS;
  const lost = chances.reduce((sum, part, hits) => sum + part * Math.min(hits, most), 0);
  const falls = (/** @type {number} */ steps) => percent(chanceOfAtLeast(chances, steps));
  const each = Array.from({ length: MOST_STEPS }, (_, i) =>
    text("strike-with", { count: i + 1, percent: falls(i + 1) }),
  ).join(semicolon());
  return [
    text("strike-odds", {
      count: Number(lost.toFixed(1)),
      dice: chances.length - 1,
      firepower: firepower(ASSASSINS),
      steps: decimal(lost),
      percent: falls(1),
    }),
    face ? text("strike-falls", { percent: falls(face.strength) }) : text("strike-falls-hidden", { chances: each }),
    stack?.area === "castle" ? text("strike-walls") : "",
    !face && (stack?.hidden ?? 0) > 1 ? text("strike-lot", { count: stack?.hidden ?? 0 }) : "",
  ].filter(Boolean);
}
