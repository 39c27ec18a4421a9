// What blocks would do to get to a town: which road each takes, what it costs, what follows. No page, no state.
//
// The rules have said what is legal (offers) and what would follow (prospects); here the best of it is chosen. The
// server has the last word.

import * as offers from "./offers.js";
import { Room, isMinor, roadKey } from "./room.js";

/**
 * @typedef {import("./offers.js").Offer} Offer
 * @typedef {import("./offers.js").Action} Action
 * @typedef {{action: Action, cost: number, from: string | null, road: string | null, steps: string[][], forced:
 *   boolean}} Way
 *   `road`: the road by which it enters, as the rules name it; `from`: the town that pays for the Move
 * @typedef {object} Plan
 * @property {string} town
 * @property {Action[]} actions     in the order in which they are to be sent
 * @property {number} cost          Moves
 * @property {Map<string, string[]>} entries  road -> blocks that enter by it, the main road first
 * @property {string[]} left        blocks that cannot come: the roads are full
 * @property {FullRoad[]} full      roads without room for more, which keep blocks from their shortest way
 * @property {Map<string, string[]>} detours  block -> the towns on its way, where it is longer for that
 * @property {boolean} muster
 * @property {boolean} forced
 * @property {{steps: string[][], sea: string[] | null}[]} walks  the way of each block; `sea`: from port to port
 */

/**
 * A road that is full (5.1).
 * @typedef {{ends: string[], limit: number, planned: boolean}} FullRoad
 *   `limit`: blocks that may use it in a movement; `planned`: some of them by this plan
 */

/** Steps in which several blocks may be sent at once; elsewhere each decision stands alone. */
const GROUPS = new Set(["seats", "move", "regroup", "must-retreat", "leave-siege"]);
/** Types of action that take a block somewhere. */
const GOING = new Set(["place", "move", "muster", "sea-move", "enter", "retreat", "regroup", "deploy"]);

/** Fields of an action in which its destination may stand. */
const DESTINATIONS = /** @type {const} */ (["town", "to", "port"]);

/** @param {View} view */
export function movesInGroups(view) {
  return GROUPS.has(view.step);
}

/** @type {WeakMap<Offer, Map<string, string[][]>>} */
const paths = new WeakMap();

/** The paths of an offer by where they end. @param {Offer} offer */
function pathsByEnd(offer) {
  let found = paths.get(offer);
  if (!found) {
    found = new Map();
    for (const path of offers.allowedValues(offer, "path")) {
      const end = path[path.length - 1];
      const known = found.get(end);
      if (known) known.push(path);
      else found.set(end, [path]);
    }
    paths.set(offer, found);
  }
  return found;
}

/** Every town that a block can be sent to. @param {View} view @param {string} block @returns {Set<string>} */
export function reachableTowns(view, block) {
  const found = new Set();
  for (const offer of offersOf(view, block)) {
    if (offer.path) for (const end of pathsByEnd(offer).keys()) found.add(end);
    else for (const field of DESTINATIONS) for (const town of offers.allowedValues(offer, field)) found.add(town);
  }
  return found;
}

/** @param {View} view @param {string} block @returns {Offer[]} */
function offersOf(view, block) {
  return (view.actions ?? []).filter(
    (/** @type {Offer} */ offer) => GOING.has(offer.type) && offers.allowedValues(offer, "block").includes(block),
  );
}

/**
 * The ways a block has of going to a town.
 * @param {View} view
 * @param {string} block
 * @param {string} town
 * @param {string | undefined} start
 * @returns {Way[]}
 */
export function routesTo(view, block, town, start) {
  return offersOf(view, block).flatMap((offer) =>
    offer.path ? waysByRoad(offer, block, town, start) : waysWithoutRoad(offer, block, town, start),
  );
}

/** @param {Offer} offer @param {string} block @param {string} town @param {string | undefined} start @returns {Way[]} */
function waysByRoad(offer, block, town, start) {
  const forced = Boolean(offer.forced);
  return (pathsByEnd(offer).get(town) ?? []).map((path) => ({
    action: { type: offer.type, block, path, ...(forced ? { forced } : {}) },
    cost: offer.about?.cost ?? 0,
    from: offer.type === "move" ? (start ?? null) : null,
    road: path.length > 1 ? path[path.length - 2] : (start ?? null),
    steps: edges(start ?? "", path),
    forced,
  }));
}

/** What blocks enter by that come by no road of the map. @type {Record<string, string>} */
export const ENTRIES = { "sea-move": "sea", enter: "germania" };

/** @param {Offer} offer @param {string} block @param {string} town @param {string | undefined} start @returns {Way[]} */
function waysWithoutRoad(offer, block, town, start) {
  const field = DESTINATIONS.find((name) => offers.allowedValues(offer, name).includes(town));
  if (!field) return [];
  const areas = offers.allowedValues(offer, "area");
  const inBattle = offer.type === "retreat" || offer.type === "regroup";
  return (areas.length > 0 ? areas : [null]).map((area) => ({
    action: { type: offer.type, block, [field]: town, ...(area ? { area } : {}) },
    cost: offer.about?.cost ?? 0,
    from: null,
    road: ENTRIES[offer.type] ?? null,
    steps: inBattle && start ? [[start, town]] : [],
    forced: false,
  }));
}

/** @param {string} start @param {string[]} path */
function edges(start, path) {
  return path.map((town, i) => [i === 0 ? start : path[i - 1], town]);
}

/** What is said of a town that these blocks would enter. @param {View} view @param {string} town */
export function entryNotice(view, town) {
  return view.prospects?.towns?.[town] ?? null;
}

/**
 * Whether blocks that go there meet enemies in the field: then the road matters.
 * @param {View} view
 * @param {string} town
 */
export function isHostile(view, town) {
  return typeof entryNotice(view, town)?.first === "number";
}

/**
 * Whether a plan leads into a castle of one's own under siege: by sea, past the enemy in the field (6.51).
 * @param {View} view
 * @param {Plan} plan
 */
export function landsInCastle(view, plan) {
  const besieged = view.sieges?.[plan.town]?.besieged === view.you;
  return besieged && plan.actions.every((action) => action.type === "sea-move" && action.area !== "field");
}

/** @param {View} view @param {string} town */
function canMuster(view, town) {
  return (view.actions ?? []).some(
    (/** @type {Offer} */ offer) => offer.type === "muster-to" && offers.allowedValues(offer, "town").includes(town),
  );
}

/** @param {View} view @param {string} town whether a muster to the town has been called already */
function isMustered(view, town) {
  return (view.actions ?? []).some(
    (/** @type {Offer} */ offer) => offer.type === "muster" && offer.about?.town === town,
  );
}

/**
 * Whether blocks can be brought to a town by a muster, and for how many Moves.
 * @param {View} view
 * @param {string} town
 * @returns {number | null}
 */
export function musterPrice(view, town) {
  if (isMustered(view, town)) return 0;
  return canMuster(view, town) ? 1 : null;
}

/**
 * The plan for these blocks to go to a town, or null when none of them can.
 *
 * @param {View} view @param {Map<string, {town: string}>} where  where blocks stand
 * @param {Iterable<string>} blocks  those to be preferred first @param {string} town
 * @param {{road?: string | null, roads?: Record<string, string>, muster?: boolean}} [wish]  the main road; the road of
 *   a block; by a muster
 * @returns {Plan | null}
 */
export function planMove(view, where, blocks, town, wish = {}) {
  const ids = [...blocks];
  const starts = new Set(ids.map((id) => where.get(id)?.town));
  const price = isHostile(view, town) ? null : musterPrice(view, town);
  const marched = wish.muster ? null : draft(view, where, ids, town, wish.road ?? null, false, wish.roads);
  if (price === null) return marched;
  const mustered = wish.muster || starts.size > 1 || price === 0 ? draft(view, where, ids, town, null, true) : null;
  if (!marched || !mustered) return marched ?? mustered;
  const better = mustered.left.length - marched.left.length || mustered.cost - marched.cost;
  return better < 0 ? mustered : marched;
}

/**
 * Makes a plan of the best way of each block.
 *
 * @param {View} view @param {Map<string, {town: string}>} where @param {string[]} ids @param {string} town
 * @param {string | null} road
 * @param {boolean} muster
 * @param {Record<string, string>} [wished]  the road of a block
 * @returns {Plan | null}
 */
function draft(view, where, ids, town, road, muster, wished = {}) {
  const main =
    road ?? entryNotice(view, town)?.main ?? (isHostile(view, town) ? commonRoad(view, where, ids, town) : null);
  // Who comes first among these goes first, unless more of them find room when those go first who have the fewest ways.
  const inOrder = ids.map((block) => ({ block, all: waysOf(view, where, block, town, muster) }));
  const bound = [...inOrder].sort((one, other) => one.all.length - other.all.length);
  const [chosen, left] = [inOrder, bound]
    .map((open) => share(view, open, main, wished))
    .reduce((one, other) => (other[1].length < one[1].length ? other : one));
  if (chosen.length === 0) return null;

  // The first to enter makes its road the main one.
  chosen.sort((one, other) => Number(other.way.road === main) - Number(one.way.road === main));
  /** @type {Map<string, string[]>} */
  const entries = new Map();
  for (const { way, block } of chosen) if (way.road) entries.set(way.road, [...(entries.get(way.road) ?? []), block]);
  const actions = chosen.map(({ way }) => way.action);
  const paid = new Set();
  let cost = muster && !isMustered(view, town) ? 1 : 0;
  for (const { way } of chosen) {
    if (way.from && paid.has(way.from)) continue;
    cost += muster ? 0 : way.cost;
    if (way.from) paid.add(way.from);
  }
  if (muster && !isMustered(view, town)) actions.unshift({ type: "muster-to", town });
  const walks = chosen.map(({ way, block }) => ({
    steps: way.steps,
    sea: way.road === "sea" ? [where.get(block)?.town ?? "", town] : null,
  }));
  const forced = chosen.some(({ way }) => way.forced);
  return { town, actions, cost, entries, left, ...findDetours(view, inOrder, chosen, main), muster, forced, walks };
}

/**
 * What the limits of roads (5.1) change of a plan: the full roads that blocks would have taken, and their detours.
 *
 * @param {View} view
 * @param {{block: string, all: Way[]}[]} open  each with its ways
 * @param {{way: Way, block: string}[]} chosen
 * @param {string | null} main  the road wished for
 * @returns {{full: FullRoad[], detours: Map<string, string[]>}}
 */
function findDetours(view, open, chosen, main) {
  /** @type {Map<string, FullRoad>} */
  const full = new Map();
  /** @type {Map<string, string[]>} */
  const detours = new Map();
  const taken = new Map(chosen.map(({ block, way }) => [block, way]));
  const [before, room] = [new Room(view), new Room(view)];
  for (const { way } of chosen) room.use(way.steps);
  for (const { block, all } of view.prospects ? open : []) {
    const [shortest] = [...all].sort((one, other) => effort(one, main) - effort(other, main));
    const way = taken.get(block);
    if (!shortest || (way && effort(way, main) <= effort(shortest, main))) continue;
    const blocked = shortest.steps.filter((step) => room.of(step) <= 0);
    for (const ends of blocked)
      full.set(roadKey(ends), {
        ends,
        limit: room.limit(ends),
        planned: room.of(ends) < before.of(ends),
      });
    if (way && blocked.length > 0 && way.steps.length > 1)
      detours.set(
        block,
        way.steps.slice(0, -1).map(([, to]) => to),
      );
  }
  return { full: [...full.values()], detours };
}

/**
 * Gives each of these blocks in turn the easiest way that still has room. Returns the ways, and who is left without
 * one.
 *
 * @param {View} view
 * @param {{block: string, all: Way[]}[]} open  each with its ways
 * @param {string | null} main  the road wished for
 * @param {Record<string, string>} wished  the road of a block
 * @returns {[{way: Way, block: string}[], string[]]}
 */
function share(view, open, main, wished) {
  const room = new Room(view);
  /** @type {{way: Way, block: string}[]} */
  const chosen = [];
  /** @type {string[]} */
  const left = [];
  for (const { block, all } of open) {
    const fitting = all.filter((way) => room.takes(way.steps));
    const wish = wished[block] ?? main;
    const best = fitting.sort((one, other) => effort(one, wish) - effort(other, wish))[0];
    if (!best) left.push(block);
    else {
      room.use(best.steps);
      chosen.push({ way: best, block });
    }
  }
  return [chosen, left];
}

/**
 * Returns the ways of a block to a town, by itself or to a muster.
 *
 * @param {View} view
 * @param {Map<string, {town: string}>} where
 * @param {string} block
 * @param {string} town
 * @param {boolean} muster
 * @returns {Way[]}
 */
function waysOf(view, where, block, town, muster) {
  const start = where.get(block)?.town;
  const all = routesTo(view, block, town, start);
  if (!muster) return all.filter((way) => way.action.type !== "muster" || way.cost === 0);
  if (start === town) return [];
  // Before a muster is called only the group's own moves are offered; they go the same roads.
  return all
    .filter((way) => way.action.path)
    .map((way) => ({ ...way, action: { ...way.action, type: "muster" }, from: null }));
}

/**
 * The road by which most of the blocks enter on their shortest way: the Main Attack (6.41) unless another is chosen.
 * @param {View} view
 * @param {Map<string, {town: string}>} where
 * @param {string[]} ids
 * @param {string} town
 */
function commonRoad(view, where, ids, town) {
  return roadsInto(view, where, ids, town)[0]?.road ?? null;
}

/**
 * The roads by which these blocks can enter a town: first the one that is the shortest way of most of them, of several
 * the one that most can take. How many could take it, how many of them there is room for on the whole way.
 *
 * @param {View} view @param {Map<string, {town: string}>} where @param {Iterable<string>} blocks @param {string} town
 */
export function roadsInto(view, where, blocks, town) {
  /** @type {Map<string, {block: string, all: Way[]}[]>} */
  const takers = new Map();
  /** @type {Map<string, number>} */
  const shortest = new Map();
  for (const block of blocks) {
    const all = routesTo(view, block, town, where.get(block)?.town).filter((way) => way.road && !way.forced);
    shortest.set(block, Math.min(...all.map((way) => effort(way, null))));
    for (const way of all) {
      const known = takers.get(way.road ?? "") ?? [];
      if (known.at(-1)?.block === block) known.at(-1)?.all.push(way);
      else known.push({ block, all: [way] });
      takers.set(way.road ?? "", known);
    }
  }
  const found = [...takers].map(([road, open]) => {
    const near = open
      .map(({ block, all }) => ({ block, all: all.filter((way) => effort(way, null) === shortest.get(block)) }))
      .filter(({ all }) => all.length > 0);
    const [direct, carries] = [near, open].map((each) => share(view, each, road, {})[0].length);
    return { road, count: open.length, carries, direct };
  });
  return found.sort((one, other) => other.direct - one.direct || other.carries - one.carries);
}

/**
 * The roads by which a block can enter a town without a forced march.
 * @param {View} view
 * @param {Map<string, {town: string}>} where
 * @param {string} block
 * @param {string} town
 * @returns {string[]}
 */
export function roadOptions(view, where, block, town) {
  const found = routesTo(view, block, town, where.get(block)?.town).filter((way) => way.road && !way.forced);
  return [...new Set(found.sort((one, other) => effort(one, null) - effort(other, null)).map((way) => way.road ?? ""))];
}

/** How tedious a way is, to sort by: the easiest first. @param {Way} way @param {string | null} main */
function effort(way, main) {
  const minor = way.steps.filter(isMinor).length;
  // A group goes by road for one Move; by sea each block pays.
  const sea = way.road === "sea" ? 100 : 0;
  return (
    way.steps.length * 10 +
    minor +
    way.cost * 5 +
    sea +
    (main && way.road !== main ? 1000 : 0) +
    (way.forced ? 10_000 : 0)
  );
}

/**
 * The round in which blocks entering by a road fight.
 *
 * @param {{main?: string | null, first: number}} found  what `entering` says of the town
 * @param {string} road
 * @param {string | null} main  the plan's own main road
 */
export function entryRound(found, road, main) {
  const known = found.main ?? main;
  return found.first + (road === "sea" || known === null || road === known ? 0 : 1);
}

/**
 * The blocks that a muster could bring to a town, nearest first.
 *
 * @param {View} view @param {Map<string, {town: string}>} where @param {string} town @returns {string[]}
 */
export function joiningBlocks(view, where, town) {
  return offers
    .blocksOf((view.actions ?? []).filter((/** @type {Offer} */ offer) => offer.path))
    .map((block) => ({ block, all: waysOf(view, where, block, town, true).filter((way) => !way.forced) }))
    .filter(({ all }) => all.length > 0)
    .map(({ block, all }) => ({ block, far: Math.min(...all.map((way) => way.steps.length)) }))
    .sort((one, other) => one.far - other.far)
    .map(({ block }) => block);
}

/** How many blocks of a plan leave each town. @param {Map<string, {town: string}>} where @param {Pick<Plan, "actions">} made */
export function countLeaving(where, made) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { block } of made.actions) {
    const start = block && where.get(block)?.town;
    if (start) counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return counts;
}

/** Whether the viewer's blocks before a castle besiege it. @param {View} view @param {string} town */
export function besieges(view, town) {
  return view.you !== null && view.sieges?.[town]?.besieger === view.you;
}

/**
 * What follows from leaving, of the plan's blocks: towns whose siege is lifted or whose control is lost.
 *
 * @param {View} view @param {Map<string, {town: string}>} where @param {Pick<Plan, "actions">} made
 * @returns {{town: string, follows: string}[]}
 */
export function effectsOfLeaving(view, where, made) {
  const leaving = view.prospects?.leaving ?? {};
  return [...countLeaving(where, made)]
    .filter(([town, count]) => leaving[town] && count >= leaving[town].count)
    .map(([town]) => ({ town, follows: leaving[town].follows }));
}

/** The offers that take blocks somewhere. @param {View} view @returns {Offer[]} */
export function movementOffers(view) {
  return (view.actions ?? []).filter((/** @type {Offer} */ offer) => GOING.has(offer.type) && !offer.blocks);
}

/** The towns that all of these blocks can go to. @param {View} view @param {string[]} blocks @returns {Set<string>} */
export function townsAllCanReach(view, blocks) {
  const [first, ...others] = blocks.map((block) => reachableTowns(view, block));
  return new Set([...(first ?? [])].filter((town) => others.every((towns) => towns.has(town))));
}
