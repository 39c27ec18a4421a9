// A cache of one viewer's moments of a game: what each entry of the history tells, and the game as it was after it.
// They are fetched a stretch at a time, each stretch as one whole view and what the next ones change of it.

import { fetchMarks, fetchReplay } from "../server/api.js";

/**
 * @typedef {import("../log/story.js").Entry} Entry
 * @typedef {import("../server/api.js").Mark} Mark
 * @typedef {import("../server/api.js").Changes} Changes
 * @typedef {{entry: Entry, view: View}} Moment
 */

const STRETCH = 40;
/** So many at the end are fetched again when the game has gone on: the latest may have been taken back since. */
const UNSURE = 40;

export class MomentCache {
  /** @param {string} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.count = 0;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Map<number, Moment>} */
    this.known = new Map();
    /** @type {Map<number, Promise<string>>} */
    this.asked = new Map();
    /** How often the game has gone on since: answers to what was asked before are asked for again. */
    this.age = 0;
    this.stale = false;
  }

  /** The first entry with a position. */
  get first() {
    return this.marks[0]?.n ?? 1;
  }

  /** Where the turns, phases and battles are. @returns {Promise<string>} why not, in words, or "" */
  async open() {
    const answer = await fetchMarks(this.viewer);
    if (answer.kind !== "view") return answer.kind === "refused" ? answer.reason : "offline";
    this.count = answer.view.entries;
    this.marks = answer.view.results;
    return "";
  }

  /** The game has gone on. @returns {Promise<string>} */
  async reopen() {
    this.age += 1;
    this.stale = false;
    for (let n = Math.max(1, this.count - UNSURE); n <= this.count; n += 1) this.known.delete(n);
    return this.open();
  }

  /**
   * Returns the entry with this number and the view after it.
   *
   * @param {number} n
   * @returns {Promise<Moment | null>} null when it cannot be had
   */
  async at(n) {
    if (n < 1 || n > this.count) return null;
    const start = Math.floor((n - 1) / STRETCH) * STRETCH;
    if (!this.known.has(n)) await this.fetch(start);
    // The next stretch is under way before it is wanted.
    if (n - start > STRETCH * 0.4 && start + STRETCH < this.count && !this.known.has(start + STRETCH + 1))
      this.fetch(start + STRETCH);
    return this.known.get(n) ?? null;
  }

  /**
   * The nearest moment before or after, among those for which `isStep` holds.
   * @param {number} n
   * @param {-1 | 1} way
   * @param {(entry: Entry) => boolean} isStep
   * @returns {Promise<number | null>}
   */
  async beside(n, way, isStep) {
    for (let next = n + way; next >= this.first && next <= this.count; next += way) {
      const moment = await this.at(next);
      if (!moment) return null;
      if (moment.view && isStep(moment.entry)) return next;
    }
    return null;
  }

  /** The mark that an entry stands behind. @param {number} n */
  markOf(n) {
    return this.marks.findLast((mark) => mark.n <= n) ?? null;
  }

  /**
   * Fetches the stretch of entries that begins here, unless that is under way.
   *
   * @param {number} start
   * @returns {Promise<string>}
   */
  fetch(start) {
    const under = this.asked.get(start);
    if (under) return under;
    const asking = this.read(start).finally(() => this.asked.delete(start));
    this.asked.set(start, asking);
    return asking;
  }

  /**
   * Reads a stretch of entries from the server. Returns why it cannot be had, or "".
   *
   * @param {number} start
   * @returns {Promise<string>}
   */
  async read(start) {
    const { age } = this;
    const answer = await fetchReplay(this.viewer, start, STRETCH);
    if (age !== this.age) return this.read(start);
    if (answer.kind !== "view") return answer.kind;
    this.count = Math.max(this.count, answer.view.count);
    /** @type {View | null} the first of a stretch is whole */
    let view = null;
    for (const page of answer.view.results) {
      /** @type {View} */
      const whole = "view" in page ? page.view : applyChanges(/** @type {View} */ (view), page.changes);
      this.known.set(page.entry.n, { entry: page.entry, view: whole });
      view = whole;
    }
    return "";
  }
}

/** The view with what changes of it. @param {View} view @param {Changes} changes @returns {View} */
export function applyChanges(view, { set, map = {} }) {
  const towns = Object.entries({ ...view.map, ...map }).filter(([, town]) => town !== null);
  return { ...view, ...set, map: /** @type {View["map"]} */ (Object.fromEntries(towns)) };
}
