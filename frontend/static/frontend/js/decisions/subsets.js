// A decision of several blocks at once, such as who fires or goes home: checkboxes, the limits, and one button.

import { figuresInWords } from "../blocks/figures.js";
import { html } from "../page/dom.js";
import { blockName, page, text } from "../page/page.js";
import { fieldNote } from "./ahead.js";
import { dangerOfSet } from "./danger.js";
import { forecastOfSet, verdictInWords } from "./forecast.js";
import { answeringFire, committedBlocks, fireOddsOfSet, stormsOrSallies } from "./odds.js";
import * as offers from "./offers.js";
import { drawQuietHere } from "./quiet.js";
import { setWords } from "./sets.js";
import { choiceConsequence, costOfNobody, drawFolding } from "./whys.js";

/**
 * @typedef {import("./offers.js").Offer} Offer
 * @typedef {ReturnType<typeof import("../map/whereabouts.js").locateBlocks>} Where
 */

/**
 * A subset as checkboxes, with how many are allowed, and one button. What is ticked stays so while the decision is the
 * same.
 *
 * @param {View} view @param {Offer} offer @param {Where} where @param {{act: (action: GameAction) => void}} hands
 * @param {string} decision @param {GameEvent[]} events  what has happened, oldest first
 */
export function drawSubset(view, offer, where, hands, decision, events) {
  const { some, least, most } = /** @type {NonNullable<Offer["blocks"]>} */ (offer.blocks);
  const words = setWords(view, offer);
  const before = document.querySelector(`#choices .subset[data-decision="${decision}"]`);
  const atIt = offers.alreadyDoing([offer], (id) => where.get(id)?.seen);
  const ticked = (/** @type {string} */ id) =>
    before ? Boolean(before.querySelector(`input[data-key="pick-${offer.type}-${id}"]:checked`)) : atIt.includes(id);
  const boxes = some.map((id) => {
    const attributes = { value: id, checked: ticked(id), "data-key": `pick-${offer.type}-${id}`, "data-pick": id };
    return /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", ...attributes }));
  });
  const confirm = html("button", { type: "submit", "data-key": `confirm-${offer.type}`, "data-type": offer.type }, "");
  const limits = html("p", { class: "hint" }, words.limits);
  const follows = html("div", { class: "set-follows" });
  const picked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const check = () => {
    const count = picked().length;
    // Where as many are ticked as may go, none other can be: the limit says why.
    for (const box of boxes) if (!picked().includes(box.value)) box.disabled = count >= most;
    limits.classList.toggle("reached", count >= most && most < some.length);
    confirm.toggleAttribute("disabled", count < least || count > most);
    confirm.textContent = words.decide(picked());
    // To send nobody is no more usual than to send some: only what was chosen stands out.
    confirm.classList.toggle("primary", count > 0);
    follows.replaceChildren(...drawSetFollows(view, offer.type, picked(), where, events));
  };
  const form = html(
    "form",
    { class: "subset", "data-least": least, "data-most": most, "data-decision": decision },
    html(
      "fieldset",
      {},
      html("legend", {}, words.question),
      limits,
      some.map((id, i) =>
        html(
          "label",
          {},
          boxes[i],
          html("span", {}, blockName(id), html("small", {}, ` ${figuresInWords(id, where.get(id)?.strength)}`)),
        ),
      ),
    ),
    confirm,
    drawQuietHere(view, hands),
    follows,
  );
  form.addEventListener("change", check);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    hands.act(offers.asAction(offer, picked()));
  });
  check();
  return form;
}

/**
 * What follows if these are sent, or nobody: whether it is a good idea, who may fall, what it costs; the figures of a
 * round and what happens then can be folded.
 * @param {View} view
 * @param {string} type
 * @param {string[]} picked
 * @param {Where} where
 * @param {GameEvent[]} [events]  what has happened, oldest first
 */
export function drawSetFollows(view, type, picked, where, events = []) {
  const set = picked.length > 0 ? "some" : committedBlocks(view, type).length > 0 ? "stay" : "none";
  const dangers = dangerOfSet(view, type, picked, where, events).join(" ");
  const odds = [answeringFire(view, type, picked, events), fireOddsOfSet(view, type, picked, where)]
    .filter(Boolean)
    .join(" ");
  const cost = set === "none" ? costOfNobody(view, type) : "";
  const follows = choiceConsequence(view, type, set);
  // Where the site gives no odds of fights the figures of a round stand alone.
  const forecast = document.getElementById("odds-list") ? forecastOfSet(view, type, picked, where, events) : null;
  const figures = odds ? html("p", { class: "set-odds" }, odds) : null;
  const field = type === "garrison" ? fieldNote(view, picked, where, events) : "";
  const jihad = jihadInWords(view, type, picked);
  const lines = [
    jihad ? html("p", { class: "set-jihad" }, jihad) : null,
    forecast && html("p", { class: "set-verdict" }, verdictInWords(forecast, type)),
    field ? html("p", { class: "set-verdict" }, field) : null,
    dangers ? html("p", { class: "danger-told" }, dangers) : null,
    forecast ? null : figures,
    cost ? html("p", {}, cost) : null,
  ].filter((line) => line !== null);
  const rest = [forecast && figures, html("p", {}, follows)];
  // A lesson says itself what to press: who wants to know more opens it.
  if (page.lesson) return [drawFolding(view, html("div", {}, lines, rest))];
  // What is told alone is short enough to stand open.
  return lines.length > 0 ? [...lines, drawFolding(view, html("div", {}, rest))] : [html("p", {}, follows)];
}

/**
 * Who fires first in this round by a Jihad, if they attack; once blocks are chosen to storm, the besieged cannot.
 * @param {View} view @param {string} type @param {string[]} picked
 */
function jihadInWords(view, type, picked) {
  const { battle, you } = view;
  // Who goes into a castle, or comes to a field of their own side that is attacked, does not attack (R14).
  if (!battle?.jihad || battle.round > 1 || !stormsOrSallies(view, type)) return "";
  if (battle.jihad === you) return text(`jihad-${type}-own`);
  return type === "storm" && picked.length === 0 ? text("jihad-storm-theirs") : "";
}
