// What stands beside the map and is no part of playing: talk, notes, clocks, offers. Each is a module of its own that
// gives some of a `Panel`'s three functions (side.js), and is named here; the game page knows none of them.

import { verificationPanel } from "../dice/verified.js";
import { notebookPanel } from "../talk/notebook.js";
import { talkPanel } from "../talk/talk.js";
import { presencePanel } from "./presence.js";
import { rematchPanel } from "./rematch.js";
import { analysisPanel } from "./analysis.js";
import { fightOddsPanel } from "./fightodds.js";
import { coachPanel } from "./coach.js";
import { computerPanel } from "./computer.js";
import { decisionPanel } from "./decision.js";
import { visitPanel } from "./visits.js";
import { guestPanel } from "./guest.js";
import { hintPanel } from "./hint.js";
import { timePanel } from "./time.js";

/** @typedef {import("../page/side.js").Panel} Panel @typedef {import("../page/side.js").Tools} Tools */

/** @type {Panel[]} */
const panels = [
  presencePanel,
  rematchPanel,
  analysisPanel,
  fightOddsPanel,
  coachPanel,
  computerPanel,
  decisionPanel,
  visitPanel,
  guestPanel,
  hintPanel,
  talkPanel,
  notebookPanel,
  verificationPanel,
  timePanel,
];

/** @param {Tools} tools */
export function startPanels(tools) {
  for (const panel of panels) panel.start?.(tools);
}

/** @param {View} view */
export function drawPanels(view) {
  for (const panel of panels) panel.draw?.(view);
}

/** @param {SocketMessage | null} message */
export function notifyPanels(message) {
  for (const panel of panels) panel.heard?.(message);
}
