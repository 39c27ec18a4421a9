// Looking at the map: wheel, keys and buttons; pointers.js has drag and pinch. The frame scrolls; zooming scales the
// stage inside it.
//
// The scale is a transform, so nothing is laid out anew: the browser paints the two drawings once more, sharply, when
// the zoom rests.

import { onResize } from "../page/browser.js";
import { motionAllowed, motionSpeed } from "../page/display.js";
import { byId, html, svg } from "../page/dom.js";
import { page, text } from "../page/page.js";
import { around, widened } from "./extent.js";
import { places, size } from "./layout.js";
import { followPointers } from "./pointers.js";
import { drawGround } from "./terrain.js";

const CLOSEST = 2;
const STEP = 1.3;
/** A name is 26 units high; below this it can hardly be read. */
const LEGIBLE = 0.42;
/** How near the page zooms without being asked, and how far it goes away to show several towns at once. */
const NEAR = 1.05;
const AWAY = 0.36;
/** The same on a phone, whose blocks are larger: from farther off they would lie on names and on each other's towns. */
const AWAY_NARROW = 0.44;
const NARROW = 640;
/** How wide a town can be pressed, on the sheet (marks.js, `.hit`), and in pixels at least. */
const TARGET = 84;
const PRESSED = 24;
/**
 * Below this a block's name and figures cannot be read: it shows its arms and its strength, larger (css/board.css,
 * `.far`).
 */
const DETAILED = 0.85;
/** Below this only the victory cities have names, large ones. */
const OVERVIEW = 0.3;
const FLIGHT = 260;
/** What lies over the head of the frame: the battles to come, and the way to the one that is fought. */
const OVER_THE_HEAD = ":scope > .battle-strip, :scope > .to-stage";
const REST = 90;

/** @typedef {import("./extent.js").Box} Box */

export class Camera {
  /** @param {HTMLElement} frame @param {HTMLElement} sheet */
  constructor(frame, sheet) {
    this.frame = frame;
    /** Room below the sheet, so that its foot, too, can be moved clear of the buttons. */
    this.below = html("div", { class: "below" });
    this.stage = html("div", { class: "stage" }, drawGround(), sheet, this.below);
    this.stage.style.width = `${size.width}px`;
    this.stage.style.height = `${size.height}px`;
    frame.append(this.stage);
    this.zoom = 1;
    this.whole = false;
    /** Where the frame stood on the screen, and how high it was. @type {{top: number, height: number} | null} */
    this.stood = null;
    /**
     * In a frame of which height a sheet less high stands in the middle: that of the last flight, so that it keeps
     * still when a panel grows.
     */
    this.centered = frame.clientHeight;
    /**
     * What was seen before the map went away to show where chosen blocks can go, and how far it went.
     * @type {{zoom: number, x: number, y: number, away: number} | null}
     */
    this.left = null;
    /** Whether a frame that grows leaves the map where it is, though the sheet's foot goes up in it. */
    this.keepsStill = false;
    /** How far the frame was scrolled down last. */
    this.scrolled = 0;
    /** The towns where something is to be done. @type {string[]} */
    this.action = [];
    /**
     * The box round a town's blocks that may act, as they are drawn at a zoom.
     * @type {(town: string, zoom: number) => Box | null}
     */
    this.acting = () => null;
    this.flight = 0;
    /** What buttons hide of the frame at its foot and, on a phone, at its head, in pixels. */
    this.foot = 0;
    this.head = 0;
    /**
     * Called whenever another part is seen; `rested` when the zoom stays for a while.
     * @type {{moved: () => void, rested: () => void}}
     */
    this.listeners = { moved: () => {}, rested: () => {} };
    this.resting = 0;
    byId("map-tools").append(
      button("zoom-in", "M3 10h14M10 3v14", () => this.fly(this.zoom * STEP)),
      button("zoom-out", "M3 10h14", () => this.farther()),
      button("zoom-whole", "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4", () => this.showWhole()),
      button("zoom-action", "M10 2v4M10 14v4M2 10h4M14 10h4M10 5a5 5 0 1 0 .1 0Z", () => this.showAction()),
    );
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("focusin", (event) => this.follow(event));
    followPointers(this);
    this.measure();
    this.start();
    onResize(frame, () => this.resized());
  }

  /** The frame has another size: on a phone what is seen stays where the thumb is, elsewhere in the middle. */
  resized() {
    this.measure();
    const { top } = this.frame.getBoundingClientRect();
    const now = { top, height: this.frame.clientHeight };
    const { top: before, height } = this.stood ?? now;
    this.stood = now;
    const { x, y } = this.middle();
    if (this.whole) this.refit();
    else if (!this.narrow) {
      this.centered = this.frame.clientHeight;
      this.place(this.zoom, x, y);
    } else {
      // Else a sheet less high than the frame would have all that the frame has won below it, blank.
      if (!this.keepsStill) this.centered = this.frame.clientHeight;
      // What stands above the frame took what it lost: then its foot has stayed on the screen, else its head.
      const pushed = Math.abs(now.top + now.height - before - height) < 2 ? now.top - before : 0;
      const wanted = this.scrolled + pushed;
      const { left } = this.seen();
      this.place(this.zoom, left, (wanted - this.margin(this.zoom).y) / this.zoom, { x: 0, y: 0 });
      // At the foot of the sheet a frame that has grown draws it down: nothing but land is below.
      const missing = wanted - this.scrolled;
      if (this.keepsStill && missing > 0) {
        this.below.style.height = `${(this.foot + missing) / this.zoom}px`;
        this.frame.scrollTop = this.scrolled = wanted;
        this.listeners.moved();
      }
    }
  }

  /**
   * While blocks are chosen the map keeps still, whatever grows or shrinks; after it the blank land below goes, and what
   * was seen before comes back where the map went away for the choice and was not zoomed since: moved as little as must
   * be to have in sight where the blocks went.
   * @param {boolean} on
   * @param {string[]} went  to these towns
   */
  hold(on, went) {
    const over = this.keepsStill && !on;
    this.keepsStill = on;
    if (!over) return;
    const { left: before } = this;
    this.left = null;
    if (before && Math.abs(this.zoom - before.away) < 0.001) {
      this.measure();
      const { zoom, x, y } = before;
      const [wide, high] = [this.frame.clientWidth / zoom / 2, this.frame.clientHeight / zoom / 2];
      const { left, top, right, bottom } = around(went);
      if (went.length === 0) this.fly(zoom, x, y);
      else
        this.fly(
          zoom,
          Math.min(Math.max(x, right - wide), left + wide),
          Math.min(Math.max(y, bottom + this.foot / zoom - high), top - this.head / zoom + high),
        );
      return;
    }
    if (!this.narrow) return;
    this.centered = this.frame.clientHeight;
    const { left, top } = this.seen();
    if (!this.whole) this.place(this.zoom, left, top, { x: 0, y: 0 });
  }

  /**
   * The smallest zoom for its reader: the whole sheet, on a phone from top to bottom, so that nothing is blank; every
   * town wide enough to be pressed.
   */
  least() {
    return Math.max(PRESSED / TARGET, this.narrow ? this.frame.clientHeight / size.height : this.fitted());
  }

  /**
   * The zoom at which the whole sheet is in the frame: from no farther off are the places shown where blocks can go.
   */
  fitted() {
    const { clientWidth, clientHeight } = this.frame;
    return Math.max(0.1, Math.min(clientWidth / size.width, clientHeight / size.height));
  }

  /** Farther off, but not farther than `least`, unless it is so already. */
  farther() {
    this.fly(Math.max(Math.min(this.zoom, this.least()), this.zoom / STEP));
  }

  get narrow() {
    return this.frame.clientWidth < NARROW;
  }

  /** The whole map where its names can just be read, else a part of it. */
  start() {
    if (!this.narrow && this.least() >= this.away()) this.showWhole();
    else
      this.place(
        Math.max(LEGIBLE, this.away(), Math.min(1, this.frame.clientWidth / size.width)),
        size.width / 2,
        size.height / 2,
      );
  }

  /** How far off the page goes without being asked. */
  away() {
    return this.narrow ? AWAY_NARROW : AWAY;
  }

  showWhole() {
    this.fly(this.fitted(), size.width / 2, size.height / 2);
  }

  /** Where something is to be done, as near as it can be seen all at once. */
  showAction() {
    if (this.action.length) this.showAll(this.action, { closer: true });
    else this.showWhole();
  }

  /**
   * Bring towns into sight, all at once: nothing moves if they are in sight and legible already.
   *
   * @param {Iterable<string>} towns
   * @param {{closer?: boolean, every?: boolean, above?: number, most?: string}} [how]  `closer`: come as near as can be;
   *   `every`: leave none out, from however far, for where one can go must not be hunted for; `above`: room above them,
   *   on the sheet; `most`: the town that is seen in any case, where not all have room
   * @returns {number | undefined}  the zoom to which it flies, if it does
   */
  showAll(towns, { closer = false, every = false, above = 0, most = "" } = {}) {
    this.refit();
    const known = [...towns].filter((town) => town in places);
    if (known.length === 0) return undefined;
    this.measure();
    const { clientWidth } = this.frame;
    const clientHeight = this.frame.clientHeight - this.foot - this.head;
    const fits = (/** @type {Box} */ box) =>
      Math.min(clientWidth / (box.right - box.left), clientHeight / (box.bottom - box.top + above));
    const away = every ? this.fitted() : Math.max(this.least(), closer ? AWAY : this.away());
    // What cannot be read all at once is shown from its middle outward, as much as has room; at first sight the seven
    // cities before the rest.
    const inMiddle = [...known].sort((one, other) => places[one][1] - places[other][1])[known.length >> 1];
    const middle = known.includes(most) ? most : inMiddle;
    const far = (/** @type {string} */ town) =>
      Math.hypot(places[town][0] - places[middle][0], places[town][1] - places[middle][1]) *
      (!closer && page.towns[town]?.victory ? 0.25 : 1);
    known.sort((one, other) => far(one) - far(other));
    /** @type {string[]} */
    const shown = [];
    for (const town of known)
      if (shown.length === 0 || fits(this.room([...shown, town], away)) >= away) shown.push(town);
    const boxAt = (/** @type {number} */ zoom) => {
      const box = this.room(shown, zoom);
      return { ...box, top: Math.max(0, box.top - above) };
    };
    if (!closer && this.zoom >= away && this.sees(boxAt(this.zoom))) return undefined;
    const zoomFor = (/** @type {Box} */ box) =>
      Math.max(away, Math.min(fits(box), closer ? NEAR : Math.max(this.zoom, LEGIBLE)));
    // Farther off blocks are drawn larger on the sheet.
    const zoom = Math.min(zoomFor(boxAt(this.zoom)), zoomFor(boxAt(zoomFor(boxAt(this.zoom)))));
    const box = boxAt(zoom);
    this.fly(zoom, (box.left + box.right) / 2, (box.top + box.bottom + (this.foot - this.head) / zoom) / 2);
    return Math.min(CLOSEST, Math.max(this.fitted(), zoom));
  }

  /** Bring into sight where chosen blocks can go, from however far. @param {Iterable<string>} towns */
  showGoals(towns) {
    const before = { zoom: this.zoom, ...this.middle() };
    const away = this.showAll(towns, { every: true });
    if (away !== undefined && away < before.zoom - 0.001) this.left = { ...(this.left ?? before), away };
  }

  /**
   * Whether a box of the sheet is in sight.
   *
   * @param {Box} box
   */
  sees(box) {
    const seen = this.seen();
    return (
      box.left >= seen.left - 1 &&
      box.right <= seen.right + 1 &&
      box.top >= seen.top - 1 + this.head / this.zoom &&
      box.bottom <= seen.bottom + 1 - this.foot / this.zoom
    );
  }

  /** Whether a town with its blocks is in sight. @param {string} town */
  shows(town) {
    return town in places && this.sees(this.room([town], this.zoom));
  }

  /**
   * The box round towns with their blocks: with all of those that may act, with the nearer end of the others.
   * @param {string[]} towns @param {number} zoom @returns {Box}
   */
  room(towns, zoom) {
    const blocks = towns.flatMap((town) => this.acting(town, zoom) ?? []);
    return blocks.reduce(widened, around(towns));
  }

  /** The frame may have another size since the map was fitted into it, of which the browser tells only later. */
  refit() {
    if (this.stood && this.stood.height !== this.frame.clientHeight) this.resized();
    const { x, y } = this.middle();
    if (!this.whole) return;
    this.centered = this.frame.clientHeight;
    this.place(this.fitted(), x, y);
  }

  /** Bring a town into sight, unless it is there already. @param {string} town */
  show(town) {
    if (!(town in places)) return;
    this.refit();
    const box = this.room([town], this.zoom);
    if (this.sees(box)) return;
    this.fly(Math.max(this.zoom, LEGIBLE), (box.left + box.right) / 2, (box.top + box.bottom) / 2);
  }

  /** What lies over the frame on a phone: a row of buttons at its foot, the battles to come at its head. */
  measure() {
    const tools = byId("map-tools");
    this.foot = tools.offsetWidth > tools.offsetHeight ? tools.offsetHeight + 10 : 0;
    const above = this.narrow ? (this.frame.parentElement?.querySelectorAll(OVER_THE_HEAD) ?? []) : [];
    const { top } = this.frame.getBoundingClientRect();
    const ends = [...above].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);
    this.head = Math.max(0, ...ends.map(({ bottom }) => bottom - top));
  }

  /** The part of the sheet that is in the frame. @returns {Box} */
  seen() {
    const { frame, zoom } = this;
    const { x, y } = this.margin(zoom);
    const left = (frame.scrollLeft - x) / zoom;
    const top = (frame.scrollTop - y) / zoom;
    return { left, top, right: left + frame.clientWidth / zoom, bottom: top + frame.clientHeight / zoom };
  }

  /** Where a town with its blocks is in the frame, or null. @param {string} town @returns {Box | null} */
  frameBox(town) {
    if (!(town in places)) return null;
    return this.inFrame(around([town]));
  }

  /** Where a town can be pressed, in the frame. @param {string} town @returns {Box} */
  target(town) {
    const [x, y] = places[town];
    return this.inFrame({ left: x - TARGET / 2, top: y - TARGET / 2, right: x + TARGET / 2, bottom: y + TARGET / 2 });
  }

  /**
   * Returns where a box of the sheet is in the frame.
   *
   * @param {Box} box  on the sheet
   * @returns {Box}
   */
  inFrame(box) {
    const { zoom } = this;
    const { left, top } = this.seen();
    return {
      left: (box.left - left) * zoom,
      top: (box.top - top) * zoom,
      right: (box.right - left) * zoom,
      bottom: (box.bottom - top) * zoom,
    };
  }

  /** A sheet smaller than the frame stands in its middle. @param {number} zoom */
  margin(zoom) {
    return {
      x: Math.max(0, (this.frame.clientWidth - size.width * zoom) / 2),
      y: Math.max(0, (this.centered - size.height * zoom) / 2),
    };
  }

  /** The middle of what is seen, on the sheet. */
  middle() {
    const { left, top, right, bottom } = this.seen();
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }

  /**
   * Put the point (x, y) of the sheet in the middle of the frame, or at `at` in the frame.
   * @param {number} zoom
   * @param {number} x
   * @param {number} y
   * @param {{x: number, y: number}} [at]
   */
  place(zoom, x, y, at) {
    const { frame, stage } = this;
    this.zoom = Math.min(CLOSEST, Math.max(this.fitted(), zoom));
    this.whole = Math.abs(this.zoom / this.fitted() - 1) < 0.001;
    const margin = this.margin(this.zoom);
    stage.style.transform = `translate(${margin.x}px, ${margin.y}px) scale(${this.zoom})`;
    this.below.style.height = `${this.foot / this.zoom}px`;
    frame.scrollLeft = margin.x + x * this.zoom - (at?.x ?? frame.clientWidth / 2);
    frame.scrollTop = margin.y + y * this.zoom - (at?.y ?? frame.clientHeight / 2);
    this.scrolled = frame.scrollTop;
    frame.dataset.zoom = this.zoom.toFixed(3);
    this.listeners.moved();
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.listeners.rested(), REST);
    for (const drawing of stage.querySelectorAll(":scope > .ground, :scope > .sheet")) {
      drawing.classList.toggle("far", this.zoom < DETAILED);
      drawing.classList.toggle("overview", this.zoom < OVERVIEW);
    }
  }

  /**
   * To another part of the map: at once, or in a short flight.
   * @param {number} zoom
   * @param {number} [x]
   * @param {number} [y]
   */
  fly(zoom, x, y) {
    cancelAnimationFrame(this.flight);
    const from = { zoom: this.zoom, ...this.middle() };
    this.centered = this.frame.clientHeight;
    const to = { zoom: Math.min(CLOSEST, Math.max(this.fitted(), zoom)), x: x ?? from.x, y: y ?? from.y };
    if (!motionAllowed() || !this.frame.dataset.zoom) {
      this.place(to.zoom, to.x, to.y);
      return;
    }
    this.stage.classList.add("moving");
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, ((now - begun) * motionSpeed()) / FLIGHT);
      const eased = share * share * (3 - 2 * share);
      const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * eased;
      this.place(mix(from.zoom, to.zoom), mix(from.x, to.x), mix(from.y, to.y));
      if (share < 1) this.flight = requestAnimationFrame(step);
      else this.stage.classList.remove("moving");
    };
    this.flight = requestAnimationFrame(step);
  }

  /**
   * The wheel of a mouse zooms; two fingers on a pad move the map, and pinching them zooms.
   * @param {WheelEvent} event
   */
  wheel(event) {
    const notch = event.deltaMode !== 0 || (event.deltaX === 0 && Math.abs(event.deltaY) >= 50);
    event.preventDefault();
    cancelAnimationFrame(this.flight);
    if (event.shiftKey || (!event.ctrlKey && !notch)) {
      this.frame.scrollLeft += event.shiftKey ? event.deltaY : event.deltaX;
      this.frame.scrollTop += event.shiftKey ? 0 : event.deltaY;
      return;
    }
    const factor = notch ? (event.deltaY < 0 ? 1.16 : 1 / 1.16) : Math.exp(-event.deltaY / 100);
    const box = this.frame.getBoundingClientRect();
    const at = { x: event.clientX - box.x, y: event.clientY - box.y };
    const point = this.sheetPoint(at);
    this.place(Math.max(this.least(), this.zoom * factor), point.x, point.y, at);
  }

  /** @param {{x: number, y: number}} at  in the frame */
  sheetPoint(at) {
    const { left, top } = this.seen();
    return { x: left + at.x / this.zoom, y: top + at.y / this.zoom };
  }

  /**
   * Handles a key: zoom in and out, the whole map, or where something is to be done.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") this.fly(this.zoom * STEP);
    else if (event.key === "-") this.farther();
    else if (event.key === "0") this.showWhole();
    else if (event.key === "a") this.showAction();
  }

  /**
   * What the keyboard comes to must be in sight. The browser's own scrolling knows nothing of names and stacks.
   * @param {FocusEvent} event
   */
  follow(event) {
    const at =
      event.target instanceof Element && event.target.matches(":focus-visible")
        ? event.target.closest("[data-at], [data-town]")
        : null;
    const town = at?.getAttribute("data-at") ?? at?.getAttribute("data-town");
    if (town) this.show(town);
  }
}

/**
 * Draws a button of the map.
 *
 * @param {string} key
 * @param {string} lines  the sign on it, as a path
 * @param {() => void} press
 */
function button(key, lines, press) {
  const sign = svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, svg("path", { d: lines }));
  return html(
    "button",
    { type: "button", "data-tool": key, "aria-label": text(key), title: text(key), onclick: press },
    sign,
  );
}
