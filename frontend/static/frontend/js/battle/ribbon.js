// Where a ribbon of words lies on the stage.

/** Pixels between a ribbon and what it keeps off. */
const GAP = 4;
/** What the dice say is hidden last. */
const DICE = 100;

/** @typedef {[number, number]} Span  top and bottom */

/**
 * The middle of the place for a ribbon so high that lies whole in the field and hides least; of such the nearest.
 *
 * @param {number} near
 * @param {number} height
 * @param {Span[]} dice
 * @param {Span[]} blocks
 * @param {number} end  of the field
 */
export function leastHidden(near, height, dice, blocks, end) {
  const [first, last] = [height / 2, Math.max(height / 2, end - height / 2)];
  const kept = Math.max(first, Math.min(near, last));
  const hides = (/** @type {number} */ spot) => DICE * covered(spot, height, dice) + covered(spot, height, blocks);
  let [best, least] = [kept, hides(kept)];
  for (let spot = first; spot <= last; spot += 1) {
    const hidden = hides(spot);
    if (hidden < least || (hidden === least && Math.abs(spot - near) < Math.abs(best - near)))
      [best, least] = [spot, hidden];
  }
  return Math.round(best);
}

/** @param {number} spot @param {number} height @param {Span[]} spans */
function covered(spot, height, spans) {
  const [from, to] = [spot - height / 2 - GAP, spot + height / 2 + GAP];
  return spans.reduce((sum, [top, bottom]) => sum + Math.max(0, Math.min(to, bottom) - Math.max(from, top)), 0);
}

/**
 * Where a banner hides neither dice nor what they did, and least of the blocks; always whole, and off the head of the
 * stage. Returns its middle as a length of CSS; nothing where there is no field.
 *
 * @param {HTMLElement} banner
 * @param {HTMLElement} tray  the dice and what they did
 * @param {HTMLElement} blocks
 */
export function placeBesideDice({ offsetWidth: wide, offsetHeight: height }, tray, blocks) {
  const field = tray.parentElement?.getBoundingClientRect();
  if (!field) return "";
  const middle = field.left + field.width / 2;
  const spansOf = (/** @type {Element[]} */ elements) =>
    elements
      .map((element) => element.getBoundingClientRect())
      .filter((box) => box.height > 0 && box.left < middle + wide / 2 && box.right > middle - wide / 2)
      .map(({ top, bottom }) => /** @type {Span} */ ([top - field.top, bottom - field.top]));
  const dice = spansOf([...tray.children]);
  const near = dice.length > 0 ? (dice[0][0] + dice[0][1]) / 2 : field.height * 0.45;
  return `${leastHidden(near, height, dice, spansOf([...blocks.children]), field.height)}px`;
}
