// What follows from each choice of a decision, a sentence each. Those of cards and of what stands in the bar are at
// their buttons.

import { localStore, mediaQuery } from "../page/browser.js";
import { html } from "../page/dom.js";
import { neighborsInBattle } from "./ahead.js";
import { costOfWaiting } from "./waiting.js";
import { page, text, withColon } from "../page/page.js";
import { actionVerb } from "./labels.js";
import { behindWalls } from "./odds.js";
import * as offers from "./offers.js";
import { fatesOfHit } from "./winter.js";

/** @typedef {import("./offers.js").Offer} Offer */

/** Decisions of sets in which nobody chosen means to wait. */
const WAITED = new Set(["storm", "sally"]);
/** These say at their own buttons what follows. */
const AT_THE_BUTTON = new Set(["play-card", "take-back-card", "go-first", "go-second"]);
/** Steps with much else to be seen, on any screen and on a small one: their sentences are folded at first. */
const FULL = "fight";
const FULL_ON_A_PHONE = new Set(["move", "family", "garrison", "storm", "exchange", "sally"]);

/**
 * What follows from a choice of this type.
 * @param {View} view
 * @param {string} type
 * @param {string} [set]  `none`, `some` or `stay`, of a set of blocks; `changed`, when Saladin has changed places
 */
export function choiceConsequence(view, type, set = "") {
  const keys = [
    isOnWalls(view, type) && `why-${type}-walls`,
    view.ruleset.edition === "1.4" && `why-${type}-weaker`,
    set && `why-${type}-${set}`,
    `why-${view.step}-${type}`,
    `why-${type}`,
  ];
  const found = keys.find((key) => key && key in page.texts);
  const town = view.battle?.town ?? "";
  const { now, later } = waits(view, type, set) ? costOfWaiting(view, town) : { now: "", later: "" };
  const neighbors = type === "choose-battle" ? neighborsInBattle(view) : "";
  // Of a set of blocks what waiting costs now stands beside this: `costOfNobody`.
  return [found ? text(found) : "", neighbors, set ? "" : now, later].filter(Boolean).join(" ");
}

/** Whether a siege goes on by this without a fight. @param {View} view @param {string} type @param {string} set */
function waits(view, type, set) {
  return (
    (view.step === "leave-siege" && type === "done") ||
    (WAITED.has(view.step ?? "") && type === view.step && set === "none")
  );
}

/** What it costs now to send nobody; "" where it costs nothing. @param {View} view @param {string} type */
export function costOfNobody(view, type) {
  return waits(view, type, "none") ? costOfWaiting(view, view.battle?.town ?? "").now : "";
}

/** Whether hits fall on a castle that is stormed, or are taken there. @param {View} view @param {string} type */
function isOnWalls(view, type) {
  const offer = (view.actions ?? []).find((/** @type {Offer} */ one) => one.type === type);
  const [block] = offer && "block" in offer ? offers.allowedValues(offer, "block") : [];
  if (type === "take-hit")
    return Boolean(view.battle?.storm && block && view.battle["castle-of"] === page.blocks[block]?.side);
  return type === "fire" && Boolean(block) && behindWalls(view, block);
}

/**
 * The sentences of all that is offered; they can be folded, and stay so for this kind of decision.
 * @param {View} view
 */
export function drawChoiceConsequences(view) {
  const all = /** @type {Offer[]} */ (view.actions ?? []);
  const types = [
    ...new Set(all.filter((offer) => !offer.blocks && !AT_THE_BUTTON.has(offer.type)).map(({ type }) => type)),
  ].filter((type) => choiceConsequence(view, type));
  if (types.length === 0) return null;
  const changed = view.step === "family" && all.length === 1 ? "changed" : "";
  return drawFolding(
    view,
    html(
      "ul",
      {},
      types.map((type) =>
        html(
          "li",
          { "data-why": type },
          html("strong", {}, named(type)),
          " ",
          [choiceConsequence(view, type, changed), ...(type === "take-hit" ? fatesOfHit(view) : [])].join(" "),
        ),
      ),
    ),
  );
}

/**
 * What can be folded away below a line that opens it; it stays as it was left for this kind of decision.
 * @param {View} view
 * @param {HTMLElement} inside
 */
export function drawFolding(view, inside) {
  const step = view.step ?? "";
  const name = `whys-${step}`;
  const kept = localStore.get(name);
  const open =
    kept === null
      ? !(page.lesson || step === FULL || (FULL_ON_A_PHONE.has(step) && mediaQuery("(max-width: 60rem)")))
      : kept === "open";
  // Told before the browser turns it.
  const fold = (/** @type {Event} */ event) => {
    const { parentElement } = /** @type {HTMLElement} */ (event.currentTarget);
    localStore.set(name, parentElement?.hasAttribute("open") ? "folded" : "open");
  };
  return html(
    "details",
    { class: "whys", open },
    html("summary", { "data-key": name, onclick: fold }, text("what-follows")),
    inside,
  );
}

/** @param {string} type */
function named(type) {
  return `verb-${type}` in page.texts ? withColon(actionVerb(type)) : "";
}
