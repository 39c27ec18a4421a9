// The line that says what the other side did since one's last act. Pressed, it shows that again; it goes with the next
// act of one's own. The ways of the blocks stay on the map until then, or until the map is pressed.

import { byId, html, replaceIfChanged } from "../page/dom.js";
import { page, sideName, text } from "../page/page.js";
import { cardsInWords } from "../page/played.js";
import { ToldHeadlines, cardsSinceOwnAct, endedByOwnAct, headlineOf, sinceOwnAct } from "../log/headline.js";
import { emphasized } from "../log/words.js";
import { yearEndOf } from "../log/yearend.js";
import { yearEndInWords } from "../log/yearwords.js";

/** @typedef {import("../log/headline.js").Headline} Headline */

export class HeadlineLine {
  /**
   * @param {(headline: Headline) => void} show  shows again what it tells of
   * @param {() => void} cleared  the ways are to go from the map
   * @param {(event: Event) => boolean} spent  whether a press has ended the narrator, and does nothing else
   */
  constructor(show, cleared, spent) {
    this.show = show;
    /** @type {Headline | null} */
    this.headline = null;
    /** What the cards of this turn said, and stays as long. @type {string[]} */
    this.cards = [];
    /** The turn whose cards were turned up last, and whether the map, over which they are told large, was out of sight. */
    this.turned = { turn: "", missed: false };
    /** How the last year ended, a line each, until one's first card of the new one. @type {string[]} */
    this.year = [];
    /** The view after one's last act, with which the present is compared. @type {View | null} */
    this.since = null;
    this.reports = new ToldHeadlines();
    /** Whether the ways stand on the map. */
    this.drawn = false;
    this.root = html("div", { class: "headline" });
    byId("prompt").after(html("div", { class: "happened" }, this.root));
    const clear = (/** @type {Event} */ event) => {
      if (!this.drawn || spent(event)) return;
      this.drawn = false;
      cleared();
    };
    byId("map").addEventListener("pointerdown", clear, { passive: true });
  }

  /** The ways to draw. */
  get routes() {
    return this.drawn ? (this.headline?.routes ?? []) : [];
  }

  /**
   * A new view is there.
   * @param {View | null} before
   * @param {View} view
   * @param {boolean} own  by an act of this page
   * @param {import("../log/story.js").Story} story
   * @returns {boolean} whether there is something new to tell
   */
  onView(before, view, own, story) {
    const same = before?.you === view.you;
    const side = view.you;
    const all = side && (same || !before) ? story.currentEntries() : [];
    const ended = side ? endedByOwnAct(all, side) : [];
    const theirs = side ? sinceOwnAct(all, side) : [];
    if (own || !same) {
      // What an act of one's own changed is no news, unless a battle ended by it. Where one was taken back, what the
      // others did lies before this view.
      this.since = same && ended.length > 0 ? before : theirs.length > 0 ? null : view;
      this.headline = null;
    }
    const turned = side ? cardsSinceOwnAct(story.currentEntries(), side) : [];
    const missed = this.hasMissed(before, view, turned);
    this.cards = cardsInWords(turned, (fact) => (missed ? whatWasMissed(fact, view, turned) : ""));
    const known = this.headline?.entries.at(-1)?.n ?? 0;
    const entries = [...ended, ...theirs];
    if (side && entries.length > 0) {
      const since = before && this.since;
      const headline = this.reports.of(entries, side, () => headlineOf(entries, side, since, view, page.weights, all));
      this.headline = headline ? { ...headline, own: theirs.length === 0 } : this.headline;
    }
    const fresh = (this.headline?.entries.at(-1)?.n ?? 0) > known;
    this.drawn = fresh || (this.drawn && this.headline !== null);
    this.year = yearLines(view, story, this.headline);
    this.draw();
    return fresh && theirs.length > 0;
  }

  /**
   * Tells how a year ended where all else is seen as it happens: in a lesson, and where one plays both sides.
   * @param {View} view @param {import("../log/story.js").Story} story
   * @returns {false} what the other side did is not told
   */
  onYear(view, story) {
    this.year = yearLines(view, story, null);
    this.draw();
    return false;
  }

  /**
   * Whether this turn's cards were turned up while the map was out of sight.
   * @param {View | null} before @param {View} view @param {GameEvent[]} turned
   */
  hasMissed(before, view, turned) {
    if (!turned.some(({ type }) => type === "cards-revealed")) return false;
    const turn = `${view.you} ${view.year} ${view.turn}`;
    if (this.turned.turn !== turn) this.turned = { turn, missed: before !== null && !isInSight(byId("map")) };
    return this.turned.missed;
  }

  /** Draws the headline and what the cards said. */
  draw() {
    const { headline, cards, year } = this;
    replaceIfChanged(this.root, [headline && headline.parts, cards, year], () => [
      headline
        ? html(
            "button",
            {
              type: "button",
              "data-key": "headline",
              title: text("headline-again"),
              onclick: () => this.show(headline),
            },
            emphasized(headline),
          )
        : null,
      cards.map((words) => html("p", { class: "card-said" }, words)),
      year.length > 0 && html("p", { class: "year-said" }, html("strong", {}, year[0]), ` ${year.slice(1).join(" ")}`),
    ]);
  }
}

/** Whether at least a third of a part of the page is on the screen. @param {HTMLElement} part */
function isInSight(part) {
  const { top, bottom, height } = part.getBoundingClientRect();
  return Math.min(bottom, window.innerHeight) - Math.max(top, 0) > height / 3;
}

/**
 * Which cards were turned up and who moves first.
 * @param {GameEvent} revealed @param {View} view @param {GameEvent[]} turned
 */
function whatWasMissed(revealed, view, turned) {
  const none = !view.first || turned.some(({ type }) => type === "turn-cancelled");
  const own = !page.solo && view.first === view.you;
  const first = own ? text("you-move-first") : text("side-moves-first", { side: sideName(view.first ?? "") });
  return none ? (revealed.text ?? "") : `${revealed.text ?? ""} ${first}.`;
}

/**
 * How the year before ended, while the first card of a year is asked for; what the headline tells of it is not told
 * again.
 * @param {View} view @param {import("../log/story.js").Story} story @param {Headline | null} headline
 * @returns {string[]}
 */
function yearLines(view, story, headline) {
  const asked = view.step === "card" && view.turn === 1 && view.you && view.awaited.includes(view.you);
  const ended = asked && view.you ? yearEndOf(story.currentEntries(), view.you, view.ruleset.edition) : null;
  if (!ended || !view.you || ended.year !== view.year - 1) return [];
  const covered = headline?.parts.some(({ key }) => key === "headline-winter-lost") ?? false;
  const { frank, saracen } = view.score;
  return [
    text("year-over", { year: ended.year }),
    text("year-score", { frank, saracen }),
    ...yearEndInWords(ended, view.you, covered),
  ];
}
