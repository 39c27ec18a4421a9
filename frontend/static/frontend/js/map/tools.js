// Where the map's buttons stand: in the corner at the thumb. They leave it where they would lie upon a lit town, and come
// back with another decision: buttons that move are pressed by mistake.

import { byId } from "../page/dom.js";
import { common } from "./edge.js";

/** Between the buttons and the edge of the frame, in pixels. */
const INSET = 10;
/** Corners, the preferred first: right or left, bottom or top. @type {[boolean, boolean][]} */
const CORNERS = [
  [true, true],
  [false, true],
  [true, false],
  [false, false],
];

/** @typedef {import("./signs.js").Area} Area */

/**
 * The corner of the frame for something so large, as its number: the one where it stands unless it hides something there
 * and another corner is free.
 * @param {{wide: number, high: number}} frame
 * @param {{wide: number, high: number}} size
 * @param {Area[]} taken  lit towns and what else is not to be hidden, in pixels of the frame
 * @param {number} stands
 */
export function cornerFor(frame, size, taken, stands) {
  const hidden = CORNERS.map(([right, bottom]) => {
    const left = right ? frame.wide - size.wide - INSET : INSET;
    const top = bottom ? frame.high - size.high - INSET : INSET;
    return taken.reduce((sum, area) => sum + common({ left, top, ...size }, area), 0);
  });
  const free = hidden.indexOf(0);
  return hidden[stands] === 0 || free < 0 ? stands : free;
}

/**
 * @param {HTMLElement} frame
 * @param {Area[]} taken  as above
 * @param {string} decision  with another one they stand at the thumb again
 */
export function placeTools(frame, taken, decision) {
  const tools = byId("map-tools");
  const size = { wide: tools.offsetWidth, high: tools.offsetHeight };
  if (size.wide === 0) return;
  const stands = tools.dataset.decision === decision ? Number(tools.dataset.corner) : 0;
  tools.dataset.decision = decision;
  const strip = frame.parentElement?.querySelector(":scope > .battle-strip, :scope > .to-stage");
  const box = strip?.getBoundingClientRect();
  const edge = frame.getBoundingClientRect();
  const over = box && box.height > 0 ? [{ left: 0, top: 0, wide: edge.width, high: box.bottom - edge.top }] : [];
  const room = { wide: frame.clientWidth, high: frame.clientHeight };
  tools.dataset.corner = String(cornerFor(room, size, [...taken, ...over], stands));
}
