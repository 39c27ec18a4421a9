// The score of a motion: who moves when, read from two layouts and what happened between them. Pure: motion.js performs
// it.
//
// The page already shows how things are now. So a score says, for each token, how it gets there from where it was; for
// those that are gone, when they leave; and what is shown for a moment in between: dice, blows, backs that march from
// town to town.

import { places } from "../map/layout.js";
import { boxes } from "../map/map.js";
import { isRollOnMap } from "../page/rolls.js";

/** Milliseconds. */
const SLIDE = 260;
const MARCH = 240;
const EACH_ROAD = 130;
const SAIL = 620;
const AFTER_ANOTHER = 90;
const DICE = 760;
/** Dice that are rolled outside of battles have no other place where they can be read. */
export const DICE_ON_MAP = 1800;
/** The part of their time after which dice lie. */
export const FALLS = 0.25;
const BLOW = 300;
const TURN = 320;
const LEAVE = 340;

/**
 * @typedef {import("../map/stacks.js").Layout} Layout
 * @typedef {import("../map/stacks.js").Token} Token
 * @typedef {{x: number, y: number, scale: number}} Place
 * @typedef {{at: number} & Place} Point
 * @typedef {object} Part  what one token does
 * @property {Token} token
 * @property {boolean} gone                     it is not in the new view
 * @property {Point[]} points                   where it is when; none if it stays
 * @property {{at: number, look: "drop" | "turn" | "fade"} | null} enters
 * @property {number | null} leaves
 * @property {{at: number, strength: number}[]} strengths  from the first, which it has at 0
 * @typedef {{side: string, count: number, at: number, lasts: number, route: Place[]}} March  of backs
 * @typedef {{at: number, lasts: number, place: Place, dice: number[], hits: number}} Dice
 * @typedef {{at: number, lasts: number, place: Place}} Mark
 * @typedef {{length: number, parts: Part[], marches: March[], dice: Dice[], blows: Mark[], shooters: Mark[]}} Score
 */

const MOVES = new Set([
  "group-moved",
  "block-mustered",
  "sea-moved",
  "germans-entered",
  "block-retreated",
  "block-regrouped",
  "block-left",
]);
const REVEALS = new Set(["field-revealed", "castle-revealed", "storm-declared", "sally-declared"]);
const ARRIVALS = new Set(["block-deployed", "block-added", "block-staged", "block-drawn"]);
const LOSSES = new Set([
  "block-eliminated",
  "block-disbanded",
  "blocks-disbanded",
  "block-lost",
  "siege-starved",
  "retreat-impossible",
]);
const SETTLING = new Set([
  "garrison-deployed",
  "block-withdrew",
  "reserves-arrived",
  "field-won",
  "town-taken",
  "siege-begun",
  "siege-lifted",
]);

/**
 * @param {Layout} from @param {Layout} to @param {GameEvent[]} events  oldest first
 * @param {Map<GameEvent, number> | null} [starts]  before when some of them do not begin, in milliseconds
 * @returns {Score}
 */
export function compose(from, to, events, starts = null) {
  return new Composer(from, to).read(events, starts);
}

class Composer {
  /** @param {Layout} from @param {Layout} to */
  constructor(from, to) {
    this.from = from.tokens;
    this.to = to.tokens;
    this.now = 0;
    /** @type {Map<string, Part>} */
    this.parts = new Map();
    /** When a town's blocks close up. @type {Map<string, number>} */
    this.settled = new Map();
    /** @type {{key: string, start: number} | null} */
    this.group = null;
    /** @type {Score} */
    this.score = { length: 0, parts: [], marches: [], dice: [], blows: [], shooters: [] };
  }

  /**
   * Turns events into movements, one after the other.
   *
   * @param {GameEvent[]} events
   * @param {Map<GameEvent, number> | null} starts
   */
  read(events, starts) {
    for (const event of events) {
      const at = starts?.get(event);
      if (at !== undefined) {
        this.group = null;
        this.now = Math.max(this.now, at);
      }
      if (!MOVES.has(event.type) && !ARRIVALS.has(event.type)) this.group = null;
      if (MOVES.has(event.type)) this.march(event);
      else if (REVEALS.has(event.type)) this.reveal(event);
      else if (ARRIVALS.has(event.type)) this.arrive(event);
      else if (LOSSES.has(event.type)) this.lose(event);
      else if (SETTLING.has(event.type)) this.settled.set(event.town ?? "", this.now);
      else if (event.type === "block-reduced" || event.type === "half-hit") this.hit(event);
      else if (Array.isArray(event.dice) || typeof event.die === "number") this.roll(event);
    }
    this.rest();
    const { score } = this;
    score.parts = [...this.parts.values()].filter(
      (part) => part.points.length || part.enters || part.leaves !== null || part.strengths.length > 1,
    );
    const ends = score.parts.flatMap((part) => [
      part.points.at(-1)?.at ?? 0,
      (part.enters?.at ?? -TURN) + TURN,
      (part.leaves ?? -LEAVE) + LEAVE,
    ]);
    score.length = Math.max(0, this.now, ...ends);
    return score;
  }

  /**
   * Returns the movements of a block, begun now if there are none yet; null if it is on neither map.
   *
   * @param {string} key
   * @returns {Part | null}
   */
  part(key) {
    const found = this.parts.get(key);
    if (found) return found;
    const token = this.to.get(key) ?? this.from.get(key);
    if (!token) return null;
    const before = this.from.get(key);
    const part = {
      token,
      gone: !this.to.has(key),
      points: [],
      enters: null,
      leaves: null,
      strengths: before ? [{ at: 0, strength: before.strength }] : [],
    };
    this.parts.set(key, part);
    return part;
  }

  /**
   * Blocks of one group set out shortly after one another; groups and single moves follow one another.
   * @param {string} key
   * @param {number} lasts
   */
  start(key, lasts) {
    const start = this.group?.key === key ? this.group.start + AFTER_ANOTHER : this.now;
    this.group = { key, start };
    this.now = Math.max(this.now, start + lasts);
    return start;
  }

  /**
   * Adds the way of a block, or of blocks whose names are hidden.
   *
   * @param {GameEvent} event
   */
  march(event) {
    const { type, block, side } = event;
    const stops = event.path ?? [
      event.from ?? (type === "germans-entered" ? "germania" : event.town) ?? "",
      event.to ?? "",
    ];
    const route = stops.map(placeOf).filter((place) => place !== null);
    if (route.length < 2) return;
    const lasts = type === "sea-moved" ? SAIL : MARCH + EACH_ROAD * (route.length - 2);
    const goal = stops[stops.length - 1];
    const start = this.start(`${type}${side}${stops[0]}${goal}`, lasts);
    const part = block ? this.part(block) : null;
    if (!block || !part) {
      this.score.marches.push({ side: side ?? "", count: event.count ?? 1, at: start, lasts, route });
      this.awaitPile(goal, side ?? "", start + lasts);
      return;
    }
    const end = this.to.get(block);
    const known = part.points.at(-1) ?? this.from.get(block);
    if (part.points.length === 0) part.points.push({ at: 0, ...spot(known ?? route[0]) });
    if (!known) part.enters = { at: start, look: "fade" };
    part.points.push({ ...part.points[part.points.length - 1], at: start });
    const scale = end?.scale ?? 0.84;
    route.slice(1).forEach((place, i) => {
      const last = i === route.length - 2;
      const where = last && end && end.town === goal ? spot(end) : { x: place.x, y: place.y + (last ? 48 : 0), scale };
      part.points.push({ at: start + (lasts * (i + 1)) / (route.length - 1), ...where });
    });
    this.settled.set(stops[0], this.settled.get(stops[0]) ?? start);
    this.settled.set(goal, start);
  }

  /**
   * A pile that was not there is seen when the first of it arrives.
   * @param {string} town
   * @param {string} side
   * @param {number} at
   */
  awaitPile(town, side, at) {
    for (const [key, token] of this.to) {
      if (token.block !== null || token.town !== town || token.side !== side || this.from.has(key)) continue;
      const part = this.part(key);
      if (part && !part.enters) part.enters = { at, look: "fade" };
    }
  }

  /**
   * Adds that hidden blocks are turned face-up.
   *
   * @param {GameEvent} event
   */
  reveal(event) {
    const blocks = idsOf(event);
    for (const id of blocks) {
      const part = this.part(id);
      if (!part || this.from.has(id) || part.enters) continue;
      part.enters = { at: this.now, look: "turn" };
    }
    for (const [key, token] of this.from) {
      if (token.block !== null || token.town !== event.town || token.side !== event.side || this.to.has(key)) continue;
      const part = this.part(key);
      if (part && part.leaves === null) part.leaves = this.now;
    }
    if (event.town) this.settled.set(event.town, this.now);
    if (blocks.length) this.now += TURN;
  }

  /**
   * Adds that a block comes onto the map.
   *
   * @param {GameEvent} event
   */
  arrive(event) {
    const start = this.start(`arrive${event.side}`, SLIDE);
    const part = event.block ? this.part(event.block) : null;
    if (part && event.block && !this.from.has(event.block)) part.enters = { at: start, look: "drop" };
    else if (!event.block && event.town) this.awaitPile(event.town, event.side ?? "", start);
  }

  /**
   * Adds that blocks are taken off the map.
   *
   * @param {GameEvent} event
   */
  lose(event) {
    const ids = event.block ? [event.block] : idsOf(event);
    for (const key of ids) {
      const part = this.part(key);
      if (!part?.gone || part.leaves !== null) continue;
      this.blow(key);
      part.leaves = this.now + BLOW / 2;
    }
    if (ids.length) this.now += LEAVE;
    if (event.town) this.settled.set(event.town, this.now);
  }

  /**
   * Adds that a block loses a step.
   *
   * @param {GameEvent} event
   */
  hit(event) {
    const { block = "" } = event;
    const part = this.part(block);
    this.blow(block);
    if (part && typeof event.strength === "number")
      part.strengths.push({ at: this.now + BLOW / 3, strength: event.strength });
    this.now += BLOW;
  }

  /**
   * Adds the shock of a block that is hit.
   *
   * @param {string} key
   */
  blow(key) {
    const place = this.to.get(key) ?? this.from.get(key);
    if (place) this.score.blows.push({ at: this.now, lasts: BLOW, place: spot(place) });
  }

  /**
   * Adds a throw of dice.
   *
   * @param {GameEvent} event
   */
  roll(event) {
    const place = placeOf(event.town);
    const { block = "", die = 0 } = event;
    const shooter = this.to.get(block) ?? this.from.get(block);
    if (shooter && event.type === "block-fired")
      this.score.shooters.push({ at: this.now, lasts: DICE, place: spot(shooter) });
    if (!place) return;
    const lasts = isRollOnMap(event) ? DICE_ON_MAP : DICE;
    const hits = event.hits ?? (typeof event.losses === "number" ? event.losses : 0);
    this.score.dice.push({ at: this.now, lasts, place, dice: event.dice ?? [die], hits });
    this.now += lasts;
  }

  /** What no event speaks of: blocks close up, come into sight and go out of it, gain steps. */
  rest() {
    for (const [key, token] of this.to) {
      const before = this.from.get(key);
      const part = this.part(key);
      if (!part) continue;
      if (!before) {
        if (!part.enters) part.enters = { at: this.settled.get(token.town) ?? 0, look: "fade" };
        continue;
      }
      const moved = Math.abs(before.x - token.x) + Math.abs(before.y - token.y) > 0.5 || before.scale !== token.scale;
      if (moved && part.points.length === 0) {
        const at = this.settled.get(token.town) ?? 0;
        part.points.push({ at: 0, ...spot(before) }, { at, ...spot(before) }, { at: at + SLIDE, ...spot(token) });
      } else if (part.points.length > 0) settle(part.points, token);
      if (part.strengths.at(-1)?.strength !== token.strength && token.block)
        part.strengths.push({ at: this.now, strength: token.strength });
    }
    for (const [key, token] of this.from) {
      if (this.to.has(key)) continue;
      const part = this.part(key);
      if (part && part.leaves === null) part.leaves = this.settled.get(token.town) ?? part.points.at(-1)?.at ?? 0;
    }
  }
}

/** The last point is where the token is in the end. @param {Point[]} points @param {Token} token */
function settle(points, token) {
  const last = points[points.length - 1];
  if (Math.abs(last.x - token.x) + Math.abs(last.y - token.y) > 0.5)
    points.push({ at: last.at + SLIDE, ...spot(token) });
}

/** @param {Place} place @returns {Place} */
function spot({ x, y, scale }) {
  return { x, y, scale: scale ?? 0.84 };
}

/**
 * The blocks that an event names, some with their strength, some by town.
 * @param {GameEvent} event
 * @returns {string[]}
 */
function idsOf({ blocks = [] }) {
  return Object.values(blocks)
    .flat()
    .map((block) => (typeof block === "string" ? block : block.id));
}

/** @param {string | undefined} id  a town or a box @returns {Place | null} */
function placeOf(id = "") {
  const place = places[id] ?? boxes[id];
  return place ? { x: place[0], y: place[1], scale: 0.84 } : null;
}
