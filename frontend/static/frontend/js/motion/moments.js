// Moments of a turn that are told large over the map for a while: that it is over, that one's last card is played, who
// moves first, a new year.

import { areMeeting } from "../map/extent.js";
import { isPhone, onResize } from "../page/browser.js";
import { byId, html, isCut } from "../page/dom.js";
import { hungerInWords } from "../page/hunger.js";
import { page, sideName, text } from "../page/page.js";
import { isLastCard } from "../page/lastcard.js";
import { eventsInWords, lastCardInWords, tiesInWords, whyEqual } from "../page/played.js";
import { struckDown } from "../page/rolls.js";
import { playSound } from "../page/sound.js";

const TOLD = new Set([
  "turn-ended",
  "card-chosen",
  "cards-revealed",
  "player-one",
  "turn-cancelled",
  "card-copied",
  "tie-rolled",
  "jihad-declared",
  "winter-begun",
  "year-begun",
  "attrition-rolled",
  "siege-starved",
  "assassins-struck",
  "march-rolled",
  "town-taken",
]);
const STAY = 2000;
/** Milliseconds for each line more. */
const LINE = 800;
/** More sentences than so many are not read: those of most weight are told, the log and the headline have all. */
const MOST = 3;
/** The weight of what is told, of least weight first; what is not named here weighs most: it tells of losses. */
const LIGHT = ["hunger-rule", "turn-ended", "equal", "hunger-none", "card-copied", "tie-rolled", "event"];
/** What weighs more than those, and less than losses. */
const MIDDLE = ["cards-revealed", "card-chosen", "turn-cancelled", "player-one", "winter-begun", "year-begun"];
/** Pixels. */
const GAP = 8;
/** Of the board's height: words that would take more of it are written smaller. */
const BAND = 0.2;

/** @typedef {import("../map/extent.js").Box} Box */

export class MomentBanner {
  /**
   * @param {HTMLElement} board
   * @param {() => Box[]} pointed  what is not to be hidden, in the board: what is asked about, what just happened
   */
  constructor(board, pointed) {
    this.pointed = pointed;
    // The log and the prompt say the same to those who hear the page.
    this.root = html("p", { class: "moment", "aria-hidden": "true", hidden: true });
    this.board = board;
    board.append(this.root);
    this.timer = 0;
    /** Until when it stays, by the clock of the page. */
    this.until = 0;
    /** Settled when nothing is left to be read. @type {Promise<void>} */
    this.read = Promise.resolve();
    this.settle = () => {};
    for (const pressed of ["pointerdown", "keydown"])
      window.addEventListener(pressed, () => this.hide(), { passive: true });
    // What is asked next may need more room than what was asked when the words appeared. Not at once: an observer of
    // sizes that changes them is reported as an endless loop.
    onResize(byId("dock"), () => window.requestAnimationFrame(() => this.place()));
  }

  /** For how many milliseconds it is still to be read. */
  get left() {
    return this.root.hidden ? 0 : Math.max(0, this.until - performance.now());
  }

  /**
   * @param {GameEvent[]} events  what led to the view that is shown
   * @param {import("../page/hunger.js").Hunger} [hunger]
   * @returns {boolean} whether there was such
   */
  show(events, hunger) {
    const words = mostWeighty(sentencesOf(events, hunger));
    if (words.length === 0) return false;
    window.clearTimeout(this.timer);
    playSound("moment");
    this.root.replaceChildren(...words.flatMap((word, i) => (i > 0 ? [html("br"), String(word)] : [String(word)])));
    this.root.hidden = false;
    this.place();
    const stay = STAY + (words.length - 1) * LINE;
    this.until = performance.now() + stay;
    this.timer = window.setTimeout(() => this.hide(), stay);
    this.settle();
    this.read = new Promise((resolve) => (this.settle = resolve));
    return true;
  }

  /**
   * A band at the head or the foot of the map, where it hides nothing that is pointed at: on a phone rather at the foot,
   * for above the map the words of what the other side did grow line by line, elsewhere at the head, for its buttons
   * stand at the foot.
   */
  place() {
    if (this.root.hidden) return;
    const board = this.board.getBoundingClientRect();
    const phone = isPhone();
    const end = phone ? Math.min(board.bottom, byId("dock").getBoundingClientRect().top) : board.bottom;
    const strip = this.board.querySelector(".battle-strip")?.getBoundingClientRect();
    const signs = strip && strip.height > 0 ? strip.bottom - board.top : 0;
    const room = Math.max(0, Math.floor(end - board.top - signs - 2 * GAP));
    this.root.classList.remove("tight");
    this.root.style.maxHeight = `${Math.min(room, Math.round(BAND * board.height))}px`;
    if (isCut(this.root)) this.root.classList.add("tight");
    this.root.style.maxHeight = `${room}px`;
    // No line is lost: where a map is too low for all of them they lie over what stands above it, until a press.
    if (phone && isCut(this.root)) this.root.style.maxHeight = `${Math.floor(end - 2 * GAP)}px`;
    const [wide, high] = [this.root.offsetWidth, this.root.offsetHeight];
    const across = board.left + (board.width - wide) / 2;
    const [foot, head] = [end - high - GAP, board.top + signs + GAP];
    const tops = high > room + 1 ? [foot] : phone ? [foot, head] : [head, foot];
    const pointed = this.pointed();
    const hides = (/** @type {number} */ top) => {
      const [left, above] = [across - board.left, top - board.top];
      const box = { left, top: above, right: left + wide, bottom: above + high };
      return pointed.filter((one) => areMeeting(one, box)).length;
    };
    const [best] = tops.map((top) => ({ top, hides: hides(top) })).sort((one, other) => one.hides - other.hides);
    const middle = best.top + high / 2 - (phone ? 0 : board.top);
    this.root.style.top = `${Math.round(middle)}px`;
  }

  hide() {
    window.clearTimeout(this.timer);
    this.root.hidden = true;
    this.settle();
  }
}

/** @typedef {{kind: string, words: string}} Sentence */

/**
 * All that could be told of these, in order.
 * @param {GameEvent[]} events @param {import("../page/hunger.js").Hunger} [hunger]
 * @returns {Sentence[]}
 */
function sentencesOf(events, hunger) {
  const turn = events.findLast(({ type }) => type === "turn-begun")?.turn;
  const fallen = struckDown(events);
  const ties = events.filter(({ type }) => type === "tie-rolled");
  return (
    events
      .filter((event) => (TOLD.has(event.type) || fallen.has(event)) && event.text)
      // However often both rolled, it is told once.
      .filter((event) => event.type !== "tie-rolled" || event === ties.at(-1))
      .flatMap((event) => [
        { kind: "equal", words: event.type === "tie-rolled" ? whyEqual(events) : "" },
        { kind: kindOf(event), words: event === ties.at(-1) ? tiesInWords(ties) : inWords(event, turn) },
        ...(event.type === "cards-revealed" ? eventsInWords(event, events) : []).map((words) => ({
          kind: "event",
          words,
        })),
        { kind: "hunger-rule", words: event.type === "attrition-rolled" ? hungerInWords(event, hunger) : "" },
      ])
  );
}

/** What a fact tells of, for its weight. @param {GameEvent} event */
function kindOf({ type, losses }) {
  return type === "attrition-rolled" && losses === 0 ? "hunger-none" : type;
}

/**
 * The sentences of most weight, in order, each once.
 * @param {Sentence[]} sentences
 */
export function mostWeighty(sentences) {
  const all = sentences.filter(({ words }, i) => words && sentences.findIndex((one) => one.words === words) === i);
  const order = [...LIGHT, ...MIDDLE];
  const weight = (/** @type {Sentence} */ { kind }) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const kept = [...all].sort((one, other) => weight(other) - weight(one)).slice(0, MOST);
  return all.filter((one) => kept.includes(one)).map(({ words }) => words);
}

/**
 * The words of the log, but of who moves first: that lies ahead; of cards that were chosen one's last alone.
 * @param {GameEvent} event
 * @param {number | undefined} turn
 */
function inWords(event, turn) {
  const { type, side, text: sentence } = event;
  if (type === "card-chosen")
    return turn !== undefined && isLastCard(event, side ?? null) ? lastCardInWords(event, turn) : "";
  if (type !== "player-one" || !side) return sentence ?? "";
  return !page.solo && page.sides.some((own) => own === side)
    ? text("you-move-first")
    : text("side-moves-first", { side: sideName(side) });
}
