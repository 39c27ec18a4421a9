// The narrator: shows what the other side did step by step on the map as it is now, with a sentence, the way, and the
// camera for each step. It delays nothing: the first press, key or turn of the wheel ends it, and counts.

import { chaptersOf } from "../log/chapters.js";
import { inSentences } from "../log/sentences.js";
import { LONGEST_PLAYBACK, stepsOfChapter, stepsOf, stepDuration } from "../log/steps.js";
import { countByTown } from "../log/headline.js";
import { countedTowns, sentenceOf } from "../log/words.js";
import { motionAllowed, motionSpeed } from "../page/display.js";
import { byId, html, replaceChildren, setText } from "../page/dom.js";
import { DICE_ON_MAP, FALLS } from "../motion/score.js";
import { page, sideName, text, townName } from "../page/page.js";
import { lastCardInWords } from "../page/played.js";
import { isRollOnMap } from "../page/rolls.js";

/**
 * @typedef {import("../log/steps.js").Step} Step @typedef {import("../log/headline.js").Headline} Headline
 * @typedef {import("../log/story.js").Entry} Entry
 */

/** What comes while something is told shares its time, but has at least so many milliseconds. */
const LEAST = LONGEST_PLAYBACK / 4;
const ENDS = ["pointerdown", "keydown", "wheel"];

export class Narrator {
  /**
   * @param {(towns: string[], most?: string) => void} show  the camera goes there; `most` is seen in any case
   * @param {() => void} changed  the ways are to be drawn anew
   * @param {(facts: GameEvent[]) => void} announce  shows these large, if they are such, until the next are
   */
  constructor(show, changed, announce) {
    this.show = show;
    this.changed = changed;
    this.announce = announce;
    /** @type {Step[]} */
    this.steps = [];
    /** What is being told. @type {Entry[]} */
    this.entries = [];
    /** For how many milliseconds. */
    this.duration = 0;
    /** When that began, by the clock of the page. */
    this.began = 0;
    /** How many of the steps have been shown. */
    this.shown = 0;
    this.timer = 0;
    /** Settled when nothing is being shown. @type {Promise<void>} */
    this.finished = Promise.resolve();
    this.settle = () => {};
    /** The press that ended it, which is to do nothing else to what was told. @type {Event | null} */
    this.ending = null;
    this.end = this.end.bind(this);
    // Eyes get one sentence after another, ears all of them once, in order.
    this.said = html("p", { class: "only-read", role: "status", "aria-live": "polite" });
    this.words = html("span", { "aria-hidden": "true" });
    /** As high as the longest of what will be told, so that nothing below it moves. */
    this.room = html("span", { class: "room", "aria-hidden": "true" });
    const skip = html(
      "button",
      { type: "button", class: "quiet", "data-key": "skip-narration", onclick: () => this.end() },
      text("skip"),
    );
    this.root = html("div", { class: "narration", hidden: true }, this.words, this.room, skip);
    byId("prompt").after(this.said);
  }

  get playing() {
    return this.timer !== 0;
  }

  /** The ways of the steps that have been shown. */
  get routes() {
    return this.steps.slice(0, this.shown).flatMap(({ routes }) => routes);
  }

  /**
   * Tells what happened, and shows it unless nothing may move. What was still being told is told again, earlier
   * hand-overs in a sentence.
   *
   * @param {Entry[]} entries @param {string | null} side  who looks on @param {Headline | null} headline
   * @param {number} pace  milliseconds a step; 0: they are not shown
   * @param {number} [wait]  milliseconds before the first: for so long something else is still to be read
   * @returns {Map<GameEvent, number> | null}  when each step begins, in milliseconds; null: none is shown
   */
  start(entries, side, headline, pace, wait = 0) {
    const interrupted = this.playing ? this.entries : [];
    this.end();
    this.clear();
    this.entries = [...interrupted, ...entries];
    this.steps = stepsOfEntries(this.entries, side);
    // Who reads by ear has been told all of what was interrupted.
    const said = interrupted.length > 0 ? stepsOfEntries(entries, side) : this.steps;
    setText(this.said, inSentences(said.flatMap(sentencesOf)));
    if (pace === 0 || this.steps.length === 0 || !motionAllowed()) return null;
    const now = performance.now();
    if (interrupted.length === 0) this.began = now;
    const longest = Math.max(LEAST, LONGEST_PLAYBACK - (now - this.began));
    const beats = this.steps.reduce((sum, step) => sum + step.beats, 0);
    const each = stepDuration(beats, pace, longest) / motionSpeed();
    this.duration = wait + this.steps.reduce((sum, step) => sum + lastsFor(step, each), 0);
    this.shown = 0;
    this.root.hidden = false;
    this.root.className = "narration coming";
    const lines = this.steps.map((step) =>
      html(step.strong ? "b" : "i", { "data-words": inSentences(sentencesOf(step)) }),
    );
    replaceChildren(this.room, lines);
    this.finished = new Promise((resolve) => (this.settle = resolve));
    for (const type of ENDS) window.addEventListener(type, this.end, { capture: true, passive: true });
    // In the end what counts is in sight, where not all of it has room.
    const weighty = this.steps.flatMap(({ strong, towns }) => (strong ? towns : []));
    const towns = weighty.length > 0 ? weighty : (headline?.towns ?? []);
    if (wait > 0) {
      // The map looks there already while the large words are read; the line of it all comes with the steps.
      this.timer = window.setTimeout(() => this.showNext(each, towns), wait);
      this.show(this.steps[0].towns, changedHands(this.steps[0]));
      this.changed();
    } else this.showNext(each, towns);
    let begins = wait;
    return new Map(
      this.steps.map((step) => {
        begins += lastsFor(step, each);
        return [step.first, begins - lastsFor(step, each)];
      }),
    );
  }

  /**
   * Shows the next step of what happened; after the last one the towns to look at.
   *
   * @param {number} each
   * @param {string[]} towns  to look at when all has been shown
   */
  showNext(each, towns) {
    const step = this.steps[this.shown];
    if (!step) {
      this.show(towns, this.steps.map(changedHands).findLast(Boolean));
      this.end();
      return;
    }
    this.shown += 1;
    const lasts = lastsFor(step, each);
    const falls = step.facts.some(isRollOnMap) ? DICE_ON_MAP * FALLS : 0;
    const tell = () => {
      this.tell(step);
      this.timer = window.setTimeout(() => this.showNext(each, towns), lasts - falls);
    };
    // Large words keep off what they tell of.
    this.show(step.towns, changedHands(step));
    if (falls > 0) this.timer = window.setTimeout(tell, falls);
    else tell();
    this.changed();
  }

  /** Says what a step is; of dice when they lie. @param {Step} step */
  tell(step) {
    this.root.className = "narration";
    this.announce(step.facts);
    const words = inSentences(sentencesOf(step));
    replaceChildren(this.words, step.strong ? html("strong", {}, words) : words);
  }

  /** All at once: nothing more is shown, the ways stay. @param {Event} [event]  that ended it */
  end(event) {
    if (!this.playing) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.ending = event ?? null;
    // Its place stays until the next act: the press that ended it may be on its way to what stands below.
    this.root.className = "narration told";
    replaceChildren(this.words, null);
    for (const type of ENDS) window.removeEventListener(type, this.end, { capture: true });
    this.changed();
    this.settle();
  }

  /** Gives up the place of what was told. */
  clear() {
    if (!this.playing) this.root.hidden = true;
  }
}

/** For how many milliseconds a step is shown: dice on the map for as long as they lie. @param {Step} step @param {number} each */
function lastsFor({ beats, facts }, each) {
  return Math.max(beats * each, facts.filter(isRollOnMap).length * DICE_ON_MAP);
}

/** The town that changed hands in a step without a fight; else empty. @param {Step} step */
function changedHands({ facts }) {
  return facts.find(({ type }) => type === "town-entered" || type === "town-left")?.town ?? "";
}

/**
 * The steps of these entries: of several hand-overs the last in full, each before it in one.
 * @param {Entry[]} entries
 * @param {string | null} side
 */
function stepsOfEntries(entries, side) {
  const { older, newest } = side ? chaptersOf(entries, side, page.weights) : { older: [], newest: entries };
  return [
    ...older.flatMap((chapter) => stepsOfChapter(chapter, side, page.weights)),
    ...stepsOf(
      newest.flatMap(({ events }) => events),
      side,
      page.weights,
    ),
  ];
}

/**
 * The log's own sentence; of several blocks that went the same way, one for all.
 * @param {Step} step
 * @returns {string[]}
 */
function sentencesOf({ first, count, facts, also, chapter, turn }) {
  if (chapter) return [sentenceOf(chapter)];
  if (turn !== undefined) return [lastCardInWords(first, turn)];
  if (first.type === "block-strengthened") {
    const news = `${text("headline-strengthened", { count })} (${countedTowns(countByTown(facts)).join(", ")})`;
    return [text("headline", { side: sideName(first.side ?? ""), news })];
  }
  const way = (first.path ?? [first.from ?? first.town ?? "germania", first.to ?? ""]).map(townName).join(" – ");
  const sentence =
    count > 1 ? text("narrated-moves", { side: sideName(first.side ?? ""), count, way }) : String(first.text ?? "");
  return [sentence, ...also];
}
