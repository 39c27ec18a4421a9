// Looking back: the game as it was after an entry of the history, through one's own eyes or, when the game is over,
// anybody's: step by step, or played on; and the other side's turn shown once to who comes back, at a pace of the
// player's own.

import { chaptersOf } from "../log/chapters.js";
import { inSentences } from "../log/sentences.js";
import { Story, townsOfEvent } from "../log/story.js";
import { LONGEST_PLAYBACK, stepOfChapter } from "../log/steps.js";
import { sentenceOf } from "../log/words.js";
import { localStore } from "../page/browser.js";
import { page, text } from "../page/page.js";
import { MomentCache } from "./moments.js";

/**
 * @typedef {import("../log/story.js").Entry} Entry
 * @typedef {import("./moments.js").Moment} Moment
 * @typedef {{pace: number, play: (before: View | null, after: View, events?: GameEvent[]) => Promise<void>, skip: () =>
 *   void}} Motion  twice as fast is a pace of 2
 * @typedef {{words: string, towns: string[]}} Summary  of a hand-over that is told in a sentence
 */

/**
 * How long an entry is looked at, in milliseconds; `off`: nothing plays by itself.
 * @type {Record<string, number>}
 */
export const PACES = { slow: 2600, normal: 1300, fast: 500, off: 0 };
/** How often as fast as normal. */
export const SPEEDS = [0.5, 1, 2, 4];
/** More entries of the last hand-over than so many are not shown to who comes back: the last ones are. */
const MOST = 60;

export class Replay {
  /**
   * @param {object} stage
   * @param {() => import("../log/story.js").Story} stage.story  one's own history
   * @param {Motion} stage.motion
   * @param {() => View | null} stage.now  the latest view
   * @param {() => string | null} stage.side
   * @param {() => void} stage.draw
   * @param {(towns: string[]) => void} stage.show
   * @param {() => void} stage.ended  the page looks back no more
   * @param {() => void} stage.frame  brings the map and the bar onto the screen
   * @param {(words: string) => void} stage.notice
   */
  constructor(stage) {
    this.stage = stage;
    /** @type {number | null} the entry looked at */
    this.n = null;
    /** @type {View | null} the view after that entry */
    this.view = null;
    /** @type {Entry | null} */
    this.entry = null;
    /** What is said at the entry looked at instead of its own sentences. @type {Summary | null} */
    this.summary = null;
    /** Whose view of the history is shown: `frank`, `saracen`, `public` or `all`. */
    this.viewer = "public";
    /** Settled when nobody reads the words of what is shown. @type {Promise<void>} */
    this.reading = Promise.resolve();
    this.goOn = () => {};
    /** `news`: what happened meanwhile is shown; `on`: the replay runs. @type {"" | "news" | "on"} */
    this.playing = "";
    /** Where the last look back was left, and at which version of the game. */
    this.left = { n: 0, version: -1, viewer: "" };
    /** The version of the game when looking back began. */
    this.since = 0;
    /** @type {Map<string, MomentCache>} */
    this.all = new Map();
    /** Other histories than one's own. @type {Map<string, Story>} */
    this.stories = new Map();
    /** Counts what was begun, so that what is overtaken stops. */
    this.turn = 0;
    this.pace = localStore.get("pace") ?? "normal";
    if (!(this.pace in PACES)) this.pace = "normal";
    const speed = Number(localStore.get("replay-speed"));
    this.speed = SPEEDS.includes(speed) ? speed : 1;
    /** Whether what was taken back is shown as well. */
    this.undone = localStore.get("replay-undone") !== "no";
  }

  /** The viewer that this page is for: a side, or `public`. */
  get ownViewer() {
    return this.stage.side() ?? page.sides[0] ?? "public";
  }

  /** The viewers whose history may be shown now. @returns {string[]} */
  get viewers() {
    if (this.stage.now()?.status === "over") return ["frank", "saracen", "public", "all"];
    return page.sides.length > 0 ? page.sides : ["public"];
  }

  /** @returns {MomentCache} */
  get moments() {
    const found = this.all.get(this.viewer) ?? new MomentCache(this.viewer);
    this.all.set(this.viewer, found);
    return found;
  }

  /** The history that is shown: this page's own, or another viewer's. */
  get story() {
    if (this.n === null || this.viewer === this.ownViewer) return this.stage.story();
    const found = this.stories.get(this.viewer) ?? new Story();
    this.stories.set(this.viewer, found);
    return found;
  }

  /** @param {string} pace */
  setPace(pace) {
    this.pace = pace;
    localStore.set("pace", pace);
    if (pace === "off" && this.playing === "news") this.end();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    localStore.set("replay-speed", String(speed));
    this.stage.motion.pace = speed;
  }

  /** @param {boolean} yes */
  setUndone(yes) {
    this.undone = yes;
    localStore.set("replay-undone", yes ? "yes" : "no");
    this.stage.draw();
  }

  /**
   * The last entry this person has seen, on this device; null when they were never here.
   * @param {string | null} side
   */
  lastSeen(side) {
    const found = Number(localStore.get(`seen-${page.game}-${side}`));
    return Number.isInteger(found) && found > 0 ? found : null;
  }

  /** @param {string | null} side @param {number} n */
  noteSeen(side, n) {
    if (document.visibilityState === "visible") localStore.set(`seen-${page.game}-${side}`, String(n));
  }

  /** The towns of the entry looked at. */
  get towns() {
    if (this.summary) return this.summary.towns;
    return this.entry ? [...new Set(this.entry.events.flatMap(townsOfEvent))] : [];
  }

  /** What happened, in words. */
  get words() {
    if (this.summary) return this.summary.words;
    return inSentences((this.entry?.events ?? []).map((event) => event.text));
  }

  /** Whether an entry is stepped to. @param {Entry} entry */
  isStep(entry) {
    return entry.events.some((event) => event.text) && (this.undone || (!entry.undone && entry.kind !== "undo"));
  }

  /**
   * To a moment, from the present or another one.
   * @param {number} n
   * @param {string} [viewer]  whose view of the history
   */
  async visit(n, viewer = this.n === null ? this.ownViewer : this.viewer) {
    const turn = (this.turn += 1);
    this.playing = "";
    if (await this.loadMarks(viewer, turn))
      await this.go(Math.min(Math.max(n, this.moments.first), this.moments.count), turn);
  }

  /** Begins a look back. */
  async open() {
    const turn = (this.turn += 1);
    this.playing = "";
    if (!(await this.loadMarks(this.ownViewer, turn))) return;
    await this.go(this.opening, turn);
  }

  /**
   * Where a look back begins: where it was left, unless something has happened since; else with the last turn of which
   * there is something to see. A game that is over is seen from its beginning.
   */
  get opening() {
    const { marks, first } = this.moments;
    const now = this.stage.now();
    if (now?.status === "over") return first;
    if (this.left.version === now?.version && this.left.viewer === this.viewer) return this.left.n;
    const turns = marks.filter(({ year, turn }, i) => year !== marks[i - 1]?.year || turn !== marks[i - 1].turn);
    // Of a turn in which cards are still chosen there is nothing.
    const last = turns[turns.length - 1];
    const seen = last === marks[marks.length - 1] ? turns[turns.length - 2] : last;
    return seen?.n ?? first;
  }

  /**
   * The same moment as another viewer sees it: where turn and phase are the same. What plays, plays on.
   * @param {string} viewer
   */
  async lookAs(viewer) {
    const turn = (this.turn += 1);
    const on = this.playing === "on";
    const [kept, view] = [this.viewer, this.view];
    const found = await this.sameMoment(viewer, turn);
    // Looked at for as long as any entry, before what plays goes on.
    if (found !== null && (await this.goFor(found, on ? PACES.normal / this.speed : 0, turn)) && this.view === view)
      this.viewer = kept;
    if (turn !== this.turn) return;
    if (on) this.run();
    else this.stage.draw();
  }

  /**
   * The moment now looked at, in another viewer's history; null when it cannot be had.
   * @param {string} viewer
   * @param {number} turn
   * @returns {Promise<number | null>}
   */
  async sameMoment(viewer, turn) {
    const before = this.moments;
    const n = this.n ?? before.first;
    const mark = before.markOf(n);
    const at = before.known.get(n)?.entry.at ?? "";
    if (!(await this.loadMarks(viewer, turn))) return null;
    // Histories are numbered each for itself; walls bear the same times in all of them.
    const { marks, count } = this.moments;
    const place = mark
      ? marks.findIndex(
          (one) =>
            one.year === mark.year && one.turn === mark.turn && one.phase === mark.phase && one.battle === mark.battle,
        )
      : 0;
    let found = marks[place]?.n ?? this.moments.first;
    const end = marks[place + 1]?.n ?? count + 1;
    for (let next = found; next < end; next += 1) {
      const moment = await this.moments.at(next);
      if (turn !== this.turn || !moment || moment.entry.at > at) break;
      found = next;
    }
    return found;
  }

  /** Marks and number of entries are there. @param {string} viewer @param {number} turn @returns {Promise<boolean>} */
  async loadMarks(viewer, turn) {
    const before = this.viewer;
    if (this.n === null) this.since = this.stage.now()?.version ?? 0;
    this.viewer = viewer;
    const { moments } = this;
    const problem = moments.count === 0 ? await moments.open() : moments.stale ? await moments.reopen() : "";
    if (turn !== this.turn) return false;
    if (!problem && moments.marks.length > 0) return true;
    this.all.delete(viewer);
    this.viewer = before;
    this.stage.notice(problem === "offline" ? text("offline") : problem || text("nothing-to-replay"));
    return false;
  }

  /** Back to how it is now. */
  end() {
    const past = this.n !== null;
    if (this.n !== null && this.playing !== "news")
      this.left = { n: this.n, version: this.stage.now()?.version ?? 0, viewer: this.viewer };
    this.turn += 1;
    this.goOn();
    this.playing = "";
    this.n = this.view = this.entry = this.summary = null;
    this.viewer = this.ownViewer;
    this.stage.motion.pace = 1;
    this.stage.draw();
    // The prompt is back above the board: what stands at the board's foot would be below the screen.
    if (past) this.stage.ended();
  }

  /**
   * Goes to the next moment, or the one before.
   *
   * @param {-1 | 1} way
   */
  async step(way) {
    if (this.n === null) return;
    const turn = (this.turn += 1);
    this.playing = "";
    const next = await this.moments.beside(this.n, way, (entry) => this.isStep(entry));
    if (turn !== this.turn) return;
    if (next !== null) await this.go(next, turn);
    else this.stage.draw();
  }

  /** To the first or the last moment. @param {-1 | 1} way */
  async jump(way) {
    await this.visit(way < 0 ? this.moments.first : this.moments.count);
  }

  /** Begins or stops to play by itself. */
  toggle() {
    if (this.playing === "on") {
      this.turn += 1;
      this.playing = "";
      this.stage.draw();
    } else this.run();
  }

  /** Plays by itself to the end; from the end, anew. */
  async run() {
    if (this.n === null) return;
    const turn = (this.turn += 1);
    this.playing = "on";
    this.stage.draw();
    const isStep = (/** @type {Entry} */ entry) => this.isStep(entry);
    let next = await this.moments.beside(this.n, 1, isStep);
    if (next === null && turn === this.turn) next = this.moments.first;
    while (next !== null && turn === this.turn) {
      this.stage.motion.pace = this.speed;
      if (!(await this.goFor(next, PACES.normal / this.speed, turn))) return;
      next = await this.moments.beside(next, 1, isStep);
    }
    if (turn !== this.turn) return;
    this.playing = "";
    this.stage.draw();
  }

  /**
   * Goes to a moment and stays for a while.
   *
   * @param {number} n
   * @param {number} pace
   * @param {number} turn
   * @returns {Promise<boolean>}
   */
  async goFor(n, pace, turn) {
    const since = performance.now();
    if (!(await this.go(n, turn))) return false;
    await new Promise((resolve) => window.setTimeout(resolve, Math.max(pace / 3, pace - (performance.now() - since))));
    await this.reading;
    return turn === this.turn;
  }

  /**
   * Goes to a moment and shows it. Returns false if another one was asked for meanwhile.
   *
   * @param {number} n
   * @param {number} turn
   * @param {Summary | null} [summary]
   * @returns {Promise<boolean>}
   */
  async go(n, turn, summary = null) {
    const moment = await this.moments.at(n);
    if (turn !== this.turn) return false;
    if (!moment?.view) return true;
    const before = this.view;
    const follows = this.n !== null && n > this.n;
    this.n = n;
    this.view = moment.view;
    this.entry = moment.entry;
    this.summary = summary;
    this.stage.draw();
    if (before === null) this.stage.frame();
    if (this.towns.length > 0) this.stage.show(this.towns);
    this.readLogBack();
    await this.stage.motion.play(before, moment.view, follows && !summary ? moment.entry.events : []);
    return turn === this.turn;
  }

  /** The log is read as far back as the moment looked at. */
  async readLogBack() {
    const { story, viewer } = this;
    const wanted = () => this.n !== null && this.viewer === viewer;
    if (story.busy) return;
    story.busy = true;
    if (story.entries.size === 0) await story.readNew(viewer, wanted);
    while (
      wanted() &&
      story.hasEarlier &&
      this.n !== null &&
      story.first > this.n &&
      (await story.readEarlier(viewer, wanted))
    );
    story.busy = false;
    if (wanted()) this.stage.draw();
  }

  /**
   * Shows these entries, then the game as it is: of several hand-overs the last in full, each before it in a sentence.
   * @param {Entry[]} entries
   */
  async play(entries) {
    const withText = entries.filter((entry) => entry.events.some((event) => event.text));
    const side = this.stage.side() ?? page.sides[0];
    const { older, newest } = side ? chaptersOf(withText, side, page.weights) : { older: [], newest: withText };
    /** @type {{n: number, summary: Summary | null}[]} */
    const shown = [
      ...older.map((chapter) => ({
        n: Math.max(...chapter.entries.map(({ n }) => n)),
        summary: { words: sentenceOf(chapter), towns: stepOfChapter(chapter).towns },
      })),
      ...newest.slice(-MOST).map(({ n }) => ({ n, summary: null })),
    ];
    if (shown.length === 0) return;
    const turn = (this.turn += 1);
    if (!(await this.loadMarks(this.ownViewer, turn))) return;
    this.playing = "news";
    const before = this.stage.story().neighborOf(older[0]?.entries[0].n ?? shown[0].n, -1);
    // The position before is drawn first, so that the first change is seen as one.
    if (before !== null && !(await this.go(before, turn))) return;
    let left = LONGEST_PLAYBACK;
    for (const [i, { n, summary }] of shown.entries()) {
      // What is fetched before it is shown takes none of its time.
      await this.moments.at(n);
      if (turn !== this.turn) return;
      const since = performance.now();
      if (!(await this.goWithin(n, summary, left / (shown.length - i), turn))) return;
      left -= performance.now() - since;
      await this.reading;
      if (turn !== this.turn) return;
    }
    this.end();
  }

  /** What happened meanwhile goes on when its words have been read. @param {boolean} yes  somebody reads them */
  wait(yes) {
    this.goOn();
    if (yes) this.reading = new Promise((resolve) => (this.goOn = resolve));
  }

  /**
   * Shows an entry at the pace of this person, or for as long as it moves, but no longer than `most` milliseconds.
   *
   * @param {number} n
   * @param {Summary | null} summary
   * @param {number} most
   * @param {number} turn
   * @returns {Promise<boolean>}
   */
  async goWithin(n, summary, most, turn) {
    const wait = (/** @type {number} */ time) => new Promise((resolve) => window.setTimeout(resolve, time));
    const pace = Math.min(PACES[this.pace] || PACES.normal, most);
    this.stage.motion.pace = PACES.normal / pace;
    await Promise.race([Promise.all([this.go(n, turn, summary), wait(pace)]), wait(most)]);
    if (turn !== this.turn) return false;
    this.stage.motion.skip();
    return true;
  }

  /** The game has gone on: what is looked at stays. */
  async onNewEntries() {
    // Asked for anew when they are wanted.
    for (const moments of this.all.values()) moments.stale = true;
    if (this.n === null) return;
    const { moments, story, viewer } = this;
    await moments.reopen();
    if (story !== this.stage.story()) await story.readNew(viewer, () => true);
    if (this.n !== null && moments === this.moments) this.stage.draw();
  }
}
