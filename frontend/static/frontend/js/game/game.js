// The game page: keeps the latest view, draws it, and sends what the player decides.

import { doesAtOnce, drawActs } from "../battle/acts.js";
import { Stage } from "../battle/stage.js";
import { drawBar } from "../decisions/bar.js";
import { drawHand, drawPlayed } from "../decisions/cards.js";
import { drawChoices } from "../decisions/choices.js";
import { drawPointers, drawSigns, drawTowns, findGoals } from "../decisions/goals.js";
import * as offers from "../decisions/offers.js";
import { drawPrompt } from "../decisions/prompt.js";
import { Selecting, nothing } from "../decisions/selecting.js";
import { drawLog } from "../log/log.js";
import { Story } from "../log/story.js";
import { listen } from "../map/board.js";
import { Camera } from "../map/camera.js";
import { drawClashes } from "../map/clashes.js";
import { Fan } from "../map/fan.js";
import { places } from "../map/layout.js";
import { setLeast } from "../map/stacks.js";
import { drawSheet, fitNames } from "../map/map.js";
import { Tokens } from "../map/tokens.js";
import { drawTown } from "../map/town.js";
import { whereabouts } from "../map/whereabouts.js";
import { Motion } from "../motion/motion.js";
import { byId, html, replaceWhenNew, setText, svg } from "../page/dom.js";
import { page, text } from "../page/page.js";
import { setUpSides } from "../page/side.js";
import { Replay } from "../replay/replay.js";
import { ReplayBar, drawPace, momentAsked } from "../replay/replaybar.js";
import { fetchView, post } from "../server/api.js";
import { follow } from "../server/live.js";
import { drawPanels, startPanels, tellPanels } from "./panels.js";
import { drawPlayers, drawPools, drawStatus } from "./status.js";

const sheet = drawSheet();
const map = byId("map");
map.append(sheet.root);
fitNames(sheet);
const camera = new Camera(map, sheet.root);
const tokens = new Tokens(sheet.tokens);
const motion = new Motion(tokens, map);
const pointers = svg("g", { class: "pointers", "aria-hidden": "true" });
const signs = svg("g", { class: "goal-signs", "aria-hidden": "true" });
const swords = svg("g", { class: "clashes", "aria-hidden": "true" });
sheet.above.append(pointers, swords, signs);
/** Pixels that a block is wide at least: for a mouse, for fingers. */
const [FINE, COARSE] = [24, 32];
const NARROW = 640;
const stage = new Stage(/** @type {HTMLElement} */ (map.parentElement), {
  press: (block, manner) => selecting.pressFighter(block, manner),
  changed: () => draw(),
  opened: () => frameBoard(),
});
const fan = new Fan(/** @type {HTMLElement} */ (map.parentElement), {
  press: (block, town, manner) => selecting.pressBlock(block, town, manner),
  close: () => {
    fan.turnTo(null, null);
    draw();
  },
  around: (town) => camera.frameBox(town),
});
/** What shows how one view became the next: the stage while it is open, else the map. */
const scene = {
  /** Twice as fast is 2. */
  pace: 1,
  /** @param {any} before @param {any} after @param {any[]} [events] @returns {Promise<void>} */
  play(before, after, events = []) {
    if (stage.open) return stage.play(before, after, events, scene.pace);
    motion.pace = scene.pace;
    return motion.play(before, after, events);
  },
};
/** What happened, as each side knows it. @type {Map<string | null, Story>} */
const stories = new Map();

const state = {
  /** @type {View | null} */ view: null,
  /** @type {string | null} whose eyes, in a solo game */ side: page.solo ? page.sides[0] : null,
  follow: true,
  selection: nothing(),
  where: whereabouts({ map: {} }),
  /** @type {string | null} the town looked at */ looked: null,
  /** That Moves would be lost was said. */ sure: false,
  busy: false,
  /** Something was announced while an answer was awaited. */ missed: false,
  /** @type {import("../server/live.js").Shown[]} views that came in meanwhile */ shown: [],
  notice: "",
  /** The other side's turn has been shown to who came back. */ welcomed: false,
  /** @type {Map<string | null, number>} the versions last announced */ announced: new Map(),
};

/** What the address of the page asks for, before it is changed. */
const asked = momentAsked();
const replay = new Replay({
  story: () => storyOf(state.side),
  motion: scene,
  now: () => state.view,
  side: () => state.side,
  draw: () => draw(),
  show,
  frame: () => frameBoard(),
  notice: (words) => {
    state.notice = words;
    draw();
  },
});
const replayBar = new ReplayBar(byId("past"), replay);

/** The history as a side knows it. @param {string | null} side @returns {Story} */
function storyOf(side) {
  const found = stories.get(side) ?? new Story();
  stories.set(side, found);
  return found;
}

/** @param {string} town */
function show(town) {
  if (stage.open) return;
  frameBoard();
  camera.show(town);
}

const selecting = new Selecting({
  state,
  send: (actions) => send("actions", actions.length === 1 ? { action: actions[0] } : { actions }),
  draw: () => draw(),
  show: (towns) => {
    if (stage.open) return;
    frameBoard();
    camera.showAll(towns, false, true);
  },
  past: () => replay.n !== null,
});

/** @type {import("../decisions/choices.js").Hands} */
const hands = {
  act: (action) => send("actions", { action }),
  together: (actions) => send("actions", actions.length === 1 ? { action: actions[0] } : { actions }),
  select: (selection) => {
    selecting.select(selection);
    showChoices();
    // Who chose in the list goes on in the list.
    const next = selection.routes ? ".routes button" : selection.blocks?.length === 1 && !selection.town ? ".chosen-block :is(.to, [data-type])" : null;
    const first = next ? byId("choices").querySelector(next) : null;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  },
  go: (town) => selecting.go(town, false),
  muster: (town) => selecting.muster(town),
  sure: (yes) => {
    state.sure = yes;
    draw();
    if (yes) focusOn("done-not");
  },
  undo: () => send("undo"),
  restart: () => send("restart"),
  replay: lookBack,
};

async function lookBack() {
  await replay.open();
  focusOn("replay-play");
}

/** @param {string} key */
function focusOn(key) {
  const element = document.querySelector(`[data-key="${key}"]`);
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** Beside the map the panel has a scroll of its own, and what is to be decided stands at its top. */
function showChoices() {
  byId("panel").scrollTop = 0;
}

/** On a phone prompt, map and bar share the screen: the map gets what the others leave. */
function shareScreen() {
  if (!matchMedia("(max-width: 60rem)").matches) return;
  const board = /** @type {HTMLElement} */ (map.parentElement);
  const [above, below] = replay.n === null ? [aboveMap(), byId("bar").offsetHeight] : [0, byId("past").offsetHeight];
  board.style.setProperty("--prompt", `${above}px`);
  board.style.setProperty("--bar", `${below}px`);
}

/** How high the box above the map is on a phone: the prompt, and nothing while looking back. */
function aboveMap() {
  return replay.n === null ? byId("prompt-box").offsetHeight + 8 : 0;
}

/** On a phone: prompt, map and bar fill the screen, the prompt on top. */
function frameBoard() {
  if (!matchMedia("(max-width: 60rem)").matches) return;
  const board = map.getBoundingClientRect();
  window.scrollBy({ top: board.top - aboveMap() });
}

/** On a phone the page is one column: when something else is to be decided, that must not be out of sight above. */
function showPrompt() {
  const box = byId("prompt-box");
  if (box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
}

/** @param {"actions" | "undo" | "restart" | "resign"} what @param {{action?: any, actions?: any[]}} [acts] */
async function send(what, acts = {}) {
  if (state.busy || !state.view || replay.n !== null) return;
  state.busy = true;
  const focused = stage.root.contains(document.activeElement);
  lock();
  const answer = await post(what, { version: state.view.version, side: state.side, ...acts });
  state.busy = false;
  if (answer.kind === "view") {
    state.notice = "";
    showChoices();
    await take(answer.view, answer.news, answer.events);
    if (focused) stage.focus();
  } else if (answer.kind === "stale") {
    state.notice = text("stale");
    await take(answer.view, answer.news);
  } else {
    state.notice =
      answer.kind === "offline" ? text("offline") : answer.rule ? text("refused", { reason: answer.reason, rule: answer.rule }) : answer.reason;
    draw();
  }
  for (const shown of state.shown.splice(0)) await see(shown);
  if (state.missed) await refresh();
}

/** A view came by the socket. While an act of this page is on its way it waits: the answer may be a newer one. @param {import("../server/live.js").Shown} shown */
async function see(shown) {
  const { view, news } = shown;
  if (page.solo && view.you !== state.side) return;
  if (state.busy) state.shown.push(shown);
  else if (!state.view || view.version > state.view.version || view.you !== state.view.you) await take(view, news);
  else storyOf(state.side).hear(news, view.version);
}

/** Ask for the view; an older answer never replaces a newer one. */
async function refresh() {
  state.missed = state.busy;
  if (state.busy) return;
  const asked = state.side;
  const answer = await fetchView(asked, storyOf(asked).version);
  if (state.busy || asked !== state.side) return;
  if (answer.kind === "view") {
    if (state.view && state.view.you === answer.view.you && state.view.version > answer.view.version) return;
    const changed = !state.view || state.view.version !== answer.view.version || state.view.you !== answer.view.you;
    if (changed) await take(answer.view, answer.news);
    else if (answer.news) storyOf(asked).hear(answer.news, answer.view.version);
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
 * @param {View} view @param {import("../server/api.js").News} [news]  what is new in the history since the view before
 * @param {any[]} [events]  what led to it, if the answer said so; otherwise the news tell
 */
async function take(view, news, events) {
  const before = state.view;
  if (page.solo && state.follow && view.awaited.length > 0 && !(view.you && view.awaited.includes(view.you))) {
    if (news) storyOf(view.you).hear(news, view.version);
    state.side = view.awaited[0];
    const answer = await fetchView(state.side, storyOf(state.side).version);
    if (state.view !== before) return;
    if (answer.kind === "view") ({ view, news } = answer);
  }
  const story = storyOf(state.side);
  const known = story.last;
  if (news) story.hear(news, view.version);
  if (!events && before?.you === view.you) events = story.standing(known).flatMap((entry) => entry.events);
  state.view = view;
  state.where = whereabouts(view);
  state.sure = false;
  selecting.begin(theOnlyBlock(view));
  draw();
  drawPlayers(byId("players"), view);
  drawPanels(view);
  // Who looks back is not disturbed.
  if (replay.n === null) {
    scene.play(before, view, events);
    if (before && (before.prompt?.key !== view.prompt?.key || before.you !== view.you)) showPrompt();
    if (view.battle && view.battle.town !== before?.battle?.town) camera.show(view.battle.town);
    else if (!before) camera.showAll(camera.action);
  }
  await replay.grown();
  await welcome();
}

/** What the other side did while this person was away is shown once, on opening. */
async function welcome() {
  if (!state.view) return;
  const side = state.view.you;
  const seen = replay.seen(side);
  const first = !state.welcomed;
  state.welcomed = true;
  const story = storyOf(state.side);
  const { last } = story;
  if (first && asked) await replay.visit(asked.n, asked.eyes ?? replay.own);
  else if (first && seen !== null && !page.solo && replay.pace !== "off" && document.visibilityState === "visible") {
    const news = story.standing(seen).filter((entry) => entry.side !== side);
    replay.remember(side, last);
    await replay.play(news);
  } else if (replay.n === null && last > 0) replay.remember(side, last);
}

/** Where but one block can do anything it need not be chosen; in a battle it is the first of those whose turn it is. @param {View} view */
function theOnlyBlock(view) {
  const all = /** @type {import("../decisions/offers.js").Offer[]} */ (view.actions ?? []);
  const blocks = offers.blocksOf(all);
  if (view.step === "fight") return blocks[0] ?? null;
  return blocks.length === 1 && all.every((offer) => "block" in offer || offer.type === "done") ? blocks[0] : null;
}

/** The towns where something is to be done: those of blocks that can act, and those that can be pressed. @param {View} view @param {Iterable<string>} goals */
function actionOf(view, goals) {
  const towns = [...selecting.able()].map((block) => state.where.get(block)?.town ?? "");
  return [...new Set([...towns, ...goals, view.battle?.town ?? ""])].filter((town) => town in places);
}

async function readEarlier() {
  const { story: told } = replay;
  const side = told === storyOf(state.side) ? state.side : replay.eyes;
  await told.readEarlier(side, () => told === replay.story);
  drawStory();
}

function drawStory() {
  const { story: told } = replay;
  const lines = told.lines(replay.n !== null && replay.playing !== "news" && replay.undone);
  drawLog(byId("log"), lines, {
    earlier: told.more ? readEarlier : null,
    now: replay.n,
    point: (towns) => drawPointers(pointers, towns.length > 0 ? towns : replay.towns),
    visit: (n) => replay.visit(n),
  });
  replaceWhenNew(byId("story-tools"), replay.pace, () => [
    html("button", { type: "button", "data-key": "replay-open", onclick: lookBack }, text("replay-open")),
    drawPace(replay),
    replayBar.undone,
  ]);
  if (replay.view ?? state.view) drawStage(lines);
}

/** @param {import("../log/story.js").Line[]} lines  of the log */
function drawStage(lines) {
  const past = replay.view !== null;
  const view = replay.view ?? state.view;
  const until = replay.n ?? Infinity;
  // Of a moment that was taken back, what led to it was, too.
  const gone = replay.entry?.undone;
  const events = lines.filter((line) => line.seq <= until && (gone || !line.undone)).map((line) => line.event);
  stage.draw(view, events, {
    able: past ? new Set() : selecting.able(),
    chosen: new Set(past ? [] : state.selection.blocks),
    acting: new Set(view.battle?.["to-act"] ?? []),
    does: (block) => (past ? "" : doesAtOnce(view, block)),
  });
}

/** What can be done stands below the stage, or beside the map. @param {boolean} staged */
function placeChoices(staged) {
  const choices = byId("choices");
  if (staged) {
    if (choices.parentElement !== stage.foot) stage.foot.append(choices);
  } else if (choices.parentElement === stage.foot) byId("bar").after(choices);
}

function draw() {
  if (!state.view) return;
  const past = replay.view !== null;
  const view = replay.view ?? state.view;
  const selection = past ? nothing() : state.selection;
  const where = past ? whereabouts(view) : state.where;
  const goals = findGoals(view, selection);
  const main = byId("main");
  main.classList.toggle("past", past);
  main.classList.toggle("choosing", selection.blocks.length > 0);
  main.dataset.step = view.step ?? "";
  drawStatus(byId("status"), view);
  drawPrompt(state.view, state.notice, { look, follow: setFollow, follows: state.follow });
  replayBar.draw();
  drawBar(byId("bar"), past ? { actions: [] } : view, selection, where, hands, { looked: past ? null : state.looked, plan: past ? null : selecting.plan(), sure: state.sure, staged: stage.wanted(view) });
  const staged = stage.wanted(view);
  placeChoices(staged);
  if (staged) {
    stage.setOpen(true);
    drawActs(byId("choices"), view, selection, where, hands);
  } else drawChoices(byId("choices"), view, selection, where, hands);
  byId("cards-box").classList.toggle("now", (view.actions ?? []).some((/** @type {any} */ offer) => offer.type === "play-card"));
  byId("choices").classList.toggle("nothing", byId("choices").childElementCount === 0);
  drawHand(byId("hand"), view, hands);
  drawPlayed(byId("played"), view);
  drawPools(byId("pools"), view);
  tokens.draw(view, { chosen: new Set(selecting.shown(selection)), able: past ? new Set() : selecting.able() }, () => {});
  drawTowns(sheet, view, goals, selection);
  drawSigns(signs, view, goals, selection);
  if (!past) camera.action = actionOf(view, goals.keys());
  drawPointers(pointers, replay.towns);
  swords.replaceChildren(...drawClashes(view));
  fan.draw(view, { able: past ? new Set() : selecting.able(), chosen: new Set(selecting.shown(selection)) });
  drawTown(byId("town"), view, state.looked);
  drawStory();
  if (state.busy) lock();
  else unlock();
  // Last: it asks how high things are, for which the browser lays out all that was changed.
  shareScreen();
  // For whoever watches the page from outside: what is drawn, and whether an answer is awaited.
  main.dataset.drawn = `${state.view.you ?? "public"}-${state.view.version}`;
  main.dataset.busy = String(state.busy);
  main.dataset.moment = replay.n === null ? "now" : `${replay.eyes}-${replay.n}`;
}

/** Blocks are as large as they must be for this zoom. */
function fitBlocks() {
  if (setLeast(window.innerWidth < NARROW ? COARSE : FINE, camera.zoom) && state.view) draw();
}
camera.told = { moved: () => fan.place(), rested: fitBlocks };
fitBlocks();

/** Whether a press on this block shows the others that it lies among. @param {string} block @param {string} town @param {import("../map/board.js").Manner} manner */
function fansOut(block, town, manner) {
  if (manner.keys || fan.town === town || !tokens.isPiled(block)) return false;
  const view = replay.view ?? state.view;
  // Blocks that go there go there.
  if (state.selection.blocks.length > 0 && findGoals(view, state.selection).has(town)) return false;
  fan.turnTo(town, view);
  state.looked = town;
  draw();
  return true;
}

listen(map, {
  block: (block, town, manner) => {
    if (!fansOut(block, town, manner)) selecting.pressBlock(block, town, manner);
  },
  town: (town, manner) => {
    if (fan.town !== town) fan.turnTo(null, null);
    selecting.pressTown(town, manner);
  },
  lift: (block) => selecting.lift(block),
  drop: (town) => selecting.go(town, false),
  back: () => (fan.town !== null ? fan.close() : replay.n !== null ? replay.end() : selecting.back()),
  point: (town) => setText(byId("tip"), selecting.tip(town)),
  show: (town) => camera.show(town),
});

/** @param {import("../page/page.js").Side} side */
async function look(side) {
  state.side = side;
  if (state.view && !state.view.awaited.includes(side)) state.follow = false;
  replay.end();
  await refresh();
}

/** @param {boolean} yes */
function setFollow(yes) {
  state.follow = yes;
  if (yes && state.view) take(state.view, undefined, []);
}

/** Until the server has answered nothing can be pressed, so that a double click counts once. */
function lock() {
  byId("main").dataset.busy = "true";
  for (const button of document.querySelectorAll("#choices button, #bar button, #hand button, #resign-form button")) {
    if (button.hasAttribute("disabled")) continue;
    button.setAttribute("disabled", "");
    button.setAttribute("data-locked", "");
  }
}

/** What was locked, and is still on the page, can be pressed again. */
function unlock() {
  for (const button of document.querySelectorAll("[data-locked]")) {
    button.removeAttribute("disabled");
    button.removeAttribute("data-locked");
  }
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

setUpSides();
setUpResigning();
startPanels({ view: () => state.view, side: () => state.side, refresh });
refresh().finally(() =>
  follow({
    known: () => {
      const { side, view } = state;
      const have = view && view.you === (side ?? view.you) ? { have: view.version } : {};
      return { ...(side ? { side } : {}), since: storyOf(side).version, ...have };
    },
    shown: see,
    changed: (version, side) => {
      if (version === null || isNews(version, side)) refresh();
    },
    connected: (up) => setText(byId("connection"), up ? text("connected") : text("not-connected")),
    heard: tellPanels,
  }),
);
