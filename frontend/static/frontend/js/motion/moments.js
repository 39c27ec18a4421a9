// Moments of a turn that are told large over the map for a while: who moves first, that a turn is over without a word,
// a new year.

import { isPhone } from "../page/browser.js";
import { byId, html } from "../page/dom.js";
import { page, sideName, text } from "../page/page.js";
import { eventsInWords } from "../page/played.js";
import { playSound } from "../page/sound.js";

const TOLD = new Set([
  "cards-revealed",
  "player-one",
  "turn-cancelled",
  "tie-rolled",
  "jihad-declared",
  "winter-begun",
  "year-begun",
  "attrition-rolled",
  "town-taken",
]);
const STAY = 2600;
/** Milliseconds for each line more. */
const LINE = 900;
/** Pixels. */
const GAP = 8;

export class MomentBanner {
  /** @param {HTMLElement} board */
  constructor(board) {
    // The log and the prompt say the same to those who hear the page.
    this.root = html("p", { class: "moment", "aria-hidden": "true", hidden: true });
    this.board = board;
    board.append(this.root);
    this.timer = 0;
    window.addEventListener("pointerdown", () => this.hide(), { passive: true });
  }

  /** @param {GameEvent[]} events  what led to the view that is shown */
  show(events) {
    const words = events
      .filter((event) => TOLD.has(event.type) && event.text)
      .flatMap((event) => [inWords(event), ...(event.type === "cards-revealed" ? eventsInWords(event) : [])]);
    if (words.length === 0) return;
    window.clearTimeout(this.timer);
    playSound("moment");
    this.root.replaceChildren(...words.flatMap((word, i) => (i > 0 ? [html("br"), String(word)] : [String(word)])));
    this.root.hidden = false;
    this.place();
    this.timer = window.setTimeout(() => this.hide(), STAY + (words.length - 1) * LINE);
  }

  /** On a phone: at the foot of the map, for above it the words of what the other side did grow line by line. */
  place() {
    const foot = Math.min(this.board.getBoundingClientRect().bottom, byId("dock").getBoundingClientRect().top);
    this.root.style.top = isPhone() ? `${Math.round(foot - this.root.offsetHeight / 2) - GAP}px` : "";
  }

  hide() {
    window.clearTimeout(this.timer);
    this.root.hidden = true;
  }
}

/** The words of the log, but of who moves first: that lies ahead. @param {GameEvent} event */
function inWords({ type, side, text: sentence }) {
  if (type !== "player-one" || !side) return sentence ?? "";
  return !page.solo && page.sides.some((own) => own === side)
    ? text("you-move-first")
    : text("side-moves-first", { side: sideName(side) });
}
