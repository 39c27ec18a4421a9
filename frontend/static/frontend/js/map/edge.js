// Where the signs at the edge of the map's frame stand: each as near as can be to what it points to, and none upon
// another.

/** Room that a sign leaves to the edge of the frame, and how wide and high it is at most. */
const INSET = 8;
export const WIDE = 112;
export const HIGH = 34;

/**
 * The left and the top of each sign, in pixels of the frame.
 *
 * @param {{x: number, y: number}[]} targets  what the signs point to, in pixels of the frame, out of its sight
 * @param {number} wide  of the frame @param {number} high  so much of the frame is not covered
 * @param {number} [head]  so much of it is covered at its top
 * @returns {{left: number, top: number}[]}
 */
export function placeSigns(targets, wide, high, head = 0) {
  const upper = head + INSET;
  const bottom = Math.max(upper, high - HIGH - INSET);
  /** @type {{left: number, top: number}[]} */
  const signs = [];
  for (const { x, y } of targets) {
    const left = Math.round(clamp(x - WIDE / 2, INSET, wide - WIDE - INSET));
    let top = Math.round(clamp(y - HIGH / 2, upper, bottom));
    const covers = (/** @type {{left: number, top: number}} */ other) =>
      Math.abs(other.left - left) < WIDE && Math.abs(other.top - top) < HIGH;
    // Always the same way, or it would go to and fro between two others for ever.
    const aside = (HIGH + INSET) * (top > (upper + bottom) / 2 ? -1 : 1);
    while (signs.some(covers)) top += aside;
    signs.push({ left, top });
  }
  return signs;
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
