// The odds of what a hint proposes in a battle, as tries in ten: the same as stand beside the choice itself. Pure.

import { LEAST_CHANCE, chanceToFall } from "../decisions/danger.js";
import {
  forecastOfSet,
  isLikelyBad,
  strongestSet,
  triesInTen,
  verdictInWords,
  wordsOfForecast,
} from "../decisions/forecast.js";
import { chanceOfASix, chanceToHit } from "../decisions/odds.js";
import { isToBesiegeOn } from "../decisions/quiet.js";
import { setWords } from "../decisions/sets.js";
import { blockName, text, townName } from "../page/page.js";

/** @typedef {Map<string, {strength?: number}>} Where */

/** The turn after which the game is over. */
const LAST = { year: 1192, turn: 6 };
/** What takes a block out of the fight. */
const LEAVING = new Set(["withdraw", "retreat", "harry"]);

/**
 * A sentence or two; "" where the action stands no chance of its own.
 *
 * @param {View} view @param {GameAction} action @param {Where} where
 * @param {GameEvent[]} events  what has happened, oldest first
 */
export function oddsOfHint(view, action, where, events) {
  const { type, block } = action;
  if (type === "storm" || type === "sally") return oddsOfSet(view, action, where, events);
  if (view.step !== "fight" || !block) return "";
  if (LEAVING.has(type)) {
    const falls = chanceToFall(view, { type: "fire", block }, where);
    return falls < LEAST_CHANCE ? "" : text("hint-would-fall", { count: triesInTen(falls) });
  }
  const roll = (/** @type {GameAction["type"]} */ way) => chanceToHit(view, { type: way, block }, where);
  const found = roll(type);
  if (!found) return "";
  const count = triesInTen(found.chance);
  if (type !== "charge") return text(found.walls ? "hint-steps" : "hint-hits", { count });
  return text("hint-charge", {
    count,
    fire: triesInTen(roll("fire")?.chance ?? 0),
    self: triesInTen(chanceOfASix(found.dice)),
  });
}

/** The choice of blocks that an action answers. @param {View} view @param {string} type */
function setOffer(view, type) {
  return view.actions?.find((offer) => offer.type === type && offer.blocks);
}

/**
 * As many as may go, the strongest.
 * @param {View} view @param {string} type @param {Where} where @param {GameEvent[]} events
 */
function strongestOf(view, type, where, events) {
  const able = setOffer(view, type)?.blocks;
  return able ? strongestSet(view, type, able, where, events) : [];
}

/**
 * The odds of a storm or a sally: of the blocks that a hint names, or where it names none, of the strongest that may go.
 * @param {View} view @param {GameAction} action @param {Where} where @param {GameEvent[]} events
 */
function oddsOfSet(view, { type, blocks = [] }, where, events) {
  const going = blocks.length > 0 ? blocks : strongestOf(view, type, where, events);
  const forecast = forecastOfSet(view, type, going, where, events);
  if (!forecast) return "";
  const words = { ...wordsOfForecast(forecast, type), block: blockName(going[0] ?? "") };
  if (blocks.length > 0) return text("hint-set", words);
  const all = going.length === setOffer(view, type)?.blocks?.some.length;
  return text(going.length === 1 ? "hint-set-one" : all ? "hint-set-none" : "hint-set-strongest", words);
}

/**
 * What is proposed in place of a storm or a sally that the page itself calls likely bad: the strongest, if with them it
 * is not, else nobody; null where nothing is to be changed. In the last turn of the game no step counts any more: it is
 * only said why.
 *
 * @param {View} view @param {GameAction} action @param {Where} where @param {GameEvent[]} events
 * @returns {{action: GameAction, said: string, why: string} | null}
 */
export function insteadOfBad(view, action, where, events) {
  const { type, blocks = [] } = action;
  const bad = (/** @type {string[]} */ set) => {
    const forecast = forecastOfSet(view, type, set, where, events);
    return forecast && isLikelyBad(forecast) ? forecast : null;
  };
  const offer = setOffer(view, type);
  const forecast = blocks.length > 0 && offer?.blocks ? bad(blocks) : null;
  if (!forecast || !offer?.blocks) return null;
  const { decide } = setWords(view, offer);
  if (view.year === LAST.year && view.turn === LAST.turn)
    return { action, said: decide(blocks), why: text("hint-last-storm") };
  const strongest = strongestOf(view, type, where, events);
  const set = bad(strongest) ? [] : strongest;
  if (set.length < offer.blocks.least) return null;
  const act = decide(blocks);
  const why = text("hint-set-bad", { act, verdict: verdictInWords(forecast, type) });
  const made = { type, blocks: set };
  return { action: made, said: besiegingOn(view, made) || decide(set), why };
}

/** "Besiege Acre on: no storm, all stay", where one press does that; else "". @param {View} view @param {GameAction} action */
export function besiegingOn(view, action) {
  return isToBesiegeOn(view, action) ? text("siege-on-at", { town: townName(view.battle?.town ?? "") }) : "";
}
