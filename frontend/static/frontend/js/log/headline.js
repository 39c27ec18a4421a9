// What happened since a side's last act, in short: made of what its own history and views tell, and of nothing else.
// Pure: game/headline.js shows it.

import { DEPARTURES, departureKey, departuresOf } from "../page/departures.js";
import { DECIDED, ENDS, fallenIn, retreatsOf } from "./outcome.js";

/** @typedef {import("./story.js").Entry} Entry */
/**
 * @typedef {{key: string, kind: string, strong: boolean, town?: string, to?: string, block?: string, count?: number,
 *   towns?: string[], blocks?: string[]}} Part  of the sentence; `kind`: the type of fact whose weight it has; `to`,
 *   `towns`: where it led; `blocks`: of whom it tells
 */
/** @typedef {import("../map/ways.js").Route} Route @typedef {import("../page/page.js").Weights} Weights */
/** @typedef {{cities?: Record<string, string>, map: View["map"]}} Seen  what is read of a view */
/**
 * @typedef {{side: string, parts: Part[], routes: Route[], towns: string[], entries: Entry[], own?: boolean}} Headline
 *   `own`: it tells what came of one's own act
 */

const BY_ROAD = new Set(["group-moved", "block-mustered"]);
/** More parts than so many are not read: the weightiest are told. */
const MOST = 5;
/** What is told of one's own act. */
const OF_OWN = new Set([...DECIDED, "assassins-struck"]);
/** These have come of an act that ended a battle, whoever did it. */
const OF_AN_END = new Set([...ENDS, ...DEPARTURES, "block-eliminated", "attrition-rolled", "assassins-struck"]);
/** What is told of the cards of a turn until the next act. */
const OF_CARDS = new Set(["cards-revealed", "card-copied", "tie-rolled", "turn-cancelled"]);
/** By these a castle falls. */
const HOW = new Set(["attrition-rolled", "round-begun", "assassins-struck"]);
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
 * What the last act of a side itself ended or struck, or hunger took upon it, as its entry without all else; empty where
 * it did nothing of that.
 * @param {Entry[]} entries  entries, oldest first
 * @param {string} side
 * @returns {Entry[]}
 */
export function endedByOwnAct(entries, side) {
  const last = entries.findLast((entry) => entry.side === side);
  const events = (last?.events ?? []).filter(({ type }) => OF_AN_END.has(type));
  return last && events.some((fact) => OF_OWN.has(fact.type) || cost(fact) > 0) ? [{ ...last, events }] : [];
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
  const [fallenTo, taken] = changed(facts, side, before, after);
  const moves = facts.filter((fact) => fact.side === enemy && weights[fact.type] === "move");
  const walked = moves.flatMap((fact) => routesOfMove(fact, enemy));
  const ends = [...new Set(walked.map(({ steps }) => steps[steps.length - 1][1]))];
  const departures = departuresOf(facts, enemy);
  const routes = [...walked, ...departures.map(({ town, to }) => routeTo(enemy, town, to))];
  const entered = townsOf(
    facts,
    (type) => type === "town-entered",
    (fact) => fact.side === enemy,
  );
  const gone = [...new Set([...fallenTo, ...entered])];
  const stood = before ?? beforeMoves(moves, after, enemy);
  const attacked = ends.filter(
    (town) => stands(stood, town, side) && stands(after, town, side) && stands(after, town, enemy),
  );
  const allFacts = [...new Set([...known.flatMap((entry) => entry.events), ...facts])];
  const fallen = fallenIn(facts, allFacts);
  const own = fallen.flatMap((fact) => (fact.side === side && fact.block) || []);
  // The loser of a field who is still there is in the castle: that is a siege, of which a fact tells once the winner
  // has regrouped.
  const both = (/** @type {string} */ town) => stands(after, town, side) && stands(after, town, enemy);
  const fields = (/** @type {string} */ winner) =>
    townsOf(
      facts,
      (type) => type === "field-won",
      (fact) => fact.side === winner,
    );
  const sieges = [
    ...new Set([
      ...townsOf(
        facts,
        (type) => type === "siege-begun",
        (fact) => fact.besieged === side,
      ),
      ...fields(enemy).filter(both),
    ]),
  ];
  const besieging = [
    ...new Set([
      ...townsOf(
        facts,
        (type) => type === "siege-begun",
        (fact) => fact.besieger === side,
      ),
      ...fields(side).filter(both),
    ]),
  ];
  const lostFields = fields(enemy).filter((town) => !gone.includes(town) && !sieges.includes(town));
  const wonFields = fields(side).filter((town) => !taken.includes(town) && !besieging.includes(town));
  const gains = facts.filter((fact) => fact.type === "block-strengthened" && fact.side === enemy);
  const arrived = facts.filter(({ type, side: whose }) => ARRIVED.has(type) && whose === enemy);
  const musters = mustersOf(moves);
  const disbanded = facts.filter(({ type, side: whose }) => type === "blocks-disbanded" && whose === enemy);
  const rank = Object.keys(weights);
  const parts = [
    ...gone.flatMap((town) => named(wayOfLosing(facts, town, enemy, after), "town-taken", [town])),
    ...taken.flatMap((town) => named(`taken${wayOfTaking(facts, town)}`, "town-taken", [town])),
    ...named("besieged", "siege-begun", sieges),
    ...named("besieging", "siege-begun", besieging),
    ...attacked
      .filter((town) => !sieges.includes(town))
      .flatMap((town) => named(wayOfComing(stood, town, side, enemy), "battle-begun", [town])),
    ...named("battle-lost", "field-won", lostFields),
    ...named("battle-won", "field-won", wonFields),
    ...retreatsOf(facts, allFacts, side),
    // A town that they regrouped into and took is told as lost.
    ...departures
      .filter(({ type, to }) => type !== "block-regrouped" || !gone.includes(to))
      .map((departure) => ({ ...departure, key: departureKey(departure), kind: departure.type })),
    ...facts.flatMap(({ type, side: whose, town, block, hits }) =>
      type === "assassins-struck"
        ? [
            {
              key: `headline-assassins${whose === side ? "-own" : ""}${block ? "" : "-unseen"}`,
              kind: type,
              town,
              block,
              count: hits ?? 0,
            },
          ]
        : [],
    ),
    ...hungerOf(facts, side).filter(({ town }) => wayOfTaking(facts, town) !== "-hunger"),
    ...counted("strengthened", "cards-revealed", gains.length).map((part) => ({
      ...part,
      towns: [...new Set(gains.flatMap(({ town }) => town ?? []))],
    })),
    ...musters.map(({ town, count, from }) => ({
      key: "headline-mustered",
      kind: "muster-called",
      town,
      count,
      towns: from,
    })),
    ...counted("winter-lost", "blocks-disbanded", sumOf(disbanded)).map((part) => ({
      ...part,
      towns: [...new Set(disbanded.flatMap(({ town }) => town ?? []))],
    })),
    ...counted("arrived", "cards-revealed", arrived.length).map((part) => ({
      ...part,
      towns: [...new Set(arrived.flatMap(({ town, box }) => town ?? box ?? []))],
    })),
    ...counted("own-fallen", "block-eliminated", own.length).map((part) => ({ ...part, blocks: own })),
    ...counted("enemy-fallen", "block-eliminated", fallen.length - own.length),
  ]
    .sort((one, other) => rank.indexOf(one.kind) - rank.indexOf(other.kind))
    .slice(0, MOST)
    .sort((one, other) => timeOf(one, facts) - timeOf(other, facts));
  // Where nothing else tells of it: that they moved nobody.
  const stayed = parts.length === 0 && facts.some((fact) => fact.type === "movement-ended" && fact.side === enemy);
  const first =
    moves.length > 0
      ? counted("moved", "group-moved", moves.length)
      : counted("stayed", "cards-revealed", stayed ? 1 : 0);
  // Where nothing else names a place, the moves do.
  const to = parts.length === 0 && ends.length <= FEW_ENDS ? { towns: ends } : {};
  const all = [...first.map((part) => ({ ...part, ...to })), ...parts].map((part) => ({
    ...part,
    strong: weights[part.kind] === "strong",
  }));
  if (all.length === 0) return null;
  const places = parts.flatMap((part) => ("town" in part && part.town ? [part.town] : []));
  const towns = [...new Set([...places, ...departures.map(({ to }) => to), ...ends])];
  return { side: enemy, parts: all, routes, towns, entries };
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

/**
 * Towns that a side lost, and those that it took: the cities as the views have them, others by what is told.
 * @param {GameEvent[]} facts
 * @param {string} side
 * @param {Seen | null} before
 * @param {Seen} after
 */
function changed(facts, side, before, after) {
  const cities = Object.keys(after.cities ?? {}).filter(
    (town) => before?.cities && before.cities[town] !== after.cities?.[town],
  );
  const taken = townsOf(
    facts,
    (type) => type === "town-taken",
    (fact) => !((fact.town ?? "") in (after.cities ?? {})) || !before,
  );
  const winner = (/** @type {string} */ town) =>
    cities.includes(town)
      ? after.cities?.[town]
      : facts.findLast((fact) => fact.type === "town-taken" && fact.town === town)?.side;
  const all = [...new Set([...cities, ...taken])];
  return [all.filter((town) => winner(town) !== side), all.filter((town) => winner(town) === side)];
}

/**
 * How a castle fell, as the end of a key: by storm, by its garrison's own sally, or by hunger; empty for a town that
 * changed hands otherwise.
 * @param {GameEvent[]} facts
 * @param {string} town
 */
function wayOfTaking(facts, town) {
  const here = facts.filter((fact) => fact.town === town);
  const at = here.findLastIndex(({ type }) => type === "town-taken");
  if (at < 0) return "";
  if (here[at].sallied) return "-sally";
  const before = here.slice(0, at).findLast(({ type }) => HOW.has(type));
  if (before?.type === "assassins-struck") return "";
  return before?.type === "attrition-rolled" ? "-hunger" : "-storm";
}

/**
 * How a town was lost, as a part of a key: nobody may hold it now, or the enemy regrouped into it from a battle.
 * @param {GameEvent[]} facts
 * @param {string} town
 * @param {string} enemy
 * @param {Seen} after
 */
function wayOfLosing(facts, town, enemy, after) {
  const way = wayOfTaking(facts, town);
  if (way) return `lost${way}`;
  if (facts.some((fact) => fact.type === "block-regrouped" && fact.to === town && fact.side === enemy))
    return "lost-regrouped";
  return town in (after.cities ?? {}) && after.cities?.[town] !== enemy ? "gone" : "lost";
}

/** What is told of the reader, as "you lost the battle": no doing of the other side that its name would stand before. */
const OF_READER = /^headline-(assassins-own|taken|besieging|battle-|retreated|gone|own-fallen|enemy-fallen|hunger)/;

/**
 * The key of the sentence: of what the other side did, or of what became of the reader.
 * @param {Headline} headline
 */
export function sentenceKey({ parts, own }) {
  return own || OF_READER.test(parts[0]?.key ?? "") ? "headline-own" : "headline";
}

/** What the reader did, or what became of a battle of theirs: told in a sentence of its own beside the other side's. */
const BY_READER = /^headline-(assassins-own|taken|besieging|battle-|retreated|gone|hunger$)/;

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

/**
 * What the enemy came for, as a part of a key: to attack, or where some of them stood before to help those, to relieve
 * their castle, or to join their siege.
 * @param {Seen | null} before
 * @param {string} town
 * @param {string} side
 * @param {string} enemy
 */
function wayOfComing(before, town, side, enemy) {
  if (!stands(before, town, enemy)) return "attacked";
  const stacks = before?.map[town]?.stacks ?? [];
  const only = (/** @type {string} */ whose) =>
    stacks.every((stack) => stack.side !== whose || stack.area === "castle");
  if (only(enemy)) return "relieved";
  return only(side) ? "joined-siege" : "helped";
}

/**
 * How the map stood before the enemy moved, where no view tells it: as it is now, without those that came.
 * @param {GameEvent[]} moves
 * @param {Seen} after
 * @param {string} enemy
 * @returns {Seen}
 */
function beforeMoves(moves, after, enemy) {
  const map = Object.entries(after.map).map(([town, { stacks, ...more }]) => {
    let came = moves.filter((fact) => (fact.path?.at(-1) ?? fact.to) === town).length;
    const stayed = stacks.flatMap((stack) => {
      // Who came is not in the castle.
      if (stack.side !== enemy || stack.area === "castle") return [stack];
      const gone = Math.min(came, stack.count);
      came -= gone;
      return stack.count > gone ? [{ ...stack, count: stack.count - gone }] : [];
    });
    return [town, { ...more, stacks: stayed }];
  });
  return { map: Object.fromEntries(map) };
}

/** @param {Seen | null} view @param {string} town @param {string} side */
function stands(view, town, side) {
  return Boolean(view?.map[town]?.stacks.some((stack) => stack.side === side));
}

/**
 * @param {GameEvent[]} facts
 * @param {(type: string) => boolean} of
 * @param {(fact: GameEvent) => boolean} counts
 * @returns {string[]}
 */
function townsOf(facts, of, counts) {
  return [...new Set(facts.filter((fact) => of(fact.type) && counts(fact)).flatMap((fact) => fact.town ?? []))];
}

/** How many steps hunger took in a roll. @param {GameEvent} fact */
function cost({ type, losses }) {
  return type === "attrition-rolled" && typeof losses === "number" ? losses : 0;
}

/**
 * What hunger took, by town; of the reader's blocks it says which.
 * @param {GameEvent[]} facts
 * @param {string} side
 */
function hungerOf(facts, side) {
  const rolls = facts.filter((fact) => cost(fact) > 0);
  return townsOf(rolls, Boolean, () => true).map((town) => {
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

/**
 * Makes a part of a headline that names towns.
 *
 * @param {string} key
 * @param {string} kind
 * @param {string[]} towns
 */
function named(key, kind, towns) {
  return towns.map((town) => ({ key: `headline-${key}`, kind, town }));
}

/**
 * Counts the blocks that came to each muster, and names the towns they came from: moves are made openly.
 *
 * @param {GameEvent[]} moves
 * @returns {{town: string, count: number, from: string[]}[]}
 */
function mustersOf(moves) {
  /** @type {Map<string, {town: string, count: number, from: string[]}>} */
  const found = new Map();
  for (const { type, path = [] } of moves) {
    const town = path.at(-1);
    if (type !== "block-mustered" || !town) continue;
    const { count, from } = found.get(town) ?? { count: 0, from: [] };
    found.set(town, { town, count: count + 1, from: [...new Set([...from, path[0]])] });
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
