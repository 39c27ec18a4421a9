// The line above the map: year, turn and phase, the seven cities, who is awaited.

import { sideMark } from "../blocks/faces.js";
import { compareWords } from "../page/browser.js";
import { byId, html, replaceIfChanged } from "../page/dom.js";
import { blockName, page, sideName, text, townName, withColon } from "../page/page.js";

const YEARS = [1187, 1188, 1189, 1190, 1191, 1192];
const TURNS = [1, 2, 3, 4, 5, 6];

/**
 * Draws year, turn, phase, and the victory cities of both sides.
 *
 * @param {HTMLElement} root
 * @param {View} view
 */
export function drawStatus(root, view) {
  const { year, turn, phase, cities, score } = view;
  replaceIfChanged(root, { year, turn, phase, cities, score }, () => [
    html(
      "ol",
      { class: "track years", "aria-label": text("year") },
      YEARS.map((each) =>
        html("li", current(each === year, each < year), html("span", { class: "century" }, "11"), each - 1100),
      ),
    ),
    html(
      "ol",
      { class: "track turns", "aria-label": text("turn") },
      TURNS.map((each) =>
        html(
          "li",
          { ...current(each === turn, each < turn), title: each === 6 ? text("winter-turn") : null },
          each === 6 ? "❄" : each,
        ),
      ),
    ),
    html("p", { class: "phase" }, text(`phase-${phase}`)),
    drawScore(view),
  ]);
  // On a phone the line above is scrolled away: year, turn and score stay in sight with what is asked, and light up
  // when a city changes hands.
  const brief = byId("brief");
  const known = brief.dataset.cities;
  const now = JSON.stringify(cities);
  brief.dataset.cities = now;
  const when = turn ? `${text("turn")} ${turn}` : text(`phase-${phase}`); // no turn has begun while blocks are deployed
  replaceIfChanged(brief, { year, when, score }, () => [
    html("span", {}, `${year}, ${when.toLowerCase()}`),
    html(
      "span",
      { class: known && known !== now ? "brief-score changed" : "brief-score" },
      sideMark("frank"),
      `${sideName("frank")} `,
      html("b", {}, score.frank),
      " : ",
      html("b", {}, score.saracen),
      ` ${sideName("saracen")}`,
      sideMark("saracen"),
    ),
  ]);
}

/** @param {boolean} now @param {boolean} past */
function current(now, past) {
  return { class: now ? "now" : past ? "past" : "", "aria-current": now ? "step" : null };
}

/**
 * Draws the victory cities and how many each side holds.
 *
 * @param {View} view
 */
function drawScore(view) {
  // Those of one side stand together, so that the row itself shows who is ahead.
  const cities = Object.entries(view.cities).sort(
    (one, other) => compareWords(one[1], other[1]) || compareWords(townName(one[0]), townName(other[0])),
  );
  return html(
    "div",
    { class: "score" },
    html(
      "p",
      { class: "points" },
      html("span", { class: "frank" }, sideMark("frank"), `${sideName("frank")} `, html("b", {}, view.score.frank)),
      " : ",
      html(
        "span",
        { class: "saracen" },
        html("b", {}, view.score.saracen),
        ` ${sideName("saracen")}`,
        sideMark("saracen"),
      ),
    ),
    html(
      "ul",
      { class: "cities", "aria-label": text("victory-cities"), tabindex: "0" },
      cities.map(([town, side]) =>
        html(
          "li",
          { class: side, title: text("held-by", { side: sideName(side) }) },
          sideMark(side),
          townName(town),
          html("span", { class: "hidden" }, ` ${text("held-by", { side: sideName(side) })}`),
        ),
      ),
    ),
  );
}

/** Who the game waits for, beside the players' names. @param {HTMLElement} root @param {View} view */
export function drawPlayers(root, view) {
  for (const player of root.querySelectorAll("[data-player]")) {
    const side = /** @type {import("../page/page.js").Side} */ (player.getAttribute("data-player"));
    player.classList.toggle("awaited-now", view.awaited.includes(side));
    player.classList.toggle("you", page.sides.includes(side));
  }
}

/** Draw pools, face-up dead, blocks gone for good, staging boxes. @param {HTMLElement} root @param {View} view */
export function drawPools(root, view) {
  replaceIfChanged(root, [view.pools, view.staging], () => [
    Object.entries(view.pools).map(([side, pool]) =>
      html(
        "div",
        { class: `pool ${side}` },
        html("h3", {}, sideName(side)),
        html("p", {}, text("in-pool", { count: pool.count })),
        names(text("face-down-in-pool"), pool["face-down"]),
        names(text("face-up-dead"), pool["face-up"]),
        names(text("gone-for-good"), pool.gone),
      ),
    ),
    Object.entries(view.staging ?? {})
      .filter(([, ids]) => ids.length > 0)
      .map(([box, ids]) =>
        html("div", { class: "pool frank" }, names(text("staging-in", { box: townName(box) }), ids)),
      ),
  ]);
}

/**
 * Draws a list of blocks under a title; nothing for an empty one.
 *
 * @param {string} title
 * @param {string[] | undefined} ids
 */
function names(title, ids) {
  if (!ids?.length) return null;
  return html("p", {}, html("strong", {}, `${withColon(title)} `), ids.map(blockName).join(", "));
}
