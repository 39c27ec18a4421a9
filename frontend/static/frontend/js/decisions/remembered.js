// What the viewer saw of a castle or of a field before, read from the viewer's own log: blocks that lay open there and lie
// face-down again. Pure.

/** Facts that name a town and leave each block where it is, with its steps, or change it as is read below. */
const STILL = new Set([
  "battle-begun",
  "round-begun",
  "reserves-arrived",
  "storm-declared",
  "storm-declined",
  "storm-ended",
  "storm-cancelled",
  "sally-declared",
  "sally-declined",
  "castle-revealed",
  "field-revealed",
  "block-withdrew",
  "block-retreated",
  "block-fired",
  "block-passed",
  "half-hit",
  "block-reduced",
  "block-eliminated",
  "retreat-impossible",
  "control-switched",
  "siege-begun",
  "field-won",
  "town-taken",
  "attrition-rolled",
  "assassins-struck",
  "marker-kept",
  "battle-ended",
  "jihad-declared",
  "winter-campaign-declared",
  "main-road-chosen",
  "muster-called",
]);
/** Facts of blocks on their way: who comes to a town takes nobody away from there. */
const WAYS = new Set([
  "group-moved",
  "block-mustered",
  "sea-moved",
  "germans-entered",
  "block-deployed",
  "block-left",
  "block-regrouped",
]);

/** @param {GameEvent[]} events  oldest first @returns {GameEvent[]} those of the battle that began last */
export function eventsOfBattle(events) {
  return events.slice(events.findLastIndex((event) => event.type === "battle-begun") + 1);
}

/**
 * Whether facts reach back to where the fighting or the siege of a town began: before, nobody there could be seen.
 *
 * @param {string} town @param {GameEvent[]} events
 */
export function reachesBack(town, events) {
  return events.some(
    (event) =>
      event.town === town && (event.type === "siege-begun" || (event.type === "battle-begun" && event.siege === false)),
  );
}

/**
 * What is remembered of the hidden blocks of a castle or of a field. `blocks`: all of them, with the steps they have
 * left, if it is certain who they are and how strong, else none; `seen`: when they were seen last, null in this battle.
 * `some`: where not all is certain those who were seen, with the steps they had then; `lost`: steps that hunger took
 * since from any.
 * @typedef {{blocks: Map<string, number>, seen: {year: number, turn: number, round: number} | null, some: Map<string,
 *   number>, lost: number}} Remembered
 */

/** Steps that a block has at most. */
const MOST_STEPS = 4;

/**
 * What is known of the hidden blocks of the castle that is fought over, or of those of the other side in its field. It
 * rests on what the viewer was told.
 *
 * @param {View} view
 * @param {GameEvent[]} events  what the viewer was told, oldest first and without gaps
 * @param {"castle" | "field"} [area]
 * @returns {Remembered}
 */
export function blocksRemembered({ battle, map }, events, area = "castle") {
  const nothing = () => ({ blocks: new Map(), seen: null, some: new Map(), lost: 0 });
  if (!battle) return nothing();
  const inside = battle["castle-of"] ?? "";
  const place = new PlaceSeen(battle.town, area === "castle" ? inside : otherOf(inside), area);
  for (const event of events) place.read(event);
  const { seen, fresh, town, side, lost } = place;
  const known = place.known();
  const stacks = map[town]?.stacks ?? [];
  for (const { id } of stacks.flatMap(({ blocks }) => blocks)) known.delete(id);
  const hidden = stacks.find((stack) => stack.side === side && stack.area === area)?.hidden ?? 0;
  if (known.size > hidden || hidden === 0) return { ...nothing(), seen: fresh ? null : seen };
  const certain = known.size === hidden && lost === 0 && (fresh || seen.turn > 0);
  if (certain) return { ...nothing(), blocks: known, seen: fresh ? null : seen };
  return { ...nothing(), seen: fresh ? null : seen, some: known, lost };
}

/** What a log tells, fact by fact, of the blocks of a side in the castle of a town, or in its field. */
class PlaceSeen {
  /** @param {string} town @param {string} side  of the blocks @param {string} area */
  constructor(town, side, area) {
    this.town = town;
    this.side = side;
    this.area = area;
    /** The blocks that were seen in the town and may stand there still, with their steps. @type {Map<string, number>} */
    this.steps = new Map();
    /** Those of them in the castle. @type {Set<string>} */
    this.inside = new Set();
    /** Steps that hunger took from blocks that nobody named. */
    this.lost = 0;
    this.now = { year: 0, turn: 0, round: 0 };
    /** When they were seen last. */
    this.seen = { ...this.now };
    /** Whether that was in the battle that began last. */
    this.fresh = false;
  }

  /** Those who were seen in the area, with their steps. */
  known() {
    return new Map([...this.steps].filter(([id]) => this.inside.has(id) === (this.area === "castle")));
  }

  /** @param {GameEvent} event */
  read(event) {
    const { type, block = "", town } = event;
    if (type === "turn-begun") Object.assign(this.now, { year: event.year, turn: event.turn });
    else if (type === "block-reduced" && this.steps.has(block)) this.steps.set(block, event.strength ?? 0);
    else if (type === "block-eliminated") this.fall(event);
    else if (type === "block-retreated" && town === this.town) this.remove(block);
    else if (type === "battle-begun" && town === this.town) this.begin(event);
    // Hunger of a siege before this one: it is over.
    else if (type === "siege-begun" && town === this.town && this.lost > 0) this.forget();
    else if (type === "round-begun" && town === this.town) this.now.round = event.round ?? 0;
    else if (type === "assassins-struck" && town === this.town && event.side !== this.side) this.strike(event);
    else if (town === this.town && event.side === this.side) this.readHere(event);
    if (this.isChangedBy(event)) this.forget();
  }

  /** Forgets all who were seen: others may stand there from here on. */
  forget() {
    this.steps.clear();
    this.inside.clear();
    this.lost = 0;
  }

  /** Begins to remember a battle: without a siege nobody is in a castle yet, nor was seen in this field. @param {GameEvent} event */
  begin({ siege }) {
    this.fresh = false;
    if (siege === false) this.forget();
  }

  /** Reads a fact of the side's blocks in the town. @param {GameEvent} event */
  readHere(event) {
    const { type, block = "" } = event;
    if (type === "castle-revealed") {
      // What hunger took from whom shows now.
      if (this.lost > 0) this.forget();
      this.reveal(event, "castle");
    } else if (type === "field-revealed" || type === "sally-declared" || type === "storm-declared")
      this.reveal(event, "field");
    else if (type === "block-withdrew" && this.steps.has(block)) this.put(block, event.to ?? "");
    else if (type === "attrition-rolled") {
      if (this.area === "castle") this.starve(event);
      else this.forget();
    }
  }

  /** Remembers blocks that lie open in an area, with their steps. @param {GameEvent} event @param {string} area */
  reveal({ blocks }, area) {
    for (const face of Array.isArray(blocks) ? blocks : []) {
      if (typeof face === "string" || typeof face.strength !== "number") continue;
      // Who comes out shows what hunger took.
      if (this.lost > 0) this.settle(face.id, face.strength);
      else this.steps.set(face.id, face.strength);
      this.put(face.id, area);
    }
  }

  /** A block that was seen goes to an area. @param {string} block @param {string} area */
  put(block, area) {
    if (area === "castle") this.inside.add(block);
    else this.inside.delete(block);
    if (area !== this.area) return;
    this.seen = { ...this.now };
    this.fresh = true;
  }

  /** @param {string} block */
  remove(block) {
    this.steps.delete(block);
    this.inside.delete(block);
  }

  /** A block is seen with so many steps: what it lacks may be what hunger took. @param {string} id @param {number} strength */
  settle(id, strength) {
    this.lost = Math.max(0, this.lost - ((this.steps.get(id) ?? MOST_STEPS) - strength));
    this.steps.set(id, strength);
  }

  /** The Assassins name whom they hit, with the steps before. @param {GameEvent} event */
  strike({ area, block = "", strength, hits }) {
    if (area === "reserve" || typeof strength !== "number") return;
    if (area === this.area) this.settle(block, strength);
    this.steps.set(block, Math.max(0, strength - Number(hits ?? 0)));
    if (area === "castle") this.inside.add(block);
  }

  /** @param {GameEvent} event */
  fall({ block = "", side, town }) {
    const here = this.steps.has(block) ? this.known().has(block) : side === this.side && town === this.town;
    if (here && this.lost > 0) this.settle(block, 0);
    this.remove(block);
  }

  /**
   * Hunger takes a step from each block that was hit (6.57): who that was is hidden, unless it was all of them.
   * @param {GameEvent} roll
   */
  starve({ losses, dice }) {
    const [lost, all] = [Number(losses ?? 0), Array.isArray(dice) ? dice.length : 0];
    const known = this.known();
    const each = lost > 0 && lost === all;
    if (each) for (const [id, strength] of known) this.steps.set(id, strength - 1);
    this.lost += each ? Math.max(0, all - known.size) : lost;
  }

  /**
   * Whether after this fact somebody of the side may have gone, or the same stand there with other steps.
   * @param {GameEvent} event
   */
  isChangedBy({ type, town, side, from, to, path, towns }) {
    if (STILL.has(type) || side === otherOf(this.side)) return false;
    if (WAYS.has(type)) return (path?.[0] ?? from ?? (to ? town : undefined)) === this.town;
    return [town, from, to, ...(path ?? []), ...Object.keys(towns ?? {})].flat().includes(this.town);
  }
}

/** @param {string} side */
function otherOf(side) {
  return side === "frank" ? "saracen" : "frank";
}
