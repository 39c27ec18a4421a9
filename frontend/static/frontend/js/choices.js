// Every legal action as a button: first the block, then where it goes; then what is left.

import { html, replace } from "./dom.js";
import { cost, details, figures, label, verb, whereabouts } from "./labels.js";
import * as offers from "./offers.js";
import { blockName, text, townName } from "./page.js";

/**
 * @typedef {import("./offers.js").Choice} Choice
 * @typedef {import("./offers.js").Offer} Offer
 * @typedef {{block: string | null, town: string | null, type?: string | null, all?: boolean}} Selection
 *   `type`: the group opened; `all`: detours as well
 * @typedef {object} Hands
 * @property {(action: Record<string, any>) => void} act
 * @property {(selection: Selection) => void} select
 * @property {() => void} undo
 * @property {() => void} restart
 */

/** Where these are offered nothing else is: the town's name says it all. */
const PLAIN = new Set(["move", "muster", "place", "deploy"]);
/** So few actions are shown at once, without choosing a block first. */
const FEW = 12;

/**
 * @param {HTMLElement} root
 * @param {any} view
 * @param {Selection} selection
 * @param {Hands} hands
 */
export function drawChoices(root, view, selection, hands) {
  const all = /** @type {Offer[]} */ (view.actions ?? []);
  const subsets = all.filter((offer) => offers.subsetField(offer));
  const blocks = all.filter((offer) => "block" in offer && !offers.subsetField(offer));
  const rest = all.filter((offer) => !("block" in offer) && !offers.subsetField(offer) && offer.type !== "play-card");
  const where = whereabouts(view);
  replace(
    root,
    subsets.map((offer) => drawSubset(offer, where, hands)),
    blocks.length > 0 && drawBlocks(blocks, where, selection, hands),
    rest.length > 0 && drawRest(rest, blocks.length === 0, view["moves-left"] ?? 0, selection, hands),
    drawTakeBack(view, hands),
  );
}

/**
 * @param {Offer[]} blocks @param {ReturnType<typeof whereabouts>} where @param {Selection} selection @param {Hands} hands
 */
function drawBlocks(blocks, where, selection, hands) {
  const ids = offers.blocksOf(blocks);
  const count = blocks.reduce((sum, offer) => sum + offers.size(offer), 0);
  if (count <= FEW) return ids.map((id) => drawBlock(id, blocks, where, hands));
  if (selection.block && ids.includes(selection.block)) return drawChosen(selection.block, blocks, where, selection, hands, ids.length > 1);
  return [html("h2", {}, text("choose-block")), listBlocks(ids, where, hands)];
}

/** @param {string[]} ids @param {ReturnType<typeof whereabouts>} where @param {Hands} hands */
function listBlocks(ids, where, hands) {
  /** @type {Map<string, string[]>} */
  const towns = new Map();
  for (const id of ids) {
    const town = where.get(id)?.town ?? "";
    towns.set(town, [...(towns.get(town) ?? []), id]);
  }
  const sorted = [...towns].sort((one, other) => townName(one[0]).localeCompare(townName(other[0])));
  return html(
    "ul",
    { class: "by-town" },
    sorted.map(([town, inTown]) =>
      html(
        "li",
        {},
        html("h3", {}, town ? townName(town) : text("elsewhere")),
        html("div", { class: "buttons" }, inTown.map((id) => blockButton(id, where, hands))),
      ),
    ),
  );
}

/** @param {string} id @param {ReturnType<typeof whereabouts>} where @param {Hands} hands */
function blockButton(id, where, hands) {
  return html(
    "button",
    { type: "button", class: "block-button", "data-key": `block-${id}`, "data-block": id, onclick: () => hands.select({ block: id, town: null }) },
    blockName(id),
    html("small", {}, figures(id, where.get(id)?.strength)),
  );
}

/** One of few blocks, with all that it can do. @param {string} id @param {Offer[]} blocks @param {ReturnType<typeof whereabouts>} where @param {Hands} hands */
function drawBlock(id, blocks, where, hands) {
  const choices = offers.forBlock(blocks, id).flatMap(offers.multiply);
  return html(
    "section",
    { class: "one-block" },
    blockHeading(id, where),
    html("div", { class: "buttons" }, [...offers.byDestination(choices).values()].flat().map((choice) => actionButton(choice, hands))),
  );
}

/** @param {string} id @param {ReturnType<typeof whereabouts>} where */
function blockHeading(id, where) {
  const found = where.get(id);
  return html(
    "h2",
    {},
    blockName(id),
    html("small", {}, ` ${figures(id, found?.strength)}${found ? ` · ${townName(found.town)}` : ""}`),
  );
}

/**
 * The chosen block: what it can do where it stands, and where it can go.
 *
 * @param {string} id @param {Offer[]} blocks @param {ReturnType<typeof whereabouts>} where
 * @param {Selection} selection @param {Hands} hands @param {boolean} others  whether another block could be chosen
 */
function drawChosen(id, blocks, where, selection, hands, others) {
  const choices = offers.forBlock(blocks, id).flatMap(offers.multiply);
  const every = offers.byDestination(choices);
  const some = offers.sensible(every, where.get(id)?.town);
  const grouped = selection.all ? every : some;
  const detours = choices.length > [...some.values()].reduce((sum, ways) => sum + ways.length, 0);
  const here = grouped.get("") ?? [];
  grouped.delete("");
  const routes = selection.town ? grouped.get(selection.town) : undefined;
  return html(
    "section",
    { class: "chosen-block" },
    blockHeading(id, where),
    others && html("button", { type: "button", class: "quiet", "data-key": "other-block", onclick: () => hands.select({ block: null, town: null }) }, text("other-block")),
    here.length > 0 && html("div", { class: "buttons" }, here.map((choice) => actionButton(choice, hands))),
    routes ? drawRoutes(selection.town ?? "", routes, selection, hands) : null,
    grouped.size > 0 && html("h3", {}, text("choose-destination")),
    html("div", { class: "buttons" }, [...grouped].map(([town, ways]) => townButton(id, town, ways, selection, hands))),
    detours && !selection.all && html("button", { type: "button", class: "quiet", "data-key": "all-ways", onclick: () => hands.select({ ...selection, all: true }) }, text("all-ways")),
  );
}

/** @param {string} id @param {string} town @param {Choice[]} ways @param {Selection} selection @param {Hands} hands */
function townButton(id, town, ways, selection, hands) {
  const press = () => (ways.length === 1 ? hands.act(ways[0].action) : hands.select({ ...selection, block: id, town }));
  const types = [...new Set(ways.map((way) => way.action.type))];
  const note = ways.length === 1 ? details(ways[0]) : text("ways", { count: ways.length });
  return html(
    "button",
    { type: "button", "data-key": `to-${town}`, "data-town": town, onclick: press },
    types.length === 1 && PLAIN.has(types[0]) ? townName(town) : `${types.map(verb).join(" / ")}: ${townName(town)}`,
    html("small", {}, note),
  );
}

/** Several roads lead there: shortest first, and that one stands out. @param {string} town @param {Choice[]} ways @param {Selection} selection @param {Hands} hands */
function drawRoutes(town, ways, selection, hands) {
  return html(
    "div",
    { class: "routes" },
    html("h3", {}, text("choose-route", { town: townName(town) })),
    html("div", { class: "buttons" }, ways.map((way, i) => actionButton(way, hands, i === 0 ? "primary" : ""))),
    html("button", { type: "button", class: "quiet", "data-key": "no-route", onclick: () => hands.select({ ...selection, town: null }) }, text("other-destination")),
  );
}

/** @param {Choice} choice @param {Hands} hands @param {string} [look] @param {string} [words] */
function actionButton(choice, hands, look = "", words = label(choice)) {
  return html(
    "button",
    { type: "button", class: look, "data-key": JSON.stringify(choice.action), "data-type": choice.action.type, onclick: () => hands.act(choice.action) },
    words,
  );
}

/**
 * What needs no block: towns, targets, roads; and last of all "Done".
 *
 * @param {Offer[]} rest @param {boolean} alone  nothing else can be done @param {number} unused  Moves that would be lost
 * @param {Selection} selection @param {Hands} hands
 */
function drawRest(rest, alone, unused, selection, hands) {
  const choices = rest.flatMap(offers.multiply);
  const ends = choices.filter((choice) => Object.keys(choice.action).length === 1);
  const others = choices.filter((choice) => Object.keys(choice.action).length > 1);
  /** @type {Map<string, Choice[]>} */
  const types = new Map();
  for (const choice of others) types.set(choice.action.type, [...(types.get(choice.action.type) ?? []), choice]);
  const open = alone && types.size === 1;
  return [
    [...types].map(([type, group]) => drawGroup(type, group, open || selection.type === type, hands)),
    ends.length > 0 && html("div", { class: "buttons ends" }, ends.map((choice) => endButton(choice, unused, hands))),
  ];
}

/** @param {Choice} choice @param {number} unused @param {Hands} hands */
function endButton(choice, unused, hands) {
  const done = choice.action.type === "done";
  const button = actionButton(choice, hands, done ? "primary" : "");
  if (done && unused > 0) button.append(html("small", {}, text("moves-unused", { moves: unused })));
  return button;
}

/** Long lists of one type are folded away until they are wanted. @param {string} type @param {Choice[]} group @param {boolean} open @param {Hands} hands */
function drawGroup(type, group, open, hands) {
  const named = group.every((choice) => Object.keys(choice.action).length === 2 && "town" in choice.action);
  const buttons = group.map((choice) => actionButton(choice, hands, "", named ? townName(choice.action.town) : label(choice)));
  const press = (/** @type {Event} */ event) => {
    // The opened group also lights up its towns on the map, so the page keeps it, not the element.
    event.preventDefault();
    hands.select({ block: null, town: null, type: open ? null : type });
  };
  return html(
    "details",
    { open, class: "group", "data-type": type },
    html("summary", { "data-key": `group-${type}`, onclick: press }, text(`group-${type}`), group[0].about.cost ? ` (${cost(group[0].about.cost)})` : null),
    html("div", { class: "buttons" }, buttons),
  );
}

/** A subset as checkboxes, with how many are allowed, and one button. @param {Offer} offer @param {ReturnType<typeof whereabouts>} where @param {Hands} hands */
function drawSubset(offer, where, hands) {
  const field = offers.subsetField(offer) ?? "blocks";
  const { some, least = 0, most = offer[field].some.length } = offer[field];
  const boxes = some.map((/** @type {string} */ id) =>
    html("input", { type: "checkbox", value: id, "data-key": `pick-${offer.type}-${id}` }),
  );
  const confirm = html("button", { type: "submit", class: "primary", "data-key": `confirm-${offer.type}`, "data-type": offer.type }, "");
  const picked = () => boxes.filter((/** @type {HTMLInputElement} */ box) => box.checked).map((/** @type {HTMLInputElement} */ box) => box.value);
  const check = () => {
    const count = picked().length;
    confirm.toggleAttribute("disabled", count < least || count > most);
    confirm.textContent = count === 0 ? text(`none-${offer.type}`) : text(`some-${offer.type}`, { count });
  };
  const form = html(
    "form",
    { class: "subset", "data-least": least, "data-most": most },
    html(
      "fieldset",
      {},
      html("legend", {}, text(`pick-${offer.type}`)),
      html("p", { class: "hint" }, text("pick-between", { least, most })),
      some.map((/** @type {string} */ id, /** @type {number} */ i) =>
        html("label", {}, boxes[i], html("span", {}, blockName(id), html("small", {}, ` ${figures(id, where.get(id)?.strength)}`))),
      ),
    ),
    confirm,
  );
  form.addEventListener("change", check);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { about: _, ...action } = offer;
    hands.act({ ...action, [field]: picked() });
  });
  check();
  return form;
}

/** @param {any} view @param {Hands} hands */
function drawTakeBack(view, hands) {
  if (!view["can-undo"] && !view["can-restart"]) return null;
  return html(
    "div",
    { class: "buttons take-back" },
    view["can-undo"] && html("button", { type: "button", class: "quiet", "data-key": "undo", onclick: hands.undo }, text("undo")),
    view["can-restart"] && html("button", { type: "button", class: "quiet", "data-key": "restart", onclick: hands.restart }, text("restart")),
  );
}
