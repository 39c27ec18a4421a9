// A hint on request: what the computer would play in the player's place.

import { arrivalLines, arrivals } from "../decisions/arrivals.js";
import { linesOfLeaving } from "../decisions/following.js";
import { isSameQuestion } from "../decisions/kept.js";
import { routesTo } from "../decisions/plan.js";
import { winterAhead } from "../decisions/surplus.js";
import { factsTold } from "../log/story.js";
import { locateBlocks } from "../map/whereabouts.js";
import { byId, html, replaceChildren, setText } from "../page/dom.js";
import { wantsExplanations } from "../page/explained.js";
import { page, text } from "../page/page.js";
import { callApi } from "../server/api.js";
import { lightOf } from "./hintlight.js";
import { insteadOfBad, oddsOfHint } from "./hintodds.js";
import { placeHint } from "./screen.js";
import { state as shown, storyOf } from "./state.js";

const state = {
  /** @type {View | null} */ view: null,
  /** What is being asked about. @type {View | null} */ asked: null,
  /**
   * What was answered, and why, and what it speaks of: as long as it holds it is shown again at once.
   * @type {[string, string, import("./hintlight.js").Light] | null}
   */
  told: null,
};
/** Shows on the map and in the hand what a hint speaks of. */
let lit = () => {};

/** @param {() => void} listener  is called when something else is to be lit */
export function watchHint(listener) {
  lit = listener;
}

/** @type {import("../page/side.js").Panel} */
export const hintPanel = {
  start() {
    document.getElementById("ask-hint")?.addEventListener("click", () => void askForHint());
    byId("hint-close").addEventListener("click", closeHint);
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") closeHint();
    });
    // Once read it leaves a line below what is asked, whole again at a press on it or on the button that asks.
    const here = byId("hint-here");
    document.addEventListener("click", ({ target }) => {
      const inside = target instanceof Node && here.contains(target);
      const asks = target instanceof Element && target.closest('[data-key="hint-turn"]');
      if (!here.hidden && !asks) here.classList.toggle("folded", !inside || !here.classList.contains("folded"));
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
  state.told = null;
  shown.advised = null;
  closeHint();
}

/** Takes it off the page; as long as it holds it can be shown again. */
function closeHint() {
  state.asked = null;
  // A game without hints has no place for them.
  if (document.getElementById("hint-said")) say("", "");
}

/**
 * Shows a hint with its reason.
 *
 * @param {string} said
 * @param {string} why
 * @param {import("./hintlight.js").Light | null} [light]  what it speaks of
 */
function say(said, why, light = null) {
  setText(byId("hint-said"), said);
  setText(byId("hint-why"), why);
  // The same on a phone, far from the panel, over what is asked: there it moves no button and hides no block.
  const here = byId("hint-here");
  here.hidden = said === "";
  here.classList.remove("folded");
  replaceChildren(byId("hint-here-said"), [html("strong", {}, said), why && ` ${why}`]);
  if (shown.hinted !== light) {
    shown.hinted = light;
    lit();
  }
  if (said === "") return;
  document.querySelector("#dock button.hinted")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  placeHint();
}

/**
 * What is said of the action proposed beside the computer's reason: what is given up by leaving a town; with how many
 * steps a drawn block would arrive; the odds of an act in a battle; what a muster is, for players who want explanations.
 * @param {View} view @param {GameAction} action
 */
function explanationOf(view, action) {
  const { type, town = "" } = action;
  if (type === "move") {
    const lines = linesOfLeaving(view, locateBlocks(view), { actions: [action], town: action.path?.at(-1) ?? "" });
    const leaving = lines.length > 0 ? text("hint-costs", { lines: lines.join("; ") }) : "";
    return [costOfMove(view, action), leaving, winterAhead(view)].filter(Boolean).join(" ");
  }
  if (type === "deploy") {
    const weak = arrivals(view).get(town)?.kind === "weak";
    return [...arrivalLines(view, town).slice(0, 1), weak ? text("hint-arrives-weak") : ""].join(" ").trim();
  }
  if (hasOdds(view)) return oddsOfHint(view, action, locateBlocks(view), factsTold(storyOf(view.you).lines(false)));
  return [type.startsWith("muster") && wantsExplanations() ? text("muster-does") : "", winterAhead(view)]
    .filter(Boolean)
    .join(" ");
}

/** Whether the page gives odds of this fight: where the site gives none a hint has none. @param {View} view */
function hasOdds(view) {
  return Boolean(view.battle) && document.getElementById("odds-list") !== null;
}

/**
 * What is proposed: what the computer would play, unless it is what the page calls likely bad.
 * @param {View} view @param {{said: string, why: string, action: GameAction, blocks?: string[]}} answer
 * @returns {{said: string, why: string, action: GameAction, blocks?: string[]}}
 */
function insteadOf(view, answer) {
  if (!hasOdds(view)) return answer;
  const events = factsTold(storyOf(view.you).lines(false));
  return insteadOfBad(view, answer.action, locateBlocks(view), events) ?? answer;
}

/** What a march costs in Moves, which the blocks of a town share. @param {View} view @param {GameAction} action */
function costOfMove(view, { block = "", path = [] }) {
  const start = locateBlocks(view).get(block)?.town ?? "";
  const ways = routesTo(view, block, path.at(-1) ?? "", start).filter(({ action }) => action.type === "move");
  if (ways.length === 0) return "";
  const left = view["moves-left"] ?? 0;
  if (ways.every(({ cost }) => cost === 0)) return text("hint-move-paid");
  return left === 1 ? text("hint-last-move") : text("hint-move-costs", { left });
}

/** Asks, where this view lets something be decided. */
export async function askForHint() {
  const view = state.view;
  if (!view || state.asked) return;
  if (state.told) {
    say(...state.told);
    return;
  }
  state.asked = view;
  say(text("computer-thinks"), "");
  const answer = await callApi("GET", `${page.urls.hint}${page.solo && view.you ? `?side=${view.you}` : ""}`);
  // Somebody who has acted meanwhile asks for nothing any more, or for something else.
  if (state.asked !== view) return;
  state.asked = null;
  if (answer?.ok) {
    const { said, why, action, blocks } = insteadOf(view, answer.body);
    state.told = [said, [why, explanationOf(view, action)].join(" ").trim(), lightOf(view, action, blocks)];
    shown.advised = state.told[2];
    say(...state.told);
  } else say(answer?.body.detail ?? text("offline-odds"), "");
}
