// A hint on request: what the computer would play in the player's place.

import { isSameQuestion } from "../decisions/kept.js";
import { factsTold } from "../log/story.js";
import { locateBlocks } from "../map/whereabouts.js";
import { byId, html, replaceChildren, setText } from "../page/dom.js";
import { page, text } from "../page/page.js";
import { callPatiently } from "../server/api.js";
import { labelOfHint, wayOfHint } from "./hintacts.js";
import { costsOfHint, givenUpByHint } from "./hintcosts.js";
import { lightOf } from "./hintlight.js";
import { besiegingOn, insteadOfBad, oddsOfHint } from "./hintodds.js";
import { placeHint } from "./screen.js";
import { state as shown, storyOf } from "./state.js";

/** What the page does for a hint: shows what it speaks of, and carries it out. */
let board = { light: () => {}, take: (/** @type {GameAction} */ _action, /** @type {Way} */ _way) => {} };

/**
 * @typedef {import("./hintacts.js").Way} Way
 * @typedef {object} Told  an answer as it is shown
 * @property {string} said
 * @property {string} why
 * @property {GameAction} action
 * @property {Way} way
 * @property {import("./hintlight.js").Light} light  what it speaks of
 */
const state = {
  /** @type {View | null} */ view: null,
  /** What is being asked about. @type {View | null} */ asked: null,
  /** As long as it holds it is shown again at once. @type {Told | null} */ told: null,
};

/** @param {typeof board} listeners  `light`: something else is to be lit */
export function watchHint(listeners) {
  board = listeners;
}

/** @type {import("../page/side.js").Panel} */
export const hintPanel = {
  start() {
    const here = document.getElementById("hint-here");
    if (!here) return;
    byId("hint-close").addEventListener("click", closeHint);
    byId("hint-do").addEventListener("click", () => state.told && board.take(state.told.action, state.told.way));
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") closeHint();
    });
    // On a phone, once read, it leaves a line below what is asked, whole again at a press on it or on the button that
    // asks.
    document.addEventListener("click", ({ target }) => {
      const inside = target instanceof Element && here.contains(target) && !target.closest("#hint-do");
      const asks = target instanceof Element && target.closest('[data-key="hint-turn"]');
      if (!here.hidden && !asks) here.classList.toggle("folded", !inside || !here.classList.contains("folded"));
    });
  },
  draw(view) {
    if (!state.view || !isSameQuestion(state.view, view)) dropHint();
    state.view = view;
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
  if (document.getElementById("hint-here")) say("", "");
}

/**
 * Shows a hint with its reason, and the button that carries it out.
 *
 * @param {string} said
 * @param {string} why
 * @param {Told | null} [told]  where it is the answer
 */
function say(said, why, told = null) {
  const here = byId("hint-here");
  here.hidden = said === "";
  here.classList.remove("folded");
  replaceChildren(byId("hint-here-said"), [html("strong", {}, said), why && ` ${why}`]);
  byId("hint-do").hidden = told === null;
  setText(byId("hint-do"), told ? labelOfHint(told.way) : "");
  const light = told?.light ?? null;
  if (shown.hinted !== light) {
    shown.hinted = light;
    board.light();
  }
  if (said === "") return;
  document.querySelector("#dock button.hinted")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  placeHint();
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
  const quiet = { ...answer, said: besiegingOn(view, answer.action) || answer.said };
  if (!hasOdds(view)) return quiet;
  const events = factsTold(storyOf(view.you).lines(false));
  return insteadOfBad(view, answer.action, locateBlocks(view), events) ?? quiet;
}

/**
 * What is said beside the computer's reason: what is given up comes first, where a phone shows it; then who goes, the odds
 * of an act in a battle, and what else it costs.
 * @param {View} view @param {GameAction} action @param {Way} way @param {string} [who]
 */
function explanationOf(view, action, way, who = "") {
  const odds = hasOdds(view)
    ? oddsOfHint(view, action, locateBlocks(view), factsTold(storyOf(view.you).lines(false)))
    : "";
  return [givenUpByHint(view, action, way), who, odds, costsOfHint(view, action, way)].filter(Boolean).join(" ");
}

/** Asks, where this view lets something be decided. */
export async function askForHint() {
  const view = state.view;
  if (!view || state.asked) return;
  if (state.told) {
    say(state.told.said, state.told.why, state.told);
    return;
  }
  state.asked = view;
  say(text("computer-thinks"), "");
  const address = `${page.urls.hint}${page.solo && view.you ? `?side=${view.you}` : ""}`;
  const answer = await callPatiently("GET", address, undefined, () => {
    if (state.asked === view) say(text("trying"), "");
  });
  // Somebody who has acted meanwhile asks for nothing any more, or for something else.
  if (state.asked !== view) return;
  state.asked = null;
  if (answer?.ok) {
    const { said, why: reason, action, blocks } = insteadOf(view, answer.body);
    const way = wayOfHint(view, action, blocks);
    const why = [reason, explanationOf(view, action, way, answer.body.who)].join(" ").trim();
    const light = lightOf(view, action, blocks);
    state.told = { said, why, action, way, light };
    shown.advised = light;
    say(said, why, state.told);
  } else say(answer?.body.detail ?? text("offline-odds"), "");
}
