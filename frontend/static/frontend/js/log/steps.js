// What happened, step by step, for the narrator: which facts are shown one after another, where, and for how long.
// Pure: game/narrator.js shows it.

import { isLastCard } from "../page/lastcard.js";
import { struckDown } from "../page/rolls.js";
import { DEPARTURES } from "../page/departures.js";
import { ARRIVED, routesOfMove } from "./headline.js";

/** @typedef {import("../map/ways.js").Route} Route @typedef {import("../page/page.js").Weights} Weights */
/**
 * @typedef {object} Step  one thing that is shown: a move of some blocks by the same way, or one fact that counts
 * @property {GameEvent} first  the fact that it begins with
 * @property {number} count  of blocks that moved; 0 of anything else
 * @property {string[]} towns
 * @property {Route[]} routes
 * @property {boolean} strong  whether it is emphasized
 * @property {string[]} also  sentences told with it: of towns that changed hands by this move without a fight, of who
 *   moves first
 * @property {GameEvent[]} facts  all that it tells
 * @property {number} beats  how often as long as another step it is shown
 * @property {number} [turn]  for which one's last card is played
 * @property {import("./chapters.js").Chapter} [chapter]  that is told in this one step
 */

/** What ends a turn and begins the next: told, though no headline speaks of it. */
const TURNS = new Set(["turn-ended", "year-begun", "turn-cancelled", "cards-revealed"]);
/** What is told with the cards that were turned up. */
const WITH_CARDS = new Set(["card-copied", "tie-rolled", "player-one", "turn-cancelled"]);
/** Facts of a turn's end and of the next one's cards. */
const BETWEEN_TURNS = new Set([...TURNS, ...WITH_CARDS, "turn-begun", "card-chosen"]);

/** However many steps there are, they are shown within so many milliseconds. */
export const LONGEST_PLAYBACK = 12_000;
/** Cards are read, and lie large over the map: so many beats. So are the Assassins' dice and what they did. */
const CARDS = 2;
const LONG = new Set(["cards-revealed", "assassins-struck"]);
/** Told though no headline speaks of it: dice that were rolled on the map. */
const ROLLED = new Set(["march-rolled"]);

/**
 * The steps of these facts, as the side that looks on is told them; its own moves are none.
 *
 * @param {GameEvent[]} facts  oldest first
 * @param {string | null} side  who looks on
 * @param {Weights} weights
 * @returns {Step[]}
 */
export function stepsOf(facts, side, weights) {
  const maker = new StepMaker(side, weights, struckDown(facts));
  for (const fact of facts) maker.read(fact);
  return maker.steps;
}

/** Makes steps of facts, one fact after another: a fact begins a step, or is told with one before it. */
class StepMaker {
  /** @param {string | null} side  who looks on @param {Weights} weights @param {Set<GameEvent>} struck */
  constructor(side, weights, struck) {
    this.side = side;
    this.weights = weights;
    /** Who fell by dice that the fact before tells. */
    this.struck = struck;
    /** @type {Step[]} */
    this.steps = [];
    /** By which facts of a kind belong to the same step: the way of a move; empty where the next begins another. */
    this.way = "";
    /** The turn that began last. @type {GameEvent | null} */
    this.begun = null;
  }

  /** @param {GameEvent} fact */
  read(fact) {
    if (fact.type === "turn-begun") this.begun = fact;
    if (this.readMove(fact) || this.readGain(fact) || this.readArrival(fact) || this.readLastCard(fact)) return;
    if (!this.readWithLast(fact)) this.readOther(fact);
  }

  /** Begins a step. @param {GameEvent} first @param {Partial<Step>} [more] @param {string} [way] */
  add(first, more = {}, way = "") {
    this.way = way;
    const blank = { count: 0, towns: [], routes: [], strong: false, also: [], facts: [first], beats: 1 };
    this.steps.push({ first, ...blank, ...more });
  }

  /** Blocks that go the same way are one step. @param {GameEvent} fact */
  readMove(fact) {
    const weight = this.weights[fact.type];
    if (weight !== "move" && !(weight && DEPARTURES.has(fact.type))) return false;
    if (fact.side === this.side) return true;
    const routes = routesOfMove(fact, fact.side ?? "");
    if (routes.length === 0) return false;
    const way = JSON.stringify([fact.type, fact.side, fact.path ?? [fact.from ?? fact.town, fact.to]]);
    const ends = routes.flatMap(({ steps }) => [steps[0][0], steps[steps.length - 1][1]]);
    if (!this.countWithLast(fact, way)) this.add(fact, { count: 1, towns: [...new Set(ends)], routes }, way);
    return true;
  }

  /** Blocks that gain steps one after another are one step. @param {GameEvent} fact */
  readGain(fact) {
    if (fact.type !== "block-strengthened") return false;
    if (fact.side === this.side) return true;
    const town = [fact.town ?? []].flat();
    if (!this.countWithLast(fact, fact.type, town)) this.add(fact, { count: 1, towns: town }, fact.type);
    return true;
  }

  /**
   * Counts a fact with the last step where both go the same way.
   * @param {GameEvent} fact @param {string} way @param {string[]} [towns]  that it adds
   */
  countWithLast(fact, way, towns = []) {
    const step = this.steps.at(-1);
    if (!step || way !== this.way) return false;
    step.count += 1;
    step.towns = [...new Set([...step.towns, ...towns])];
    step.facts.push(fact);
    return true;
  }

  /** Who has placed a block knows; a crusader gathers by itself. @param {GameEvent} fact */
  readArrival(fact) {
    if (!ARRIVED.has(fact.type) || !fact.text) return false;
    if (fact.side !== this.side || fact.type !== "block-deployed") this.add(fact, { towns: [fact.town ?? []].flat() });
    return true;
  }

  /** @param {GameEvent} fact */
  readLastCard(fact) {
    if (!isLastCard(fact, this.side)) return false;
    const { begun } = this;
    this.add(fact, { turn: begun?.turn, facts: begun ? [begun, fact] : [fact], beats: CARDS });
    return true;
  }

  /** What is told with the cards or the dice of the last step. @param {GameEvent} fact */
  readWithLast(fact) {
    const step = this.steps.at(-1);
    if (!step || !fact.text) return false;
    const falls = this.struck.has(fact);
    const ofCards = WITH_CARDS.has(fact.type) && step.facts.some(({ type }) => type === "cards-revealed");
    if (!falls && !ofCards) return false;
    step.also.push(fact.text);
    if (falls && !ofCards) step.strong = true;
    step.facts.push(fact);
    return true;
  }

  /** A fact that counts, told with the move that led to it, or a step of its own. @param {GameEvent} fact */
  readOther(fact) {
    const weight = this.weights[fact.type];
    if (!fact.text || !(weight || TURNS.has(fact.type) || ROLLED.has(fact.type))) return;
    const strong = weight === "strong";
    const move = moveThatLedTo(fact, this.steps);
    if (move) {
      Object.assign(move, { also: [...move.also, fact.text], strong: move.strong || strong });
      move.facts.push(fact);
    } else
      this.add(fact, {
        towns: [fact.town ?? fact.to ?? []].flat(),
        strong,
        beats: LONG.has(fact.type) ? CARDS : 1,
      });
  }
}

/**
 * How the facts begin that led to the battle at a town: up to its beginning. Where nobody of the other side moved and
 * hunger was rolled for nowhere else they begin with a battle that was over before it, which has no stage of its own;
 * empty without one, and where the battle began before these facts.
 *
 * @param {GameEvent[]} facts  oldest first
 * @param {string} town
 * @param {string | null} side  who looks on
 * @param {Weights} weights
 * @returns {GameEvent[]}
 */
export function factsToBattle(facts, town, side, weights) {
  const before = facts.slice(0, facts.findLastIndex((fact) => fact.type === "battle-begun" && fact.town === town) + 1);
  const isShown = (/** @type {GameEvent} */ fact) =>
    (weights[fact.type] === "move" && fact.side !== side) || (fact.type === "attrition-rolled" && fact.town !== town);
  if (before.some(isShown)) return before;
  const whole = before.findIndex(
    (fact, i) =>
      fact.type === "battle-begun" &&
      before.slice(i).some(({ type, town: at }) => type === "battle-ended" && at === fact.town),
  );
  return whole < 0 ? [] : before.slice(whole);
}

/** The move by which a town was entered or left without a fight. @param {GameEvent} fact @param {Step[]} steps */
function moveThatLedTo(fact, steps) {
  if (fact.type !== "town-entered" && fact.type !== "town-left") return undefined;
  const end = fact.type === "town-entered" ? -1 : 0;
  return steps.findLast(({ routes, towns }) => routes.length > 0 && towns.at(end) === fact.town);
}

/** The one step that a chapter is told in. @param {import("./chapters.js").Chapter} chapter @returns {Step} */
export function stepOfChapter(chapter) {
  const { entries, headline, fact } = chapter;
  const { towns, routes } = headline ?? { towns: [fact.town ?? []].flat(), routes: [] };
  const strong = headline !== null && headline.parts.some((part) => part.strong);
  const first = entries[0].events[0];
  return { first, count: 0, towns, routes, strong, also: [], facts: [], beats: 1, chapter };
}

/**
 * The same, and what it has of a turn's end and the next one's cards: no sentence about blocks tells of that.
 * @param {import("./chapters.js").Chapter} chapter
 * @param {string | null} side  who looks on
 * @param {Weights} weights
 * @returns {Step[]}
 */
export function stepsOfChapter(chapter, side, weights) {
  const between = chapter.entries.flatMap(({ events }) => events).filter(({ type }) => BETWEEN_TURNS.has(type));
  const turns = stepsOf(between, side, weights);
  const isInTurns = !chapter.headline && turns.some(({ facts }) => facts.includes(chapter.fact));
  return isInTurns ? turns : [stepOfChapter(chapter), ...turns];
}

/**
 * For how many milliseconds each of so many steps is shown, at a pace of so many for one.
 *
 * @param {number} count @param {number} pace @param {number} [longest]  for all of them
 */
export function stepDuration(count, pace, longest = LONGEST_PLAYBACK) {
  return count > 0 ? Math.min(pace, longest / count) : 0;
}
