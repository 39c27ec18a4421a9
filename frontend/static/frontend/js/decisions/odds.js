// What fire is likely to do: a die for each point of strength, a hit for each that shows the firepower or less.

import { numberFormat } from "../page/browser.js";
import { page, text } from "../page/page.js";

/** The chance of at least so many hits. @param {number} dice @param {number} chance  of one die @param {number} least */
export function atLeast(dice, chance, least) {
  let sum = 0;
  for (let hits = least; hits <= dice; hits += 1) sum += choose(dice, hits) * chance ** hits * (1 - chance) ** (dice - hits);
  return sum;
}

/** @param {number} of @param {number} some */
function choose(of, some) {
  let ways = 1;
  for (let i = 0; i < some; i += 1) ways = (ways * (of - i)) / (i + 1);
  return ways;
}

/** What each way to fire changes: the number of dice by a factor, the firepower by a sum. @type {Record<string, Record<string, {dice: number, power: number}>>} */
const WAYS = {
  "2.0": { fire: { dice: 1, power: 0 }, charge: { dice: 1, power: 1 } },
  1.4: { fire: { dice: 1, power: 0 }, charge: { dice: 2, power: 0 }, harry: { dice: 1, power: -1 } },
};

/** @param {string} block */
function firepower(block) {
  return Number((page.blocks[block]?.rating ?? "B0").slice(1));
}

const percent = numberFormat({ percent: true });
const decimal = numberFormat({ decimals: 1 });

/**
 * The odds of a choice in a battle, in a line; "" where no dice are rolled.
 *
 * @param {View} view @param {import("./offers.js").Choice} choice @param {Map<string, {strength: number | undefined}>} where
 */
export function odds(view, choice, where) {
  return oddsOf(view, choice, where).join(" · ");
}

/** The same, what matters most first. @param {View} view @param {import("./offers.js").Choice} choice @param {Map<string, {strength: number | undefined}>} where @returns {string[]} */
export function oddsOf(view, { action }, where) {
  const way = WAYS[view.ruleset.edition]?.[action.type];
  if (!way) return []; // in 2.0 harrying rolls the same dice as fire, which stands beside it
  const dice = (where.get(action.block)?.strength ?? 0) * way.dice;
  const charge = action.type === "charge";
  const power = firepower(action.block) + way.power;
  const chance = Math.min(6, power) / 6;
  const parts = [
    text("dice-to-hit", { count: dice, firepower: power }),
    text("expected-hits", { hits: decimal(dice * chance) }),
    text("chance-of", { hits: 1, percent: percent(atLeast(dice, chance, 1)) }),
  ];
  if (dice > 1) parts.push(text("chance-of", { hits: 2, percent: percent(atLeast(dice, chance, 2)) }));
  if (charge) parts.push(text("self-hit-risk", { percent: percent(atLeast(dice, 1 / 6, 1)) }));
  if (behindWalls(view, action.block)) parts.push(text("two-a-step"));
  return parts;
}

/** Whether the hits of this block fall on defenders of a castle. @param {View} view @param {string} block */
function behindWalls(view, block) {
  const battle = view.battle;
  return Boolean(battle?.storm && battle["castle-of"] && battle["castle-of"] !== page.blocks[block]?.side);
}
