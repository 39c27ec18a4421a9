// The narrator: shows what the other side did step by step on the map as it is now, with a sentence, the way, and the camera for each step.
// It delays nothing: the first press, key or turn of the wheel ends it, and counts.

import { inSentences } from "../log/sentences.js";
import { stepsOf, stepDuration } from "../log/steps.js";
import { motionAllowed, motionSpeed } from "../page/display.js";
import { byId, html, replaceChildren, setText } from "../page/dom.js";
import { page, sideName, text, townName } from "../page/page.js";

/** @typedef {import("../log/steps.js").Step} Step @typedef {import("../log/headline.js").Headline} Headline */

const ENDS = ["pointerdown", "keydown", "wheel"];

export class Narrator {
  /** @param {(towns: string[]) => void} show  the camera goes there @param {() => void} changed  the ways are to be drawn anew */
  constructor(show, changed) {
    this.show = show;
    this.changed = changed;
    /** @type {Step[]} */
    this.steps = [];
    /** How many of them have been shown. */
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
    const skip = html("button", { type: "button", class: "quiet", "data-key": "skip-narration", onclick: () => this.end() }, text("skip"));
    this.root = html("div", { class: "narration", hidden: true }, this.words, skip);
    byId("prompt").after(this.root, this.said);
  }

  get playing() {
    return this.timer !== 0;
  }

  /** The ways of the steps that have been shown. */
  get routes() {
    return this.steps.slice(0, this.shown).flatMap(({ routes }) => routes);
  }

  /**
   * Tells of facts, and shows them unless nothing may move.
   *
   * @param {GameEvent[]} facts @param {string | null} side  who looks on @param {Headline | null} headline @param {number} pace  milliseconds a step; 0: they are not shown
   * @returns {Map<GameEvent, number> | null}  when each step begins, in milliseconds; null: none is shown
   */
  start(facts, side, headline, pace) {
    this.end();
    this.steps = stepsOf(facts, side, page.weights, headline?.entered);
    setText(this.said, inSentences(this.steps.flatMap(sentencesOf)));
    if (pace === 0 || this.steps.length === 0 || !motionAllowed()) return null;
    const each = stepDuration(this.steps.length, pace) / motionSpeed();
    this.shown = 0;
    this.finished = new Promise((resolve) => (this.settle = resolve));
    this.root.hidden = false;
    for (const type of ENDS) window.addEventListener(type, this.end, { capture: true, passive: true });
    // In the end what counts is in sight, where not all of it has room.
    const weighty = this.steps.flatMap(({ strong, towns }) => (strong ? towns : []));
    this.showNext(each, weighty.length > 0 ? weighty : (headline?.towns ?? []));
    return new Map(this.steps.map(({ first }, i) => [first, i * each]));
  }

  /** @param {number} each @param {string[]} towns  to look at when all has been shown */
  showNext(each, towns) {
    const step = this.steps[this.shown];
    if (!step) {
      this.show(towns);
      this.end();
      return;
    }
    this.shown += 1;
    const words = inSentences(sentencesOf(step));
    replaceChildren(this.words, step.strong ? html("strong", {}, words) : words);
    this.timer = window.setTimeout(() => this.showNext(each, towns), each);
    this.show(step.towns);
    this.changed();
  }

  /** All at once: nothing more is shown, the ways stay. @param {Event} [event]  that ended it */
  end(event) {
    if (!this.playing) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.ending = event ?? null;
    this.root.hidden = true;
    for (const type of ENDS) window.removeEventListener(type, this.end, { capture: true });
    this.changed();
    this.settle();
  }
}

/** The log's own sentence; of several blocks that went the same way, one for all. @param {Step} step @returns {string[]} */
function sentencesOf({ first, count, entered }) {
  const way = (first.path ?? [first.from ?? "germania", first.to ?? ""]).map(townName).join(" – ");
  const sentence = count > 1 ? text("narrated-moves", { side: sideName(first.side ?? ""), count, way }) : String(first.text ?? "");
  return [sentence, ...entered.map((town) => text("narrated-entered", { town: townName(town) }))];
}
