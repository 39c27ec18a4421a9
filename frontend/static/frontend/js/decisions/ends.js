// What ends a decision, or takes it back: the last row of the bar.

import { isPhone } from "../page/browser.js";
import { html } from "../page/dom.js";
import { wantsExplanations } from "../page/explained.js";
import { cardName, page, text, townName } from "../page/page.js";
import { keyedButton, signedButton } from "./buttons.js";
import { drawDisbanding } from "./disbanding.js";
import { actionLabel, actionVerb } from "./labels.js";
import * as offers from "./offers.js";
import { citiesToWarnOf, markWarned, openCityWarning } from "./opencities.js";
import {
  campaignInVain,
  hungryInWinter,
  siegeKept,
  signOfSurplus,
  starvingBesiegers,
  whyNotDone,
  winterAhead,
  winterPeace,
} from "./surplus.js";
import { drawCommonWays } from "./together.js";
import { choiceConsequence } from "./whys.js";
import { stepsUnspent } from "./winter.js";

/**
 * @typedef {import("./choices.js").Hands} Hands
 * @typedef {import("./choices.js").Selection} Selection
 */

/** Steps in which many acts make one decision. */
export const MANY_ACTS = new Set(["move", "seats"]);

/**
 * Done and its like, and taking back.
 * @param {View} view
 * @param {Selection} selection
 * @param {Hands} hands
 * @param {boolean} sure
 */
export function drawEnds(view, selection, hands, sure) {
  if (view.status === "over") return drawOver(hands);
  const ends = endingOffers(view);
  const missing = ends.length === 0 ? whyNotDone(view) : "";
  const losses = lossesByEnding(view);
  const buttons = [
    ...ends.map((offer) => drawEnd(view, offer, hands)),
    ...(missing ? [drawDoneLater()] : []),
    ...drawHint(view, hands),
    ...drawUndo(view, hands, ends.length > 0),
    ...drawMusterTurn(view, selection, hands),
  ];
  // In a fight they stand in the list of the chosen block's retreats.
  const together = selection.blocks.length === 0 && view.step !== "fight" ? drawCommonWays(view, hands) : null;
  // Beside the map their list is in sight.
  const disbanding = isPhone() ? drawDisbanding(view, hands) : null;
  if (buttons.length === 0 && !together && !disbanding) return null;
  if (sure && losses) return drawWarning(view, hands, losses);
  const chosen = view.you ? view.cards[view.you].choice : null;
  const winter = page.lesson
    ? ""
    : [winterPeace(view), siegeKept(view), winterAhead(view), signOfSurplus(view), campaignInVain(view)]
        .filter(Boolean)
        .join(" ");
  const campaign = page.lesson ? null : drawCampaign(view, hands);
  // Below a list that a phone may have to scroll they keep their place.
  const place = together || disbanding || campaign ? " after-list" : "";
  return html(
    "div",
    { class: "ends" },
    chosen && html("p", { class: "what" }, text("chosen-card", { card: cardName(chosen) })),
    winter && html("p", { class: "hint", "data-advice": "winter" }, winter),
    campaign,
    together,
    disbanding,
    html("div", { class: `buttons${ends.every(({ type }) => type === "done") ? " one-row" : ""}${place}` }, buttons),
    drawNotes(selection, missing),
  );
}

/** What a muster is while one is called, and why Done must wait. @param {Selection} selection @param {string} missing */
function drawNotes(selection, missing) {
  // Who wants explanations reads it above the map.
  const musters = selection.type === "muster-to" && !wantsExplanations();
  return [
    musters && html("p", { class: "hint", "data-advice": "muster" }, text("muster-does")),
    missing && html("p", { class: "hint", id: "why-not-done" }, text("done-when", { why: missing })),
  ];
}

/**
 * Where a Winter Campaign is declared: a button for each siege that it can keep (8.2).
 * @param {View} view @param {Hands} hands
 */
function drawCampaign(view, hands) {
  const towns = (view.actions ?? []).flatMap((offer) =>
    offer.type === "winter-campaign" ? offers.allowedValues(offer, "town") : [],
  );
  const buttons = towns.map((town) => {
    const press = () => hands.act({ type: "winter-campaign", town });
    const drawn = keyedButton(`keep-siege-${town}`, text("keep-siege", { town: townName(town) }), press, "");
    drawn.append(html("small", {}, text("keep-siege-does")));
    return drawn;
  });
  return buttons.length > 0 ? html("div", { class: "buttons", "data-advice": "winter-campaign" }, buttons) : null;
}

/** When the game is over it can be looked back at. @param {Hands} hands */
function drawOver(hands) {
  const replay = keyedButton("replay-game", text("replay-game"), hands.replay, "primary");
  return html("div", { class: "ends" }, html("div", { class: "buttons" }, replay));
}

/** A hint can be asked for wherever something is decided. @param {View} view @param {Hands} hands */
function drawHint(view, hands) {
  if (hands.hint === null || !view.actions?.length) return [];
  return [signedButton("hint-turn", text("hint"), () => hands.hint?.())];
}

/** The offers that say nothing but that something is over. @param {View} view */
function endingOffers(view) {
  return (view.actions ?? []).filter(
    (offer) =>
      Object.keys(offer).every((field) => field === "type" || field === "about") &&
      !(view["can-undo"] && offer.type === "take-back-card"),
  );
}

/**
 * The buttons that take back the last act, and the whole turn. Where many acts make one decision they are there before
 * the first, so that no other button moves when they come.
 * @param {View} view @param {Hands} hands @param {boolean} ends  the decision can be ended
 */
function drawUndo(view, hands, ends) {
  const [undo, restart] = [Boolean(view["can-undo"]), canRestart(view)];
  const waits = !page.lesson && MANY_ACTS.has(view.step) && ends;
  return [
    ...(undo || waits ? [signedButton("undo", text("undo"), hands.undo, { disabled: !undo })] : []),
    ...(restart || waits ? [drawRestart(hands, restart)] : []),
  ];
}

/** @param {Hands} hands @param {boolean} able */
function drawRestart(hands, able) {
  return signedButton("restart", text("restart-short"), hands.restart, { disabled: !able, title: text("restart") });
}

/** Whether the whole turn can be taken back. @param {View} view */
function canRestart(view) {
  // A card that was chosen is all there is to take back, and an action that takes it back would be told to the enemy
  // later.
  return Boolean(view["can-restart"]) && !view.actions?.some((offer) => offer.type === "take-back-card");
}

/** A button that ends something; of Done it may be asked whether it is meant. @param {View} view @param {GameOffer} offer @param {Hands} hands */
function drawEnd(view, offer, hands) {
  const action = offers.asAction(offer);
  const done = action.type === "done";
  const label = actionLabel({ action, about: {} });
  const press = () => (done && lossesByEnding(view) ? hands.sure(true) : hands.act(action));
  const drawn = keyedButton(JSON.stringify(action), label, press, done ? "primary" : "", action.type);
  if (!done) drawn.append(html("small", {}, choiceConsequence(view, action.type)));
  return drawn;
}

/** Done, where something has to be done before. */
function drawDoneLater() {
  return html(
    "button",
    { type: "button", class: "primary", disabled: true, "data-key": "done-later", "aria-describedby": "why-not-done" },
    actionVerb("done"),
  );
}

/**
 * @typedef {{unused: number, card: string, cities: string[], hungry: string, unspent: string, more: boolean}} Losses  Moves,
 *   what an event gives, cities left empty, towns that winter starves, steps that towns still give back; `more`: something
 *   else can still be done
 */

/**
 * What would be lost by ending the decision now; null where nothing is. A lesson says itself when to press Done, but not
 * that besiegers whom it tells to lead home stay.
 * @param {View} view @returns {Losses | null}
 */
function lossesByEnding(view) {
  const more = (view.actions ?? []).length > endingOffers(view).length;
  const hungry = page.lesson ? starvingBesiegers(view) : hungryInWinter(view);
  const unused = !page.lesson && canStillMove(view.actions ?? []) ? (view["moves-left"] ?? 0) : 0;
  const card = page.lesson ? "" : eventUnused(view);
  const cities = page.lesson ? [] : citiesToWarnOf(view);
  const unspent = page.lesson ? "" : stepsUnspent(view);
  return unused > 0 || card || cities.length > 0 || hungry || unspent
    ? { unused, card, cities, hungry, unspent, more }
    : null;
}

/**
 * What ending would lose of the event that was played: a Jihad with nobody to attack (R13, R14), or blocks that Manna
 * could still strengthen; "" where nothing.
 * @param {View} view
 */
function eventUnused(view) {
  const { jihad, left } = view.prompt?.params ?? {};
  if (jihad && !Object.values(jihad).some(Boolean)) return text("jihad-unused");
  const able = view.step === "manna" ? offers.blocksOf(view.actions ?? []).length : 0;
  const count = Math.min(left ?? 0, able);
  return count > 0 ? text("manna-unused", { count }) : "";
}

/** @param {View} view @param {Losses} losses */
function linesOfLosses(view, { unused, card, cities, hungry, unspent }) {
  return [
    ...(unspent ? [unspent] : []),
    ...(unused > 0 ? [text("moves-unused", { count: unused })] : []),
    ...(card ? [card] : []),
    ...(hungry ? [hungry] : []),
    ...cities.map((city) => openCityWarning(view, city)),
  ];
}

/** What would be lost by ending the decision now, a sentence each. @param {View} view */
export function endingLosses(view) {
  const losses = lossesByEnding(view);
  return losses ? linesOfLosses(view, losses) : [];
}

/**
 * What would be lost by ending the movement now, with the question whether it shall end.
 * @param {View} view
 * @param {Hands} hands
 * @param {Losses} losses
 */
function drawWarning(view, hands, losses) {
  const { unused, cities, more } = losses;
  // Where nothing but taking back is left, there is nothing to go on with.
  const lines = [
    ...linesOfLosses(view, losses),
    ...(more ? [] : [text(view["can-undo"] ? "only-undo-left" : "nothing-left")]),
  ];
  const answer = (/** @type {() => void} */ then) => () => {
    markWarned(cities);
    then();
  };
  return html(
    "div",
    { class: "ends sure", role: "alertdialog", "aria-label": lines.join(" ") },
    lines.map((line) => html("p", {}, line)),
    html(
      "div",
      { class: "buttons" },
      keyedButton(
        "done-really",
        more ? text("end-anyway") : actionVerb("done"),
        answer(() => hands.act({ type: "done" })),
        more ? "danger" : "primary",
        "done",
      ),
      keyedButton(
        "done-not",
        text(unused > 0 ? "go-on" : "not-yet"),
        answer(() => hands.sure(false)),
        more ? "primary" : "quiet",
      ),
    ),
  );
}

/**
 * The list of towns to muster at lies below all blocks, on a phone far below the map: this lights them up on it.
 * @param {View} view @param {Selection} selection @param {Hands} hands
 */
function drawMusterTurn(view, selection, hands) {
  if (!view.actions?.some((offer) => offer.type === "muster-to")) return [];
  const on = selection.type === "muster-to";
  const press = () => hands.select({ type: on ? null : "muster-to" });
  return [signedButton("muster-turn", actionVerb("muster-to"), press, { "aria-pressed": String(on) })];
}

/** @param {GameOffer[]} all */
function canStillMove(all) {
  return all.some((offer) => ["move", "muster-to", "sea-move", "enter"].includes(offer.type));
}
