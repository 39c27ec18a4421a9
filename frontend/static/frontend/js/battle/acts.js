// What can be done on the stage, as buttons below it: the acts of the chosen block with their odds, or how many of
// those pressed go.

import { actionButton } from "../decisions/buttons.js";
import { html, replaceChildren } from "../page/dom.js";
import { figuresInWords } from "../blocks/figures.js";
import { dangerOfChoice, outstandingType, shelterOfChoice } from "../decisions/danger.js";
import { strongestSet } from "../decisions/forecast.js";
import { actionVerb } from "../decisions/labels.js";
import { fireOddsLines } from "../decisions/odds.js";
import * as offers from "../decisions/offers.js";
import { drawQuietHere } from "../decisions/quiet.js";
import { filledSet, setWords } from "../decisions/sets.js";
import { winterOfPlan } from "../decisions/surplus.js";
import { drawSetFollows } from "../decisions/subsets.js";
import { drawCommonWays, drawFireTogether, drawWithdrawTogether, whyStopped } from "../decisions/together.js";
import { drawChoiceConsequences } from "../decisions/whys.js";
import { blockName, text, townName, withColon } from "../page/page.js";

/**
 * @typedef {import("../decisions/choices.js").Selection} Selection
 * @typedef {import("../decisions/choices.js").Where} Where
 * @typedef {import("../decisions/choices.js").Hands} Hands
 */
/** @typedef {import("../decisions/offers.js").Offer} Offer @typedef {import("../decisions/offers.js").Choice} Choice */

/** A press on a block does these at once. */
const AT_ONCE = new Set(["take-hit"]);

/** What a press on this block decides at once, or "". @param {View} view @param {string} block */
export function actsAtOnce(view, block) {
  const choices = offers
    .offersForBlock(
      (view.actions ?? []).filter((/** @type {Offer} */ offer) => !offer.blocks),
      block,
    )
    .flatMap(offers.expandOffer);
  return choices.length === 1 && AT_ONCE.has(choices[0].action.type) ? choices[0].action.type : "";
}

/**
 * As many as may go, the strongest.
 * @param {View} view
 * @param {string} type
 * @param {{some: string[], most: number}} able
 * @param {Where} where
 * @param {Hands} hands
 * @param {GameEvent[]} events
 */
function drawStrongest(view, type, able, where, hands, events) {
  const choose = () => hands.select({ blocks: strongestSet(view, type, able, where, events) });
  return html(
    "button",
    { type: "button", "data-key": `strongest-${type}`, onclick: choose },
    text(type === "garrison" ? "choose-strongest-garrison" : "choose-strongest", { count: able.most }),
  );
}

/**
 * Draws what can be done on the stage.
 *
 * @param {HTMLElement} root
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 * @param {GameEvent[]} events  what has happened, oldest first
 */
export function drawActs(root, view, selection, where, hands, events) {
  const all = /** @type {Offer[]} */ (view.actions ?? []);
  const subset = all.find((offer) => offer.blocks);
  const blocks = all.filter((offer) => "block" in offer && !offer.blocks);
  const ids = offers.blocksOf(blocks);
  const [chosen] = selection.blocks;
  if (subset) replaceChildren(root, drawSubset(view, subset, selection, where, hands, events));
  else if (chosen && ids.includes(chosen))
    replaceChildren(root, drawChosen(view, chosen, blocks, where, selection, hands), drawChoiceConsequences(view));
  else
    replaceChildren(
      root,
      ids.length > 0
        ? html("p", { class: "hint" }, text(ids.every((id) => actsAtOnce(view, id)) ? "press-hit" : "press-block"))
        : null,
      drawChoiceConsequences(view),
    );
}

/**
 * Draws what is needed to choose several blocks on the stage: the question, and the button that decides.
 *
 * @param {View} view
 * @param {Offer} offer
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 * @param {GameEvent[]} events
 */
function drawSubset(view, offer, selection, where, hands, events) {
  const { some, least, most } = /** @type {{some: string[], least: number, most: number}} */ (offer.blocks);
  const words = setWords(view, offer);
  const picked = selection.blocks.filter((id) => some.includes(id));
  return html(
    "div",
    { class: "subset", "data-least": least, "data-most": most },
    html(
      "p",
      { class: "what" },
      html("strong", {}, words.question),
      html("small", { class: filledSet(view, picked) ? "hint reached" : "hint" }, ` ${words.limits}`),
      html("small", { class: "hint" }, ` ${text("press-blocks")}`),
    ),
    html(
      "div",
      { class: "buttons" },
      html(
        "button",
        {
          type: "button",
          // To send nobody is no more usual than to send some: only what was chosen stands out.
          class: picked.length > 0 ? "primary" : "",
          "data-key": `confirm-${offer.type}`,
          "data-type": offer.type,
          disabled: picked.length < least || picked.length > most,
          onclick: () => hands.act(offers.asAction(offer, picked)),
        },
        words.decide(picked),
      ),
      picked.length === 0 && drawQuietHere(view, hands),
      most >= some.length &&
        picked.length < some.length &&
        html(
          "button",
          { type: "button", "data-key": `all-${offer.type}`, onclick: () => hands.select({ blocks: [...some] }) },
          text(`choose-all-${offer.type}`, { count: some.length }),
        ),
      most > 0 &&
        most < some.length &&
        picked.length < most &&
        drawStrongest(view, offer.type, { some, most }, where, hands, events),
      picked.length > 0 &&
        html(
          "button",
          { type: "button", class: "quiet", "data-key": "pick-none", onclick: () => hands.select({}) },
          text("choose-none"),
        ),
    ),
    html("div", { class: "set-follows" }, drawSetFollows(view, offer.type, picked, where, events)),
  );
}

/**
 * Draws the acts of the chosen block.
 *
 * @param {View} view
 * @param {string} id
 * @param {Offer[]} blocks
 * @param {Where} where
 * @param {Selection} selection
 * @param {Hands} hands
 */
function drawChosen(view, id, blocks, where, selection, hands) {
  const choices = offers.offersForBlock(blocks, id).flatMap(offers.expandOffer);
  /** @type {Map<string, Choice[]>} */
  const types = new Map();
  for (const choice of choices) types.set(choice.action.type, [...(types.get(choice.action.type) ?? []), choice]);
  const main = outstandingType(view, choices, where);
  const together = types.has("retreat") ? drawCommonWays(view, hands) : null;
  const opens = (/** @type {string} */ type) =>
    (types.get(type)?.length ?? 0) > 1 || (type === "retreat" && together !== null);
  const leads = selection.type && opens(selection.type) ? selection.type : null;
  const [firing, others] = [true, false].map((fires) =>
    [...types]
      .filter(([type]) => (type === "fire") === fires)
      .map(([type, group]) =>
        opens(type)
          ? drawOpener(type, group.length, selection, hands)
          : drawAct(view, group[0], where, hands, type === main),
      ),
  );
  const stopped = whyStopped(view);
  const beside = [...others, types.has("withdraw") && drawWithdrawTogether(view, hands)].filter(Boolean);
  return html(
    "section",
    { class: "chosen-block" },
    html("h2", {}, blockName(id), html("small", {}, ` ${figuresInWords(id, where.get(id)?.strength)}`)),
    stopped && html("p", { class: "hint", "data-advice": "stopped" }, stopped),
    html(
      "div",
      { class: "buttons" },
      // Where an act leads stands in the place of the acts, and covers nothing.
      leads
        ? [drawMenuOf(view, leads, types.get(leads) ?? [], where, selection, hands), leads === "retreat" && together]
        : [
            firing,
            types.has("fire") && drawFireTogether(view, hands),
            beside.length > 0 && html("div", { class: "other-acts" }, beside),
          ],
    ),
  );
}

/** Those that leave the battle; what stands beside them says what else they do. */
const LEAVING = new Set(["retreat", "harry"]);

/**
 * How many of its blocks the town feeds in winter to which a block leaves the battle; "" where all.
 * @param {View} view @param {Where} where @param {Choice} choice
 */
function winterOfChoice(view, where, { action }) {
  const town = LEAVING.has(action.type) ? offers.destination(action) : null;
  return town ? winterOfPlan(view, where, { actions: [action], town }) : "";
}

/** Where blocks withdraw to: from a storm to the field, else into the castle (6.54, 6.42). @param {View} view */
function refuge(view) {
  return text(view.battle?.storm ? "back-to-field" : "into-castle");
}

/**
 * The button of an act that leads to one place, or nowhere.
 * @param {View} view
 * @param {Choice} choice
 * @param {Where} where
 * @param {Hands} hands
 * @param {boolean} first
 */
function drawAct(view, choice, where, hands, first) {
  const { type } = choice.action;
  const leaving = LEAVING.has(type) ? text(`${type}-does`) : "";
  const facts = type === "withdraw" ? [refuge(view)] : [...fireOddsLines(view, choice, where), leaving];
  const danger = dangerOfChoice(view, choice, where);
  const shelter = shelterOfChoice(view, choice, where);
  const winter = winterOfChoice(view, where, choice);
  return actionButton(choice, hands, first ? "primary" : "", [
    ...drawOdds(facts.filter(Boolean)),
    ...(danger ? [html("span", { class: "danger-told" }, danger)] : []),
    ...(shelter ? [html("span", { class: "shelter-told" }, shelter)] : []),
    ...(winter ? [html("span", { class: "winter-told" }, ` ${winter}`)] : []),
  ]);
}

/**
 * The button that opens the list of an act's towns.
 * @param {string} type
 * @param {number} count  of the towns
 * @param {Selection} selection
 * @param {Hands} hands
 */
function drawOpener(type, count, selection, hands) {
  const leaving = LEAVING.has(type) ? text(`${type}-does`) : "";
  return html(
    "button",
    {
      type: "button",
      "data-key": `group-${type}`,
      "aria-expanded": "false",
      onclick: () => hands.select({ ...selection, type }),
    },
    actionVerb(type),
    html(
      "small",
      {},
      leaving && html("span", { class: type === "harry" ? "" : "lesser" }, leaving, ", "),
      text("to-towns", { count }),
    ),
  );
}

/**
 * The towns to which an act of the chosen block leads, and the way back to its other acts.
 * @param {View} view
 * @param {string} type
 * @param {Choice[]} group
 * @param {Where} where
 * @param {Selection} selection
 * @param {Hands} hands
 */
function drawMenuOf(view, type, group, where, selection, hands) {
  return [
    html(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-key": `group-${type}`,
        "aria-expanded": "true",
        onclick: () => hands.select({ ...selection, type: null }),
      },
      `‹ ${actionVerb(type)}`,
    ),
    html(
      "div",
      { class: "menu-list" },
      group.map((choice) => {
        const winter = winterOfChoice(view, where, choice);
        return actionButton(choice, hands, "", winter, townName(offers.destination(choice.action) ?? ""));
      }),
    ),
  ];
}

/**
 * A small menu at the chosen block: what can be done with it, each act a press. It is for pointers: the buttons below
 * the stage are the same acts, with their odds, for the keyboard and for those who hear the page.
 *
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 * @returns {{block: string, menu: HTMLElement} | null}
 */
export function drawMenu(view, selection, where, hands) {
  const [block, ...others] = selection.blocks;
  if (!block || others.length > 0 || selection.given || view.step !== "fight") return null;
  /** @type {Map<string, Choice[]>} */
  const types = new Map();
  const able = (view.actions ?? []).filter((/** @type {Offer} */ offer) => "block" in offer && !offer.blocks);
  const choices = offers.offersForBlock(able, block).flatMap(offers.expandOffer);
  for (const choice of choices) types.set(choice.action.type, [...(types.get(choice.action.type) ?? []), choice]);
  if (types.size === 0) return null;
  const main = outstandingType(view, choices, where);
  const open = selection.menu && types.has(selection.menu) ? selection.menu : null;
  const press = (/** @type {string} */ words, /** @type {() => void} */ act, look = "") =>
    html("button", { type: "button", class: look, tabindex: -1, onclick: act }, words);
  const menu = open
    ? [
        press(`‹ ${actionVerb(open)}`, () => hands.select({ ...selection, menu: null }), "quiet"),
        ...(types.get(open) ?? []).map((choice) =>
          press(townName(offers.destination(choice.action) ?? ""), () => hands.act(choice.action)),
        ),
      ]
    : [...types].map(([type, group]) =>
        press(
          group.length > 1
            ? `${actionVerb(type)} …`
            : type === "withdraw"
              ? withColon(actionVerb(type)) + ` ${refuge(view)}`
              : actionVerb(type),
          () => (group.length > 1 ? hands.select({ ...selection, menu: type }) : hands.act(group[0].action)),
          type === main ? "primary" : "",
        ),
      );
  return { block, menu: html("div", { class: "block-acts", "aria-hidden": "true" }, menu) };
}

/** What matters least is left out where there is little room. @param {string[]} parts */
function drawOdds(parts) {
  return parts.map((part, i) => html("span", { class: i > 1 ? "lesser" : "" }, i > 0 ? ` · ${part}` : part));
}
