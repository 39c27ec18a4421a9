// A hint on request: what the computer would play in the player's place.

import { arrivalLines, arrivals } from "../decisions/arrivals.js";
import { isSameQuestion } from "../decisions/kept.js";
import { byId, setText } from "../page/dom.js";
import { wantsExplanations } from "../page/explained.js";
import { page, text, withColon } from "../page/page.js";
import { callApi } from "../server/api.js";

const state = {
  /** @type {View | null} */ view: null,
  /** What is being asked about. @type {View | null} */ asked: null,
};

/** @type {import("../page/side.js").Panel} */
export const hintPanel = {
  start() {
    document.getElementById("ask-hint")?.addEventListener("click", () => void askForHint());
    // Once read it takes a line of the phone's screen, whole again at a press.
    const here = byId("hint-here");
    document.addEventListener("click", ({ target }) => {
      const inside = target instanceof Node && here.contains(target);
      if (!here.hidden) here.classList.toggle("folded", !inside || !here.classList.contains("folded"));
    });
  },
  draw(view) {
    const button = document.getElementById("ask-hint");
    if (!(button instanceof HTMLButtonElement)) return;
    if (!state.view || !isSameQuestion(state.view, view)) dropHint();
    state.view = view;
    button.disabled = view.you === null || !view.awaited.includes(view.you);
  },
};

/** A hint goes with the act that it was for, and with any other: from then on it is no longer true. */
export function dropHint() {
  state.asked = null;
  // A game without hints has no place for them.
  if (document.getElementById("hint-said")) say("", "");
}

/**
 * Shows a hint with its reason.
 *
 * @param {string} said
 * @param {string} why
 */
function say(said, why) {
  setText(byId("hint-said"), said);
  setText(byId("hint-why"), why);
  // The same in the dock of a phone, far from the panel: a screen reader has it from the panel already.
  const here = byId("hint-here");
  here.hidden = said === "";
  here.classList.remove("folded");
  setText(here, said && why ? `${withColon(said)} ${why}` : said || why);
}

/**
 * What is said of the action proposed beside the computer's reason: with how many steps a drawn block would arrive; what
 * a muster is, for players who want explanations.
 * @param {View} view @param {GameAction} action
 */
function explanationOf(view, { type, town = "" }) {
  if (type === "deploy") {
    const weak = arrivals(view).get(town)?.kind === "weak";
    return [...arrivalLines(view, town).slice(0, 1), weak ? text("hint-arrives-weak") : ""].join(" ").trim();
  }
  return type.startsWith("muster") && wantsExplanations() ? text("muster-does") : "";
}

/** Asks, where this view lets something be decided. */
export async function askForHint() {
  const view = state.view;
  if (!view || state.asked) return;
  state.asked = view;
  say(text("computer-thinks"), "");
  const answer = await callApi("GET", `${page.urls.hint}${page.solo && view.you ? `?side=${view.you}` : ""}`);
  // Somebody who has acted meanwhile asks for nothing any more, or for something else.
  if (state.asked !== view) return;
  state.asked = null;
  if (answer?.ok) say(answer.body.said, [answer.body.why, explanationOf(view, answer.body.action)].join(" ").trim());
  else say(answer?.body.detail ?? text("offline-odds"), "");
}
