// The bar of the replay: what happened at the moment looked at, the scrubber with its marks, and the buttons. It is
// made once and changed, so that a slider being dragged, or a list being open, stays what it is.

import { replaceUrl, copyText, numberFormat } from "../page/browser.js";
import { html, replaceIfChanged, setText, svg } from "../page/dom.js";
import { page, sideName, text, townName, withColon } from "../page/page.js";
import { hasPicture, savePicture } from "./picture.js";
import { PACES, SPEEDS } from "./replay.js";

const speeds = numberFormat({ decimals: 1 });

/** @typedef {import("./replay.js").Replay} Replay @typedef {import("./moments.js").Mark} Mark */

const SIGNS = {
  "replay-first": "M4 3V17M16 3L7 10L16 17Z",
  "past-back": "M14 3L5 10L14 17Z",
  "replay-play": "M5 3L16 10L5 17Z",
  "replay-pause": "M6 3V17M14 3V17",
  "past-on": "M6 3L15 10L6 17Z",
  "replay-last": "M16 3V17M4 3L13 10L4 17Z",
  "replay-picture": "M10 3V12M6 8L10 12L14 8M3 14V17H17V14",
  "replay-link": "M8 12L12 8M9 6L11 4A3.5 3.5 0 0 1 16 9L14 11M11 14L9 16A3.5 3.5 0 0 1 4 11L6 9",
};

/** @param {keyof typeof SIGNS} key */
function sign(key) {
  return svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, svg("path", { d: SIGNS[key] }));
}

/** @type {Record<string, string>} */
const SHORTCUTS = {
  "replay-first": "Home",
  "past-back": "ArrowLeft",
  "replay-play": "Space",
  "past-on": "ArrowRight",
  "replay-last": "End",
};

/**
 * Draws a button with a sign.
 *
 * @param {keyof typeof SIGNS} key
 * @param {() => void} press
 */
function signed(key, press) {
  return html(
    "button",
    {
      type: "button",
      class: "signed",
      "data-key": key,
      "aria-label": text(key),
      "aria-keyshortcuts": SHORTCUTS[key],
      title: text(key),
      onclick: press,
    },
    sign(key),
  );
}

/**
 * Draws an empty list of choices.
 *
 * @param {string} key
 * @param {(value: string) => void} take
 */
function list(key, take) {
  return html("select", {
    "data-key": key,
    "aria-label": text(key),
    title: text(key),
    onchange: (/** @type {Event} */ event) => event.target instanceof HTMLSelectElement && take(event.target.value),
  });
}

export class ReplayBar {
  /** @param {HTMLElement} root @param {Replay} replay */
  constructor(root, replay) {
    this.root = root;
    this.replay = replay;
    this.title = html("p", { class: "past-title" });
    this.words = html("p", { class: "past-words", role: "status", tabindex: "0" });
    /** Opens words that are longer than their two lines. */
    this.more = html("button", {
      type: "button",
      class: "quiet past-more",
      "data-key": "past-more",
      hidden: true,
      onclick: () => this.read(!this.words.classList.contains("whole")),
    });
    this.slider = /** @type {HTMLInputElement} */ (
      html("input", { type: "range", step: 1, "data-key": "replay-position", "aria-label": text("replay-position") })
    );
    this.ticks = html("div", { class: "ticks", "aria-hidden": "true" });
    this.play = signed("replay-play", () => replay.toggle());
    this.speed = list("replay-speed", (value) => replay.setSpeed(Number(value)));
    this.speed.append(
      ...SPEEDS.map((speed) =>
        html("option", { value: speed, selected: speed === replay.speed }, `× ${speeds(speed)}`),
      ),
    );
    this.viewer = list("replay-eyes", (value) => replay.lookAs(value));
    this.jump = list("replay-jump", (value) => replay.visit(Number(value)));
    const checked = html("input", {
      type: "checkbox",
      "data-key": "replay-undone",
      checked: replay.undone,
      onchange: () => replay.setUndone(checked instanceof HTMLInputElement && checked.checked),
    });
    /** It is about the log as well, and stands there. */
    this.undone = html("label", { class: "with-undone", hidden: true }, checked, ` ${text("replay-undone")}`);
    this.copied = html("span", { class: "copied", role: "status" });
    this.address = /** @type {HTMLInputElement} */ (
      html("input", { class: "moment-link", readonly: true, hidden: true, "aria-label": text("replay-link") })
    );
    const now = html(
      "button",
      { type: "button", class: "primary", "data-key": "past-now", title: "Esc", onclick: () => replay.end() },
      text("past-now"),
    );
    const link = signed("replay-link", () => this.copy());
    /** To the form that plays on from the moment, when the game is over. */
    this.practice = /** @type {HTMLAnchorElement} */ (
      html("a", { class: "button", "data-key": "replay-practice" }, text("replay-practice"))
    );
    this.picture = signed("replay-picture", () => this.save());
    const head = html("div", { class: "past-head" }, this.title, this.copied, this.address, this.picture, link, now);
    this.controls = html(
      "div",
      { class: "replay-controls" },
      html("div", { class: "scrubber" }, this.slider, this.ticks),
      html(
        "div",
        { class: "buttons" },
        [
          signed("replay-first", () => replay.jump(-1)),
          signed("past-back", () => replay.step(-1)),
          this.play,
          signed("past-on", () => replay.step(1)),
          signed("replay-last", () => replay.jump(1)),
        ],
        this.speed,
        this.jump,
        this.viewer,
        this.practice,
      ),
    );
    const said = html("div", { class: "past-said" }, this.words, this.more);
    this.full = [head, said, this.controls];
    const skip = html(
      "button",
      { type: "button", class: "primary", "data-key": "skip", title: "Esc", onclick: () => replay.end() },
      text("skip"),
    );
    this.news = [this.title, said, html("div", { class: "buttons" }, skip, drawPace(replay))];
    this.slider.addEventListener("input", () => replay.visit(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Draws the bar: title, slider, buttons and words of the moment looked at. */
  draw() {
    const { replay, root } = this;
    const { n } = replay;
    root.hidden = n === null;
    this.undone.hidden = n === null || replay.playing === "news" || replay.viewer === "public";
    this.say();
    if (n === null) return;
    const news = replay.playing === "news";
    replaceIfChanged(root, news, () => {
      if (!news) this.full[0].prepend(this.title);
      return news ? this.news : this.full;
    });
    if (this.words.textContent !== replay.words) {
      setText(this.words, replay.words);
      this.read(false);
    }
    this.words.classList.toggle("undone", Boolean(replay.entry?.undone));
    this.words.setAttribute("aria-live", replay.playing === "on" ? "off" : "polite");
    if (news) {
      setText(this.title, text("since-you-were-here"));
      return;
    }
    const { moments } = replay;
    const gone = replay.since < (replay.stage.now()?.version ?? 0) ? ` · ${text("replay-gone-on")}` : "";
    setText(this.title, `${n} / ${moments.count} · ${markName(moments.markOf(n))}${gone}`);
    this.slider.min = String(moments.first);
    this.slider.max = String(moments.count);
    this.slider.value = String(n);
    this.slider.setAttribute("aria-valuetext", `${withColon(markName(moments.markOf(n)))} ${replay.words}`);
    replaceIfChanged(this.ticks, [moments.marks, moments.count], () => drawTicks(moments, (n) => replay.visit(n)));
    const key = replay.playing === "on" ? "replay-pause" : "replay-play";
    replaceIfChanged(this.play, key, () => sign(key));
    this.play.setAttribute("aria-label", text(key));
    this.play.title = `${text(key)} (␣)`;
    this.play.dataset.state = replay.playing;
    const { viewers } = replay;
    replaceIfChanged(this.viewer, viewers, () =>
      viewers.map((viewer) => html("option", { value: viewer }, viewerName(viewer))),
    );
    if (this.viewer instanceof HTMLSelectElement) this.viewer.value = replay.viewer;
    this.viewer.hidden = viewers.length < 2;
    this.picture.hidden = !hasPicture(replay.viewer, viewers);
    replaceIfChanged(this.jump, moments.marks, () => drawJumps(moments.marks));
    if (this.jump instanceof HTMLSelectElement) this.jump.value = String(moments.markOf(n)?.n ?? "");
    this.address.value = location.href;
    this.practice.hidden = replay.stage.now()?.status !== "over" || !page.urls.practice;
    this.practice.href = `${page.urls.practice}?at=${n}&as=${replay.viewer}`;
  }

  /** The words are shown whole, and news wait meanwhile; or two lines of them. @param {boolean} whole */
  read(whole) {
    this.words.classList.toggle("whole", whole);
    this.more.hidden = !whole && this.words.scrollHeight <= this.words.clientHeight + 2;
    this.more.setAttribute("aria-expanded", String(whole));
    setText(this.more, text(whole ? "read-less" : "read-all"));
    this.replay.wait(whole);
  }

  /** The address of the page is that of the moment: it can be sent, kept, and opened again. */
  say() {
    const { n, viewer, playing } = this.replay;
    const address = new URL(location.href);
    if (n !== null && playing !== "news") {
      address.searchParams.set("at", String(n));
      address.searchParams.set("as", viewer);
    } else {
      address.searchParams.delete("at");
      address.searchParams.delete("as");
    }
    if (address.href !== location.href && playing !== "on") {
      replaceUrl(address);
    }
    if (n === null) {
      this.address.hidden = true;
      setText(this.copied, "");
    }
  }

  /** Copies the address of the moment, or shows it where that is not allowed. */
  async copy() {
    if (await copyText(location.href)) {
      setText(this.copied, text("replay-copied"));
      window.setTimeout(() => setText(this.copied, ""), 3000);
    } else {
      // Not allowed, or not on https: then it can be copied by hand.
      this.address.hidden = false;
      this.address.value = location.href;
      this.address.select();
    }
  }

  /** Downloads the picture of the moment that is looked at. */
  async save() {
    const { n, viewer } = this.replay;
    if (n === null) return;
    setText(this.copied, text("replay-picture-coming"));
    const saved = await savePicture(n, viewer);
    setText(this.copied, saved ? "" : text("replay-picture-later"));
  }

  /** Arrows step, the space bar plays, Home and End go to the ends. @param {KeyboardEvent} event */
  key(event) {
    const { replay } = this;
    if (
      replay.n === null ||
      replay.playing === "news" ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented
    )
      return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("dialog, textarea, select, input:not([type=range], [type=checkbox]), [role=tablist]")) return;
    // On the map arrows go from town to town, or scroll it.
    const arrows = !target.closest("#map");
    const act = {
      ArrowLeft: arrows && (() => replay.step(-1)),
      ArrowRight: arrows && (() => replay.step(1)),
      Home: () => replay.jump(-1),
      End: () => replay.jump(1),
      " ": (target === document.body || target === this.slider || target.id === "map") && (() => replay.toggle()),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    // A space bar that is held down would start and stop it many times a second.
    if (!event.repeat || event.key !== " ") act();
  }
}

/** @param {string} viewer */
function viewerName(viewer) {
  return viewer === "public" || viewer === "all" ? text(`eyes-${viewer}`) : sideName(viewer);
}

/**
 * Returns the name of a turn: its year and number.
 *
 * @param {Mark | null} mark
 */
function turnName(mark) {
  if (!mark) return "";
  if (mark.turn === 0) return String(mark.year);
  return mark.turn === 6
    ? `${mark.year}, ${text("winter-turn")}`
    : text("mark-turn", { year: mark.year, turn: mark.turn });
}

/** @param {Mark} mark */
function phaseName(mark) {
  return mark.battle ? text("battle-of", { town: townName(mark.battle) }) : text(`phase-${mark.phase}`);
}

/** @param {Mark | null} mark */
export function markName(mark) {
  return mark ? `${turnName(mark)} · ${phaseName(mark)}` : "";
}

/**
 * A stroke for each turn, and the years in figures, which lead to their beginning: beside the slider, for fingers; the
 * list of turns does
 * the same for everybody. @param {import("./moments.js").MomentCache} moments @param {(n: number) => void} visit */
function drawTicks({ marks, first, count }, visit) {
  const span = Math.max(1, count - first);
  let [year, turn] = [0, -1];
  return marks.flatMap((mark) => {
    if (mark.year === year && mark.turn === turn) return [];
    const named = mark.year !== year;
    [year, turn] = [mark.year, mark.turn];
    const at = (mark.n - first) / span;
    // The figures of a year that has just begun would go beyond the edge.
    const tick = named
      ? html(
          "span",
          { class: at > 0.85 ? "tick year late" : "tick year", onclick: () => visit(mark.n) },
          String(mark.year),
        )
      : html("span", { class: "tick" });
    tick.style.left = `${at * 100}%`;
    return [tick];
  });
}

/**
 * Draws the choices of turns and phases to jump to.
 *
 * @param {Mark[]} marks
 */
function drawJumps(marks) {
  /** @type {Map<string, Mark[]>} */
  const turns = new Map();
  for (const mark of marks) turns.set(turnName(mark), [...(turns.get(turnName(mark)) ?? []), mark]);
  return [...turns].map(([name, inTurn]) =>
    html(
      "optgroup",
      { label: name },
      inTurn.map((mark) => html("option", { value: mark.n }, `${name} · ${phaseName(mark)}`)),
    ),
  );
}

/**
 * Draws the choice of how fast other people's moves are shown.
 *
 * @param {Replay} replay
 */
export function drawPace(replay) {
  const choice = html(
    "select",
    {
      "data-key": "pace",
      onchange: (/** @type {Event} */ event) =>
        event.target instanceof HTMLSelectElement && replay.setPace(event.target.value),
    },
    Object.keys(PACES).map((pace) =>
      html("option", { value: pace, selected: pace === replay.pace }, text(`pace-${pace}`)),
    ),
  );
  return html("label", { class: "pace" }, `${text("pace")} `, choice);
}

/** The moment that the address of the page asks for, if any. @returns {{n: number, viewer: string | null} | null} */
export function momentFromAddress() {
  const query = new URLSearchParams(location.search);
  const n = Number(query.get("at"));
  if (!query.has("at") || !Number.isInteger(n) || n < 1) return null;
  const viewer = query.get("as");
  return { n, viewer: viewer !== null && ["frank", "saracen", "public", "all"].includes(viewer) ? viewer : null };
}
