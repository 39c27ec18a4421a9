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
  "assassins-struck",
  "battle-ended",
]);
/** After these somebody else may lie in the castle, though the fact may name no town. */
const CHANGED = new Set(["block-withdrew", "sally-declared"]);

/** @param {GameEvent[]} events  oldest first @returns {GameEvent[]} those of the battle that began last */
export function eventsOfBattle(events) {
  return events.slice(events.findLastIndex((event) => event.type === "battle-begun") + 1);
}

/**
 * What is remembered of the hidden blocks of a castle. `blocks`: all of them, with the steps they have left, if it is
 * certain who they are and how strong, else none; `seen`: when they were seen last, null in this battle. `some`: where
 * not all is certain those who were seen, with the steps they had then; `lost`: steps that hunger took since from any.
 * @typedef {{blocks: Map<string, number>, seen: {year: number, turn: number, round: number} | null, some: Map<string,
 *   number>, lost: number}} Remembered
 */

/** Steps that a block has at most. */
const MOST_STEPS = 4;

/**
 * What is known of the hidden blocks of the castle that is fought over since somebody came or went there last. It rests
 * on what the viewer was told.
 *
 * @param {View} view
 * @param {GameEvent[]} events  what the viewer was told, oldest first and without gaps
 * @returns {Remembered}
 */
export function blocksRemembered({ battle, map }, events) {
  const nothing = () => ({ blocks: new Map(), seen: null, some: new Map(), lost: 0 });
  if (!battle) return nothing();
  const castle = new CastleSeen(battle.town, battle["castle-of"] ?? "");
  for (const event of events) castle.read(event);
  const { known, seen, fresh, town, side, lost } = castle;
  const stacks = map[town]?.stacks ?? [];
  for (const { id } of stacks.flatMap(({ blocks }) => blocks)) known.delete(id);
  const hidden = stacks.find((stack) => stack.side === side && stack.area === "castle")?.hidden ?? 0;
  if (known.size > hidden || hidden === 0) return { ...nothing(), seen: fresh ? null : seen };
  const certain = known.size === hidden && lost === 0 && (fresh || seen.turn > 0);
  if (certain) return { ...nothing(), blocks: known, seen: fresh ? null : seen };
  return { ...nothing(), seen: fresh ? null : seen, some: known, lost };
}

/** What a log tells, fact by fact, of the blocks of a side in the castle of a town. */
class CastleSeen {
  /** @param {string} town @param {string} side  of the castle */
  constructor(town, side) {
    this.town = town;
    this.side = side;
    /** The blocks that were seen and may lie there still, with their steps. @type {Map<string, number>} */
    this.known = new Map();
    /** Steps that hunger took from blocks that nobody named. */
    this.lost = 0;
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
    else if (type === "block-eliminated") this.fall(event);
    else if (event.town !== this.town || !this.readHere(event))
      if (mayChange(event, this.town, this.side)) this.forget();
  }

  /** From here on others may lie there. */
  forget() {
    this.known.clear();
    this.lost = 0;
  }

  /** Reads a fact that names the town; false where it may say that others lie there. @param {GameEvent} event */
  readHere(event) {
    if (event.type === "battle-begun") this.fresh = false;
    else if (event.type === "round-begun") this.now.round = event.round ?? 0;
    else if (event.type === "assassins-struck") return event.side === this.side || this.strike(event);
    else if (event.side !== this.side) return false;
    else if (event.type === "castle-revealed") this.reveal(event);
    else if (event.type === "attrition-rolled") this.starve(event);
    else return false;
    return true;
  }

  /** @param {GameEvent} event */
  reveal({ blocks }) {
    // What hunger took from whom shows now.
    if (this.lost > 0) this.forget();
    for (const face of Array.isArray(blocks) ? blocks : [])
      if (typeof face !== "string" && typeof face.strength === "number") this.known.set(face.id, face.strength);
    this.seen = { ...this.now };
    this.fresh = true;
  }

  /** A block is seen with so many steps: what it lacks may be what hunger took. @param {string} id @param {number} strength */
  settle(id, strength) {
    this.lost = Math.max(0, this.lost - ((this.known.get(id) ?? MOST_STEPS) - strength));
    this.known.set(id, strength);
  }

  /** The Assassins name whom they hit in the castle, with the steps before. @param {GameEvent} event */
  strike({ area, block = "", strength, hits }) {
    if (area !== "castle" || typeof strength !== "number") return false;
    this.settle(block, strength);
    this.known.set(block, Math.max(0, strength - Number(hits ?? 0)));
    return true;
  }

  /** @param {GameEvent} event */
  fall({ block = "", side, town }) {
    if (this.known.has(block) || (side === this.side && town === this.town)) this.settle(block, 0);
    this.known.delete(block);
  }

  /**
   * Hunger takes a step from each block that was hit (6.57): who that was is hidden, unless it was all of them.
   * @param {GameEvent} roll
   */
  starve({ losses, dice }) {
    const [lost, all] = [Number(losses ?? 0), Array.isArray(dice) ? dice.length : 0];
    const each = lost > 0 && lost === all;
    if (each) for (const [id, strength] of this.known) this.known.set(id, strength - 1);
    this.lost += each ? Math.max(0, all - this.known.size) : lost;
  }
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
  return named.flat().includes(town) && event.side !== otherOf(side);
}

/** @param {string} side */
function otherOf(side) {
  return side === "frank" ? "saracen" : "frank";
}
