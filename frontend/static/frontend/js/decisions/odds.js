// What fire is likely to do: a die for each point of strength, a hit for each that shows the firepower or less.

import { blockWithSteps } from "../blocks/figures.js";
import { numberFormat } from "../page/browser.js";
import { page, text } from "../page/page.js";
import { chanceOfAtLeast, hitChances, expectedValue, stepChances } from "./hits.js";
import { blocksRemembered } from "./remembered.js";
import { ruleNumber } from "./rulenumbers.js";

/**
 * What each way to fire changes: the number of dice by a factor, the firepower by a sum.
 * @type {Record<string, Record<string, {dice: number, power: number}>>}
 */
export const WAYS = {
  "2.0": { fire: { dice: 1, power: 0 }, charge: { dice: 1, power: 1 } },
  1.4: { fire: { dice: 1, power: 0 }, charge: { dice: 2, power: 0 }, harry: { dice: 1, power: -1 } },
};

/** @param {string} block */
export function firepower(block) {
  return Number((page.blocks[block]?.rating ?? "B0").slice(1));
}

/** Sets of blocks that attack. */
const ASSAULTS = ["storm", "sally"];

const percent = numberFormat({ percent: true });
const decimal = numberFormat({ decimals: 1 });

/**
 * The odds of a choice in a battle, in a line; "" where no dice are rolled.
 *
 * @param {View} view
 * @param {import("./offers.js").Choice} choice
 * @param {Map<string, {strength: number | undefined}>} where
 */
export function fireOddsText(view, choice, where) {
  return fireOddsLines(view, choice, where).join(" · ");
}

/**
 * The dice of a choice, what they hit on, and the chance of each number of hits; undefined where none are told.
 * @param {View} view
 * @param {import("./offers.js").Action} action
 * @param {Map<string, {strength?: number}>} where
 */
function rollOf(view, { block, type }, where) {
  const way = WAYS[view.ruleset.edition]?.[type];
  if (!way || !block) return undefined;
  const dice = (where.get(block)?.strength ?? 0) * way.dice;
  const power = firepower(block) + way.power;
  return { dice, power, hits: hitChances(Array(dice).fill(Math.min(6, power) / 6)) };
}

/** The chance of each number of steps behind walls. @param {View} view @param {number[]} hits */
function stepsOf(view, hits) {
  return stepChances(hits, { walls: true, half: Boolean(view.battle?.["half-hit"]) });
}

/** A number of steps with its words, by the form that the number takes as it is shown. @param {number} steps */
function counted(steps) {
  return { count: Number(steps.toFixed(1)), steps: decimal(steps) };
}

/**
 * What a choice is expected to cost the enemy: hits, of a stormed castle steps.
 * @param {View} view
 * @param {import("./offers.js").Choice} choice
 * @param {Map<string, {strength?: number}>} where
 */
export function expectedGain(view, { action }, where) {
  const { hits = [1] } = rollOf(view, action, where) ?? {};
  return expectedValue(behindWalls(view, action.block ?? "") ? stepsOf(view, hits) : hits);
}

/**
 * The odds of a choice in a battle, a phrase each, what matters most first; none where no dice are rolled.
 * @param {View} view
 * @param {import("./offers.js").Choice} choice
 * @param {Map<string, {strength: number | undefined}>} where
 * @returns {string[]}
 */
export function fireOddsLines(view, { action }, where) {
  const { block, type } = action;
  const roll = rollOf(view, action, where);
  if (!roll || !block) return []; // in 2.0 harrying rolls the same dice as fire, which stands beside it
  const { dice, power, hits } = roll;
  const charge = type === "charge";
  const parts = [text(power === 1 ? "dice-to-hit-on-1" : "dice-to-hit", { count: dice, firepower: power })];
  if (behindWalls(view, block)) {
    const steps = stepsOf(view, hits);
    parts.push(
      text("expected-steps", counted(expectedValue(steps))),
      text("chance-of-a-step", { percent: percent(chanceOfAtLeast(steps, 1)) }),
      text("hits-for-a-step"),
    );
  } else {
    parts.push(
      text("expected-hits", { hits: decimal(expectedValue(hits)) }),
      text("chance-of", { hits: 1, percent: percent(chanceOfAtLeast(hits, 1)) }),
    );
    if (dice > 1) parts.push(text("chance-of", { hits: 2, percent: percent(chanceOfAtLeast(hits, 2)) }));
  }
  if (charge) parts.push(text("self-hit-risk", { percent: percent(chanceOfASix(dice)) }));
  return parts;
}

/**
 * The chance that an act in a fight hits at least once, in a storm that it costs the castle a step; undefined where it
 * rolls no dice.
 * @param {View} view @param {import("./offers.js").Action} action @param {Map<string, {strength?: number}>} where
 */
export function chanceToHit(view, action, where) {
  const roll = rollOf(view, action, where);
  const walls = behindWalls(view, action.block ?? "");
  return roll && { walls, dice: roll.dice, chance: chanceOfAtLeast(walls ? stepsOf(view, roll.hits) : roll.hits, 1) };
}

/** The chance that a charge hits the block itself, by a six. @param {number} dice */
export function chanceOfASix(dice) {
  return chanceOfAtLeast(hitChances(Array(dice).fill(1 / 6)), 1);
}

/** The blocks that storm or sally already, and go on. @param {View} view @param {string} type @returns {string[]} */
export function committedBlocks(view, type) {
  if (view.step === "exchange" || !view.battle) return [];
  const stacks = view.map[view.battle.town]?.stacks ?? [];
  return stacks.flatMap((stack) =>
    stack.blocks.filter((block) => (type === "storm" ? block.storming : block.sallying)).map(({ id }) => id),
  );
}

/**
 * What a round of fire of these blocks is likely to do, if they storm or sally; "" where nobody is chosen. It rests on
 * one's own blocks alone.
 *
 * @param {View} view
 * @param {string} type
 * @param {string[]} blocks
 * @param {Map<string, {strength: number | undefined}>} where
 */
export function fireOddsOfSet(view, type, blocks, where) {
  if (blocks.length === 0 || !ASSAULTS.includes(type)) return "";
  const going = [...new Set([...committedBlocks(view, type), ...blocks])];
  const dice = going.flatMap((block) => Array(where.get(block)?.strength ?? 0).fill(Math.min(6, firepower(block)) / 6));
  const hits = hitChances(dice);
  const steps = stepChances(hits, { walls: type === "storm", half: Boolean(view.battle?.["half-hit"]) });
  return text(`${type}-odds`, {
    count: going.length,
    hits: decimal(expectedValue(hits)),
    steps: decimal(expectedValue(steps)),
    percent: percent(chanceOfAtLeast(steps, 1)),
  });
}

/**
 * What the enemy's fire is likely to cost blocks that storm or sally, from what lies open; "" where nobody is chosen, or
 * where those who sally join a field that is defended and so do not attack.
 *
 * @param {View} view
 * @param {string} type
 * @param {string[]} blocks
 * @param {GameEvent[]} [events]  what has happened, oldest first: who lay open before is remembered
 */
export function answeringFire(view, type, blocks, events = []) {
  if (blocks.length === 0 || !stormsOrSallies(view, type)) return "";
  const enemies = answeringStacks(view, type);
  const dice = enemies.flatMap((stack) =>
    stack.blocks.flatMap(({ id, strength }) => Array(strength).fill(Math.min(6, firepower(id)) / 6)),
  );
  const shown = expectedValue(hitChances(dice));
  const count = enemies.reduce((sum, { hidden }) => sum + hidden, 0);
  const cost = (/** @type {string} */ steps) => text("fire-back", { steps });
  if (count === 0) return cost(decimal(shown));
  const { known, certain, seen } = knownEnemies(view, type, events);
  const rolled = [...known].flatMap(([id, strength]) => Array(strength).fill(Math.min(6, firepower(id)) / 6));
  const sure = shown + expectedValue(hitChances(rolled));
  const moment = certain &&
    seen && { round: seen.round, moment: text("mark-turn", { year: seen.year, turn: seen.turn }) };
  const again = text(moment ? "fire-back-seen" : "fire-back-again", {
    ...moment,
    blocks: [...known].map(([id, strength]) => blockWithSteps(id, strength)).join(", "),
  });
  const rest = count - known.size;
  if (rest === 0) return `${cost(decimal(sure))} ${again}`;
  const others = possibleBlocks(view, enemies[0].side).filter((id) => !known.has(id));
  const [least, most] = hiddenFire(others, rest);
  const hidden = text("fire-back-hidden", {
    count: rest,
    most: mostSteps(others),
    rule: ruleNumber(view, type === "storm" ? "hidden-castle" : "hidden-field"),
  });
  const range = cost(`${decimal(sure + least)}–${decimal(sure + most)}`);
  return [range, known.size > 0 && again, hidden].filter(Boolean).join(" ");
}

/**
 * Whether blocks attack by this: they storm, or sally and do not join a field that is defended.
 * @param {View} view
 * @param {string} type
 */
export function stormsOrSallies({ battle, map, you }, type) {
  if (!battle || !ASSAULTS.includes(type)) return false;
  const defended = map[battle.town].stacks.some(({ side, area }) => area === "field" && side === you);
  return !(type === "sally" && battle.attacker !== you && defended);
}

/**
 * The enemy's blocks that fire at those who storm or sally.
 * @param {View} view
 * @param {string} type
 */
export function answeringStacks({ battle, map, you }, type) {
  const area = type === "storm" ? "castle" : "field";
  return (map[battle?.town ?? ""]?.stacks ?? []).filter((stack) => stack.side !== you && stack.area === area);
}

/**
 * The hidden blocks among those that fire at who storms or sallies, as `blocksRemembered` has them.
 *
 * @param {View} view @param {string} type @param {GameEvent[]} events  oldest first
 */
export function rememberedEnemies(view, type, events) {
  return blocksRemembered(view, events, type === "storm" ? "castle" : "field");
}

/**
 * Those of them whose steps are known; `certain`: these are all who stand there.
 * @param {View} view @param {string} type @param {GameEvent[]} events  oldest first
 */
export function knownEnemies(view, type, events) {
  const { blocks, some, lost, seen } = rememberedEnemies(view, type, events);
  const certain = blocks.size > 0;
  return { known: certain ? blocks : lost === 0 ? some : new Map(), certain, seen };
}

/** The steps that any of these blocks has at most. @param {string[]} blocks */
function mostSteps(blocks) {
  return Math.max(...blocks.map((id) => page.blocks[id]?.steps ?? 1));
}

/**
 * The dice of hidden blocks at their most: as many steps and as high a firepower as any of them can have.
 * @param {View} view @param {string} side @param {number} count
 */
export function worstHiddenDice(view, side, count) {
  if (count <= 0) return [];
  const possible = possibleBlocks(view, side);
  return Array(count * mostSteps(possible)).fill(Math.min(6, Math.max(0, ...possible.map(firepower))) / 6);
}

/**
 * The blocks of a side that hidden ones can be: all but those that lie open, which everybody sees elsewhere.
 * @param {View} view
 * @param {string} side
 */
export function possibleBlocks({ map, pools, staging }, side) {
  /** @type {Set<string>} */
  const elsewhere = new Set([
    ...Object.values(map).flatMap(({ stacks }) => stacks.flatMap(({ blocks }) => blocks.map(({ id }) => id))),
    ...Object.values(pools ?? {}).flatMap((pool) => [...pool["face-up"], ...pool.gone]),
    ...Object.values(staging ?? {}).flat(),
  ]);
  return Object.keys(page.blocks).filter((id) => page.blocks[id]?.side === side && !elsewhere.has(id));
}

/**
 * The steps that so many of these blocks cost in a round of fire on average: the weakest with a step each, and the
 * strongest at full strength.
 * @param {string[]} possible
 * @param {number} count
 */
function hiddenFire(possible, count) {
  const sum = (/** @type {number[]} */ each) => each.slice(0, count).reduce((all, one) => all + one, 0);
  const single = possible.map((id) => Math.min(6, firepower(id)) / 6);
  const full = possible.map((id, i) => single[i] * (page.blocks[id]?.steps ?? 1));
  return [sum(single.sort((one, other) => one - other)), sum(full.sort((one, other) => other - one))];
}

/** Whether the hits of this block fall on defenders of a castle. @param {View} view @param {string} block */
export function behindWalls(view, block) {
  const battle = view.battle;
  return Boolean(battle?.storm && battle["castle-of"] && battle["castle-of"] !== page.blocks[block]?.side);
}
