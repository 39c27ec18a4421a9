// What stands beside the map and is no part of playing: talk, notes, clocks, offers. Each is a module of its own that gives some of
// a `Panel`'s three functions (side.js), and is named here; the game page knows none of them.

import { verified } from "../dice/verified.js";
import { notebook } from "../talk/notebook.js";
import { talk } from "../talk/talk.js";
import { about } from "./about.js";
import { after } from "./after.js";
import { analysis } from "./analysis.js";
import { chances } from "./chances.js";
import { coach } from "./coach.js";
import { computer } from "./computer.js";
import { here } from "./here.js";
import { hint } from "./hint.js";
import { time } from "./time.js";

/** @typedef {import("../page/side.js").Panel} Panel @typedef {import("../page/side.js").Tools} Tools */

/** @type {Panel[]} */
const panels = [about, after, analysis, chances, coach, computer, here, hint, talk, notebook, verified, time];

/** @param {Tools} tools */
export function startPanels(tools) {
  for (const panel of panels) panel.start?.(tools);
}

/** @param {View} view */
export function drawPanels(view) {
  for (const panel of panels) panel.draw?.(view);
}

/** @param {Open | null} message */
export function notifyPanels(message) {
  for (const panel of panels) panel.heard?.(message);
}
