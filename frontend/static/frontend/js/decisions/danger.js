// Who may fall before its next turn: whether the fire that comes before it, of this round and of the next, could take
// every step of a block that fights on, and whether it would come back. It rests on what lies open, and on the most that
// can lie hidden.

import { numberFormat } from "../page/browser.js";
import { blockName, page, text } from "../page/page.js";
import { chanceOfAtLeast, hitChances } from "./hits.js";
import { usualType } from "./labels.js";
import {
  WAYS,
  answeringStacks,
  committedBlocks,
  expectedGain,
  firepower,
  knownEnemies,
  stormsOrSallies,
  worstHiddenDice,
} from "./odds.js";
import { isLastRound, roundsOf } from "./rounds.js";
import { ruleNumber } from "./rulenumbers.js";
import { isLostForGood } from "./winter.js";

/** @typedef {import("./offers.js").Choice} Choice @typedef {Map<string, {strength?: number}>} Where */

/** What a block does that stays where it can be hit. */
const STAYING = new Set(["fire", "charge", "pass"]);
/** Out of the enemy's reach without leaving the town. */
const AWAY = "withdraw";
/** Less than this is told as nothing. */
const LEAST_GAIN = 0.05;

/** A smaller chance than this is no danger to speak of. */
export const LEAST_CHANCE = 0.05;

const percent = numberFormat({ percent: true });

/**
 * The chance that a block falls before its next turn if it does this, at most: nobody of the enemy falls first, their
 * knights charge, and its owner spares it where others can take the hits. Reserves of the next round are not counted. 0
 * where it cannot fall.
 *
 * @param {View} view @param {import("./offers.js").Action} action @param {Where} where
 */
export function chanceToFall(view, { type, block }, where) {
  const battle = view.battle;
  if (!battle || !block || !STAYING.has(type)) return 0;
  const side = page.blocks[block]?.side;
  const steps = (/** @type {string} */ id) => where.get(id)?.strength ?? 0;
  const turns = battle.order ?? [];
  const own = turns.filter((turn) => turn.side === side).flatMap(({ blocks }) => blocks);
  const dice = firingBefore(view, block, turns).flatMap((id) => worstDice(view, id, steps(id)));
  const all = own.reduce((sum, id) => sum + steps(id), 0);
  // Behind walls two hits cost a step, and half a hit was taken before.
  const walls = battle.storm && battle["castle-of"] === side;
  const needed = walls ? all * 2 - (battle["half-hit"] ? 1 : 0) : all;
  const hits = hitChances(dice);
  if (type !== "charge") return chanceOfAtLeast(hits, needed);
  // Its own sixes fall on the one that charges alone (6.32).
  const sixes = hitChances(Array(steps(block) * (WAYS[view.ruleset.edition]?.charge.dice ?? 1)).fill(1 / 6));
  return sixes.reduce(
    (sum, part, six) => sum + part * (six >= steps(block) ? 1 : chanceOfAtLeast(hits, needed - six)),
    0,
  );
}

/**
 * The enemies that fire before a block's next turn, each as often as it does: who has not acted in this round, and in the
 * next, if there is one, who comes before the block: letter by letter, of the same letter defenders first (6.2).
 * @param {View} view @param {string} block @param {{side: string, blocks: string[]}[]} turns
 */
function firingBefore(view, block, turns) {
  const { battle } = view;
  if (!battle) return [];
  const stacks = view.map[battle.town]?.stacks ?? [];
  /** @type {Set<string>} */
  const acted = new Set(stacks.flatMap(({ blocks }) => blocks.filter((one) => one.acted).map(({ id }) => id)));
  const letter = (/** @type {string} */ id) => (page.blocks[id]?.rating ?? "Z")[0];
  const { side } = page.blocks[block] ?? {};
  const enemies = turns.filter((turn) => turn.side !== side).flatMap(({ blocks }) => blocks);
  const last = isLastRound(battle, roundsOf(view, battle, stacks));
  const next = enemies.filter(
    (id) => !last && (letter(id) < letter(block) || (letter(id) === letter(block) && side === battle.attacker)),
  );
  return [...enemies.filter((id) => !acted.has(id)), ...next];
}

/**
 * The chance of each die of an enemy's fire to hit, at its most: a knight in the field is taken to charge.
 * @param {View} view @param {string} id @param {number} steps
 */
function worstDice(view, id, steps) {
  const { side, rating = "" } = page.blocks[id] ?? {};
  const inField = !view.battle?.storm && view.step !== "storm";
  const charges = side === "frank" && rating.startsWith("B") && inField;
  const way = charges ? WAYS[view.ruleset.edition]?.charge : undefined;
  return Array(steps * (way?.dice ?? 1)).fill(Math.min(6, firepower(id) + (way?.power ?? 0)) / 6);
}

/**
 * Says of a choice how likely its block falls before its next turn at most, and then what becomes of it; "" where it
 * cannot.
 *
 * @param {View} view @param {Choice} choice @param {Where} where
 */
export function dangerOfChoice(view, { action }, where) {
  const chance = chanceToFall(view, action, where);
  if (chance < LEAST_CHANCE) return "";
  return [
    text("may-fall", { percent: percent(chance) }),
    reservesCome(view) ? text("reserves-not-counted") : "",
    ...fatesOf(view, [action.block ?? ""]),
  ]
    .filter(Boolean)
    .join(" ");
}

/** What becomes of blocks if they fall, those gone for good first. @param {View} view @param {string[]} blocks */
function fatesOf(view, blocks) {
  const [lost, back] = [true, false].map((good) =>
    blocks
      .filter((id) => isLostForGood(view, id) === good)
      .map(blockName)
      .join(", "),
  );
  return [
    lost && text("fallen-for-good", { blocks: lost, rule: ruleNumber(view, "losses") }),
    back && text("fallen-comes-back", { blocks: back }),
  ].filter(Boolean);
}

/** Whether reserves of the other side come in the next round. @param {View} view */
function reservesCome({ battle, map, you }) {
  const stacks = map[battle?.town ?? ""]?.stacks ?? [];
  return stacks.some(
    ({ side, area, round }) => side !== you && area === "reserve" && round === (battle?.round ?? 0) + 1,
  );
}

/**
 * Says why a block that the fire to come could take alone is in no danger: hits fall on the strongest (6.31). "" where
 * it is in danger, or was in none.
 *
 * @param {View} view @param {Choice} choice @param {Where} where
 */
export function shelterOfChoice(view, { action }, where) {
  const { block = "" } = action;
  const steps = (/** @type {string} */ id) => where.get(id)?.strength ?? 0;
  const turns = view.battle?.order ?? [];
  const isOwn = (/** @type {{side: string}} */ turn) => turn.side === page.blocks[block]?.side;
  const stronger = turns.filter(isOwn).some(({ blocks }) => blocks.some((id) => steps(id) > steps(block)));
  if (!stronger || chanceToFall(view, action, where) >= LEAST_CHANCE) return "";
  const others = turns.map((turn) =>
    isOwn(turn) ? { ...turn, blocks: turn.blocks.filter((id) => id === block) } : turn,
  );
  const alone = /** @type {View} */ ({ ...view, battle: { ...view.battle, order: others } });
  return chanceToFall(alone, action, where) >= LEAST_CHANCE ? text("stronger-hit-first") : "";
}

/**
 * Says how likely all blocks that storm or sally fall in the next round, then which are gone for good and which are not;
 * before a fight in the field who of those outside of the castle would be gone for good. Hidden enemies are those that
 * are remembered, else as strong as any can be.
 *
 * @param {View} view @param {string} type @param {string[]} picked @param {Where} where
 * @param {GameEvent[]} [events]  what has happened, oldest first
 * @returns {string[]}
 */
export function dangerOfSet(view, type, picked, where, events = []) {
  if (type === "garrison") return fatesOfField(view, picked);
  const going = [...new Set([...committedBlocks(view, type), ...picked])];
  if (going.length === 0 || !stormsOrSallies(view, type)) return [];
  const { known } = knownEnemies(view, type, events);
  const enemies = answeringStacks(view, type);
  const hidden = enemies.reduce((sum, stack) => sum + stack.hidden, 0);
  const dice = [
    ...[...known].flatMap(([id, strength]) => worstDice(view, id, strength)),
    ...enemies.flatMap(({ blocks }) => blocks.flatMap(({ id, strength }) => worstDice(view, id, strength))),
    ...worstHiddenDice(view, enemies[0]?.side ?? "", hidden - known.size),
  ];
  const needed = going.reduce((sum, id) => sum + (where.get(id)?.strength ?? 0), 0);
  const chance = chanceOfAtLeast(hitChances(dice), needed);
  if (chance < LEAST_CHANCE) return [];
  return [text(going.length > 1 ? "all-may-fall" : "may-fall", { percent: percent(chance) }), ...fatesOf(view, going)];
}

/** Who of one's blocks that do not go into the castle would be gone for good. @param {View} view @param {string[]} inside */
function fatesOfField(view, inside) {
  const stacks = view.map[view.battle?.town ?? ""]?.stacks ?? [];
  const outside = stacks.flatMap(({ side, area, blocks }) =>
    side === view.you && area !== "castle" ? blocks.map(({ id }) => id) : [],
  );
  return fatesOf(
    view,
    outside.filter((id) => !inside.includes(id) && isLostForGood(view, id)),
  );
}

/**
 * Of what a block can do in a fight, the type that stands out: the usual one. Where that gains nothing and the block
 * may fall, it is to withdraw, or none.
 *
 * @param {View} view @param {Choice[]} choices  those of one block @param {Where} where
 */
export function outstandingType(view, choices, where) {
  const types = [...new Set(choices.map(({ action }) => action.type))];
  if (types.length === 1) return types[0];
  const usual = usualType(types);
  const choice = choices.find(({ action }) => action.type === usual);
  const ruins =
    choice &&
    expectedGain(view, choice, where) < LEAST_GAIN &&
    chanceToFall(view, choice.action, where) >= LEAST_CHANCE;
  if (!ruins) return usual;
  return types.includes(AWAY) ? AWAY : "";
}
