// How far towns extend on the sheet with their names and their blocks: what the camera brings into sight.

import { names, places, size, stands } from "./layout.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

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
