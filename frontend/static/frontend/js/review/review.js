// The board of a reviewer's page: an event through several eyes, drawn as on the game page, without anything to decide,
// and a slider that steps through the whole game.

import { drawTowns } from "../decisions/goals.js";
import { emptySelection } from "../decisions/selecting.js";
import { setUpMap } from "../map/setup.js";
import { sessionStore } from "../page/browser.js";
import { byId, html } from "../page/dom.js";
import { request } from "../page/http.js";
import { page, sideName, text } from "../page/page.js";

/** Whose eyes were chosen is remembered from event to event. */
const KEY = "review-eyes";

const {
  views: first,
  steps,
  at,
} = /** @type {{views: Record<string, View>, steps: number[], at: number}} */ (/** @type {unknown} */ (page));
const names = Object.keys(first);
const tabs = byId("board-tabs");
byId("review-board").classList.add("drawn");

const { sheet, camera, tokens } = setUpMap();

let views = first;
const remembered = sessionStore.get(KEY) ?? "";
let viewer = names.includes(remembered) ? remembered : (names.at(-1) ?? "");
/** Counts what was asked for, so that an answer that was overtaken is not drawn. */
let turn = 0;

/** Draws the board as the chosen viewer saw it. */
function draw() {
  const view = views[viewer];
  if (!view) return;
  tokens.draw(view, { chosen: null, able: new Set() }, () => {});
  drawTowns(sheet, view, new Map(), emptySelection(), new Map());
  for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.getAttribute("data-eyes") === viewer));
}

/**
 * Shows the board as another viewer saw it.
 *
 * @param {string} name
 */
function look(name) {
  viewer = name;
  sessionStore.set(KEY, name);
  draw();
}

/**
 * Fetches the board after an event, and draws it.
 *
 * @param {number} n the number of an event
 */
async function step(n) {
  const mine = (turn += 1);
  const answer = await request(`${page.urls.board}?at=${n}`).catch(() => null);
  if (!answer?.ok || mine !== turn) return;
  views = answer.read().views;
  draw();
}

tabs.append(
  ...names.map((name) =>
    html(
      "button",
      { type: "button", "data-eyes": name, onclick: () => look(name) },
      name === "all" || name === "public" ? text(`view-of-${name}`) : sideName(name),
    ),
  ),
);
tabs.hidden = names.length < 2;

const bar = byId("steps-bar");
const link = html("a", { class: "button", href: "#moment" }, text("see-event", { n: at }));
const slider = html("input", {
  type: "range",
  min: "0",
  max: String(steps.length - 1),
  value: String(steps.indexOf(at)),
  "aria-label": text("step-of-record"),
});
slider.addEventListener("input", () => {
  const n = steps[Number(/** @type {HTMLInputElement} */ (slider).value)];
  slider.setAttribute("aria-valuetext", String(n));
  link.textContent = text("see-event", { n });
  link.setAttribute("href", `${page.urls.case}?at=${n}#moment`);
  step(n);
});
bar.append(slider, link);
bar.hidden = steps.length < 2;

draw();
camera.showWhole();
