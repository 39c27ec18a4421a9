// Cards: the hand, and what both sides have played this turn and the last. The pictures are our own.

import { sideMark } from "../blocks/faces.js";
import { html, replaceIfChanged, svg } from "../page/dom.js";
import { cardName, otherSide, sideName, text } from "../page/page.js";
import * as offers from "./offers.js";

/** @typedef {import("./offers.js").Offer} Offer @typedef {import("./choices.js").Hands} Hands */

const LANCE = "M0 17V-17M0-17L13-12.5L0-8";
const HORSEMEN = [
  "",
  "translate(30 20)",
  "translate(20 21)|translate(38 19)",
  "translate(13 21)|translate(28 19)|translate(43 21)",
];
/** Pictures of 60 by 40 units: lines first, then what is filled. @type {Record<string, [string, string]>} */
const PICTURES = {
  "winter-campaign": ["M44 4V22M36 8.5L52 17.5M52 8.5L36 17.5M4 36H56M8 36L22 10L36 36M22 10V5", "M22 18L28 36H16Z"],
  assassins: ["M14 6C8 14 8 26 14 34M46 6C52 14 52 26 46 34", "M30 37L26.5 30V13H20V9.5H28V3H32V9.5H40V13H33.5V30Z"],
  guide: ["M4 36C14 36 12 28 22 28S34 34 42 30", "M42 2L45 11L54 14L45 17L42 26L39 17L30 14L39 11Z"],
  intrigue: [
    "M8 32C18 38 42 38 52 32",
    "M6 12C14 6 24 8 30 12C36 8 46 6 54 12C54 22 46 28 38 27C34 26 32 22 30 19C28 22 26 26 22 27C14 28 6 22 6 12ZM14 16C17 13 22 13 25 17C22 21 16 21 14 16ZM35 17C38 13 43 13 46 16C44 21 38 21 35 17Z",
  ],
  jihad: ["M16 38V4M16 8H50L42 17L50 26H16", "M35 10.5A7 7 0 1 0 35 23.5A8 8 0 0 1 35 10.5Z"],
  manna: [
    "M30 37V10M30 37C24 30 20 27 16 26M30 37C36 30 40 27 44 26",
    "M30 2C33 6 33 9 30 12C27 9 27 6 30 2ZM29 20C24 20 21 17 21 13C26 13 29 16 29 20ZM31 20C36 20 39 17 39 13C34 13 31 16 31 20ZM29 29C24 29 21 26 21 22C26 22 29 25 29 29ZM31 29C36 29 39 26 39 22C34 22 31 25 31 29Z",
  ],
};

/**
 * Draws the picture of a card.
 *
 * @param {string} card
 */
function picture(card) {
  const moves = /^move-(\d)$/.exec(card);
  const shapes = moves
    ? HORSEMEN[Number(moves[1])]
        .split("|")
        .map((place) => svg("path", { d: LANCE, transform: place, class: "line flag" }))
    : (PICTURES[card] ?? ["", ""]).map((path, i) =>
        svg("path", { d: path, class: i ? "full" : "line", "fill-rule": "evenodd" }),
      );
  return svg("svg", { viewBox: "0 0 60 40", width: 60, height: 40, class: "card-art", "aria-hidden": "true" }, shapes);
}

/** The kind of a card shows in its frame: Moves plain, events gilded. @param {string} card */
function look(card) {
  return /^move-|^winter-campaign$/.test(card) ? "card" : "card event-card";
}

/**
 * What a card does; of Intrigue, which card it copies.
 * @param {View} view @param {string} card @param {boolean} refused  it cannot be played now
 */
function doesInWords(view, card, refused) {
  if (card !== "intrigue") return text(`card-${card}-does`);
  if (refused) return `${text("card-intrigue-does")} ${text("card-intrigue-later")}`;
  const copied = view.phase === "cards" && view.you ? view.cards[otherSide(view.you)].prior : null;
  return copied ? text("card-intrigue-copies", { card: cardName(copied) }) : text("card-intrigue-does");
}

/**
 * Cards that may be played, as buttons; otherwise the hand to look at.
 * @param {HTMLElement} root
 * @param {View} view
 * @param {Hands} hands
 */
export function drawHand(root, view, hands) {
  const playable = new Set(
    (view.actions ?? [])
      .filter((/** @type {Offer} */ offer) => offer.type === "play-card")
      .flatMap((/** @type {Offer} */ offer) => offers.allowedValues(offer, "card")),
  );
  const hand = /** @type {string[]} */ (view.hand ?? []);
  // Of several cards alike the first is as good as any.
  const chosen = view.you ? hand.indexOf(view.cards[view.you].choice ?? "") : -1;
  replaceIfChanged(root, [view.hand, [...playable], Boolean(view.actions), chosen, view.turn, view.phase], () => [
    hand.map((card, i) => {
      const refused = playable.size > 0 && !playable.has(card);
      const face = [
        picture(card),
        html("strong", {}, text(`card-${card}`)),
        html("small", {}, doesInWords(view, card, refused)),
      ];
      // One that cannot be played says why when it is pressed, in the words of the rules.
      if (refused) {
        return html(
          "button",
          {
            type: "button",
            class: `${look(card)} refused`,
            "aria-disabled": "true",
            "data-key": `card-${i}`,
            "data-card": card,
            onclick: () => hands.act({ type: "play-card", card }),
          },
          face,
        );
      }
      return playable.has(card)
        ? html(
            "button",
            {
              type: "button",
              class: look(card),
              "data-key": `card-${i}`,
              "data-card": card,
              "data-type": "play-card",
              onclick: () => hands.act({ type: "play-card", card }),
            },
            face,
          )
        : html(
            "div",
            { class: i === chosen ? `${look(card)} chosen` : look(card) },
            face,
            i === chosen && html("small", { class: "lies-down" }, text("chosen")),
          );
    }),
    hand.length === 0 && view.hand && html("p", { class: "hint" }, text("no-cards")),
    playable.size > 0 &&
      html(
        "p",
        { class: "card-ranks" },
        text(view.ruleset?.edition === "1.4" ? "card-ranks" : "card-ranks-cancel"),
        hand.includes("winter-campaign") && ` ${text("campaign-ranks")}`,
        // From its last but one turn on a year is near the winter; in edition 1.4 nothing is declared.
        hand.includes("winter-campaign") &&
          view.turn > 4 &&
          view.ruleset?.edition !== "1.4" &&
          ` ${text("campaign-where")}`,
      ),
  ]);
}

/**
 * What lay there when it was drawn last: a card that was turned up since is seen turning.
 * @type {Record<string, string>}
 */
const before = {};

/** Both sides' cards of this turn and the last, and how many they hold. @param {HTMLElement} root @param {View} view */
export function drawPlayed(root, view) {
  const { cards, first, phase, you } = view;
  replaceIfChanged(root, { cards, first, phase, you }, () =>
    html(
      "div",
      { class: "played" },
      /** @type {const} */ (["frank", "saracen"]).map((side) => drawSide(view, side)),
    ),
  );
}

/**
 * Draws the cards of a side: this turn's and the last one, and how many it holds.
 *
 * @param {View} view
 * @param {import("../page/page.js").Side} side
 */
function drawSide(view, side) {
  const cards = view.cards[side];
  return html(
    "section",
    { class: `played-side ${side}` },
    html("h3", {}, sideMark(side), sideName(side), view.first === side && html("small", {}, text("moves-first"))),
    drawPlace(view, side, cards),
    html(
      "dl",
      {},
      html("div", {}, html("dt", {}, text("card-before")), html("dd", {}, cards.prior ? cardName(cards.prior) : "–")),
      html(
        "div",
        {},
        html("dt", {}, text("in-hand")),
        html("dd", {}, cards.left?.length ? cards.left.map(cardName).join(", ") : cards.hand),
      ),
    ),
  );
}

/**
 * The card of this turn: face up, face down, or the place where it will lie.
 * @param {View} view
 * @param {string} side
 * @param {View["cards"]["frank"]} cards
 */
function drawPlace(view, side, cards) {
  const shown = cards.played ? `up ${cards.played}` : cards.chosen || cards.choice ? "down" : "none";
  const turned = before[side] === "down" && cards.played;
  before[side] = shown;
  if (cards.played) {
    return html(
      "div",
      { class: `${look(cards.played)} face ${turned ? "turned" : ""}` },
      picture(cards.played),
      html("strong", { class: "card-face" }, cardName(cards.played)),
    );
  }
  if (shown === "down") {
    const words = cards.choice ? text("chosen-card", { card: cardName(cards.choice) }) : text("chosen");
    return html("div", { class: "card back" }, sideMark(side), html("small", {}, words));
  }
  if (view.phase !== "cards") return html("div", { class: "card empty" }, html("small", {}, "–"));
  // Whether a side has chosen is nobody else's to know before both have, be it an enemy or a spectator. So no card lies
  // there, which would be taken for one that was chosen.
  // Who has chosen knows: else both would have been turned up.
  if (side !== view.you && !(view.you && view.cards[view.you].choice))
    return html("div", { class: "card empty" }, html("small", {}, text("card-unseen")));
  return html("div", { class: "card empty" }, html("small", {}, text("not-chosen")));
}
