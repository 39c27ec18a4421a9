// Every legal action as a button: first the blocks, then where they go. How a decision ends stands in the bar.

import { figuresInWords } from "../blocks/figures.js";
import { compareWords } from "../page/browser.js";
import { html, cachedElement, replaceChildren } from "../page/dom.js";
import { blockName, text, townName, withColon } from "../page/page.js";
import { battleNote } from "./ahead.js";
import { arrivalNote } from "./arrivals.js";
import { actionButton } from "./buttons.js";
import * as following from "./following.js";
import { moveCost, actionDetails, actionLabel, actionVerb } from "./labels.js";
import { fireOddsText } from "./odds.js";
import { dangerOfChoice } from "./danger.js";
import * as offers from "./offers.js";
import * as plans from "./plan.js";
import { drawQuietSieges } from "./quiet.js";
import { drawShown } from "./shown.js";
import { strikeNote } from "./striking.js";
import { drawSubset } from "./subsets.js";
import { drawWinterLines, surplusOfTown } from "./surplus.js";
import { drawChoiceConsequences } from "./whys.js";
import { isAskedInWinter, winterLabel, winterNote } from "./winter.js";

/**
 * @typedef {import("./offers.js").Choice} Choice
 * @typedef {import("./offers.js").Offer} Offer
 * @typedef {ReturnType<typeof import("../map/whereabouts.js").locateBlocks>} Where
 * @typedef {object} Selection
 * @property {string[]} blocks          those chosen
 * @property {Record<string, string>} listed  once one was left out: all that were chosen, each with the road it had then
 * @property {string | null} town       where they would go, waiting to be confirmed
 * @property {string | null} road       the road wished for
 * @property {Record<string, string>} roads  the road wished for single blocks
 * @property {string | null} type       the group of actions opened
 * @property {boolean} all              detours as well
 * @property {boolean} routes           the routes to the town are listed
 * @property {string | null} muster     the town a muster is being gathered for
 * @property {Choice | null} ask        a single action that waits to be confirmed
 * @property {string | null} menu       the acts opened in the menu at a block of the stage
 * @property {boolean} given            the page has chosen, not the player
 * @property {number} decision          which of the decisions that were begun on this page it belongs to
 * @typedef {object} Hands
 * @property {(action: GameAction) => void} act
 * @property {(actions: GameAction[]) => void} together  all of them, or none
 * @property {(selection: Partial<Selection>) => void} select     what is not named is chosen no more
 * @property {(town: string) => void} go                          the chosen blocks go there, or it is asked how
 * @property {(town: string) => void} muster
 * @property {(yes: boolean) => void} sure
 * @property {(() => void) | null} hint  asks what the computer would play, where that may be asked
 * @property {() => void} undo
 * @property {() => void} restart
 * @property {() => void} skip  nothing more is shown of what happened
 * @property {() => void} replay
 */

/** Where these are offered nothing else is: the town's name says it all. */
const PLAIN = new Set(["move", "muster", "place", "deploy"]);
/** So few actions are shown at once, without choosing a block first. */
const FEW = 12;

/**
 * Draws the list of everything that can be decided.
 *
 * @param {HTMLElement} root
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 * @param {GameEvent[]} events  what has happened, oldest first
 */
export function drawChoices(root, view, selection, where, hands, events) {
  const all = /** @type {Offer[]} */ (view.actions ?? []);
  const subsets = all.filter((offer) => offer.blocks);
  const blocks = all.filter((offer) => "block" in offer && !offer.blocks);
  const rest = all.filter((offer) => !("block" in offer) && !offer.blocks && offer.type !== "play-card");
  replaceChildren(
    root,
    drawWinterLines(view),
    subsets.map((offer) => drawSubset(view, offer, where, hands, `${view.you}-${selection.decision}`, events)),
    blocks.length > 0 && !selection.muster && drawBlocks(view, blocks, where, selection, hands),
    rest.length > 0 && !selection.muster && drawRest(view, rest, blocks.length === 0, where, selection, hands, events),
    drawQuietSieges(view, hands),
    drawChoiceConsequences(view),
  );
}

/**
 * Draws what blocks can do: of few everything, of many a list to choose one from.
 *
 * @param {View} view
 * @param {Offer[]} blocks
 * @param {Where} where
 * @param {Selection} selection
 * @param {Hands} hands
 */
function drawBlocks(view, blocks, where, selection, hands) {
  const ids = offers.blocksOf(blocks);
  const count = blocks.reduce((sum, offer) => sum + offers.countActions(offer), 0);
  if (view.step === "marker") return drawShown(ids, blocks, where, hands);
  if (count <= FEW) return ids.map((id) => drawBlock(view, id, blocks, where, hands));
  if (selection.blocks.length > 1) return drawGroup(view, where, selection, hands);
  const [block] = selection.blocks;
  if (block && ids.includes(block)) return drawChosen(view, block, blocks, where, selection, hands);
  return [
    cachedElement("choose-block", null, () => html("h2", {}, text("choose-block"))),
    listBlocks(view, ids, where, hands),
  ];
}

/**
 * Several blocks: the towns that all of them can go to.
 * @param {View} view
 * @param {Where} where
 * @param {Selection} selection
 * @param {Hands} hands
 */
function drawGroup(view, where, selection, hands) {
  const towns = [...plans.townsAllCanReach(view, selection.blocks)];
  return html(
    "section",
    { class: "chosen-block" },
    html("h2", {}, text("choose-destination")),
    html(
      "div",
      { class: "buttons" },
      towns.map((town) => townButton(view, town, where, selection, hands)),
    ),
  );
}

/**
 * Draws the list of blocks by their towns.
 *
 * @param {View} view
 * @param {string[]} ids
 * @param {Where} where
 * @param {Hands} hands
 */
function listBlocks(view, ids, where, hands) {
  /** @type {Map<string, string[]>} */
  const towns = new Map();
  for (const id of ids) {
    const town = where.get(id)?.town ?? "";
    towns.set(town, [...(towns.get(town) ?? []), id]);
  }
  const sorted = [...towns].sort((one, other) => compareWords(townName(one[0]), townName(other[0])));
  const list = cachedElement("by-town", null, () => html("ul", { class: "by-town" }));
  // Most views differ in the blocks of a town or two: what is said of the others stays on the page.
  const towned = sorted.map(([town, inTown]) =>
    cachedElement(
      `blocks-${town}`,
      [surplusOfTown(view, town), ...inTown.map((id) => [id, where.get(id)?.strength])],
      () =>
        html(
          "li",
          {},
          html(
            "h3",
            {},
            town ? townName(town) : text("elsewhere"),
            surplusOfTown(view, town) && html("small", { class: "surplus-words" }, ` ${surplusOfTown(view, town)}`),
          ),
          html(
            "div",
            { class: "buttons" },
            inTown.map((id) => blockButton(id, where, hands)),
          ),
        ),
    ),
  );
  replaceChildren(list, towned);
  return list;
}

/**
 * Draws the button that chooses a block.
 *
 * @param {string} id
 * @param {Where} where
 * @param {Hands} hands
 */
function blockButton(id, where, hands) {
  return html(
    "button",
    {
      type: "button",
      class: "block-button",
      "data-key": `block-${id}`,
      "data-block": id,
      onclick: () => hands.select({ blocks: [id] }),
    },
    blockName(id),
    html("small", {}, figuresInWords(id, where.get(id)?.strength)),
  );
}

/**
 * One of few blocks, with all that it can do.
 * @param {View} view
 * @param {string} id
 * @param {Offer[]} blocks
 * @param {Where} where
 * @param {Hands} hands
 */
function drawBlock(view, id, blocks, where, hands) {
  const choices = offers.offersForBlock(blocks, id).flatMap(offers.expandOffer);
  return html(
    "section",
    { class: "one-block" },
    blockHeading(id, where),
    html(
      "div",
      { class: "buttons" },
      [...offers.groupByDestination(choices).values()]
        .flat()
        .map((choice) => actionButton(choice, hands, "", noteHere(view, choice, where), labelHere(choice, where))),
    ),
  );
}

/**
 * What stands small beside an action.
 *
 * @param {View} view
 * @param {Choice} choice
 * @param {Where} where
 */
function noteHere(view, choice, where) {
  if (isAskedInWinter(choice.action)) return winterNote(view, choice.action, where);
  if (choice.action.type === "deploy") return arrivalNote(view, choice.action.town ?? "");
  return [fireOddsText(view, choice, where), dangerOfChoice(view, choice, where)].filter(Boolean).join(" · ");
}

/**
 * An action in a few words; of an exchange (3.2) where Saladin and the relative would stand.
 * @param {Choice} choice
 * @param {Where} where
 */
function labelHere(choice, where) {
  const { type, block } = choice.action;
  if (isAskedInWinter(choice.action)) return winterLabel(choice.action);
  if (type === "deploy") return `${withColon(actionVerb(type))} ${townName(choice.action.town ?? "")}`;
  if (type !== "swap" || !block) return actionLabel(choice);
  const [from, to] = ["saladin", block].map((each) => townName(where.get(each)?.town ?? ""));
  return text("swap-towns", { block: blockName(block), from, to });
}

/**
 * Draws the name of a block with its figures and its town.
 *
 * @param {string} id
 * @param {Where} where
 */
function blockHeading(id, where) {
  const found = where.get(id);
  return html(
    "h2",
    {},
    blockName(id),
    html("small", {}, ` ${figuresInWords(id, found?.strength)}${found ? ` · ${townName(found.town)}` : ""}`),
  );
}

/**
 * The chosen block: what it can do where it stands, and where it can go.
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
  const every = offers.groupByDestination(choices);
  const some = offers.withoutDetours(every, where.get(id)?.town);
  const grouped = selection.all ? every : some;
  const detours = choices.length > [...some.values()].reduce((sum, ways) => sum + ways.length, 0);
  const here = grouped.get("") ?? [];
  grouped.delete("");
  const routes = selection.routes && selection.town ? grouped.get(selection.town) : undefined;
  return html(
    "section",
    { class: "chosen-block" },
    here.length > 0 &&
      html(
        "div",
        { class: "buttons" },
        here.map((choice) => actionButton(choice, hands, "", noteHere(view, choice, where), labelHere(choice, where))),
      ),
    routes ? drawRoutes(selection.town ?? "", routes, selection, hands) : null,
    grouped.size > 0 && html("h2", {}, text("choose-destination")),
    html(
      "div",
      { class: "buttons" },
      [...grouped].map(([town, ways]) => townButton(view, town, where, selection, hands, ways)),
    ),
    detours &&
      !selection.all &&
      html(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-key": "all-ways",
          onclick: () => hands.select({ ...selection, all: true }),
        },
        text("all-ways"),
      ),
  );
}

/**
 * The town, what going there costs and what follows; beside it the other ways, if the block has several.
 *
 * @param {View} view
 * @param {string} town
 * @param {Where} where
 * @param {Selection} selection
 * @param {Hands} hands
 * @param {Choice[]} [ways]
 */
function townButton(view, town, where, selection, hands, ways = []) {
  const made = plans.planMove(view, where, selection.blocks, town, { road: selection.road });
  const types = [...new Set(ways.map((way) => way.action.type))];
  const plain = types.length !== 1 || PLAIN.has(types[0]);
  const press = () => (made ? hands.go(town) : hands.act(ways[0].action));
  const others = () => hands.select({ ...selection, town, routes: true });
  const name = text("ways-to", { count: ways.length, town: townName(town) });
  return html(
    "span",
    { class: "destination" },
    html(
      "button",
      {
        type: "button",
        class: `to ${following.consequenceAt(view, town)}`,
        "data-key": `to-${town}`,
        "data-town": town,
        onclick: press,
      },
      plain ? townName(town) : `${withColon(types.map(actionVerb).join(" / "))} ${townName(town)}`,
      html("small", {}, made ? following.consequenceNote(view, made) : ways[0] ? actionDetails(ways[0]) : ""),
    ),
    ways.length > 1 &&
      html(
        "button",
        { type: "button", class: "ways", "data-key": `ways-${town}`, "aria-label": name, onclick: others },
        text("ways", { count: ways.length }),
      ),
  );
}

/**
 * Several roads lead there: shortest first, and that one stands out.
 * @param {string} town
 * @param {Choice[]} ways
 * @param {Selection} selection
 * @param {Hands} hands
 */
function drawRoutes(town, ways, selection, hands) {
  const back = () => hands.select({ ...selection, town: null, routes: false });
  return html(
    "div",
    { class: "routes" },
    html("h2", {}, text("choose-route", { town: townName(town) })),
    html(
      "div",
      { class: "buttons" },
      ways.map((way, i) => actionButton(way, hands, i === 0 ? "primary" : "")),
    ),
    html(
      "button",
      { type: "button", class: "quiet", "data-key": "no-route", onclick: back },
      text("other-destination"),
    ),
  );
}

/**
 * What needs no block: towns, targets, roads.
 * @param {View} view
 * @param {Offer[]} rest
 * @param {boolean} alone  nothing else can be done
 * @param {Where} where
 * @param {Selection} selection
 * @param {Hands} hands
 * @param {GameEvent[]} events
 */
function drawRest(view, rest, alone, where, selection, hands, events) {
  const every = rest.flatMap(offers.expandOffer).filter((choice) => Object.keys(choice.action).length > 1);
  // Of victims those in the town that was pressed come first.
  const near = (/** @type {Choice} */ choice) =>
    Number(
      choice.action.type === "assassinate" &&
        selection.town !== null &&
        offers.townOfTarget(view, choice.action.target) === selection.town,
    );
  const others = every.sort((one, other) => near(other) - near(one));
  /** @type {Map<string, Choice[]>} */
  const types = new Map();
  for (const choice of others) types.set(choice.action.type, [...(types.get(choice.action.type) ?? []), choice]);
  const open = alone && types.size === 1;
  const note = (/** @type {Choice} */ { action }) => {
    if (action.type === "choose-battle") return battleNote(view, action.town ?? "", where, events);
    return action.target ? strikeNote(view, action.target) : "";
  };
  return [...types].map(([type, group]) => drawType(type, group, open || selection.type === type, hands, note));
}

/**
 * Long lists of one type are folded away until they are wanted.
 * @param {string} type
 * @param {Choice[]} group
 * @param {boolean} open
 * @param {Hands} hands
 * @param {(choice: Choice) => string} note  what stands small beside a choice
 */
function drawType(type, group, open, hands, note) {
  // Most are never opened, and a muster may be called to any of fifty towns.
  if (!open)
    return cachedElement(`group-${type}`, group[0].about.cost, () => drawGroupOf(type, group[0], [], false, hands));
  const named = group.every((choice) => Object.keys(choice.action).length === 2 && "town" in choice.action);
  const buttons = group.map((choice) =>
    type === "muster-to"
      ? musterButton(choice.action.town ?? "", hands)
      : actionButton(choice, hands, "", note(choice), named ? townName(choice.action.town ?? "") : actionLabel(choice)),
  );
  return drawGroupOf(type, group[0], buttons, true, hands);
}

/**
 * Draws the actions of one type, folded away if there are many.
 *
 * @param {string} type
 * @param {Choice} first
 * @param {HTMLElement[]} buttons
 * @param {boolean} open
 * @param {Hands} hands
 */
function drawGroupOf(type, first, buttons, open, hands) {
  const press = (/** @type {Event} */ event) => {
    // The opened group also lights up its towns on the map, so the page keeps it, not the element.
    event.preventDefault();
    hands.select({ type: open ? null : type });
  };
  return html(
    "details",
    { open, class: "group", "data-type": type },
    html(
      "summary",
      { "data-key": `group-${type}`, onclick: press },
      text(`group-${type}`),
      first.about.cost ? ` (${moveCost(first.about.cost)})` : null,
    ),
    html("div", { class: "buttons" }, buttons),
  );
}

/**
 * Before a muster is called it is seen who can come.
 *
 * @param {string} town
 * @param {Hands} hands
 */
function musterButton(town, hands) {
  return html(
    "button",
    { type: "button", "data-key": `muster-${town}`, "data-muster": town, onclick: () => hands.muster(town) },
    townName(town),
  );
}
