// The board of a reviewer's page: one event through several eyes, drawn as on the game page, without anything to decide.

import { Camera } from "./camera.js";
import { byId, html, svg } from "./dom.js";
import { drawTowns } from "./goals.js";
import { drawSheet, fitNames } from "./map.js";
import { page, sideName, text } from "./page.js";
import { nothing } from "./selecting.js";
import { Tokens } from "./tokens.js";

/** @type {Record<string, any>} */
const views = /** @type {any} */ (page).views;
const names = Object.keys(views);
const board = byId("review-board");
const tabs = byId("board-tabs");
board.classList.add("drawn");

const sheet = drawSheet();
const map = byId("map");
map.append(sheet.root);
fitNames(sheet);
const camera = new Camera(map, sheet.root);
const tokens = new Tokens(sheet.tokens);
sheet.above.append(svg("g", { class: "pointers", "aria-hidden": "true" }));

/** Whose eyes were chosen is remembered from event to event. */
const KEY = "review-eyes";

/** @param {string} name */
function show(name) {
  const view = views[name];
  tokens.draw(view, { chosen: null, able: new Set() }, () => {});
  drawTowns(sheet, view, new Map(), nothing());
  for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.getAttribute("data-eyes") === name));
  sessionStorage.setItem(KEY, name);
}

tabs.append(
  ...names.map((name) => html("button", { type: "button", "data-eyes": name, onclick: () => show(name) }, name === "all" || name === "public" ? text(`view-of-${name}`) : sideName(name))),
);
tabs.hidden = names.length < 2;
const last = sessionStorage.getItem(KEY);
show(last && names.includes(last) ? last : (names.at(-1) ?? ""));
camera.showWhole();
