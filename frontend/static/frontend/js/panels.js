// What stands beside the map and is no part of playing: talk, notes, clocks, offers. Each is a module of its own that gives some of
// the three functions below, and is named here; the game page knows none of them.

import { about } from "./about.js";
import { after } from "./after.js";
import { notebook } from "./notebook.js";
import { talk } from "./talk.js";
import { time } from "./time.js";
import { verified } from "./verified.js";

/**
 * @typedef {object} Tools
 * @property {() => any} view           the latest view, null before the first
 * @property {() => string | null} side whose eyes, in a solo game
 * @property {() => Promise<void>} refresh  asks the server for the view
 *
 * @typedef {object} Panel
 * @property {(tools: Tools) => void} [start]    once, before there is a view
 * @property {(view: any) => void} [draw]        after each new view; not while looking back or choosing
 * @property {(message: any) => void} [heard]    what the game's socket says other than a version; null: it may have missed something
 */

/** @type {Panel[]} */
const panels = [about, after, talk, notebook, verified, time];

/** @param {Tools} tools */
export function startPanels(tools) {
  for (const panel of panels) panel.start?.(tools);
}

/** @param {any} view */
export function drawPanels(view) {
  for (const panel of panels) panel.draw?.(view);
}

/** @param {any} message */
export function tellPanels(message) {
  for (const panel of panels) panel.heard?.(message);
}
