// What played events do, in the words of the cards.

import { cardName, page, sideName, text } from "./page.js";

/**
 * What the events do that others have played, a sentence each, in the words of the cards.
 * @param {GameEvent} revealed  the fact that turned both cards up
 * @param {GameEvent[]} facts  with what followed: two events do nothing
 * @returns {string[]}
 */
export function eventsInWords(revealed, facts) {
  if (facts.some(({ type }) => type === "turn-cancelled")) return [];
  return /** @type {const} */ (["frank", "saracen"]).flatMap((side) => {
    // That Intrigue has copied it is told by the next fact.
    const copied = facts.find((fact) => fact.type === "card-copied" && fact.side === side)?.card;
    const card = String(copied ?? revealed[side] ?? "");
    const own = !page.solo && page.sides.includes(side);
    if (own || !card || /^move-/.test(card)) return [];
    return text("headline-card", { side: sideName(side), card: cardName(card), does: text(`card-${card}-does`) });
  });
}

/**
 * Says why two cards that look unlike were equal, or "": Winter Campaign is a Move card (8.2).
 *
 * @param {GameEvent[]} facts  of the turning up of both cards
 */
export function whyEqual(facts) {
  const revealed = facts.findLast(({ type }) => type === "cards-revealed");
  const copied = facts.filter(({ type }) => type === "card-copied").map(({ card }) => card);
  const cards = [revealed?.frank, revealed?.saracen, ...copied];
  const rolled = facts.some(({ type }) => type === "tie-rolled");
  return rolled && cards.includes("winter-campaign") && cards.includes("move-1") ? text("campaign-equal") : "";
}

/**
 * What is said of both cards until one's own next act, each sentence once: cards may be equal when they are rolled for
 * again.
 * @param {GameEvent[]} facts  of the turning up of both cards
 * @param {(revealed: GameEvent) => string} before  what is said ahead of the events
 */
export function cardsInWords(facts, before) {
  const lines = facts.flatMap((fact) => {
    if (fact.type === "cards-revealed") return [before(fact), ...eventsInWords(fact, facts)];
    return fact.type === "tie-rolled" ? whyEqual(facts) : (fact.text ?? []);
  });
  return [...new Set(lines.filter(Boolean))];
}

/**
 * The rolls for equal cards in one sentence, also where the first of them were equal, too.
 * @param {GameEvent[]} ties
 */
export function tiesInWords(ties) {
  const last = ties[ties.length - 1];
  const sums = /** @type {const} */ (["frank", "saracen"]).map((side) =>
    /** @type {number[]} */ (last[side]).join(" + "),
  );
  return text(ties.length > 1 ? "ties-rolled" : "tie-rolled", { count: ties.length, frank: sums[0], saracen: sums[1] });
}

/** That the last card in one's hand is played by itself. @param {GameEvent} chosen @param {number} turn */
export function lastCardInWords({ card }, turn) {
  return text("last-card", { turn, card: cardName(String(card)) });
}
