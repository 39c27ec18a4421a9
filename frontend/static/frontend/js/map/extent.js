// How far towns extend on the sheet with their names and their blocks: what the camera brings into sight.

import { page } from "../page/page.js";
import { names, places, roads, size, stands } from "./layout.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{left: number, top: number, wide: number, high: number}} Area */

/** How wide a town can be pressed, on the sheet (marks.js, `.hit`). */
export const TARGET = 84;

/** The box round towns with their names and their blocks. @param {string[]} towns @returns {Box} */
export function around(towns) {
  let box = { left: size.width, top: size.height, right: 0, bottom: 0 };
  for (const town of towns) {
    const [x, y] = places[town];
    box = widened(box, { left: x - 60, top: y - 56, right: x + 60, bottom: y + 50 });
    const [nameX, nameY, anchor] = names[town];
    const wide = { start: [0, 150], middle: [-75, 75], end: [-150, 0] }[anchor] ?? [0, 0];
    box = widened(box, { left: nameX + wide[0], top: nameY - 26, right: nameX + wide[1], bottom: nameY + 8 });
    const [left, top, width, height, near] = stands[town];
    // A few blocks do not fill their room: only its nearer end must be seen.
    const part = Math.min(width, 190);
    const start = near === "end" ? left + width - part : near === "start" ? left : left + (width - part) / 2;
    box = widened(box, { left: start, top, right: start + part, bottom: top + height });
  }
  return box;
}

/** A box so wide that another is in it, as far as that is on the sheet. @param {Box} box @param {Box} more @returns {Box} */
export function widened(box, more) {
  return {
    left: Math.min(box.left, Math.max(0, more.left)),
    top: Math.min(box.top, Math.max(0, more.top)),
    right: Math.max(box.right, Math.min(size.width, more.right)),
    bottom: Math.max(box.bottom, Math.min(size.height, more.bottom)),
  };
}

/** Where a town can be pressed, on the sheet. @param {string} town @returns {Box} */
export function targetOf(town) {
  const [x, y] = places[town];
  const half = TARGET / 2;
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}

/** The towns that a road joins to a town. @param {string} town @returns {string[]} */
export function neighborsOf(town) {
  return roads.flatMap(([one, other]) => (one === town ? other : other === town ? one : []));
}

/** Whether two boxes have anything in common. @param {Box} one @param {Box} other */
export function areMeeting(one, other) {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** What two areas have in common. @param {Area} one @param {Area} other */
export function common(one, other) {
  const across = Math.min(one.left + one.wide, other.left + other.wide) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.high, other.top + other.high) - Math.max(one.top, other.top);
  return Math.max(0, across) * Math.max(0, down);
}

/**
 * Towns from one of them outward; at first sight the seven cities before the rest.
 * @param {string[]} towns @param {string} most  the first; else it is one in their middle @param {boolean} closer
 */
export function nearestFirst(towns, most, closer) {
  const inMiddle = [...towns].sort((one, other) => places[one][1] - places[other][1])[towns.length >> 1];
  const first = towns.includes(most) ? most : inMiddle;
  const far = (/** @type {string} */ town) =>
    Math.hypot(places[town][0] - places[first][0], places[town][1] - places[first][1]) *
    (!closer && first !== most && page.towns[town]?.victory ? 0.25 : 1);
  return towns.sort((one, other) => far(one) - far(other));
}
