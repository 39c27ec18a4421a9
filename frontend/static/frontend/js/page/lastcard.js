// The last card in a hand, which is played by itself.

/**
 * Whether a fact is that the last card in this side's hand was played, which nobody chooses.
 * @param {GameEvent} fact
 * @param {string | null} side
 */
export function isLastCard({ type, auto, card, side: whose }, side) {
  return type === "card-chosen" && auto === true && card !== undefined && whose === side;
}
