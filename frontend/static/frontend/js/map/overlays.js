// What lies over the map's frame: the battles to come at its head, its buttons at its foot or its side. Each has one
// place; the camera keeps what matters out from under it.

import { onResize } from "../page/browser.js";
import { byId } from "../page/dom.js";
import { areMeeting } from "./extent.js";

/** Between the buttons and the edge of the frame, in pixels. */
const INSET = 10;
/** What lies over the head: the battles to come, and the way to the one that is fought. */
const OVER_THE_HEAD = ":scope > .battle-strip, :scope > .to-stage";

/** Of the frame's foot so many pixels stay above what comes over it: the buttons are within the frame. */
const LEAST = 110;

/** @typedef {import("./extent.js").Box} Box */

/**
 * The buttons and the line of what is out of sight go up by what the dock of a phone covers of the map's foot.
 * @param {HTMLElement} frame
 */
export function keepClearOfDock(frame) {
  // A reviewer's map has no dock.
  const [board, dock] = [frame.parentElement, document.getElementById("dock")];
  if (!board || !dock) return;
  let covered = 0;
  const measure = () => {
    const [box, over] = [frame.getBoundingClientRect(), dock.getBoundingClientRect()];
    const meets = over.height > 0 && areMeeting(box, over) && over.top > box.top;
    const now = meets ? Math.round(Math.min(box.bottom - over.top, Math.max(0, box.height - LEAST))) : 0;
    if (now === covered) return;
    covered = now;
    board.style.setProperty("--covered", `${covered}px`);
  };
  // In the next frame: what an observer of sizes changes at once, Firefox reports as an endless loop.
  const later = () => window.requestAnimationFrame(measure);
  for (const part of [frame, dock]) onResize(part, later);
  window.addEventListener("scroll", later, { passive: true });
}

/**
 * How much of a frame is covered over its whole width, in pixels: at its head, and at its foot by buttons in a row, or
 * by what is told large for a while. The line of what is out of sight comes to the buttons.
 * @param {HTMLElement} frame
 */
export function coveredEdges(frame) {
  const tools = byId("map-tools");
  const { top, bottom } = frame.getBoundingClientRect();
  const words = frame.parentElement?.querySelector(":scope > .moment:not([hidden])")?.getBoundingClientRect();
  const above = [...(frame.parentElement?.querySelectorAll(OVER_THE_HEAD) ?? [])]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0);
  return {
    head: Math.max(0, ...above.map(({ bottom }) => bottom - top)),
    // Words in the middle are at no edge.
    large: words && words.top > (top + bottom) / 2 ? bottom - words.top + INSET : 0,
    foot: tools.offsetWidth > tools.offsetHeight ? Math.max(0, bottom - tools.getBoundingClientRect().top) : 0,
  };
}

/**
 * Where the buttons of the map are, in its frame.
 * @param {HTMLElement} frame @param {boolean} line  also the line that names what is out of sight @returns {Box[]}
 */
export function buttonsOver(frame, line) {
  const edge = frame.getBoundingClientRect();
  const lines = line ? (frame.parentElement?.querySelectorAll(":scope > .beyond") ?? []) : [];
  return [byId("map-tools"), ...lines]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - edge.left,
      top: top - edge.top,
      right: right - edge.left,
      bottom: bottom - edge.top,
    }));
}

/** How wide the side of the frame is at which the buttons stand. @param {HTMLElement} frame */
export function sideOfTools(frame) {
  return byId("map-tools").offsetWidth > 0
    ? frame.getBoundingClientRect().right - byId("map-tools").getBoundingClientRect().left
    : 0;
}
