// The odds of fights that stand ahead, on demand: a bar for who is left with the field, and what both are likely to lose.

import { byId, html, replaceWhenNew } from "../page/dom.js";
import { otherSide, page, sideName, text, townName } from "../page/page.js";
import { call } from "../server/api.js";

/**
 * @typedef {{town: string, attacker: import("../page/page.js").Side, win: number, repelled: number, losses: Record<string, number>, error: number, exact: boolean, guesses: number}} Found
 */

const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });

const state = {
  /** @type {View | null} */ view: null,
  /** What was asked in this version, by town. @type {Map<string, Found | string>} */ found: new Map(),
  asking: "",
};

/** @type {import("../page/side.js").Panel} */
export const chances = {
  draw(view) {
    if (!document.getElementById("odds-list")) return;
    if (state.view?.version !== view.version || state.view?.you !== view.you) state.found.clear();
    state.view = view;
    draw();
  },
};

/** Towns in whose field both sides stand, but for the one where is fought now. @param {View} view @returns {string[]} */
export function ahead(view) {
  return Object.entries(view.map)
    .filter(([town, seen]) => town !== view.battle?.town && page.sides.length > 0 && new Set(seen.stacks.filter((stack) => stack.area !== "castle").map((stack) => stack.side)).size === 2)
    .map(([town]) => town);
}

function draw() {
  const view = state.view;
  if (!view) return;
  const towns = view.result ? [] : ahead(view);
  replaceWhenNew(byId("odds-list"), [view.version, towns, state.asking, [...state.found]], () =>
    towns.length === 0 ? html("p", { class: "faint" }, text("no-fight-ahead")) : towns.map(drawTown),
  );
}

/** @param {string} town */
function drawTown(town) {
  const found = state.found.get(town);
  const button = html("button", { type: "button", "data-key": `odds-${town}`, disabled: state.asking === town, onclick: () => ask(town) }, text("ask-odds", { town: townName(town) }));
  if (found === undefined) return html("div", { class: "odds-of" }, button);
  if (typeof found === "string") return html("div", { class: "odds-of" }, button, html("p", { role: "status" }, found));
  return html("div", { class: "odds-of" }, html("h3", {}, townName(town)), bar(found), words(found));
}

/** Who is left with the field: the attacker's share on the left. @param {Found} found */
function bar(found) {
  const defender = otherSide(found.attacker);
  const part = (/** @type {string} */ side, /** @type {number} */ share) =>
    html("span", { class: `odds-part ${side} share-${Math.round(share * 20)}` }, share >= 0.15 ? percent.format(share) : "");
  return html("div", { class: "odds-bar", "aria-hidden": "true" }, part(found.attacker, found.win), part(defender, found.repelled));
}

/** @param {Found} found */
function words(found) {
  const defender = otherSide(found.attacker);
  const lines = [
    text("odds-win", { side: sideName(found.attacker), percent: percent.format(found.win) }),
    text("odds-repelled", { side: sideName(defender), percent: percent.format(found.repelled) }),
    text("odds-losses", {
      attacker: sideName(found.attacker),
      lost: decimal.format(found.losses[found.attacker] ?? 0),
      defender: sideName(defender),
      dealt: decimal.format(found.losses[defender] ?? 0),
    }),
    found.exact ? text("odds-exact") : text("odds-error", { error: percent.format(Math.max(found.error, 0.01)) }),
  ];
  return html("ul", { class: "odds-words", role: "status" }, lines.map((line) => html("li", {}, line)));
}

/** @param {string} town */
async function ask(town) {
  const view = state.view;
  if (!view || state.asking) return;
  state.asking = town;
  draw();
  const side = page.solo && view.you ? `?side=${view.you}` : "";
  const answer = await call("GET", `${page.urls.odds.replace("TOWN", town)}${side}`);
  state.asking = "";
  if (state.view?.version === view.version) state.found.set(town, answer?.ok ? answer.body : (answer?.body.detail ?? text("offline-odds")));
  draw();
}
