// What a press on each town means now, and how towns look because of it.

import { declaredBattles, forcesInWords } from "../map/clashes.js";
import { names, places } from "../map/layout.js";
import { describeTown } from "../map/map.js";
import { compareWords } from "../page/browser.js";
import { svg } from "../page/dom.js";
import { page, text } from "../page/page.js";
import { arrivalNote, arrivals } from "./arrivals.js";
import { consequenceAt } from "./following.js";
import * as offers from "./offers.js";
import * as plans from "./plan.js";

/** @typedef {import("./choices.js").Selection} Selection @typedef {import("./offers.js").Choice} Choice */

/** Signs of what begins in a town: shape as well as color. @type {Record<string, string>} */
const SIGNS = {
  battle: "M-8-8L8 8M-8 8L8-8M-9 4L-4 9M9 4L4 9",
  relief: "M-8-8L8 8M-8 8L8-8M-9 4L-4 9M9 4L4 9",
  reinforcement: "M0-9V9M-9 0H9",
  "joins-siege": "M-9 8V-4H-5V-8H-2V-4H2V-8H5V-4H9V8Z",
  takes: "M-5 10V-9L8-5L-5 0",
  home: "M-10 1L0-8L10 1M-6-2V8H6V-2",
};

/** The signs that are told in words where blocks are sent to a town; relief has that of a battle. */
const IN_WORDS = ["takes", "battle", "reinforcement", "joins-siege"];

/** What would follow in a town that chosen blocks can go to, as its sign shows it. @param {View} view @param {string} town */
function signOf(view, town) {
  return arrivals(view).get(town)?.kind === "home" ? "home" : consequenceAt(view, town);
}

/**
 * What the signs mean that stand at lit towns now, a sentence each.
 * @param {View} view @param {Iterable<string>} goals @param {Map<string, string>} room  as `roomAt` returns it
 * @returns {string[]}
 */
export function signsInWords(view, goals, room) {
  const seen = new Set([...goals].map((town) => signOf(view, town).replace("relief", "battle")));
  const few = [...new Set(room.values())].sort(compareWords).slice(0, 1).map(roomInWords);
  return [...IN_WORDS.filter((what) => seen.has(what)).map((what) => text(`sign-${what}`)), ...few];
}

/** What a sign such as "2/5" counts; "" where there is none. @param {string} [room] */
function roomInWords(room) {
  return room ? text("sign-room", { room }) : "";
}

/**
 * Of several chosen blocks how many find room on the roads to each lit town, as "2/5"; a town that takes all is left out.
 * @param {View} view @param {Selection} selection @param {Map<string, {town: string}>} where
 * @param {Iterable<string>} goals
 * @returns {Map<string, string>}
 */
export function roomAt(view, { blocks, town: planned }, where, goals) {
  if (view.step !== "move" || blocks.length < 2 || planned) return new Map();
  const left = (/** @type {string} */ town) => plans.planMove(view, where, blocks, town)?.left.length ?? 0;
  return new Map(
    [...goals]
      .map((town) => /** @type {const} */ ([town, left(town)]))
      .filter(([, some]) => some > 0)
      .map(([town, some]) => [town, `${blocks.length - some}/${blocks.length}`]),
  );
}

/**
 * The towns that mean something when pressed: those the chosen blocks can all go to, or those of actions that speak of
 * a town alone.
 *
 * @param {View} view @param {Selection} selection
 * @returns {Map<string, Choice[]>}  for the chosen blocks the list of choices is empty: the way there is found by a
 *   plan
 */
export function findGoals(view, selection) {
  const all = /** @type {import("./offers.js").Offer[]} */ (view.actions ?? []);
  if (selection.muster) return new Map();
  if (selection.blocks.length > 0) {
    const towns = plans.townsAllCanReach(view, selection.blocks);
    return new Map([...towns].map((town) => [town, []]));
  }
  const blocks = all.some((offer) => "block" in offer);
  // Where blocks can be chosen a press on a town would be a surprise, unless a group of towns was opened.
  const plain = all.filter(
    (offer) => !("block" in offer) && !offer.blocks && (selection.type ? offer.type === selection.type : !blocks),
  );
  const goals = offers.groupByDestination(plain.flatMap(offers.expandOffer));
  for (const choice of goals.get("") ?? []) {
    const town = offers.townOfTarget(view, choice.action.target);
    if (town) goals.set(town, [...(goals.get(town) ?? []), choice]);
  }
  goals.delete("");
  return goals;
}

/**
 * How each mark was drawn last: most views differ in few, and even writing what stands there costs the browser time.
 * @type {WeakMap<Element, string>}
 */
const drawn = new WeakMap();

/**
 * Marks the towns on the map: those to be pressed, battles and sieges.
 *
 * @param {import("../map/map.js").Sheet} sheet
 * @param {View} view
 * @param {Map<string, Choice[]>} goals
 * @param {Selection} selection
 * @param {Map<string, string>} room  as `roomAt` returns it
 * @param {View} [told]  the view that says who holds each town, while the dice for it are still to fall
 */
export function drawTowns(sheet, view, goals, selection, room, told = view) {
  const declared = declaredBattles(view);
  const paid = paidTowns(view);
  const arriving = arrivals(view);
  for (const [town, mark] of sheet.towns) {
    const forces = declared.get(town);
    const clash = forces ? forcesInWords(forces) : "";
    const held = told.map[town]?.control ?? page.towns[town]?.side;
    const goal = goals.has(town);
    const what = goal ? consequenceAt(view, town) : "";
    const attack = goal && plans.isHostile(view, town);
    const arrival = goal ? arriving.get(town) : undefined;
    const planned = selection.town === town || selection.muster === town;
    const besieged = view.sieges?.[town];
    const look = [
      held,
      goal,
      what,
      attack,
      planned,
      Boolean(besieged),
      besieged?.besieged,
      view.battle?.town === town,
      clash,
      paid.has(town),
      arrival?.block,
      arrival?.strength,
      room.get(town),
    ].join();
    if (drawn.get(mark) === look) continue;
    drawn.set(mark, look);
    mark.classList.toggle("held-frank", held === "frank");
    mark.classList.toggle("held-saracen", held === "saracen");
    mark.classList.toggle("siege", Boolean(besieged));
    mark.classList.toggle("besieged-frank", besieged?.besieged === "frank");
    mark.classList.toggle("besieged-saracen", besieged?.besieged === "saracen");
    mark.classList.toggle("fought", view.battle?.town === town);
    mark.classList.toggle("goal", goal);
    mark.classList.toggle("attack", attack);
    mark.classList.toggle("home", arrival?.kind === "home");
    mark.classList.toggle("planned", planned);
    mark.classList.toggle("paid", paid.has(town));
    mark.setAttribute("tabindex", goal ? "0" : "-1");
    mark.setAttribute(
      "aria-label",
      [
        describeTown(town),
        arrival && arrivalNote(view, town),
        what && text(`short-${what}`),
        roomInWords(room.get(town)),
        clash,
      ]
        .filter(Boolean)
        .join(", "),
    );
  }
}

/**
 * The towns whose blocks may still go when no Moves are left: their Move was paid (5.2).
 * @param {View} view
 * @returns {Set<string>}
 */
function paidTowns(view) {
  if (view.step !== "move" || view["moves-left"] !== 0) return new Set();
  const free = new Set(offers.blocksOf(plans.movementOffers(view)));
  const towns = Object.entries(view.map).filter(([, { stacks }]) =>
    stacks.some(({ blocks }) => blocks.some(({ id }) => free.has(id))),
  );
  return new Set(towns.map(([town]) => town));
}

/**
 * Above the blocks: what would follow in each town that the chosen blocks can go to.
 * @param {SVGElement} layer
 * @param {View} view
 * @param {Map<string, Choice[]>} goals
 * @param {Selection} selection
 * @param {Map<string, string>} room  as `roomAt` returns it
 */
export function drawSigns(layer, view, goals, selection, room) {
  // On a phone the camera may be far off: the names of these towns stay.
  const lit = [...goals.keys()].join();
  if (drawn.get(layer) !== lit) {
    drawn.set(layer, lit);
    for (const name of layer.parentElement?.querySelectorAll(".names .name") ?? [])
      name.classList.toggle("goal-name", goals.has(name.getAttribute("data-town") ?? ""));
  }
  if (selection.blocks.length === 0 && layer.childElementCount === 0) return;
  const signs = [];
  if (selection.blocks.length > 0 && !selection.muster) {
    for (const town of goals.keys()) {
      const what = signOf(view, town);
      const [sign, few] = [SIGNS[what], room.get(town)];
      if (!(sign || few) || !places[town]) continue;
      signs.push(
        svg(
          "g",
          { class: `goal-sign ${what}`, transform: `translate(${besideName(town)})` },
          sign && [svg("circle", { r: 17 }), svg("path", { d: sign })],
          few && svg("text", { y: 42, class: "goal-room" }, few),
        ),
      );
    }
  }
  layer.replaceChildren(...signs);
}

/** Where a sign by a town hides nothing of its name. @param {string} town */
function besideName(town) {
  const [x, y] = places[town];
  const [, line, anchor] = names[town];
  if (anchor === "start") return `${x - 34} ${y - 26}`;
  return anchor === "middle" && line < y ? `${x + 42} ${y + 18}` : `${x + 34} ${y - 26}`;
}

/**
 * Rings round the towns that a line of the log, or an entry looked back to, speaks of.
 * @param {SVGElement} layer
 * @param {string[]} towns
 */
export function drawPointers(layer, towns) {
  if (towns.length === 0 && layer.childElementCount === 0) return;
  layer.replaceChildren(
    ...towns
      .filter((town) => places[town])
      .map((town) => svg("circle", { cx: places[town][0], cy: places[town][1], r: 48, class: "pointed" })),
  );
}
