// Draws the game page: the latest view, or the moment looked back at, with what can be decided.

import { actsAtOnce, drawActs, drawMenu } from "../battle/acts.js";
import { drawBar, drawSkip, sendingButton } from "../decisions/bar.js";
import { drawHand, drawPlayed } from "../decisions/cards.js";
import { drawChoices } from "../decisions/choices.js";
import { drawPointers, drawSigns, drawTowns, findGoals, roomAt, signsInWords } from "../decisions/goals.js";
import { MANY_ACTS } from "../decisions/ends.js";
import { decisionPlace } from "../decisions/guide.js";
import { drawPrompt } from "../decisions/prompt.js";
import * as offers from "../decisions/offers.js";
import { emptySelection } from "../decisions/selecting.js";
import { drawSurplus, winterOfTown } from "../decisions/surplus.js";
import { drawLog } from "../log/log.js";
import { factsTold } from "../log/story.js";
import { thinLabels } from "../map/labels.js";
import { places } from "../map/layout.js";
import { drawStrip } from "../map/strip.js";
import { signPlacer } from "../map/signs.js";
import { boxOfBlocks } from "../map/stacks.js";
import { drawClashes } from "../map/swords.js";
import { drawTown } from "../map/town.js";
import { drawArrivals, drawRoutes, drawPlannedRoutes } from "../map/ways.js";
import { locateBlocks } from "../map/whereabouts.js";
import { isPhone } from "../page/browser.js";
import { byId, html, replaceChildren, replaceIfChanged, svg } from "../page/dom.js";
import { page, sideName, text, townName } from "../page/page.js";
import { drawPace, markName } from "../replay/replaybar.js";
import { explainChosen } from "./explaining.js";
import { drawLight, lightButton } from "./hintlight.js";
import { drawLead } from "./leading.js";
import { recallSiege } from "./recall.js";
import {
  awaitNewPress,
  fitMapToScreen,
  frameBoard,
  isFramed,
  isSkipShown,
  keepRoomOfActs,
  keepRoomOfWords,
  lockButtons,
  placeChoices,
  unlockButtons,
} from "./screen.js";
import { state, storyOf } from "./state.js";
import { drawPools, drawStatus } from "./status.js";

/**
 * @typedef {object} Parts  of the game page
 * @property {import("../map/setup.js").MapParts} map
 * @property {import("../map/fan.js").Fan} fan
 * @property {import("../map/edgesigns.js").EdgeSigns} beyond
 * @property {import("../battle/stage.js").Stage} stage
 * @property {import("../replay/replay.js").Replay} replay
 * @property {import("../replay/replaybar.js").ReplayBar} replayBar
 * @property {import("../decisions/selecting.js").Selecting} selecting
 * @property {import("../decisions/choices.js").Hands} hands
 * @property {(side: import("../page/page.js").Side) => void} look  the page turns to a side
 * @property {(yes: boolean) => void} follow  whether it turns to the side that is awaited without a press
 */

const ways = svg("g", { class: "ways-drawn", "aria-hidden": "true" });
const strip = html("ul", { class: "battle-strip", "aria-label": text("battles-declared"), hidden: true });
const pointers = svg("g", { class: "pointers", "aria-hidden": "true" });
const signs = svg("g", { class: "goal-signs", "aria-hidden": "true" });
const swords = svg("g", { class: "clashes", "aria-hidden": "true" });
/** What the lesson points at. */
const leads = svg("g", { class: "leads", "aria-hidden": "true" });

/** The view without what can be done, while the dice still fall. @param {View} view @returns {View} */
const withoutActs = (view) => ({ ...view, actions: [] });

/** Puts the drawings above the names onto the map, once. @param {Parts} parts */
export function startDrawing({ map }) {
  map.sheet.above.append(ways, pointers, swords, signs, leads);
  map.frame.before(strip);
}

/** The blocks that were chosen when all was drawn last, and where they stood. @type {Map<string, string | undefined>} */
let held = new Map();

/** @typedef {ReturnType<typeof sceneOf>} Scene  what is drawn now */

/**
 * What is drawn: the latest view or the moment looked back at, with what is chosen on it. `past`: the page looks back;
 * `untold`: dice still fall; `decided`: what is asked is answered already, and what was asked before stays; `idle`: any
 * of these. `shown` is what may be told meanwhile, and `asks` has what may be asked.
 * @param {Parts} parts @param {View} latest
 */
function sceneOf({ replay, selecting, stage }, latest) {
  const past = replay.view !== null;
  const view = replay.view ?? latest;
  const untold = !past && state.untold !== null;
  const decided = !past && !untold && state.decided !== null;
  const idle = past || untold || decided;
  const selection = past ? emptySelection() : state.selection;
  const where = past ? locateBlocks(view) : state.where;
  const goals = findGoals(view, selection);
  return {
    view,
    past,
    untold,
    decided,
    shown: past ? view : (state.untold?.view ?? view),
    // What is asked next would tell how the dice have fallen, and what was asked before is decided.
    asks: untold ? withoutActs(view) : view,
    selection,
    plan: past ? null : selecting.plan(),
    where,
    goals,
    roads: past ? new Map() : roomAt(view, selection, where, goals.keys()),
    idle,
    able: idle ? new Set() : selecting.able(),
    staged: stage.wanted(view),
  };
}

/** Draws everything that depends on the view or on what is chosen. @param {Parts} parts */
export function drawGame(parts) {
  if (!state.view) return;
  const framed = isFramed(parts.replay.view !== null);
  const skips = isSkipShown();
  const scene = sceneOf(parts, state.view);
  markPage(scene);
  drawStatus(byId("status"), scene.shown);
  parts.replayBar.draw();
  if (!scene.decided) {
    drawAsked(parts, scene, state.view);
    drawDecision(parts, scene);
  }
  drawCards(parts, scene);
  drawMap(parts, scene);
  drawInspected(scene);
  drawStory(parts);
  explainChosen(scene.selection);
  if (skips && !isSkipShown()) awaitNewPress();
  if (state.busy || scene.decided) lockButtons();
  else unlockButtons();
  // Last: it asks how high things are, for which the browser lays out all that was changed.
  fitPage(parts, scene, framed);
  // For tests and tools that watch the page: what is drawn, and whether an answer is awaited.
  const { dataset } = byId("main");
  const { n, viewer } = parts.replay;
  dataset.drawn = `${state.view.you ?? "public"}-${state.view.version}`;
  dataset.busy = String(state.busy || state.decided !== null);
  dataset.moment = n === null ? "now" : `${viewer}-${n}`;
}

/** What the page's styles go by. @param {Scene} scene */
function markPage({ view, past, untold, selection, plan }) {
  const main = byId("main");
  main.classList.toggle("past", past);
  main.classList.toggle("untold", untold);
  main.classList.toggle("choosing", selection.blocks.length > 0);
  main.classList.toggle("planning", Boolean(selection.muster || plan));
  main.dataset.step = view.step ?? "";
}

/** Of this view both the question and what stood in its place have room, so that nothing below moves. @type {View | null} */
let roomFor = null;

/** Draws the question anew, as what is being told begins or ends. @param {Parts} parts */
export function drawQuestion(parts) {
  if (state.view && state.decided === null) drawAsked(parts, sceneOf(parts, state.view), state.view);
}

/**
 * That what the other side did is being shown, though nobody must wait for it: else it would not be clear whose turn it
 * is. Empty while nothing is.
 * @param {Scene} scene
 */
function toldFirst({ view: { you, actions = [] } }) {
  if (page.solo || actions.length === 0 || !state.telling()) return "";
  return text("told-first", { side: sideName(you === "frank" ? "saracen" : "frank") });
}

/** Draws what is asked. @param {Parts} parts @param {Scene} scene @param {View} latest */
function drawAsked({ look, follow, replay, stage }, scene, latest) {
  const { past, untold, shown } = scene;
  const waits = untold ? text(stage.held ? "before-battle-shown" : "dice-fall") : "";
  const instead = past || untold ? "" : toldFirst(scene);
  const draw = (/** @type {string} */ next) =>
    drawPrompt(
      past ? latest : shown,
      state.notice,
      { look, follow, follows: state.follow },
      { past: past ? lookedBackAt(replay) : waits, next },
    );
  const { style } = byId("prompt");
  if (instead || roomFor !== latest) style.minHeight = "";
  draw(past ? "" : nextPart(scene));
  if (!instead) return;
  const room = byId("prompt").offsetHeight;
  draw(instead);
  style.minHeight = `${Math.max(room, byId("prompt").offsetHeight)}px`;
  roomFor = latest;
}

/** Draws the bar and the buttons with which it is decided. @param {Parts} parts @param {Scene} scene */
function drawDecision(parts, scene) {
  const { stage, hands } = parts;
  const { view, past, untold, idle, selection, plan, where, staged } = scene;
  // While the end of a battle is shown its board keeps the room that cards and buttons would take.
  const ends = untold && stage.open && !staged;
  byId("main").dataset.asked = past || ends ? "" : decisionPlace(view, staged);
  // The button that skips stands where others stood and will stand, so that the stage keeps its size.
  const skipsAbove = untold && staged && !(isPhone() && hands.hint);
  drawBar(byId("bar"), idle ? null : view, selection, where, hands, {
    looked: past ? null : state.inspectedTown,
    plan,
    sure: state.confirming,
    staged,
    shows: untold && !skipsAbove,
  });
  placeChoices(staged, stage.foot, playsCard(view));
  if (staged) stage.setOpen(true);
  if (skipsAbove) replaceChildren(byId("choices"), drawSkip(hands));
  else drawButtons(parts, scene);
  if (!past) recall(parts, view);
  for (const id of ["choices", "bar"]) lightButton(byId(id), past ? null : state.hinted, selection);
  byId("choices").classList.toggle("nothing", byId("choices").childElementCount === 0);
}

/** Odds of a siege know what their viewer saw in it, also when the page was opened since. @param {Parts} parts @param {View} view */
function recall(parts, view) {
  const story = storyOf(view.you);
  const current = () => story === parts.replay.story;
  void recallSiege(view, story, current, () => current() && drawGame(parts));
}

/** Draws the acts on the stage, or the list of choices. @param {Parts} parts @param {Scene} scene */
function drawButtons({ hands, replay }, { asks, selection, where, staged }) {
  const draw = staged ? drawActs : drawChoices;
  draw(byId("choices"), asks, selection, where, hands, factsTold(replay.story.lines(false)));
}

/** Whether a card is to be played. @param {View} view */
function playsCard({ actions = [] }) {
  return actions.some(({ type }) => type === "play-card");
}

/** Draws the cards in hand, those played, and the pools. @param {Parts} parts @param {Scene} scene */
function drawCards({ hands }, { view, past, shown, asks }) {
  byId("cards-box").classList.toggle("now", playsCard(view));
  const hand = byId("hand");
  // One person plays both sides: until the dice lie the cards are those of the side that the page still looks from.
  drawHand(hand, shown.you === view.you ? asks : withoutActs(shown), hands);
  // Of equal cards any does what is hinted.
  hand.querySelector(".hinted")?.classList.remove("hinted");
  const card = past ? "" : state.hinted?.card;
  if (card) hand.querySelector(`[data-card="${card}"]`)?.classList.add("hinted");
  drawPlayed(byId("played"), view);
  drawPools(byId("pools"), shown);
}

/**
 * Draws blocks, towns and ways; after the choices, among which boxes may be ticked.
 * @param {Parts} parts @param {Scene} scene
 */
function drawMap(parts, { view, past, shown, selection, goals, roads, able }) {
  const { map, fan, replay, selecting } = parts;
  const chosen = new Set(selecting.shown(selection));
  map.tokens.draw(view, { chosen, able }, () => {});
  drawTowns(map.sheet, view, goals, selection, roads, shown);
  drawSigns(signs, view, goals, selection, roads);
  if (!past) map.camera.action = actionOf(view, selection, goals.keys(), selecting.able());
  map.camera.choosing = selection.blocks.length > 0;
  map.camera.blocksAt = (town, zoom) => boxOfBlocks(view, town, zoom);
  drawPointers(pointers, pointedAt(replay));
  const room = signPlacer(view);
  swords.replaceChildren(...drawClashes(view, room), ...drawSurplus(view, room));
  leads.replaceChildren(...(past ? [] : [...drawLead(view), ...drawLight(view, state.hinted)]));
  const begins = {
    opens: (/** @type {string} */ town) => canFight(parts, town),
    go: (/** @type {string} */ town) => goToBattle(parts, town),
  };
  drawStrip(strip, view, begins, selection.blocks.length > 0 || view.step === "regroup" || view.step === "leave-siege");
  drawWays(selecting, null);
  fan.draw(view, { able, chosen }, goals.keys());
}

/** Draws what stands in the town that was pressed. @param {Scene} scene */
function drawInspected({ shown }) {
  const town = state.inspectedTown;
  drawTown(byId("town"), shown, town, town ? winterOfTown(shown, town) : "");
}

/**
 * Fits the parts of the page and of the map to the room that they have.
 * @param {Parts} parts @param {Scene} scene @param {boolean} framed  prompt, map and bar filled the screen before
 */
function fitPage({ map, beyond }, { view, past, untold, selection, where, able, staged }, framed) {
  const fought = staged && view.awaited.length > 0 ? view.battle : null;
  keepRoomOfActs(
    fought ? `${fought.town} ${view.year} ${view.turn}` : "",
    !untold && byId("choices").childElementCount > 0,
  );
  const acts = !past && !untold && !page.lesson && (view.actions ?? []).length > 0;
  keepRoomOfWords(acts && MANY_ACTS.has(view.step) ? `${view.you} ${view.step} ${view.year} ${view.turn}` : "");
  fitMapToScreen(past);
  // While parts were drawn anew the page was shorter, and may have been moved by that.
  if (framed) frameBoard(past);
  const townOf = (/** @type {string} */ block) => where.get(block)?.town;
  const went = [...held].flatMap(([block, town]) => (townOf(block) !== town ? (townOf(block) ?? []) : []));
  held = new Map(selection.blocks.map((block) => [block, townOf(block)]));
  map.camera.hold(held.size > 0, [...new Set(went)]);
  beyond.onView(countByTown(able, where));
  thinLabels(map.camera.stage, view);
}

/** What is to be pressed next where a part of a decision is chosen; else empty. @param {Scene} scene */
function nextPart({ view, where, selection, plan, goals, roads }) {
  const { blocks, town, type, muster, ask, given } = selection;
  const button = sendingButton(view, selection, where, plan);
  if (button) return text("now-press", { button });
  if (muster) return text("now-who-musters", { town: townName(muster) });
  if (plan) return text("now-an-area", { town: townName(plan.town) });
  if (view.step !== "move" || town || ask) return "";
  if (blocks.length > 0) return given ? "" : [text("now-a-town"), ...signsInWords(view, goals.keys(), roads)].join(" ");
  return type === "muster-to" ? text("now-a-muster") : "";
}

/** What a look back shows, in words. @param {Parts["replay"]} replay */
function lookedBackAt({ playing, n, moments }) {
  if (playing === "news") return text("past-news");
  return playing === "on" ? text("past-plays", { moment: markName(moments.markOf(n ?? 0)) }) : text("past-prompt");
}

/**
 * Arrows by which armies came, and by which the chosen blocks would go.
 * @param {Parts["selecting"]} selecting
 * @param {string | null} town  pointed at
 */
export function drawWays(selecting, town) {
  if (!state.view) return;
  const past = selecting.past();
  const drawn = [
    ...drawArrivals(past ? {} : state.view),
    ...(past ? [] : drawRoutes(state.routes())),
    ...drawPlannedRoutes(selecting.walking(town) ?? (past ? null : state.hinted)),
  ];
  if (drawn.length > 0 || ways.childElementCount > 0) ways.replaceChildren(...drawn);
}

/** Whether this player can have the battle at a town fought now. @param {Parts} parts @param {string} town */
function canFight({ replay }, town) {
  if (replay.view !== null || state.busy) return false;
  return (state.view?.actions ?? []).some(
    (/** @type {GameOffer} */ offer) =>
      offer.type === "choose-battle" && offers.allowedValues(offer, "town").includes(town),
  );
}

/**
 * To a declared battle: it begins, if it is this player's to choose; on the stage, if it is being fought.
 * @param {Parts} parts
 * @param {string} town
 */
function goToBattle(parts, town) {
  const { map, stage, replay, hands } = parts;
  const view = replay.view ?? state.view;
  state.inspectedTown = town;
  if (canFight(parts, town)) hands.act({ type: "choose-battle", town });
  else if (view?.battle?.town === town) stage.turnTo(true);
  else {
    map.camera.showAround([town]);
    stage.changed();
  }
}

/** How many of these blocks stand in each town. @param {Set<string>} blocks @param {typeof state.where} where */
function countByTown(blocks, where) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const block of blocks) {
    const town = where.get(block)?.town ?? "";
    found.set(town, (found.get(town) ?? 0) + 1);
  }
  return found;
}

/**
 * The towns where something is to be done: those of blocks that can act, once some are chosen of these alone, and those
 * that can be pressed.
 * @param {View} view
 * @param {import("../decisions/choices.js").Selection} selection
 * @param {Iterable<string>} goals
 * @param {Set<string>} able
 */
function actionOf(view, selection, goals, able) {
  // Where a muster is called the towns are asked about, before any block.
  if (selection.type === "muster-to" && selection.blocks.length === 0)
    return [...goals].filter((town) => town in places);
  const acting = selection.blocks.length > 0 ? selection.blocks : [...able];
  // Saladin changes places with a relative, and then stands in another town than before (3.2).
  const blocks = view.step === "family" ? [...acting, "saladin"] : acting;
  const towns = blocks.map((block) => state.where.get(block)?.town ?? "");
  const ends = (view.actions ?? [])
    .filter(({ type }) => type === "regroup" || type === "retreat")
    .flatMap((offer) => offers.allowedValues(offer, "to"));
  return [...new Set([...towns, ...goals, ...ends, view.battle?.town ?? ""])].filter((town) => town in places);
}

/** The towns with a ring: of the moment looked back to, or where blocks were just lost. @param {Parts["replay"]} replay */
function pointedAt(replay) {
  return replay.view === null ? [...replay.towns, ...state.lost] : replay.towns;
}

/** The log, what stands above it, and the stage, which tells a part of it. @param {Parts} parts */
function drawStory(parts) {
  const { replay } = parts;
  const { story } = replay;
  const lines = story.lines(replay.n !== null && replay.playing !== "news" && replay.undone);
  const { untold } = state;
  drawLog(byId("log"), untold && replay.n === null ? lines.filter((line) => line.seq <= untold.last) : lines, {
    earlier: story.hasEarlier ? () => readEarlier(parts) : null,
    now: replay.n,
    point: (towns) => drawPointers(pointers, towns.length > 0 ? towns : pointedAt(replay)),
    visit: (n) => replay.visit(n),
  });
  replaceIfChanged(byId("story-tools"), replay.pace, () => [
    html("button", { type: "button", "data-key": "replay-open", onclick: parts.hands.replay }, text("replay-open")),
    drawPace(replay),
    parts.replayBar.undone,
  ]);
  const view = replay.view ?? state.view;
  if (view) drawStage(parts, view, lines);
}

/** @param {Parts} parts */
async function readEarlier(parts) {
  const { story, viewer } = parts.replay;
  const side = story === storyOf(state.side) ? state.side : viewer;
  await story.readEarlier(side, () => story === parts.replay.story);
  drawStory(parts);
}

/**
 * Draws the stage: the battle now, or of the moment looked back to.
 *
 * @param {Parts} parts
 * @param {View} view
 * @param {import("../log/story.js").Line[]} lines  of the log
 */
function drawStage({ stage, replay, selecting, hands }, view, lines) {
  const past = replay.view !== null;
  const until = replay.n ?? Infinity;
  // Of a moment that was taken back, what led to it was, too.
  const gone = replay.entry?.undone;
  const events = factsTold(lines, until, gone);
  const idle = past || state.untold !== null || state.decided !== null;
  stage.draw(view, events, {
    able: idle ? new Set() : selecting.able(),
    chosen: new Set(past ? [] : state.selection.blocks),
    acting: new Set(view.battle?.["to-act"] ?? []),
    hinted: idle ? [] : (state.hinted?.blocks ?? []),
    does: (block) => (idle ? "" : actsAtOnce(view, block)),
  });
  stage.drawMenu(idle || state.busy ? null : drawMenu(view, state.selection, state.where, hands));
}
