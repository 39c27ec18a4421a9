// Whether a storm, a sally or a fight in the field is likely to pay, over all of its rounds: it is rolled many times,
// from what its side sees. Hidden blocks are those that were seen, else drawn by lot among those that they can be, at
// full strength but for the steps that the table saw them lose. Everybody fires, and nobody comes or goes but reserves.
//
// The odds of the server (`opponent/ahead.py`) are not asked instead: each block that is picked would be a request.
// Besides, they take the strongest besiegers, not those picked, and leave out a storm that goes on and relief on its way.
// `tests/opponent/test_page_forecast.py` holds the two together.

import { blockWithSteps, strongestFirst } from "../blocks/figures.js";
import { numberFormat } from "../page/browser.js";
import { page, semicolon, text } from "../page/page.js";
import {
  answeringStacks,
  committedBlocks,
  firepower,
  possibleBlocks,
  rememberedEnemies,
  stormsOrSallies,
} from "./odds.js";
import { blocksRemembered } from "./remembered.js";

/**
 * @typedef {{letter: string, power: number, steps: number, from: number}} Fighter  `from`: the round it comes in
 * @typedef {import("./remembered.js").Remembered} Remembered
 * @typedef {{win: number, lost: number, dealt: number, counted?: Remembered}} Forecast  chance, and steps on average;
 *   `counted`: what was remembered of the enemy
 */

const ROLLS = 600;
const LETTERS = "ABC";
/** In 1.4 as well: in the fourth round of a sally attackers only leave. */
const ROUNDS = 3;
/** From what is told as six of ten tries on it is good, below two bad, where it costs more than it takes. */
const GOOD = 0.55;
const BAD = 0.2;

const whole = numberFormat({ decimals: 0 });

/** Random numbers that are the same each time: what is said does not change while nothing has. */
function makeRandom() {
  let state = 1187;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** @param {string} id @param {number} steps @param {number} [from] @returns {Fighter} */
function fighter(id, steps, from = 1) {
  return { letter: (page.blocks[id]?.rating ?? "C")[0], power: firepower(id), steps, from };
}

/**
 * Rolls a fight once. Returns the steps that are left of the attackers and of the defenders.
 *
 * @param {Fighter[][]} teams  attackers, defenders
 * @param {{walls: boolean, half: boolean, begin: number, end: number, jihad: number}} how  `jihad`: the team that fires
 *   first in round 1, or -1
 * @param {() => number} random
 */
function rollFight(teams, { walls, half, begin, end, jihad }, random) {
  let halved = half;
  /** @param {number} number @param {string} now @param {number} round */
  const shoot = (number, now, round) => {
    const [team, enemies] = [teams[number], teams[1 - number]];
    for (const { letter, power, steps, from } of team) {
      if (letter !== now || from > round) continue;
      for (let die = 0; die < steps; die += 1) {
        if (random() * 6 >= power) continue;
        // Behind walls two hits cost a step (6.54).
        if (walls && number === 0 && (halved = !halved)) continue;
        const there = enemies.filter((one) => one.from <= round);
        const most = Math.max(...there.map((one) => one.steps));
        const hit = there.find((one) => one.steps === most);
        if (hit && most > 0) hit.steps -= 1;
      }
    }
  };
  const left = () => teams.map((team) => team.reduce((sum, { steps }) => sum + steps, 0));
  for (let round = begin; round <= end && left().every(Boolean); round += 1) {
    // A before B before C, and of a letter defenders first (6.2).
    const turns = [...LETTERS].flatMap((letter) => [1, 0].map((team) => ({ letter, team })));
    if (round === 1 && jihad >= 0)
      turns.sort((one, other) => Number(other.team === jihad) - Number(one.team === jihad));
    for (const { letter, team } of turns) shoot(team, letter, round);
  }
  return left();
}

/**
 * How a storm or a sally of these blocks is likely to end, with those who storm or sally already; null where they do not
 * attack.
 *
 * @param {View} view
 * @param {string} type
 * @param {string[]} picked
 * @param {Map<string, {strength?: number}>} where
 * @param {GameEvent[]} [events]  what has happened, oldest first: who lay open before is remembered
 * @returns {Forecast | null}
 */
export function forecastOfSet(view, type, picked, where, events = []) {
  // In the same order whoever was pressed first: the same set has the same odds everywhere.
  const going = [...new Set([...committedBlocks(view, type), ...picked])].sort();
  if (!view.battle || !view.you || going.length === 0 || !stormsOrSallies(view, type)) return null;
  const own = going.map((id) => fighter(id, where.get(id)?.strength ?? 0));
  const reserves = stacksOf(view).filter((stack) => stack.side !== view.you && stack.area === "reserve");
  // Relief breaks a storm off (6.56), and reserves of besiegers come against a sally.
  const stacks = [...answeringStacks(view, type), ...(type === "storm" ? [] : reserves)];
  const counted = rememberedEnemies(view, type, events);
  const draw = enemyDrawer(view, stacks, counted);
  const how = courseOf(view, type, type === "storm" ? reserves : []);
  return { ...rollOften((random) => [own, draw(random)], how), counted };
}

/**
 * As many of these blocks as may go: those with whom a storm or a sally is likeliest to succeed, of other sets those who
 * hit hardest.
 *
 * @param {View} view @param {string} type @param {{some: string[], most: number}} able
 * @param {Map<string, {strength?: number}>} where
 * @param {GameEvent[]} events  what has happened, oldest first
 */
export function strongestSet(view, type, { some, most }, where, events) {
  const ordered = strongestFirst(some, where, type === "storm");
  if (most <= 0 || most >= some.length) return ordered.slice(0, most);
  // Of several the one who fires early may count for less than it does by itself.
  const sets =
    most === 1 ? ordered.map((id) => [id]) : [ordered, strongestFirst(some, where)].map((all) => all.slice(0, most));
  const chances = sets.map((set) => forecastOfSet(view, type, set, where, events)?.win ?? 0);
  return sets[chances.indexOf(Math.max(...chances))];
}

/**
 * How a fight in the field of a town is likely to end for the viewer; reserves come in their rounds, the castle stays
 * out of it.
 *
 * @param {View} view @param {string} town @param {string} attacker @param {string | null} jihad  whose there
 * @param {Map<string, {strength?: number}>} where
 * @param {GameEvent[]} [events]  what has happened, oldest first: besiegers who lay open before are remembered
 * @param {string[]} [inside]  of one's own in the field, who goes into the castle before
 * @returns {Forecast}
 */
export function forecastOfField(view, town, attacker, jihad, where, events = [], inside = []) {
  const stacks = (view.map[town]?.stacks ?? []).filter(({ area }) => area !== "castle");
  const own = stacks
    .filter(({ side }) => side === view.you)
    .flatMap(({ blocks, round }) =>
      blocks.filter(({ id }) => !inside.includes(id)).map(({ id }) => fighter(id, where.get(id)?.strength ?? 0, round)),
    );
  // Who is remembered stands in the field, and reserves behind it.
  const theirs = stacks
    .filter(({ side }) => side !== view.you)
    .sort((one, other) => Number(other.area === "field") - Number(one.area === "field"));
  const draw = enemyDrawer(view, theirs, besiegersRemembered(view, town, events));
  const how = { walls: false, half: false, begin: 1, end: ROUNDS, jihad: jihad === attacker ? 0 : -1 };
  if (attacker === view.you) return rollOften((random) => [own, draw(random)], how);
  const { win, lost, dealt } = rollOften((random) => [draw(random), own], how);
  return { win: 1 - win, lost: dealt, dealt: lost };
}

/**
 * What is known of the hidden besiegers of one's own castle; nothing of others in a field, who have just come.
 * @param {View} view @param {string} town @param {GameEvent[]} events @returns {Remembered}
 */
function besiegersRemembered(view, town, events) {
  const besieged = view.sieges?.[town]?.besieged;
  if (besieged !== view.you) return { blocks: new Map(), some: new Map(), lost: 0, seen: null };
  return blocksRemembered(/** @type {View} */ ({ ...view, battle: { town, "castle-of": besieged } }), events, "field");
}

/**
 * Rolls a fight many times: how often the first team is left alone, and the steps that both lose.
 * @param {(random: () => number) => Fighter[][]} drawTeams  attackers, defenders
 * @param {Parameters<typeof rollFight>[1]} how
 */
function rollOften(drawTeams, how) {
  const random = makeRandom();
  const sum = { win: 0, lost: 0, dealt: 0 };
  for (let roll = 0; roll < ROLLS; roll += 1) {
    // Of equals the one that fires worst takes a hit.
    const teams = drawTeams(random).map((team) =>
      team.map((one) => ({ ...one })).sort((one, other) => one.power - other.power),
    );
    const before = teams.map((team) => team.reduce((all, { steps }) => all + steps, 0));
    const left = rollFight(teams, how, random);
    sum.win += left[0] > 0 && left[1] === 0 ? 1 : 0;
    sum.lost += before[0] - left[0];
    sum.dealt += before[1] - left[1];
  }
  return { win: sum.win / ROLLS, lost: sum.lost / ROLLS, dealt: sum.dealt / ROLLS };
}

/** @typedef {View["map"][string]["stacks"][number]} Stack */

/** The blocks in the town that is fought over. @param {View} view @returns {Stack[]} */
function stacksOf({ battle, map }) {
  return map[battle?.town ?? ""]?.stacks ?? [];
}

/**
 * Returns what draws the enemies once: those that lie open or are remembered, and for each other one that it can be.
 *
 * @param {View} view
 * @param {Stack[]} stacks  of the enemies
 * @param {Remembered} remembered
 * @returns {(random: () => number) => Fighter[]}
 */
function enemyDrawer(view, stacks, { blocks, some, lost }) {
  const open = stacks.flatMap(({ blocks: faces, round }) =>
    faces.map(({ id, strength }) => fighter(id, strength, round)),
  );
  const seen = [...blocks, ...some];
  // Who is remembered stands in the first of the stacks; behind it come reserves.
  const rounds = stacks.flatMap(({ hidden: count, round = 1 }) => Array(count).fill(round));
  const hidden = rounds.slice(seen.length);
  const known = new Set(seen.map(([id]) => id));
  const possible = stacks.length > 0 ? possibleBlocks(view, stacks[0].side).filter((id) => !known.has(id)) : [];
  return (random) => {
    const pool = [...possible];
    const drawn = hidden.flatMap((round) => {
      const [id] = pool.splice(Math.floor(random() * pool.length), 1);
      return id ? [fighter(id, page.blocks[id]?.steps ?? 1, round)] : [];
    });
    const inside = [...seen.map(([id, strength]) => fighter(id, strength)), ...drawn];
    // Who would have fallen has been told: each has a step left.
    for (let step = 0; step < lost; step += 1) {
      const able = inside.filter(({ steps }) => steps > 1);
      const hungry = able[Math.floor(random() * able.length)];
      if (hungry) hungry.steps -= 1;
    }
    return [...open, ...inside];
  };
}

/**
 * How a storm or a sally goes, as `rollFight` takes it.
 * @param {View} view @param {string} type @param {Stack[]} relief
 */
function courseOf({ battle, you }, type, relief) {
  return {
    walls: type === "storm",
    half: type === "storm" && Boolean(battle?.["half-hit"]),
    begin: Math.max(1, battle?.round ?? 1),
    end: Math.min(ROUNDS, ...relief.map(({ round = ROUNDS + 1 }) => round - 1)),
    // It helps attackers alone (R14), and who storms or sallies attacks.
    jihad: battle?.jihad === you ? 0 : -1,
  };
}

/** Whether it is told as likely bad. @param {Forecast} forecast */
export function isLikelyBad(forecast) {
  return verdictKey(forecast) === "verdict-bad";
}

/** What the forecast counts of hidden enemies; "" where it is nothing. @param {Forecast} forecast */
function countedInWords({ counted }) {
  const { some = new Map(), lost = 0 } = counted ?? {};
  const faces = [...some].map(([id, strength]) => blockWithSteps(id, strength));
  const parts = [lost > 0 && text("hunger-steps", { count: lost }), faces.join(", ")].filter(Boolean);
  return parts.length > 0 ? text("counted", { what: parts.join(semicolon()) }) : "";
}

/** The key of what a storm or a sally is likely to be. @param {Forecast} forecast */
function verdictKey({ win, lost, dealt }) {
  if (win >= GOOD) return "verdict-good";
  return win < BAD && lost > dealt ? "verdict-bad" : "verdict-open";
}

/** A chance as tries in ten: none is told as sure. @param {number} chance */
export function triesInTen(chance) {
  return Math.min(9, Math.max(1, Math.round(chance * 10)));
}

/** The steps that both sides lose by the end, and what is counted of hidden enemies. @param {Forecast} forecast */
export function lossesInWords(forecast) {
  const { lost, dealt } = forecast;
  const losses = text("verdict-losses", { lost: whole(lost), dealt: whole(dealt) });
  return [losses, countedInWords(forecast)].filter(Boolean).join(" ");
}

/**
 * In how many of ten tries to storm or sally succeeds, and what both sides lose by its end: what fills the gaps of a
 * sentence.
 * @param {Forecast} forecast
 * @param {string} type
 */
export function wordsOfForecast(forecast, type) {
  return {
    chance: text(`${type}-often`, { count: triesInTen(forecast.win) }),
    losses: lossesInWords(forecast),
  };
}

/**
 * Says in a sentence whether to storm or sally is a good idea.
 *
 * @param {Forecast} forecast
 * @param {string} type
 */
export function verdictInWords(forecast, type) {
  return text(verdictKey(forecast), wordsOfForecast(forecast, type));
}
