// Where the map's buttons stand: in the corner at the thumb, as long as no block, town or name lies under them there,
// else in the first corner that is free, else where they hide the least.

import { byId } from "../page/dom.js";
import { common } from "./edge.js";

/** Between the buttons and the edge of the frame, in pixels. */
const INSET = 10;
/** From a corner that hides so much less they move, in square pixels. */
const WORTH = 150;
/** Corners, the preferred first: right or left, bottom or top. @type {[boolean, boolean][]} */
const CORNERS = [
  [true, true],
  [false, true],
  [true, false],
  [false, false],
];

/** @typedef {import("./signs.js").Area} Area */

/**
 * The corner of the frame for something so large, as its number: the one where it stands unless another hides less.
 * @param {{wide: number, high: number}} frame
 * @param {{wide: number, high: number}} size
 * @param {Area[]} taken  in pixels of the frame
 * @param {number} stands
 */
export function cornerFor(frame, size, taken, stands) {
  const hidden = CORNERS.map(([right, bottom]) => {
    const left = right ? frame.wide - size.wide - INSET : INSET;
    const top = bottom ? frame.high - size.high - INSET : INSET;
    return taken.reduce((sum, area) => sum + common({ left, top, ...size }, area), 0);
  });
  const best = hidden.indexOf(Math.min(...hidden));
  if (hidden[0] === 0) return 0;
  return hidden[stands] - hidden[best] > WORTH ? best : stands;
}

/** @param {HTMLElement} frame @param {Area[]} taken  in pixels of the frame */
export function placeTools(frame, taken) {
  const tools = byId("map-tools");
  const size = { wide: tools.offsetWidth, high: tools.offsetHeight };
  if (size.wide === 0) return;
  const stands = Number(tools.dataset.corner ?? 0);
  const strip = frame.parentElement?.querySelector(":scope > .battle-strip, :scope > .to-stage");
  const box = strip?.getBoundingClientRect();
  const edge = frame.getBoundingClientRect();
  const over = box && box.height > 0 ? [{ left: 0, top: 0, wide: edge.width, high: box.bottom - edge.top }] : [];
  const room = { wide: frame.clientWidth, high: frame.clientHeight };
  tools.dataset.corner = String(cornerFor(room, size, [...taken, ...over], stands));
}
