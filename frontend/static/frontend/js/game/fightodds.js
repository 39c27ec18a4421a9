// The odds of fights that stand ahead, on demand: a bar for who is left with the field, and what both are likely to
// lose.

import { numberFormat } from "../page/browser.js";
import { byId, html, replaceIfChanged } from "../page/dom.js";
import { otherSide, page, sideName, text, townName } from "../page/page.js";
import { hideTab } from "../page/side.js";
import { callPatiently } from "../server/api.js";

/**
 * @typedef {{town: string, kind: string, sally: boolean, attacker: import("../page/page.js").Side, win: number,
 *   repelled: number, losses: Record<string, number>, error: number, exact: boolean, guesses: number}} Found
 */

const percent = numberFormat({ percent: true });
const decimal = numberFormat({ decimals: 1 });

const state = {
  /** @type {View | null} */ view: null,
  /** What was asked in this version, by fight. @type {Map<string, Found | string>} */ found: new Map(),
  asking: "",
};

/** Brings a town into sight on the map. */
let show = (/** @type {string} */ _town) => {};

/** @param {typeof show} listener  is called with the town whose odds are asked for */
export function watchOdds(listener) {
  show = listener;
}

/** @type {import("../page/side.js").Panel} */
export const fightOddsPanel = {
  draw(view) {
    if (!document.getElementById("odds-list")) return;
    if (state.view?.version !== view.version || state.view?.you !== view.you) state.found.clear();
    state.view = view;
    if (view.result) hideTab("odds");
    draw();
  },
};

/** @typedef {{town: string, sally: boolean, key: string}} Ahead */

/**
 * The fights ahead: where both sides stand, each once, and once more with the blocks of the castle in the field. Of the
 * battle that is fought now there are some while it waits for a storm or a sally.
 *
 * @param {View} view @returns {Ahead[]}
 */
function fightsAhead(view) {
  if (page.sides.length === 0) return [];
  return Object.entries(view.map).flatMap(([town, seen]) => {
    const here = town === view.battle?.town;
    if (
      new Set(seen.stacks.map((stack) => stack.side)).size !== 2 ||
      (here && !["storm", "sally"].includes(view.step ?? ""))
    )
      return [];
    const fields = new Set(seen.stacks.filter((stack) => stack.area === "field").map((stack) => stack.side)).size;
    const castle = seen.stacks.some((stack) => stack.area === "castle");
    const plain = { town, sally: false, key: town };
    const sally = { town, sally: true, key: `${town}-sally` };
    if (!castle) return [plain];
    return here && view.step === "sally" && fields < 2 ? [sally] : [plain, sally];
  });
}

/** Draws the list of fights ahead. */
function draw() {
  const view = state.view;
  if (!view) return;
  const fights = view.result ? [] : fightsAhead(view);
  replaceIfChanged(byId("odds-list"), [view.version, fights, state.asking, [...state.found]], () =>
    fights.length === 0 ? html("p", { class: "faint" }, text("no-fight-ahead")) : fights.map(drawFight),
  );
}

/**
 * Draws a fight ahead: its odds, or the button that asks for them.
 *
 * @param {Ahead} fight
 */
function drawFight(fight) {
  const found = state.found.get(fight.key);
  const name = townName(fight.town);
  const label = text(fight.sally ? "ask-odds-sally" : "ask-odds", { town: name });
  const button = html(
    "button",
    {
      type: "button",
      "data-key": `odds-${fight.key}`,
      disabled: state.asking === fight.key,
      onclick: () => ask(fight),
    },
    label,
  );
  if (found === undefined) return html("div", { class: "odds-of" }, button);
  if (typeof found === "string") return html("div", { class: "odds-of" }, button, html("p", { role: "status" }, found));
  return html("div", { class: "odds-of" }, html("h3", {}, heading(found, name)), bar(found), words(found));
}

/** @param {Found} found @param {string} town */
function heading(found, town) {
  if (found.kind === "relief") return text(found.sally ? "odds-relief-sally" : "odds-relief", { town });
  if (found.kind === "storm") return text("odds-storm", { town });
  return found.sally ? text("odds-sally", { town }) : town;
}

/** Who is left with the field: the attacker's share on the left. @param {Found} found */
function bar(found) {
  const defender = otherSide(found.attacker);
  const part = (/** @type {string} */ side, /** @type {number} */ share) => {
    const drawn = html("span", { class: `odds-part ${side}` }, share >= 0.15 ? percent(share) : "");
    drawn.style.flexGrow = String(share * 20);
    return drawn;
  };
  return html(
    "div",
    { class: "odds-bar", "aria-hidden": "true" },
    part(found.attacker, found.win),
    part(defender, found.repelled),
  );
}

/**
 * Returns the odds in sentences.
 *
 * @param {Found} found
 */
function words(found) {
  const defender = otherSide(found.attacker);
  const lines = [
    text(found.kind === "storm" ? "odds-taken" : "odds-win", {
      side: sideName(found.attacker),
      percent: percent(found.win),
    }),
    text(found.kind === "storm" ? "odds-kept" : "odds-repelled", {
      side: sideName(defender),
      percent: percent(found.repelled),
    }),
    text("odds-losses", {
      attacker: sideName(found.attacker),
      lost: decimal(found.losses[found.attacker] ?? 0),
      defender: sideName(defender),
      dealt: decimal(found.losses[defender] ?? 0),
    }),
    found.exact ? text("odds-exact") : text("odds-error", { error: percent(Math.max(found.error, 0.01)) }),
  ];
  return html(
    "ul",
    { class: "odds-words", role: "status" },
    lines.map((line) => html("li", {}, line)),
  );
}

/**
 * Asks the server for the odds of a fight.
 *
 * @param {Ahead} fight
 */
async function ask({ town, sally, key }) {
  const view = state.view;
  if (!view || state.asking) return;
  state.asking = key;
  show(town);
  draw();
  const query = new URLSearchParams();
  if (page.solo && view.you) query.set("side", view.you);
  if (sally) query.set("sally", "true");
  const address = `${page.urls.odds.replace("TOWN", town)}?${query}`;
  // Who plays both sides may look from the other now, whose odds rest on other blocks.
  const holds = () => state.view?.version === view.version && state.view.you === view.you;
  const answer = await callPatiently("GET", address, undefined, () => {
    if (holds()) state.found.set(key, text("trying"));
    draw();
  });
  state.asking = "";
  if (holds()) state.found.set(key, answer?.ok ? answer.body : (answer?.body.detail ?? text("offline-odds")));
  draw();
}
