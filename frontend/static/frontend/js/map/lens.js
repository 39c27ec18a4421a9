// How the sheet of the map lies in its frame: the frame scrolls, and zooming scales the stage inside it. Where it looks is
// the camera's (camera.js).
//
// The scale is a transform, so nothing is laid out anew: the browser paints the two drawings once more, sharply, when
// the zoom rests.

import { motionAllowed, motionSpeed } from "../page/display.js";
import { html } from "../page/dom.js";
import { around, targetOf } from "./extent.js";
import { places, size } from "./layout.js";
import { coveredEdges } from "./overlays.js";
import { drawGround } from "./terrain.js";

export const CLOSEST = 2;
const NARROW = 640;
/**
 * Below this a block's name and figures cannot be read: it shows its arms and its strength, larger (css/board.css,
 * `.far`).
 */
const DETAILED = 0.85;
/** Below this only the victory cities have names, large ones. */
const OVERVIEW = 0.3;
const FLIGHT = 260;
const REST = 90;

/** @typedef {import("./extent.js").Box} Box */

export class Lens {
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
    /**
     * In a frame of which height a sheet less high stands in the middle: that of the last flight, so that it keeps
     * still when a panel grows.
     */
    this.centered = frame.clientHeight;
    /** How far the frame was scrolled down last. */
    this.scrolled = 0;
    /** How high the line is that names what is out of sight where this is seen. @type {(seen: Box) => number} */
    this.lineAt = () => 0;
    this.flight = 0;
    /** Where a flight leads. @type {{zoom: number, x: number, y: number} | null} */
    this.heading = null;
    /** What lies over the frame at its foot and at its head, in pixels. */
    this.foot = 0;
    this.head = 0;
    /**
     * Called whenever another part is seen; `rested` when the zoom stays for a while.
     * @type {{moved: () => void, rested: () => void}}
     */
    this.listeners = { moved: () => {}, rested: () => {} };
    this.resting = 0;
  }

  get narrow() {
    return this.frame.clientWidth < NARROW;
  }

  /**
   * The zoom at which the whole sheet is in the frame: from no farther off are the places shown where blocks can go.
   */
  fitted() {
    const { clientWidth, clientHeight } = this.frame;
    return Math.max(0.1, Math.min(clientWidth / size.width, clientHeight / size.height));
  }

  /**
   * How much of the frame is covered where this is seen.
   * @param {Box} [seen] @param {boolean} [words]  also by what is told large for a while
   */
  measure(seen = this.seen(), words = false) {
    const { head, foot, large } = coveredEdges(this.frame);
    this.head = head;
    this.foot = Math.max(foot + this.lineAt(seen), words ? large : 0);
  }

  /** The part of the sheet that is in the frame. @returns {Box} */
  seen() {
    const { frame, zoom } = this;
    const { x, y } = this.margin(zoom);
    const left = (frame.scrollLeft - x) / zoom;
    const top = (frame.scrollTop - y) / zoom;
    return { left, top, right: left + frame.clientWidth / zoom, bottom: top + frame.clientHeight / zoom };
  }

  /**
   * The part of the sheet that would be in the frame.
   * @param {number} zoom @param {number} x  of its middle, on the sheet @param {number} y @returns {Box}
   */
  seenFrom(zoom, x, y) {
    const [wide, high] = [this.frame.clientWidth / zoom, this.frame.clientHeight / zoom];
    const from = (/** @type {number} */ middle, /** @type {number} */ length, /** @type {number} */ whole) =>
      length >= whole ? (whole - length) / 2 : Math.max(0, Math.min(middle - length / 2, whole - length));
    const left = from(x, wide, size.width);
    const top = from(y, high, size.height + this.foot / zoom);
    return { left, top, right: left + wide, bottom: top + high };
  }

  /** Where a town with its blocks is in the frame, or null. @param {string} town @returns {Box | null} */
  frameBox(town) {
    if (!(town in places)) return null;
    return this.inFrame(around([town]));
  }

  /** Where a town can be pressed, in the frame. @param {string} town @returns {Box} */
  target(town) {
    return this.inFrame(targetOf(town));
  }

  /**
   * Returns where a box of the sheet is in the frame.
   *
   * @param {Box} box  on the sheet
   * @returns {Box}
   */
  inFrame(box) {
    return inFrame(box, this.seen(), this.zoom);
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

  /** Ends a flight where it is. */
  halt() {
    cancelAnimationFrame(this.flight);
    this.heading = null;
  }

  /**
   * To another part of the map: at once, or in a short flight.
   * @param {number} zoom
   * @param {number} [x]
   * @param {number} [y]
   */
  fly(zoom, x, y) {
    this.halt();
    const from = { zoom: this.zoom, ...this.middle() };
    this.centered = this.frame.clientHeight;
    const to = { zoom: Math.min(CLOSEST, Math.max(this.fitted(), zoom)), x: x ?? from.x, y: y ?? from.y };
    if (!motionAllowed() || !this.frame.dataset.zoom) {
      this.place(to.zoom, to.x, to.y);
      return;
    }
    this.heading = to;
    this.stage.classList.add("moving");
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, ((now - begun) * motionSpeed()) / FLIGHT);
      const eased = share * share * (3 - 2 * share);
      const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * eased;
      this.place(mix(from.zoom, to.zoom), mix(from.x, to.x), mix(from.y, to.y));
      if (share < 1) this.flight = requestAnimationFrame(step);
      else {
        this.heading = null;
        this.stage.classList.remove("moving");
      }
    };
    this.flight = requestAnimationFrame(step);
  }

  /** @param {{x: number, y: number}} at  in the frame */
  sheetPoint(at) {
    const { left, top } = this.seen();
    return { x: left + at.x / this.zoom, y: top + at.y / this.zoom };
  }
}

/**
 * Where a box of the sheet is in the frame, in which this is seen.
 * @param {Box} box @param {Box} seen @param {number} zoom @returns {Box}
 */
export function inFrame(box, { left, top }, zoom) {
  return {
    left: (box.left - left) * zoom,
    top: (box.top - top) * zoom,
    right: (box.right - left) * zoom,
    bottom: (box.bottom - top) * zoom,
  };
}
