// What the viewer saw of a castle before, read from the viewer's own log: blocks that lay open there and lie face-down
// again. Pure.

/** Facts that name a castle's town and change nobody in the castle, or change them as is read below. */
const KNOWN = new Set([
  "battle-begun",
  "round-begun",
  "storm-declared",
  "storm-declined",
  "storm-ended",
  "storm-cancelled",
  "sally-declined",
  "castle-revealed",
  "field-revealed",
  "block-fired",
  "half-hit",
  "block-reduced",
  "block-eliminated",
  "attrition-rolled",
  "battle-ended",
]);
/** After these somebody else may lie in the castle, though the fact may name no town. */
const CHANGED = new Set(["block-withdrew", "sally-declared"]);

/** @param {GameEvent[]} events  oldest first @returns {GameEvent[]} those of the battle that began last */
export function eventsOfBattle(events) {
  return events.slice(events.findLastIndex((event) => event.type === "battle-begun") + 1);
}

/**
 * The hidden blocks of the castle that is fought over, with the steps they have left, if all of them were seen before
 * and it is certain that they are the same; else none. It rests on what the viewer was told.
 *
 * @param {View} view
 * @param {GameEvent[]} events  what the viewer was told, oldest first and without gaps
 * @returns {{blocks: Map<string, number>, seen: {year: number, turn: number, round: number} | null}}  `seen`: when they
 *   were seen last; null in this battle
 */
export function blocksRemembered({ battle, map }, events) {
  if (!battle) return { blocks: new Map(), seen: null };
  const castle = new CastleSeen(battle.town, battle["castle-of"] ?? "");
  for (const event of events) castle.read(event);
  const { known, seen, fresh, town, side } = castle;
  const stacks = map[town]?.stacks ?? [];
  for (const { id } of stacks.flatMap(({ blocks }) => blocks)) known.delete(id);
  const hidden = stacks.find((stack) => stack.side === side && stack.area === "castle")?.hidden ?? 0;
  const certain = known.size === hidden && (fresh || seen.turn > 0);
  return { blocks: certain ? known : new Map(), seen: fresh ? null : seen };
}

/** What a log tells, fact by fact, of the blocks of a side in the castle of a town. */
class CastleSeen {
  /** @param {string} town @param {string} side  of the castle */
  constructor(town, side) {
    this.town = town;
    this.side = side;
    /** The blocks that were seen and may lie there still, with their steps. @type {Map<string, number>} */
    this.known = new Map();
    this.now = { year: 0, turn: 0, round: 0 };
    /** When they were seen last. */
    this.seen = this.now;
    /** Whether that was in the battle that began last. */
    this.fresh = false;
  }

  /** @param {GameEvent} event */
  read(event) {
    const { type, block = "" } = event;
    if (type === "turn-begun") Object.assign(this.now, { year: event.year, turn: event.turn });
    else if (type === "block-reduced" && this.known.has(block)) this.known.set(block, event.strength ?? 0);
    else if (type === "block-eliminated") this.known.delete(block);
    else if (event.town !== this.town || !this.readHere(event))
      if (mayChange(event, this.town, this.side)) this.known.clear();
  }

  /** Reads a fact that names the town; false where it may say that others lie there. @param {GameEvent} event */
  readHere(event) {
    if (event.type === "battle-begun") this.fresh = false;
    else if (event.type === "round-begun") this.now.round = event.round ?? 0;
    else if (event.side !== this.side) return false;
    else if (event.type === "castle-revealed") this.reveal(event);
    else if (event.type === "attrition-rolled") starve(this.known, event);
    else return false;
    return true;
  }

  /** @param {GameEvent} event */
  reveal({ blocks }) {
    for (const face of Array.isArray(blocks) ? blocks : [])
      if (typeof face !== "string" && typeof face.strength === "number") this.known.set(face.id, face.strength);
    this.seen = { ...this.now };
    this.fresh = true;
  }
}

/**
 * Hunger takes a step from each block that was hit (6.57): who that was is hidden, unless it was all of them or nobody.
 * @param {Map<string, number>} known
 * @param {GameEvent} roll
 */
function starve(known, { losses }) {
  const lost = Number(losses ?? 0);
  if (lost > 0 && lost !== known.size) known.clear();
  else if (lost > 0) for (const [id, strength] of known) known.set(id, strength - 1);
}

/**
 * Whether other blocks may lie in a castle after this fact, or the same with other steps.
 * @param {GameEvent} event
 * @param {string} town
 * @param {string} side  of the castle
 */
function mayChange(event, town, side) {
  if (CHANGED.has(event.type)) return event.side === side && (event.town ?? town) === town;
  if (KNOWN.has(event.type)) return false;
  const named = [event.town, event.from, event.to, ...(event.path ?? []), ...Object.keys(event.towns ?? {})];
  // The enemy's Assassins strike in the castle as well.
  return named.flat().includes(town) && (event.side !== otherOf(side) || event.type === "assassins-struck");
}

/** @param {string} side */
function otherOf(side) {
  return side === "frank" ? "saracen" : "frank";
}
