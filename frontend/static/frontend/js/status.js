// The line above the map: year, turn and phase, the seven cities, who is awaited.

import { html, replace } from "./dom.js";
import { cardName, page, sideName, text, townName } from "./page.js";

const YEARS = [1187, 1188, 1189, 1190, 1191, 1192];
const TURNS = [1, 2, 3, 4, 5, 6];

/** @param {HTMLElement} root @param {any} view */
export function drawStatus(root, view) {
  replace(
    root,
    html(
      "ol",
      { class: "track years", "aria-label": text("year") },
      YEARS.map((year) => html("li", current(year === view.year, year < view.year), year)),
    ),
    html(
      "ol",
      { class: "track turns", "aria-label": text("turn") },
      TURNS.map((turn) =>
        html("li", { ...current(turn === view.turn, turn < view.turn), title: turn === 6 ? text("winter-turn") : null }, turn === 6 ? "❄" : turn),
      ),
    ),
    html("p", { class: "phase" }, text(`phase-${view.phase}`)),
    drawScore(view),
  );
}

/** @param {boolean} now @param {boolean} past */
function current(now, past) {
  return { class: now ? "now" : past ? "past" : "", "aria-current": now ? "step" : null };
}

/** @param {any} view */
function drawScore(view) {
  const cities = Object.entries(view.cities);
  return html(
    "div",
    { class: "score" },
    html(
      "p",
      { class: "points" },
      html("span", { class: "frank" }, `${sideName("frank")} ${view.score.frank}`),
      " : ",
      html("span", { class: "saracen" }, `${view.score.saracen} ${sideName("saracen")}`),
    ),
    html(
      "ul",
      { class: "cities", "aria-label": text("victory-cities") },
      cities.map(([town, side]) => html("li", { class: side, title: text("held-by", { side: sideName(side) }) }, townName(town))),
    ),
  );
}

/** Both sides' cards of this turn and the last, and how many they hold. @param {HTMLElement} root @param {any} view */
export function drawPlayed(root, view) {
  replace(
    root,
    html(
      "table",
      { class: "played" },
      html("caption", { class: "hidden" }, text("cards")),
      html(
        "thead",
        {},
        html("tr", {}, html("td"), html("th", { scope: "col" }, text("card-now")), html("th", { scope: "col" }, text("card-before")), html("th", { scope: "col" }, text("in-hand"))),
      ),
      html("tbody", {}, ["frank", "saracen"].map((side) => drawPlayedRow(view, side))),
    ),
  );
}

/** @param {any} view @param {string} side */
function drawPlayedRow(view, side) {
  const cards = view.cards[side];
  let now = text("not-chosen");
  if (cards.played) now = cardName(cards.played);
  else if (cards.choice) now = text("chosen-card", { card: cardName(cards.choice) });
  else if (cards.chosen) now = text("chosen");
  else if (view.phase !== "cards") now = "–";
  return html(
    "tr",
    {},
    html("th", { scope: "row", class: side }, sideName(side), view.first === side ? html("small", {}, ` ${text("moves-first")}`) : null),
    html("td", { class: cards.played ? "card-face" : "" }, now),
    html("td", {}, cards.prior ? cardName(cards.prior) : "–"),
    html("td", {}, cards.hand),
  );
}

/** Draw pools, face-up dead, blocks gone for good, staging boxes. @param {HTMLElement} root @param {any} view */
export function drawPools(root, view) {
  replace(
    root,
    Object.entries(view.pools).map(([side, pool]) =>
      html(
        "div",
        { class: `pool ${side}` },
        html("h3", {}, sideName(side)),
        html("p", {}, text("in-pool", { count: pool.count })),
        names(text("face-up-dead"), pool["face-up"]),
        names(text("gone-for-good"), pool.gone),
      ),
    ),
    Object.entries(view.staging ?? {})
      .filter(([, ids]) => ids.length > 0)
      .map(([box, ids]) => html("div", { class: "pool frank" }, names(text("staging-in", { box: townName(box) }), ids))),
  );
}

/** @param {string} title @param {string[]} ids */
function names(title, ids) {
  if (!ids?.length) return null;
  return html("p", {}, html("strong", {}, `${title}: `), ids.map((id) => page.blocks[id]?.name ?? id).join(", "));
}
