// The rounds of a battle: how many there are, and what happens after the last (6.2, 6.54, 6.55).

import { sideName, text } from "../page/page.js";

/** @typedef {{side: string, area: string, blocks: import("../blocks/faces.js").Seen[]}} Stack  as far as it is read here */
/** @typedef {{round: number, step: string, storm: boolean, attacker: string}} Battle  as far as it is read here */

const ROUNDS = 3;
/**
 * Rounds of a battle in which both sides stand in the field, where the edition has others.
 * @type {Record<string, number>}
 */
const FIELD_ROUNDS = { 1.4: 4 };
/** Steps that choose who storms. */
const BEFORE_A_STORM = new Set(["storm", "exchange"]);
const FIGHT = new Set(["fight", "hits", "must-retreat"]);

/**
 * How many rounds the battle has at most.
 * @param {{ruleset?: {edition: string}}} view
 * @param {Pick<Battle, "round">} battle
 * @param {Pick<Stack, "side" | "area">[]} stacks
 */
export function roundsOf(view, battle, stacks) {
  const field = new Set(stacks.filter((stack) => stack.area !== "castle").map((stack) => stack.side));
  return Math.max(battle.round, field.size > 1 ? (FIELD_ROUNDS[view.ruleset?.edition ?? ""] ?? ROUNDS) : ROUNDS);
}

/** Whether no round follows. @param {Pick<Battle, "round">} battle @param {number} rounds */
export function isLastRound({ round }, rounds) {
  return round > 0 && round >= rounds;
}

/**
 * What brings the round or the battle to its end; of the last round also while it is asked who storms or sallies.
 * @param {Battle} battle
 * @param {Stack[]} stacks
 * @param {number} rounds
 */
export function battleEnding(battle, stacks, rounds) {
  const last = isLastRound(battle, rounds);
  if (battle.storm || BEFORE_A_STORM.has(battle.step))
    return last ? text("end-storm-last") : battle.storm ? text("end-storm", { rounds }) : "";
  if (battle.step === "sally") return last ? text("end-last-sallied") : "";
  if (!FIGHT.has(battle.step)) return "";
  if (!last) return text("end-round");
  if (rounds > ROUNDS) return text("end-leaving", { side: sideName(battle.attacker) });
  if (stacks.some((stack) => stack.blocks.some((block) => block.sallying))) return text("end-last-sallied");
  return text("end-last", { side: sideName(battle.attacker) });
}
