// What lies over the map's frame: the battles to come at its head, its buttons at its foot or its side. Each has one
// place; the camera keeps what matters out from under it.

import { byId } from "../page/dom.js";

/** Between the buttons and the edge of the frame, in pixels. */
const INSET = 10;
/** What lies over the head: the battles to come, and the way to the one that is fought. */
const OVER_THE_HEAD = ":scope > .battle-strip, :scope > .to-stage";

/** @typedef {import("./extent.js").Box} Box */

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
    foot: tools.offsetWidth > tools.offsetHeight ? tools.offsetHeight + INSET : 0,
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
