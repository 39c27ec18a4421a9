// What happened since a side's last act, in short: made of what its own history and views tell, and of nothing else.
// Pure: game/headline.js shows it.

import { DEPARTURES, departureKey, departuresOf } from "../page/departures.js";
import { DECIDED, ENDS, fallenIn, retreatsOf } from "./outcome.js";
import { TownNews, beforeMoves, townsOf, wayOfTaking } from "./townnews.js";

/** @typedef {import("./story.js").Entry} Entry */
/**
 * @typedef {{key: string, kind: string, strong: boolean, town?: string, to?: string, block?: string, count?: number,
 *   towns?: string[], counts?: Record<string, number>, blocks?: string[], lost?: string[]}} Part  of the sentence; `kind`:
 *   the type of fact whose weight it has; `to`, `towns`: where it led; `blocks`: of whom it tells; `lost`: who of them is
 *   gone for good (6.34)
 */
/** @typedef {import("../map/ways.js").Route} Route @typedef {import("../page/page.js").Weights} Weights */
/** @typedef {import("./townnews.js").Seen} Seen */
/**
 * @typedef {{side: string, parts: Part[], routes: Route[], towns: string[], entries: Entry[], own?: boolean}} Headline
 *   `own`: it tells what came of one's own act
 */

const BY_ROAD = new Set(["group-moved", "block-mustered"]);
/** More parts than so many are not read: the weightiest are told. */
const MOST = 5;
/** What is told of one's own act. */
const OF_OWN = new Set([...DECIDED, "assassins-struck", "siege-starved"]);
/** These have come of an act that ended a battle, whoever did it. */
const OF_AN_END = new Set([
  ...ENDS,
  ...DEPARTURES,
  "block-eliminated",
  "attrition-rolled",
  "assassins-struck",
  "siege-starved",
]);
/** What is told of the cards of a turn until the next act. */
const OF_CARDS = new Set(["cards-revealed", "card-copied", "tie-rolled", "turn-cancelled"]);
/** How a block that was drawn comes onto the board. */
export const ARRIVED = new Set(["block-deployed", "block-staged"]);
/** So many towns are named where blocks went. */
const FEW_ENDS = 3;

/**
 * The headlines that were told, each by the entries that it tells of: what is told is a fact of its moment. Who takes an
 * act back reads again what stood there before it.
 */
export class ToldHeadlines {
  constructor() {
    /** @type {Map<string, Headline | null>} */
    this.byEntries = new Map();
  }

  /**
   * The headline of these entries: as it was told first, else as it is made now.
   * @param {Entry[]} entries @param {string} side  whose eyes they are @param {() => Headline | null} make
   */
  of(entries, side, make) {
    const key = `${side} ${entries.map(({ n }) => n).join(" ")}`;
    const known = this.byEntries.get(key);
    const headline = known === undefined ? make() : known;
    this.byEntries.set(key, headline);
    return headline;
  }
}

/**
 * What others did after the last act of a side.
 * @param {Entry[]} entries  entries, oldest first
 * @param {string} side
 * @returns {Entry[]}
 */
export function sinceOwnAct(entries, side) {
  const last = entries.findLastIndex((entry) => entry.side === side);
  return entries.slice(last + 1);
}

/**
 * What the last act of a side itself ended or struck, or hunger did upon it, as its entry without all else; empty where
 * it did nothing of that.
 * @param {Entry[]} entries  entries, oldest first
 * @param {string} side
 * @returns {Entry[]}
 */
export function endedByOwnAct(entries, side) {
  const last = entries.findLast((entry) => entry.side === side);
  const events = (last?.events ?? []).filter(({ type }) => OF_AN_END.has(type));
  const tells = events.some(({ type }) => OF_OWN.has(type) || type === "attrition-rolled");
  return last && tells ? [{ ...last, events }] : [];
}

/**
 * What the cards of this turn said, until the next act of a side: the fact that turned them up, and the one that ended
 * the turn with them. One's own card may have turned up both.
 * @param {Entry[]} entries  entries, oldest first
 * @param {string} side
 * @returns {GameEvent[]}
 */
export function cardsSinceOwnAct(entries, side) {
  const last = entries.findLastIndex((entry) => entry.side === side);
  const facts = entries.slice(Math.max(0, last)).flatMap((entry) => entry.events);
  return facts.filter(({ type }) => OF_CARDS.has(type));
}

/**
 * The sentence about these entries, in parts, and the ways that blocks went; null where nothing is worth one.
 *
 * @param {Entry[]} entries
 * @param {string} side  whose eyes they are
 * @param {Seen | null} before
 * @param {Seen} after
 * @param {Weights} weights
 * @param {Entry[]} [known]  with those before, for what began before these
 * @returns {Headline | null}
 */
export function headlineOf(entries, side, before, after, weights, known = entries) {
  const facts = entries.flatMap((entry) => entry.events);
  const enemy = side === "frank" ? "saracen" : "frank";
  const moves = facts.filter((fact) => fact.side === enemy && weights[fact.type] === "move");
  const walked = moves.flatMap((fact) => routesOfMove(fact, enemy));
  const ends = [...new Set(walked.map(({ steps }) => steps[steps.length - 1][1]))];
  const departures = departuresOf(facts, enemy);
  const allFacts = [...new Set([...known.flatMap((entry) => entry.events), ...facts])];
  const towns = new TownNews(facts, side, before ?? beforeMoves(moves, after, enemy), after);
  const rank = Object.keys(weights);
  const parts = [
    ...towns.parts(ends),
    ...retreatsOf(facts, allFacts, side),
    // A town that they regrouped into and took is told as lost.
    ...departures
      .filter(({ type, to }) => type !== "block-regrouped" || !towns.lost.includes(to))
      .map((departure) => ({ ...departure, key: departureKey(departure), kind: departure.type })),
    ...strikesOf(facts, side),
    ...hungerOf(facts, side),
    ...idleHungerOf(facts),
    ...starvedOf(facts, side),
    ...gainsOf(facts, enemy),
    ...mustersOf(moves),
    ...poolNewsOf(facts, enemy),
    ...deadOf(facts, allFacts, side),
  ]
    .sort((one, other) => rank.indexOf(one.kind) - rank.indexOf(other.kind))
    .slice(0, MOST)
    .sort((one, other) => timeOf(one, facts) - timeOf(other, facts));
  // Where nothing else names a place, the moves do.
  const to = parts.length === 0 && ends.length <= FEW_ENDS ? { towns: ends } : {};
  const first = movesInShort(facts, enemy, moves.length, parts.length > 0).map((part) => ({ ...part, ...to }));
  const all = [...first, ...parts].map((part) => ({ ...part, strong: weights[part.kind] === "strong" }));
  if (all.length === 0) return null;
  const places = parts.flatMap((part) => ("town" in part && part.town ? [part.town] : []));
  return {
    side: enemy,
    parts: all,
    routes: [...walked, ...departures.map(({ town, to: end }) => routeTo(enemy, town, end))],
    towns: [...new Set([...places, ...departures.map(({ to: end }) => end), ...ends])],
    entries,
  };
}

/**
 * How many blocks the enemy moved; that it moved nobody only where nothing else is told.
 * @param {GameEvent[]} facts @param {string} enemy @param {number} moves @param {boolean} more  is told
 */
function movesInShort(facts, enemy, moves, more) {
  if (moves > 0) return counted("moved", "group-moved", moves);
  const stayed = !more && facts.some((fact) => fact.type === "movement-ended" && fact.side === enemy);
  return counted("stayed", "cards-revealed", stayed ? 1 : 0);
}

/** Whom the Assassins struck, and how hard. @param {GameEvent[]} facts @param {string} side  the reader's */
function strikesOf(facts, side) {
  return facts
    .filter(({ type }) => type === "assassins-struck")
    .map(({ type, side: whose, town, block, hits = 0 }) => ({
      key: `headline-assassins${whose === side ? "-own" : ""}${block ? "" : "-unseen"}`,
      kind: type,
      town,
      block,
      count: hits,
    }));
}

/** How many facts tell of each town. @param {GameEvent[]} facts */
export function countByTown(facts) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { town } of facts) if (town) counts[town] = (counts[town] ?? 0) + 1;
  return counts;
}

/** Where blocks of the enemy gained steps. @param {GameEvent[]} facts @param {string} enemy */
function gainsOf(facts, enemy) {
  const gains = facts.filter((fact) => fact.type === "block-strengthened" && fact.side === enemy);
  const counts = countByTown(gains);
  const towns = Object.keys(counts);
  return counted("strengthened", "cards-revealed", gains.length).map((part) => ({ ...part, towns, counts }));
}

/**
 * How many blocks of the enemy went to the pool in winter or were drawn from it, and where that was.
 * @param {GameEvent[]} facts @param {string} enemy
 */
function poolNewsOf(facts, enemy) {
  const theirs = facts.filter((fact) => fact.side === enemy);
  const disbanded = theirs.filter(({ type }) => type === "blocks-disbanded");
  const arrived = theirs.filter(({ type }) => ARRIVED.has(type));
  return [
    ...counted("winter-lost", "blocks-disbanded", sumOf(disbanded)).map((part) => ({
      ...part,
      towns: [...new Set(disbanded.flatMap(({ town }) => town ?? []))],
    })),
    ...counted("arrived", "cards-revealed", arrived.length).map((part) => ({
      ...part,
      towns: [...new Set(arrived.flatMap(({ town, box }) => town ?? box ?? []))],
    })),
  ];
}

/**
 * How many blocks fell; of the reader's it says which, of the enemy's who is gone for good.
 * @param {GameEvent[]} facts @param {GameEvent[]} known  with those before @param {string} side
 */
function deadOf(facts, known, side) {
  const fallen = fallenIn(facts, known);
  // Who starved before a castle is told with the others there.
  const starved = starvedOf(facts, side).flatMap(({ blocks }) => blocks);
  const mine = fallen.filter((fact) => fact.side === side);
  const own = mine.flatMap(({ block }) => (block && !starved.includes(block) ? block : []));
  const [lost, gone] = [mine, fallen.filter((fact) => !mine.includes(fact))].map(lostIn);
  return [
    ...counted("own-fallen", "block-eliminated", own.length).map((part) => ({ ...part, blocks: own, lost })),
    ...counted("enemy-fallen", "block-eliminated", fallen.length - mine.length).map((part) => ({
      ...part,
      blocks: gone,
      lost: gone,
    })),
  ];
}

/** Who is gone for good by these facts. @param {GameEvent[]} facts */
function lostIn(facts) {
  return facts.flatMap(({ type, permanent, block }) =>
    type === "block-eliminated" && permanent && block ? block : [],
  );
}

/**
 * When that was settled of which a part tells, as the place of the fact; those that name no town come last. Who
 * retreated is told with the battle.
 * @param {{key: string, town?: string, block?: string, blocks?: string[]}} part
 * @param {GameEvent[]} facts
 */
function timeOf({ town, block, blocks }, facts) {
  const who = block ?? blocks?.[0];
  if (!town) return facts.length;
  const from = who && facts.findLast((fact) => fact.block === who && fact.to === town)?.town;
  const at = from || town;
  return facts.findLastIndex((fact) => fact.town === at || fact.to === at || fact.path?.at(-1) === at);
}

/** What is told of the reader, as "you lost the battle": no doing of the other side that its name would stand before. */
const OF_READER =
  /^headline-(assassins-own|taken|besieging|battle-|retreated|gone|own-fallen|enemy-fallen|hunger|starved)/;

/**
 * The key of the sentence: of what the other side did, or of what became of the reader.
 * @param {Headline} headline
 */
export function sentenceKey({ parts, own }) {
  return own || OF_READER.test(parts[0]?.key ?? "") ? "headline-own" : "headline";
}

/** What the reader did, or what became of a battle of theirs: told in a sentence of its own beside the other side's. */
const BY_READER = /^headline-(assassins-own|taken|besieging|battle-|retreated|gone|hunger$|starved)/;

/**
 * The sentences of a headline: what the other side did, and apart from it what the reader's own acts have come to.
 *
 * @param {Headline} headline
 * @returns {{key: string, parts: Part[]}[]}
 */
export function sentencesOf(headline) {
  const { parts, own } = headline;
  const mine = parts.filter(({ key }) => BY_READER.test(key));
  const theirs = parts.filter(({ key }) => !BY_READER.test(key));
  // How many fell is told with either, and makes no sentence of its own.
  const deeds = theirs.filter(({ key }) => !OF_READER.test(key));
  if (own || mine.length === 0 || deeds.length === 0) return [{ key: sentenceKey(headline), parts }];
  const two = [
    { key: "headline", parts: theirs },
    { key: "headline-own", parts: mine },
  ];
  return BY_READER.test(parts[0].key) ? two.reverse() : two;
}

/** @param {GameEvent} fact @param {string} side @returns {Route[]} */
export function routesOfMove(fact, side) {
  const { type, path = [], town, from, to } = fact;
  if (DEPARTURES.has(type)) return town && to ? [routeTo(side, town, to)] : [];
  if (!BY_ROAD.has(type)) return type === "sea-moved" && from && to ? [{ side, steps: [[from, to]], sea: true }] : [];
  const steps = path.slice(1).map((town, i) => /** @type {[string, string]} */ ([path[i], town]));
  return steps.length > 0 ? [{ side, steps, sea: false }] : [];
}

/** A road from one town to the next. @param {string} side @param {string} from @param {string} to @returns {Route} */
function routeTo(side, from, to) {
  return { side, steps: [[from, to]], sea: false };
}

/** How many steps hunger took in a roll. @param {GameEvent} fact */
function cost({ type, losses }) {
  return type === "attrition-rolled" && typeof losses === "number" ? losses : 0;
}

/**
 * What hunger took, by town, where it did not take the castle; of the reader's blocks it says which.
 * @param {GameEvent[]} facts
 * @param {string} side
 */
function hungerOf(facts, side) {
  const rolls = facts.filter((fact) => cost(fact) > 0);
  const towns = townsOf(rolls, () => true).filter((town) => wayOfTaking(facts, town) !== "-hunger");
  return towns.map((town) => {
    const here = rolls.filter((fact) => fact.town === town);
    const own = here[0].side === side;
    /** @type {(string | {id: string})[]} */
    const blocks = own ? here.flatMap((fact) => Object.values(fact.blocks ?? []).flat()) : [];
    return {
      key: `headline-hunger${own ? "-own" : ""}`,
      kind: "attrition-rolled",
      town,
      count: here.reduce((sum, fact) => sum + cost(fact), 0),
      blocks: [...new Set(blocks.map((block) => (typeof block === "string" ? block : block.id)))],
    };
  });
}

/** Where besiegers of the reader starved in winter, and who. @param {GameEvent[]} facts @param {string} side */
function starvedOf(facts, side) {
  const starved = facts.filter((fact) => fact.type === "siege-starved" && fact.side === side);
  return starved.map(({ type, town, count = 0, blocks }) => ({
    key: "headline-starved",
    kind: type,
    town,
    count,
    blocks: Array.isArray(blocks) ? blocks.map(String) : [],
    lost: lostIn(facts),
  }));
}

/** The sieges where hunger was rolled for and took nothing. @param {GameEvent[]} facts */
function idleHungerOf(facts) {
  const rolls = facts.filter(({ type }) => type === "attrition-rolled");
  const towns = townsOf(rolls, () => true).filter((town) =>
    rolls.every((fact) => fact.town !== town || fact.losses === 0),
  );
  return towns.map((town) => ({ key: "headline-hunger-none", kind: "cards-revealed", town }));
}

/**
 * Counts the blocks that came to each muster, and names the towns they came from: moves are made openly.
 * @param {GameEvent[]} moves
 */
function mustersOf(moves) {
  /** @type {Map<string, {key: string, kind: string, town: string, count: number, towns: string[]}>} */
  const found = new Map();
  for (const { type, path = [] } of moves) {
    const town = path.at(-1);
    if (type !== "block-mustered" || !town) continue;
    const { count, towns } = found.get(town) ?? { count: 0, towns: [] };
    const from = [...new Set([...towns, path[0]])];
    found.set(town, { key: "headline-mustered", kind: "muster-called", town, count: count + 1, towns: from });
  }
  return [...found.values()];
}

/**
 * Adds up how many blocks these facts count.
 *
 * @param {GameEvent[]} facts
 */
function sumOf(facts) {
  return facts.reduce((sum, { count = 0 }) => sum + count, 0);
}

/**
 * Makes a part of a headline with a number.
 *
 * @param {string} key
 * @param {string} kind
 * @param {number} count
 */
function counted(key, kind, count) {
  return count > 0 ? [{ key: `headline-${key}`, kind, count }] : [];
}
