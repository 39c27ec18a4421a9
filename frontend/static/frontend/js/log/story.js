// What happened, as the history tells it to one side. Its end comes with the views, earlier parts are fetched on
// demand.

import { fetchHistory } from "../server/api.js";

/**
 * @typedef {import("../server/live.js").Entry} Entry
 * @typedef {{seq: number, text: string, event: GameEvent, undone: boolean}} Line
 */

/**
 * How much of the history is fetched at once, and how much of its end is fetched again where no views bring it: an undo
 * changes it.
 */
const PAGE = 150;
const OVERLAP = 40;

export class Story {
  constructor() {
    /** @type {Map<number, Entry>} */
    this.entries = new Map();
    /** The version of the view that the last news came with; 0 before the first. */
    this.version = 0;
    /**
     * The log as it was told last, without what was taken back and with it, until something new was read.
     * @type {Record<string, Line[]>}
     */
    this.cachedLines = {};
    /** Whether it is being read further back. */
    this.busy = false;
  }

  /** The number of the first entry read. */
  get first() {
    return Math.min(Infinity, ...this.entries.keys());
  }

  /** The number of the last entry read. */
  get last() {
    return Math.max(0, ...this.entries.keys());
  }

  /** Whether there is more before what was read. */
  get hasEarlier() {
    return this.entries.size > 0 && this.first > 1;
  }

  /**
   * What a view told that was new since the version before.
   * @param {import("../server/live.js").News} news
   * @param {number} version
   */
  addNews(news, version) {
    // What came late is known already.
    if (version < this.version) return;
    if (news.anew) this.entries.clear();
    if (news.anew || news.entries.length > 0) this.addEntries(news.entries);
    this.version = version;
  }

  /** @param {Entry[]} entries */
  addEntries(entries) {
    for (const entry of entries) this.entries.set(entry.n, entry);
    this.cachedLines = {};
  }

  /**
   * What is new since the last reading.
   * @param {string | null} side
   * @param {() => boolean} current  whether the answer is still wanted
   */
  async readNew(side, current) {
    const known = this.last;
    let after = known - OVERLAP;
    if (known === 0) {
      const first = await fetchHistory(side, 0, 1);
      if (!first || !current()) return;
      after = first.count - PAGE;
    }
    for (;;) {
      const answer = await fetchHistory(side, Math.max(0, after), PAGE);
      if (!answer || !current()) return;
      this.addEntries(answer.results);
      const end = answer.results.at(-1)?.n ?? answer.count;
      if (end >= answer.count) return;
      after = end;
    }
  }

  /**
   * One page more from before.
   * @param {string | null} side
   * @param {() => boolean} current
   * @returns {Promise<boolean>} whether there was one
   */
  async readEarlier(side, current) {
    const { first } = this;
    const answer = await fetchHistory(side, Math.max(0, first - 1 - PAGE), Math.min(PAGE, first - 1));
    if (!answer || !current()) return false;
    this.addEntries(answer.results);
    return this.first < first;
  }

  /** The entries that stand, without what was taken back, oldest first. @param {number} [after] */
  currentEntries(after = 0) {
    return [...this.entries.values()]
      .sort((one, other) => one.n - other.n)
      .filter((entry) => entry.n > after && !entry.undone && entry.kind !== "undo");
  }

  /**
   * The same facts as another side was told them last, in the words for this one; where they are not the last, as they
   * are.
   * @param {GameEvent[]} facts
   * @returns {GameEvent[]}
   */
  lastFacts(facts) {
    const own = this.currentEntries()
      .flatMap((entry) => entry.events)
      .slice(-facts.length);
    return own.length === facts.length && own.every(({ type }, i) => type === facts[i].type) ? own : facts;
  }

  /** The log, a line each, oldest first. @param {boolean} [undone]  with what was taken back @returns {Line[]} */
  lines(undone = false) {
    const entries = () =>
      undone ? [...this.entries.values()].sort((one, other) => one.n - other.n) : this.currentEntries();
    this.cachedLines[String(undone)] ??= entries()
      .flatMap((entry) =>
        entry.events.map((event) => ({ seq: entry.n, text: event.text ?? "", event, undone: entry.undone })),
      )
      .filter((line) => line.text);
    return this.cachedLines[String(undone)];
  }

  /**
   * The entry before or after, among those that stand.
   * @param {number} n
   * @param {-1 | 1} way
   * @returns {number | null}
   */
  neighborOf(n, way) {
    const numbers = this.currentEntries().map((entry) => entry.n);
    return (way < 0 ? numbers.filter((other) => other < n).at(-1) : numbers.find((other) => other > n)) ?? null;
  }
}

/** The towns that an event speaks of. @param {GameEvent} event @returns {string[]} */
export function townsOfEvent(event) {
  const named = [event.town, event.from, event.to, ...(event.path ?? []), ...Object.keys(event.towns ?? {})];
  return [...new Set(named.filter((town) => town !== undefined))];
}

/**
 * What the lines of the log tell of, oldest first.
 *
 * @param {Line[]} lines
 * @param {number} [until]  the number of the last line
 * @param {boolean} [undone]  what was taken back, too
 */
export function factsTold(lines, until = Infinity, undone = false) {
  return lines.filter((line) => line.seq <= until && (undone || !line.undone)).map((line) => line.event);
}
