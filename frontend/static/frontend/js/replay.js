// Looking back: the game as it was after an entry of the history, in one's own view, step by step; and the other side's turn shown once
// to who comes back, at a pace of the player's own.

import { fetchPast } from "./api.js";
import { html, replace } from "./dom.js";
import { page, text } from "./page.js";
import { placesOf } from "./story.js";

/** @typedef {import("./story.js").Entry} Entry */

/** How long an entry is looked at, in milliseconds; `off`: nothing is shown by itself. @type {Record<string, number>} */
const PACES = { slow: 2600, normal: 1300, fast: 500, off: 0 };
/** More than so many entries are not shown: the last ones are. */
const MOST = 60;
/** The views of so many entries are kept. */
const KEPT = 40;

export class Replay {
  /**
   * @param {object} stage
   * @param {import("./story.js").Story} stage.story
   * @param {import("./motion.js").Motion} stage.motion
   * @param {() => string | null} stage.side
   * @param {() => void} stage.draw
   * @param {(town: string) => void} stage.show
   */
  constructor(stage) {
    this.stage = stage;
    /** @type {number | null} */
    this.n = null;
    /** @type {any} the view after that entry */
    this.view = null;
    this.playing = false;
    /** @type {Map<string, any>} */
    this.views = new Map();
    /** Counts what was begun, so that what is overtaken stops. */
    this.turn = 0;
    this.pace = recall("pace") ?? "normal";
    if (!(this.pace in PACES)) this.pace = "normal";
  }

  /** @param {string} pace */
  setPace(pace) {
    this.pace = pace;
    remember("pace", pace);
    if (pace === "off" && this.playing) this.end();
  }

  /** The last entry this person has seen, on this device; null when they were never here. @param {string | null} side */
  seen(side) {
    const found = Number(recall(`seen-${page.game}-${side}`));
    return Number.isInteger(found) && found > 0 ? found : null;
  }

  /** @param {string | null} side @param {number} n */
  remember(side, n) {
    if (document.visibilityState === "visible") remember(`seen-${page.game}-${side}`, String(n));
  }

  /** The towns of the entry looked at. */
  get towns() {
    const entry = this.n === null ? null : this.stage.story.entries.get(this.n);
    return entry ? [...new Set(entry.events.flatMap(placesOf))] : [];
  }

  /** @param {number} n */
  async visit(n) {
    const turn = (this.turn += 1);
    this.playing = false;
    await this.go(n, turn);
  }

  /** Back to how it is now. */
  end() {
    this.turn += 1;
    this.playing = false;
    this.n = this.view = null;
    this.stage.motion.pace = 1;
    this.stage.draw();
  }

  /** @param {-1 | 1} way */
  async step(way) {
    const next = this.n === null ? null : this.stage.story.beside(this.n, way);
    if (next !== null) await this.visit(next);
    else if (way > 0) this.end();
  }

  /** @param {number} n @param {number} turn @returns {Promise<boolean>} */
  async go(n, turn) {
    const side = this.stage.side();
    const key = `${side} ${n}`;
    const view = this.views.get(key) ?? (await fetchPast(side, n));
    if (turn !== this.turn) return false;
    if (!view) return true;
    this.views.set(key, view);
    if (this.views.size > KEPT) this.views.delete([...this.views.keys()][0]);
    const before = this.view;
    this.n = n;
    this.view = view;
    this.stage.draw();
    const [town] = this.towns;
    if (town) this.stage.show(town);
    await this.stage.motion.play(before, view, this.stage.story.entries.get(n)?.events ?? []);
    return turn === this.turn;
  }

  /** Show these entries one after another, then the game as it is. @param {Entry[]} entries */
  async play(entries) {
    const shown = entries.filter((entry) => entry.events.some((event) => event.text)).slice(-MOST);
    if (shown.length === 0) return;
    const turn = (this.turn += 1);
    this.playing = true;
    const before = this.stage.story.beside(shown[0].n, -1);
    // The position before is drawn first, so that the first change is seen as one.
    if (before !== null && !(await this.go(before, turn))) return;
    for (const entry of shown) {
      const pace = PACES[this.pace] || PACES.normal;
      this.stage.motion.pace = PACES.normal / pace;
      const since = performance.now();
      if (!(await this.go(entry.n, turn))) return;
      await new Promise((resolve) => window.setTimeout(resolve, Math.max(pace / 3, pace - (performance.now() - since))));
      if (turn !== this.turn) return;
    }
    this.end();
  }
}

/** @param {HTMLElement} root @param {Replay} replay */
export function drawPast(root, replay) {
  root.hidden = replay.n === null;
  if (replay.n === null) return;
  const { story } = replay.stage;
  const button = (/** @type {string} */ key, /** @type {() => void} */ press, look = "") =>
    html("button", { type: "button", class: look, "data-key": key, onclick: press }, text(key));
  replace(
    root,
    html("p", { class: "past-title" }, text(replay.playing ? "since-you-were-here" : "as-it-was")),
    html("p", { class: "past-words", role: "status" }, story.tell(replay.n)),
    html(
      "div",
      { class: "buttons" },
      replay.playing
        ? [button("skip", () => replay.end(), "primary"), drawPace(replay)]
        : [button("past-back", () => replay.step(-1)), button("past-on", () => replay.step(1)), button("past-now", () => replay.end(), "primary")],
    ),
  );
}

/** @param {Replay} replay */
export function drawPace(replay) {
  const choice = html(
    "select",
    { "data-key": "pace", onchange: (/** @type {Event} */ event) => event.target instanceof HTMLSelectElement && replay.setPace(event.target.value) },
    Object.keys(PACES).map((pace) => html("option", { value: pace, selected: pace === replay.pace }, text(`pace-${pace}`))),
  );
  return html("label", { class: "pace" }, `${text("pace")} `, choice);
}

/** @param {string} key @returns {string | null} */
function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // Some browsers forbid it: then nothing is remembered.
    return null;
  }
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
