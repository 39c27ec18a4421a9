// Where the signs at the edge of the map's frame stand: each as near as can be to what it points to, and none upon
// another.

/** Room that a sign leaves to the edge of the frame, and how wide and high it is at most. */
const INSET = 8;
export const WIDE = 112;
export const HIGH = 34;

/** Between two places along the edge that are tried, in pixels. */
const STEP = 8;
/** What a covered pixel costs, in pixels of the way from where a sign would stand best. */
const COVERED = 4;

/** @typedef {{left: number, top: number, wide: number, high: number}} Area */

/**
 * The left and the top of each sign, in pixels of the frame: along its edge as near as can be to what it points to,
 * where it hides nothing; else where it hides the least. Null where each place would hide what is to be pressed.
 *
 * @param {{x: number, y: number}[]} targets  what the signs point to, in pixels of the frame, out of its sight
 * @param {number} wide  of the frame @param {number} high  so much of the frame is not covered
 * @param {number} [head]  so much of it is covered at its top
 * @param {Area[]} [taken]  what is not to be hidden, in pixels of the frame
 * @param {Area[]} [pressed]  what is to be pressed: a sign upon it would take the press
 * @returns {({left: number, top: number} | null)[]}
 */
export function placeSigns(targets, wide, high, head = 0, taken = [], pressed = []) {
  const upper = head + INSET;
  const bottom = Math.max(upper, high - HIGH - INSET);
  const right = wide - WIDE - INSET;
  /** @type {({left: number, top: number} | null)[]} */
  const found = [];
  /** @type {{left: number, top: number}[]} */
  const signs = [];
  const clear = (/** @type {{left: number, top: number}} */ place) =>
    pressed.every((area) => common(area, asArea(place)) === 0);
  for (const { x, y } of targets) {
    const left = Math.round(clamp(x - WIDE / 2, INSET, right));
    let top = Math.round(clamp(y - HIGH / 2, upper, bottom));
    const apart = (/** @type {{left: number, top: number}} */ place) =>
      signs.every((sign) => common(asArea(sign), asArea(place)) === 0);
    const tried = taken.length + pressed.length > 0 ? alongEdge(right, upper, bottom) : [];
    const places = [{ left, top }, ...tried].filter(apart).filter(clear);
    const free = nearestFree({ left, top }, places, taken);
    if (free) {
      signs.push(free);
      found.push(free);
      continue;
    }
    const covers = (/** @type {{left: number, top: number}} */ other) =>
      Math.abs(other.left - left) < WIDE && Math.abs(other.top - top) < HIGH;
    // Always the same way, or it would go to and fro between two others for ever.
    const aside = (HIGH + INSET) * (top > (upper + bottom) / 2 ? -1 : 1);
    while (signs.some(covers)) top += aside;
    if (!clear({ left, top })) {
      found.push(null);
      continue;
    }
    signs.push({ left, top });
    found.push({ left, top });
  }
  return found;
}

/** @param {{left: number, top: number}} sign @returns {Area} */
function asArea({ left, top }) {
  return { left, top, wide: WIDE, high: HIGH };
}

/**
 * Places along the edge of the frame.
 * @param {number} right @param {number} upper @param {number} bottom
 */
function alongEdge(right, upper, bottom) {
  const places = [];
  for (let top = upper; top <= bottom; top += STEP) places.push({ left: INSET, top }, { left: right, top });
  for (let left = INSET; left <= right; left += STEP) places.push({ left, top: upper }, { left, top: bottom });
  return places;
}

/**
 * The best of these places for a sign, by what it hides and how far it is from where it would stand best; null where
 * each lies on another sign.
 * @param {{left: number, top: number}} wish
 * @param {{left: number, top: number}[]} places
 * @param {Area[]} taken
 */
function nearestFree(wish, places, taken) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const far = Math.abs(place.left - wish.left) + Math.abs(place.top - wish.top);
    if (far >= least) continue;
    const covered = taken.reduce((sum, area) => sum + common(asArea(place), area), 0);
    const cost = far + COVERED * covered;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** What two areas have in common. @param {Area} one @param {Area} other */
export function common(one, other) {
  const across = Math.min(one.left + one.wide, other.left + other.wide) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.high, other.top + other.high) - Math.max(one.top, other.top);
  return Math.max(0, across) * Math.max(0, down);
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
