// The game page: keeps the latest view, draws it, and sends what the player decides.

import { fetchHistory, fetchView, post } from "./api.js";
import { drawBattle } from "./battle.js";
import { Camera } from "./camera.js";
import { drawHand, drawPlayed } from "./cards.js";
import { drawChoices } from "./choices.js";
import { byId, html, replace } from "./dom.js";
import { whereabouts } from "./labels.js";
import { places } from "./layout.js";
import { follow } from "./live.js";
import { drawLog } from "./log.js";
import { describeTown, drawSheet } from "./map.js";
import { Motion } from "./motion.js";
import * as offers from "./offers.js";
import { page, sideName, text } from "./page.js";
import { drawPools, drawStatus } from "./status.js";
import { Tokens } from "./tokens.js";
import { drawTown } from "./town.js";

/** How much of the history is fetched at once, and how much of its end is fetched again: an undo changes it. */
const PAGE = 150;
const OVERLAP = 40;

const sheet = drawSheet();
byId("map").append(sheet.root);
const camera = new Camera(byId("map"), sheet.root);
const tokens = new Tokens(sheet.tokens);
const motion = new Motion(tokens, byId("map"));

const state = {
  /** @type {any} */ view: null,
  /** @type {string | null} whose eyes, in a solo game */ side: page.solo ? page.sides[0] : null,
  follow: true,
  /** @type {import("./choices.js").Selection} */ selection: { block: null, town: null },
  /** @type {string | null} the town looked at */ looked: null,
  busy: false,
  /** Something was announced while an answer was awaited. */ missed: false,
  /** @type {Map<number, any>} */ history: new Map(),
  notice: "",
  /** @type {Map<string | null, number>} the versions last announced */ announced: new Map(),
};

/** @type {import("./choices.js").Hands} */
const hands = {
  act: (action) => send("actions", action),
  undo: () => send("undo"),
  restart: () => send("restart"),
  select(selection) {
    state.selection = selection;
    draw();
    showChoices();
    if (selection.block) {
      const first = byId("choices").querySelector(selection.town ? ".routes button" : "[data-town], [data-type]");
      if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    }
  },
};

/** Beside the map the panel has a scroll of its own, and what is to be decided stands at its top. */
function showChoices() {
  byId("panel").scrollTop = 0;
}

/** On a phone the page is one column: when something else is to be decided, that must not be out of sight above. */
function showPrompt() {
  const box = byId("prompt-box");
  if (box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
}

/** @param {"actions" | "undo" | "restart" | "resign"} what @param {Record<string, any>} [action] */
async function send(what, action) {
  if (state.busy || !state.view) return;
  state.busy = true;
  lock();
  const answer = await post(what, { version: state.view.version, side: state.side, action });
  state.busy = false;
  if (answer.kind === "view") {
    state.notice = "";
    showChoices();
    await take(answer.view, answer.events);
  } else if (answer.kind === "stale") {
    state.notice = text("stale");
    await take(answer.view);
  } else {
    state.notice =
      answer.kind === "offline" ? text("offline") : answer.rule ? text("refused", { reason: answer.reason, rule: answer.rule }) : answer.reason;
    draw();
  }
  if (state.missed) await refresh();
}

/** Ask for the view; an older answer never replaces a newer one. */
async function refresh() {
  state.missed = state.busy;
  if (state.busy) return;
  const asked = state.side;
  const answer = await fetchView(asked);
  if (state.busy || asked !== state.side) return;
  if (answer.kind === "view") {
    if (state.view && state.view.you === answer.view.you && state.view.version > answer.view.version) return;
    const changed = !state.view || state.view.version !== answer.view.version || state.view.you !== answer.view.you;
    if (changed) await take(answer.view);
    if ((state.announced.get(answer.view.you) ?? 0) > answer.view.version) {
      // Once only: should the server announce what it does not show, the page must not ask for ever.
      state.announced.set(answer.view.you, answer.view.version);
      await refresh();
    }
  } else if (answer.kind === "refused") {
    state.notice = answer.reason;
    draw();
  }
}

/**
 * A new view is there. In a solo game the page turns to the side that is awaited.
 *
 * @param {any} view @param {any[]} [events]  what led to it, if the answer said so; otherwise the history tells
 */
async function take(view, events) {
  if (page.solo && state.follow && view.awaited.length > 0 && !view.awaited.includes(view.you)) {
    state.side = view.awaited[0];
    const answer = await fetchView(state.side);
    if (answer.kind === "view") view = answer.view;
  }
  if (state.view && state.view.you !== view.you) state.history.clear();
  const before = state.view;
  if (!events && before?.you === view.you && motion.allowed) events = await readNews();
  if (state.view !== before) return;
  state.view = view;
  state.selection = { block: theOnlyBlock(view), town: null };
  draw();
  motion.play(before, view, events);
  if (before && (before.prompt?.key !== view.prompt?.key || before.you !== view.you)) showPrompt();
  if (view.battle && view.battle.town !== before?.battle?.town) camera.show(view.battle.town);
  else if (!before) camera.show(centerOf(view));
  await readHistory();
  drawStory();
}

/** Where but one block can do anything it need not be chosen. @param {any} view */
function theOnlyBlock(view) {
  const all = /** @type {import("./offers.js").Offer[]} */ (view.actions ?? []);
  const blocks = offers.blocksOf(all);
  return blocks.length === 1 && all.every((offer) => "block" in offer || offer.type === "done") ? blocks[0] : null;
}

/** Where to look first: at the middle one of the blocks that can act, from north to south. @param {any} view */
function centerOf(view) {
  const where = whereabouts(view);
  const towns = offers.blocksOf(view.actions ?? []).map((block) => where.get(block)?.town ?? "").filter((town) => town in places);
  towns.sort((one, other) => places[one][1] - places[other][1]);
  return towns[Math.floor(towns.length / 2)] ?? "tripoli";
}

/** What the history holds that the page had not read. */
async function readNews() {
  const last = Math.max(0, ...state.history.keys());
  await readHistory();
  return [...state.history.values()].filter((entry) => entry.n > last && !entry.undone).flatMap((entry) => entry.events);
}

async function readHistory() {
  const side = state.side;
  const last = Math.max(0, ...state.history.keys());
  let after = last - OVERLAP;
  if (last === 0) {
    const first = await fetchHistory(side, 0, 1);
    if (!first) return;
    after = first.count - PAGE;
  }
  for (;;) {
    const answer = await fetchHistory(side, Math.max(0, after), PAGE);
    if (!answer || side !== state.side) return;
    for (const entry of answer.results) state.history.set(entry.n, entry);
    const end = answer.results.at(-1)?.n ?? answer.count;
    if (end >= answer.count) return;
    after = end;
  }
}

async function readEarlier() {
  const first = Math.min(...state.history.keys());
  const side = state.side;
  const answer = await fetchHistory(side, Math.max(0, first - 1 - PAGE), Math.min(PAGE, first - 1));
  if (!answer || side !== state.side) return;
  for (const entry of answer.results) state.history.set(entry.n, entry);
  drawStory();
}

/** What stands in the log: facts with words, without what was taken back. */
function story() {
  return [...state.history.values()]
    .sort((one, other) => one.n - other.n)
    .filter((entry) => !entry.undone && entry.kind !== "undo")
    .flatMap((entry) => entry.events.map((/** @type {any} */ event) => ({ seq: entry.n, text: event.text, event })))
    .filter((line) => line.text);
}

function drawStory() {
  const lines = story();
  const first = Math.min(...state.history.keys());
  drawLog(byId("log"), lines, state.history.size > 0 && first > 1 ? readEarlier : null);
  if (state.view) drawBattle(byId("battle"), state.view, lines.map((line) => line.event));
}

function draw() {
  const { view, selection } = state;
  if (!view) return;
  const all = view.actions ?? [];
  const goals = findGoals(all, selection.block);
  drawStatus(byId("status"), view);
  drawPrompt(view);
  drawChoices(byId("choices"), view, selection, hands);
  byId("cards-box").classList.toggle("now", all.some((/** @type {any} */ offer) => offer.type === "play-card"));
  byId("choices").classList.toggle("nothing", byId("choices").childElementCount === 0);
  drawHand(byId("hand"), view, hands);
  drawPlayed(byId("played"), view);
  drawPools(byId("pools"), view);
  tokens.draw(view, { chosen: selection.block, able: new Set(offers.blocksOf(all.filter((/** @type {any} */ offer) => !offers.subsetField(offer)))) }, (block) =>
    hands.select({ block: selection.block === block ? null : block, town: null }),
  );
  drawTowns(view, goals);
  drawTown(byId("town"), view, state.looked);
  drawStory();
  if (state.busy) lock();
  // For whoever watches the page from outside: what is drawn, and whether an answer is awaited.
  byId("main").dataset.drawn = `${view.you ?? "public"}-${view.version}`;
  byId("main").dataset.busy = String(state.busy);
}

/**
 * What a click on each town means now: the ways the chosen block has of going there, or the actions that
 * speak of the town alone.
 *
 * @param {import("./offers.js").Offer[]} all @param {string | null} block
 */
function findGoals(all, block) {
  if (block) {
    const every = offers.byDestination(offers.forBlock(all, block).flatMap(offers.multiply));
    const goals = state.selection.all ? every : offers.sensible(every, whereabouts(state.view).get(block)?.town);
    goals.delete("");
    return goals;
  }
  const { type } = state.selection;
  const blocks = all.some((offer) => "block" in offer);
  // Where blocks can be chosen a click on a town would be a surprise, unless a group of towns was opened.
  const plain = all.filter((offer) => !("block" in offer) && !offers.subsetField(offer) && (type ? offer.type === type : !blocks));
  const goals = offers.byDestination(plain.flatMap(offers.multiply));
  goals.delete("");
  return goals;
}

/** @param {any} view @param {Map<string, import("./offers.js").Choice[]>} goals */
function drawTowns(view, goals) {
  for (const [town, mark] of sheet.towns) {
    const held = view.map[town]?.control ?? page.towns[town]?.side;
    mark.classList.toggle("held-frank", held === "frank");
    mark.classList.toggle("held-saracen", held === "saracen");
    mark.classList.toggle("siege", town in (view.sieges ?? {}));
    mark.classList.toggle("fought", view.battle?.town === town);
    const goal = goals.has(town);
    mark.classList.toggle("goal", goal);
    mark.setAttribute("data-key", `town-${town}`);
    if (goal) {
      mark.setAttribute("role", "button");
      mark.setAttribute("tabindex", "0");
      mark.setAttribute("aria-label", describeTown(town));
    } else {
      mark.removeAttribute("tabindex");
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", describeTown(town));
    }
  }
  currentGoals = goals;
}

/** @type {Map<string, import("./offers.js").Choice[]>} */
let currentGoals = new Map();

/** @param {string} town */
function pressTown(town) {
  state.looked = town;
  const ways = currentGoals.get(town);
  const { block, type, all } = state.selection;
  if (ways && ways.length === 1) hands.act(ways[0].action);
  else hands.select({ block, town: ways ? town : null, type, all });
}

for (const [town, mark] of sheet.towns) {
  mark.addEventListener("click", () => {
    if (!byId("map").classList.contains("dragging")) pressTown(town);
  });
  mark.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      pressTown(town);
    }
  });
}

/** @param {any} view */
function drawPrompt(view) {
  const yours = view.you !== null && view.awaited.includes(view.you) && page.sides.includes(view.you);
  byId("prompt-box").classList.toggle("yours", yours);
  setText(byId("prompt"), view.prompt?.text ?? "");
  setText(byId("rule"), view.prompt?.rule ? text("rule", { rule: view.prompt.rule }) : "");
  setText(byId("awaited"), describeAwaited(view, yours));
  setText(byId("notice"), state.notice);
  document.title = yours ? `● ${text("title")}` : text("title");
  if (!page.solo) return;
  replace(
    byId("seat-switch"),
    html("span", { class: "seat-hint" }, text("you-look-as")),
    page.sides.map((side) =>
      html("button", { type: "button", "data-key": `seat-${side}`, "aria-pressed": String(view.you === side), onclick: () => look(side) }, sideName(side)),
    ),
    html(
      "label",
      {},
      html("input", { type: "checkbox", "data-key": "follow", checked: state.follow, onchange: toggleFollow }),
      ` ${text("follow-turn")}`,
    ),
  );
}

/** @param {any} view @param {boolean} yours */
function describeAwaited(view, yours) {
  if (view.result || view.awaited.length === 0) return "";
  const others = view.awaited.filter((/** @type {string} */ side) => side !== view.you).map(sideName).join(", ");
  const you = view.you ? text("you-are", { side: sideName(view.you) }) : text("you-watch");
  if (yours && !others) return `${you} · ${text("your-turn")}`;
  return `${you} · ${text(yours ? "your-turn-and" : "their-turn", { sides: others })}`;
}

/** The live region speaks when its text changes, and only then. @param {HTMLElement} element @param {string} words */
function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** @param {import("./page.js").Side} side */
async function look(side) {
  state.side = side;
  if (state.view && !state.view.awaited.includes(side)) state.follow = false;
  await refresh();
}

/** @param {Event} event */
function toggleFollow(event) {
  state.follow = event.target instanceof HTMLInputElement && event.target.checked;
  if (state.follow && state.view) take(state.view);
}

/** Until the server has answered nothing can be pressed, so that a double click counts once. */
function lock() {
  byId("main").dataset.busy = "true";
  for (const button of document.querySelectorAll("#choices button, #hand button, #resign-form button")) button.setAttribute("disabled", "");
}

function setUpResigning() {
  const form = document.getElementById("resign-form");
  const dialog = document.getElementById("resign-dialog");
  if (!form || !(dialog instanceof HTMLDialogElement)) return;
  byId("resign").addEventListener("click", () => dialog.showModal());
  byId("resign-no").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    send("resign");
  });
}

/**
 * Whether an announcement says something that this page does not know. In a solo game those for both sides come in.
 *
 * @param {number} version @param {string | null} side
 */
function isNews(version, side) {
  const heard = state.announced.get(side);
  state.announced.set(side, version);
  // The first view is on its way, and is looked at again when it is older than what was announced.
  if (!state.view) return false;
  return side === state.view.you ? version > state.view.version : heard !== undefined && heard !== version;
}

setUpResigning();
follow(
  (version, side) => {
    if (version !== null && !isNews(version, side)) return;
    refresh();
  },
  (up) => setText(byId("connection"), up ? text("connected") : text("not-connected")),
);
refresh();
