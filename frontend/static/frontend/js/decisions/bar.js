// The one thing to do next: what is chosen and what would come of it, with the button that does it; else what ends the
// decision. On a phone it stays at the bottom of the screen, beside the map.

import { figuresInWords } from "../blocks/figures.js";
import { isPhone } from "../page/browser.js";
import { html, replaceChildren } from "../page/dom.js";
import { wantsExplanations } from "../page/explained.js";
import { blockName, page, text, townName } from "../page/page.js";
import { arrivalNote, drawArrival } from "./arrivals.js";
import { choiceOf, riskOf } from "./asking.js";
import { keyedButton } from "./buttons.js";
import { drawChips, drawMembers, drawNoneAndAll, measureSizes, membersOf } from "./chips.js";
import { drawEnds } from "./ends.js";
import * as following from "./following.js";
import { moveCost, actionLabel, actionVerb } from "./labels.js";
import * as offers from "./offers.js";
import * as plans from "./plan.js";
import { drawRoads } from "./roads.js";
import { strikeInWords } from "./striking.js";
import { isAskedInWinter, winterConsequence, winterLabel } from "./winter.js";

/**
 * @typedef {import("./choices.js").Hands} Hands
 * @typedef {import("./choices.js").Selection} Selection
 * @typedef {import("./choices.js").Where} Where
 */

/**
 * Draws the bar below the map: what is chosen, what follows, and the buttons that decide.
 *
 * @param {HTMLElement} root @param {View | null} view  null: nothing can be decided now
 * @param {Selection} selection @param {Where} where @param {Hands} hands
 * @param {{looked: string | null, plan: import("./plan.js").Plan | null, sure: boolean, staged: boolean,
 *   shows: boolean}} more
 * `looked`: the town looked at; `plan`: what waits to be confirmed; `sure`: that Moves are lost has been said;
 * `staged`: the stage has what can be done with a block; `shows`: dice are still to be shown, which can be skipped
 */
export function drawBar(root, view, selection, where, hands, { looked, plan, sure, staged, shows }) {
  const decision = view ? drawDecision(view, selection, where, hands, { looked, plan, sure, staged }) : [];
  const parts = [shows && drawSkip(hands), ...decision].filter(Boolean);
  root.hidden = parts.length === 0;
  const keepSizes = selection.muster || Object.keys(selection.listed).length > 0 ? measureSizes(root) : null;
  replaceChildren(root, parts);
  keepSizes?.();
}

/**
 * What is chosen, and what ends the decision.
 * @param {View} view @param {Selection} selection @param {Where} where @param {Hands} hands
 * @param {{looked: string | null, plan: import("./plan.js").Plan | null, sure: boolean, staged: boolean}} more
 */
function drawDecision(view, selection, where, hands, { looked, plan, sure, staged }) {
  const { muster, ask } = selection;
  const ends = plan || muster || ask ? null : drawEnds(view, selection, hands, sure);
  const town = !muster && selection.blocks.length === 0 && looked ? drawTownActs(view, looked, where, hands) : null;
  return [
    // Beside the map what ends the decision stands above all that comes and goes, on a phone at the thumb.
    isPhone() ? null : ends,
    drawWhatIsChosen(view, selection, where, hands, { plan, staged }),
    muster || plan ? null : drawArrival(view, hands),
    town,
    isPhone() ? ends : null,
  ];
}

/**
 * A plan, a muster, what is asked, or the chosen blocks; null where nothing is chosen.
 * @param {View} view @param {Selection} selection @param {Where} where @param {Hands} hands
 * @param {{plan: import("./plan.js").Plan | null, staged: boolean}} more
 */
function drawWhatIsChosen(view, selection, where, hands, { plan, staged }) {
  if (selection.muster) return drawMuster(view, selection, where, hands);
  if (plan) return drawPlan(view, selection, where, hands, plan);
  if (selection.ask) return drawQuestion(view, selection, where, hands);
  const listed = !staged && selection.blocks.length > 0 && !alone(view);
  return listed ? drawSelected(view, selection, where, hands) : null;
}

/**
 * What the one button says that sends what is chosen; empty where nothing can be sent yet, or several buttons do.
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {import("./plan.js").Plan | null} plan  what waits to be confirmed
 */
export function sendingButton(view, selection, where, plan) {
  const { blocks, muster, ask } = selection;
  if (muster) {
    const made = plans.planMove(view, where, blocks, muster, { muster: true });
    return made ? text("confirm-muster", { count: blocks.length - made.left.length }) : "";
  }
  if (plan) return areasOf(view, selection, plan, where).length > 1 ? "" : confirmLabel(view, plan);
  return ask ? actionLabel(ask) : "";
}

/**
 * What the button says that sends the blocks of a plan.
 *
 * @param {View} view
 * @param {import("./plan.js").Plan} plan
 */
function confirmLabel(view, plan) {
  if (arrivalNote(view, plan.town)) return text("confirm-arrives");
  return text(`confirm-${following.consequenceAt(view, plan.town, plan) || "go"}`);
}

/**
 * Draws the button that ends what is being shown, apart from those that were pressed before.
 *
 * @param {Hands} hands
 */
export function drawSkip(hands) {
  return html("div", { class: "buttons shows" }, keyedButton("skip-show", text("skip"), hands.skip));
}

/**
 * Whether nobody else could be chosen.
 *
 * @param {View} view
 */
function alone(view) {
  return offers.blocksOf(view.actions ?? []).length <= 1;
}

/**
 * The blocks of one's own that can still be sent somewhere from a town.
 * @param {View} view
 * @param {string} town
 * @param {Where} where
 */
function groupOf(view, town, where) {
  return offers.blocksOf(plans.movementOffers(view)).filter((block) => where.get(block)?.town === town);
}

/**
 * Draws the chosen blocks, before it is said where they go.
 *
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 */
function drawSelected(view, selection, where, hands) {
  const { blocks } = selection;
  const town = where.get(blocks[0])?.town ?? "";
  const group = plans.movesInGroups(view) ? groupOf(view, town, where) : [];
  const members = membersOf(selection);
  const more = group.length > 1 && group.some((block) => !members.includes(block));
  return html(
    "div",
    { class: "chosen-now" },
    html(
      "p",
      { class: "what" },
      html("strong", {}, naming(blocks, members)),
      members.length === 1 ? html("small", {}, ` ${figuresInWords(blocks[0], where.get(blocks[0])?.strength)}`) : null,
    ),
    html(
      "div",
      { class: "buttons" },
      more &&
        keyedButton("all-here", text("all-here", { count: group.length, town: townName(town) }), () =>
          hands.select({ blocks: group }),
        ),
      blocks.length === 1 &&
        canShow(view, blocks[0]) &&
        keyedButton(
          "show",
          actionVerb("keep-face-up"),
          () => hands.act({ type: "keep-face-up", block: blocks[0] }),
          "",
          "keep-face-up",
        ),
      keyedButton("other-block", text("clear"), () => hands.select({}), "quiet"),
    ),
    members.length > 1 && drawMembers(selection, hands),
  );
}

/**
 * Whether a besieging block can lie face-up in the place of another (6.51).
 * @param {View} view
 * @param {string} block
 */
function canShow(view, block) {
  return (view.actions ?? []).some(
    (/** @type {import("./offers.js").Offer} */ offer) =>
      offer.type === "keep-face-up" && offers.allowedValues(offer, "block").includes(block),
  );
}

/** @param {string[]} blocks @param {string[]} members  those left out as well: then the words must not grow */
function naming(blocks, members) {
  return blocks.length <= (members.length > 2 ? 1 : 2)
    ? blocks.map(blockName).join(", ")
    : text("blocks-chosen", { count: blocks.length });
}

/**
 * Draws the plan of the chosen blocks to go to a town, with the buttons that decide.
 *
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 * @param {import("./plan.js").Plan} plan
 */
function drawPlan(view, selection, where, hands, plan) {
  const areas = areasOf(view, selection, plan, where);
  const short = plan.cost > (view["moves-left"] ?? 99);
  const going = selection.blocks.length - plan.left.length;
  const why = choiceOf(view, where, plan, selection.blocks) || riskOf(view, where, plan);
  const asked = `asked-${why}` in page.texts ? text(`asked-${why}`) : "";
  return html(
    "div",
    { class: "plan-now" },
    html(
      "p",
      { class: "what" },
      html(
        "strong",
        {},
        plan.left.length > 0 && going > 0
          ? text("plan-some-to", { count: selection.blocks.length, going, town: townName(plan.town) })
          : text("plan-to", { blocks: naming(selection.blocks, membersOf(selection)), town: townName(plan.town) }),
      ),
      asked && html("small", { class: "hint asked" }, ` ${asked}`),
    ),
    html(
      "div",
      { class: "plan-list", "data-list": "plan" },
      html(
        "ul",
        { class: "follows" },
        following.consequenceLines(view, where, plan).map((line) => html("li", {}, line)),
      ),
      drawChips(view, selection, where, hands, plan),
      drawRoads(view, selection, where, hands, plan),
    ),
    html(
      "div",
      { class: "buttons pinned" },
      areas.length > 1 &&
        areas.map((area) =>
          keyedButton(
            `area-${area}`,
            text(`into-${area}`),
            () => hands.together(plan.actions.map((action) => ({ ...action, area }))),
            "primary",
          ),
        ),
      areas.length <= 1 &&
        html(
          "button",
          {
            type: "button",
            class: "primary",
            "data-key": "confirm",
            disabled: short,
            onclick: () => hands.together(plan.actions),
          },
          confirmLabel(view, plan),
          html(
            "small",
            {},
            short
              ? text("too-dear", { cost: moveCost(plan.cost) })
              : arrivalNote(view, plan.town) || (following.isPriced(plan) ? moveCost(plan.cost) : ""),
          ),
        ),
      keyedButton(
        "no-route",
        text("other-destination"),
        () => hands.select({ ...selection, town: null, road: null }),
        "quiet",
      ),
    ),
  );
}

/**
 * Castle or field, where a block from the sea may choose.
 * @param {View} view
 * @param {Selection} selection
 * @param {import("./plan.js").Plan} plan
 * @param {Where} where
 */
function areasOf(view, selection, plan, where) {
  const block = selection.blocks[0];
  if (selection.blocks.length !== 1) return [];
  return [
    ...new Set(
      plans
        .routesTo(view, block, plan.town, where.get(block)?.town)
        .map((way) => way.action.area)
        .filter(Boolean),
    ),
  ];
}

/**
 * A single action that waits for a second press.
 *
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 */
function drawQuestion(view, selection, where, hands) {
  const choice = selection.ask;
  if (!choice) return null;
  const { action } = choice;
  const asked = isAskedInWinter(action);
  const { block = "" } = action;
  const { town = "", strength } = where.get(block) ?? {};
  return html(
    "div",
    { class: "plan-now" },
    asked &&
      html(
        "p",
        { class: "what" },
        html("strong", {}, blockName(block)),
        html("small", {}, ` ${figuresInWords(block, strength)} · ${townName(town)}`),
      ),
    asked && html("p", { class: "hint" }, winterConsequence(view, action, where).join(" ")),
    action.target && html("p", { class: "hint" }, strikeInWords(view, action.target).join(" ")),
    html(
      "div",
      { class: "buttons" },
      keyedButton("confirm", asked ? winterLabel(action) : actionLabel(choice), () => hands.act(action), "primary"),
      keyedButton("no-route", text("clear"), () => hands.select({}), "quiet"),
    ),
  );
}

/**
 * Draws a muster to a town: who comes, what it costs, and the button that decides.
 *
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 */
function drawMuster(view, selection, where, hands) {
  const town = selection.muster ?? "";
  const all = plans.joiningBlocks(view, where, town);
  const made = plans.planMove(view, where, selection.blocks, town, { muster: true });
  const coming = selection.blocks.length - (made?.left.length ?? 0);
  return html(
    "div",
    { class: "plan-now" },
    html(
      "p",
      { class: "what" },
      html("strong", {}, text("muster-at", { town: townName(town) })),
      html("small", {}, ` ${text("muster-hint")}`),
      !wantsExplanations() && html("small", { "data-advice": "muster" }, ` ${text("muster-does")}`),
    ),
    html(
      "div",
      { class: "plan-list", "data-list": "plan" },
      html(
        "ul",
        { class: "follows" },
        made && following.linesBeforeRoads(view, where, made).map((line) => html("li", {}, line)),
      ),
      drawCandidates(all, selection, where, hands, made),
      // Which roads are full, and by which rule, is read after those who could come.
      made && following.fullRoadsLine(view, made.full).map((line) => html("p", { class: "follows" }, line)),
    ),
    html(
      "div",
      { class: "buttons pinned" },
      html(
        "button",
        {
          type: "button",
          class: "primary",
          "data-key": "confirm",
          "data-type": "muster-to",
          disabled: !made,
          onclick: () => made && hands.together(made.actions),
        },
        text("confirm-muster", { count: coming }),
        html("small", {}, moveCost(made?.cost ?? plans.musterPrice(view, town) ?? 1)),
      ),
      drawNoneAndAll(all, selection, hands),
      keyedButton("no-route", text("clear"), () => hands.select({}), "quiet"),
    ),
  );
}

/**
 * Those who could come, by the town they stand in.
 * @param {string[]} all
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 * @param {import("./plan.js").Plan | null} made  how they would come
 */
function drawCandidates(all, selection, where, hands, made) {
  const late = made?.left ?? [];
  /** @type {Map<string, string[]>} */
  const towns = new Map();
  for (const block of all) {
    const town = where.get(block)?.town ?? "";
    towns.set(town, [...(towns.get(town) ?? []), block]);
  }
  const chosen = new Set(selection.blocks);
  const set = (/** @type {string[]} */ blocks, /** @type {boolean} */ on) =>
    hands.select({
      ...selection,
      blocks: on
        ? [...new Set([...selection.blocks, ...blocks])]
        : selection.blocks.filter((block) => !blocks.includes(block)),
    });
  return html(
    "ul",
    { class: "candidates", "data-list": "candidates" },
    [...towns].map(([town, blocks]) => {
      const every = blocks.every((block) => chosen.has(block));
      return html(
        "li",
        {},
        html(
          "button",
          {
            type: "button",
            class: "from",
            "data-key": `from-${town}`,
            "aria-pressed": String(every),
            onclick: () => set(blocks, !every),
          },
          townName(town),
        ),
        blocks.map((block) =>
          html(
            "button",
            {
              type: "button",
              "data-key": `candidate-${block}`,
              "data-candidate": block,
              "aria-pressed": String(chosen.has(block)),
              onclick: () => set([block], !chosen.has(block)),
            },
            blockName(block),
            late.includes(block) ? html("small", {}, text("road-full")) : null,
            made?.detours.has(block)
              ? html(
                  "small",
                  {},
                  text("by-way-of", { towns: (made.detours.get(block) ?? []).map(townName).join(", ") }),
                )
              : null,
          ),
        ),
      );
    }),
  );
}

/**
 * What can be done with a town that is looked at.
 * @param {View} view
 * @param {string} town
 * @param {Where} where
 * @param {Hands} hands
 */
function drawTownActs(view, town, where, hands) {
  if (!(town in page.towns)) return null;
  const group = plans.movesInGroups(view) ? groupOf(view, town, where) : [];
  const price = plans.musterPrice(view, town);
  const able = price !== null && plans.joiningBlocks(view, where, town).length > 0;
  if (group.length === 0 && !able) return null;
  return html(
    "div",
    { class: "town-now" },
    html("p", { class: "what" }, html("strong", {}, townName(town))),
    html(
      "div",
      { class: "buttons" },
      group.length > 0 &&
        keyedButton("all-here", text("all-here", { count: group.length, town: townName(town) }), () =>
          hands.select({ blocks: group }),
        ),
      able &&
        html(
          "button",
          { type: "button", "data-key": "muster-here", onclick: () => hands.muster(town) },
          text("muster-here"),
          html("small", {}, moveCost(price ?? 1)),
        ),
    ),
  );
}
