// What ends a decision, or takes it back: the last row of the bar.

import { isPhone } from "../page/browser.js";
import { html } from "../page/dom.js";
import { wantsExplanations } from "../page/explained.js";
import { cardName, page, text } from "../page/page.js";
import { keyedButton } from "./buttons.js";
import { actionLabel, actionVerb } from "./labels.js";
import * as offers from "./offers.js";
import { citiesToWarnOf, markWarned, openCityWarning } from "./opencities.js";
import { hungryInWinter, whyNotDone } from "./surplus.js";
import { drawCommonWays } from "./together.js";
import { choiceConsequence } from "./whys.js";

/**
 * @typedef {import("./choices.js").Hands} Hands
 * @typedef {import("./choices.js").Selection} Selection
 */

/**
 * Done and its like, and taking back.
 * @param {View} view
 * @param {Selection} selection
 * @param {Hands} hands
 * @param {boolean} sure
 */
export function drawEnds(view, selection, hands, sure) {
  const all = /** @type {import("./offers.js").Offer[]} */ (view.actions ?? []);
  const undo = view["can-undo"];
  // A card that was chosen is all there is to take back, and an action that takes it back would be told to the enemy
  // later.
  const card = all.some((offer) => offer.type === "take-back-card");
  const restart = view["can-restart"] && !card;
  const ends = all.filter(
    (offer) =>
      Object.keys(offer).every((field) => field === "type" || field === "about") &&
      !(undo && offer.type === "take-back-card"),
  );
  if (view.status === "over")
    return html(
      "div",
      { class: "ends" },
      html("div", { class: "buttons" }, keyedButton("replay-game", text("replay-game"), hands.replay, "primary")),
    );
  const missing = ends.length === 0 ? whyNotDone(view) : "";
  const hint = hands.hint !== null && all.length > 0 && isPhone();
  const together = selection.blocks.length === 0 ? drawCommonWays(view, hands) : null;
  if (ends.length === 0 && !undo && !restart && !missing && !hint && !together) return null;
  const unused = view["moves-left"] ?? 0;
  // The lesson says itself when to press Done.
  const lost = !page.lesson && unused > 0 && canStillMove(all);
  const cities = page.lesson ? [] : citiesToWarnOf(view);
  const hungry = page.lesson ? "" : hungryInWinter(view);
  const asks = lost || cities.length > 0 || hungry !== "";
  // Where nothing but taking back is left, there is nothing to go on with.
  const more = all.length > ends.length;
  if (sure && asks) return drawWarning(view, hands, { unused: lost ? unused : 0, cities, hungry, more });
  const chosen = view.you ? view.cards[view.you].choice : null;
  return html(
    "div",
    { class: "ends" },
    chosen && html("p", { class: "what" }, text("chosen-card", { card: cardName(chosen) })),
    together,
    html(
      "div",
      { class: "buttons" },
      ends.map((offer) => {
        const action = offers.asAction(offer);
        const done = action.type === "done";
        const press = () => (done && asks ? hands.sure(true) : hands.act(action));
        const drawn = keyedButton(
          JSON.stringify(action),
          actionLabel({ action, about: {} }),
          press,
          done ? "primary" : "",
          action.type,
        );
        if (!done) drawn.append(html("small", {}, choiceConsequence(view, action.type)));
        return drawn;
      }),
      missing &&
        html(
          "button",
          {
            type: "button",
            class: "primary",
            disabled: true,
            "data-key": "done-later",
            "aria-describedby": "why-not-done",
          },
          actionVerb("done"),
        ),
      all.some((offer) => offer.type === "muster-to") && drawMusterTurn(selection.type === "muster-to", hands),
      hint && keyedButton("hint-turn", text("hint"), () => hands.hint?.()),
      undo && keyedButton("undo", text("undo"), hands.undo),
      restart && keyedButton("restart", text("restart"), hands.restart, "quiet"),
    ),
    // Who wants explanations reads it above the map.
    selection.type === "muster-to" &&
      !wantsExplanations() &&
      html("p", { class: "hint", "data-advice": "muster" }, text("muster-does")),
    missing && html("p", { class: "hint", id: "why-not-done" }, text("done-when", { why: missing })),
  );
}

/**
 * What would be lost by ending the movement now, with the question whether it shall end.
 * @param {View} view
 * @param {Hands} hands
 * @param {{unused: number, cities: string[], hungry: string, more: boolean}} losses  Moves, cities left empty, towns
 *   that winter starves; `more`: something else can still be done
 */
function drawWarning(view, hands, { unused, cities, hungry, more }) {
  const lines = [
    ...(unused > 0 ? [text("moves-unused", { count: unused })] : []),
    ...(hungry ? [hungry] : []),
    ...cities.map((city) => openCityWarning(view, city)),
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
 * @param {boolean} on
 * @param {Hands} hands
 */
function drawMusterTurn(on, hands) {
  const press = () => hands.select({ type: on ? null : "muster-to" });
  return html(
    "button",
    { type: "button", "data-key": "muster-turn", "aria-pressed": String(on), onclick: press },
    actionVerb("muster-to"),
  );
}

/** @param {import("./offers.js").Offer[]} all */
function canStillMove(all) {
  return all.some((offer) => ["move", "muster-to", "sea-move", "enter"].includes(offer.type));
}
