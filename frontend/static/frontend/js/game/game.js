// The game page: makes its parts and tells them of each other.

import { afterBattle } from "../battle/blow.js";
import { Stage } from "../battle/stage.js";
import { BlockCard } from "../blocks/card.js";
import { findGoals } from "../decisions/goals.js";
import { actionVerb } from "../decisions/labels.js";
import * as offers from "../decisions/offers.js";
import { Selecting } from "../decisions/selecting.js";
import { winterOfTown } from "../decisions/surplus.js";
import { whyUnreachable } from "../decisions/unreachable.js";
import { noticeOf } from "../decisions/notices.js";
import { setUpLogKeys } from "../log/log.js";
import { listenToBoard } from "../map/board.js";
import { EdgeSigns } from "../map/edgesigns.js";
import { Fan, isSettled } from "../map/fan.js";
import { thinLabels } from "../map/labels.js";
import { setUpMap } from "../map/setup.js";
import { TownCard, whyFaceUp } from "../map/town.js";
import { setMinimumSize } from "../map/stacks.js";
import { locateBlocks } from "../map/whereabouts.js";
import { MomentBanner } from "../motion/moments.js";
import { Motion } from "../motion/motion.js";
import { blockScale, motionAllowed, setUpDisplay } from "../page/display.js";
import { byId, setText } from "../page/dom.js";
import { text } from "../page/page.js";
import { startTitles } from "../page/titles.js";
import { isPressed, trackPresses, whenReleased } from "../page/pressing.js";
import { guardPresses } from "../page/unread.js";
import { showLostContact } from "../page/contact.js";
import { startSessionNotice } from "../page/session.js";
import { setUpTabs } from "../page/side.js";
import { PACES, Replay } from "../replay/replay.js";
import { ReplayBar } from "../replay/replaybar.js";
import { startLiveUpdates } from "../server/live.js";
import { drawGame, drawQuestion, drawWays, startDrawing } from "./drawing.js";
import { createExchange } from "./exchange.js";
import { AutoCamera } from "./autocamera.js";
import { HeadlineLine } from "./headline.js";
import { watchOdds } from "./fightodds.js";
import { askForHint, watchHint } from "./hint.js";
import { takeHint } from "./hintacts.js";
import { Narrator } from "./narrator.js";
import { focusIsLost, focusNext, listenToKeys, clickFirst, ignoreKeyRepeat } from "./keys.js";
import { startPanels, notifyPanels } from "./panels.js";
import { focusOn, frameBoard, watchScreen, setUpMenu, setUpResignDialog, showDecision } from "./screen.js";
import { isNewVersion, state, storyOf } from "./state.js";
import { keepLinesWhole } from "./wholelines.js";

/** @typedef {import("../log/story.js").Entry} Entry */

/** Pixels that a block is wide at least: for a mouse, for fingers. */
const [FINE, COARSE] = [24, 32];
/** The same where the frame is large: in parts of the sheet, seen as a whole, and up to so many pixels. */
const [SHARE, WIDEST] = [78.5, 44.1];
const NARROW = 640;

const map = setUpMap();
const { frame, camera, tokens } = map;
const board = /** @type {HTMLElement} */ (frame.parentElement);
const onMap = new Motion(tokens, frame);
const stage = new Stage(board, {
  press: (block, manner) => selecting.pressFighter(block, manner),
  changed: draw,
  opened: toBoard,
  skip,
});
const gaze = new AutoCamera(camera, stage);
const fan = new Fan(board, {
  press: (block, town, manner) => selecting.pressBlock(block, town, manner),
  close: () => {
    fan.turnTo(null, null);
    draw();
  },
  around: (town) => camera.frameBox(town),
  target: (town) => camera.target(town),
  about: (town) => (state.view && replay.n === null ? winterOfTown(state.view, town) : ""),
});
const townCard = new TownCard(byId("main"));
const moments = new MomentBanner(board, () => gaze.pointedAt().map((town) => camera.boxAtRest(town)));

/**
 * Shows on the map how one view became the next; the stage opens after that where it was held.
 * @param {View | null} before
 * @param {View} after
 * @param {GameEvent[]} events
 * @param {Entry[] | null} theirs  the other side's turn, which is to be followed
 * @returns {Promise<void>}
 */
function playOnMap(before, after, events, theirs) {
  if (state.view !== after && replay.view !== after) return Promise.resolve();
  const starts = theirs ? narrate(before, after, theirs) : null;
  onMap.pace = motion.pace;
  const { skips } = motion;
  const moves = theirs && replay.pace === "off" ? null : onMap.play(before, after, events, starts, narrator.duration);
  // The narrator shows them where their time has come. Else they are told when the dice lie of which they tell.
  const announced = starts ? null : announce(after, events, moves ? onMap.landed : 0);
  if (!moves) return Promise.resolve();
  // What the Assassins did is read before anything else is asked or shown.
  const reads = !starts && motionAllowed() && events.some(({ type }) => type === "assassins-struck");
  const read = reads && announced?.then(() => moments.read);
  return Promise.all([moves, narrator.finished, read]).then(() =>
    // The moves have been shown: now the battle.
    openHeld(after) && motion.skips === skips ? stage.play(before, after, events, motion.pace) : undefined,
  );
}

/**
 * Shows large what counts among these facts, unless it is skipped before its time.
 * @param {View} after @param {GameEvent[]} events @param {number} wait  milliseconds
 */
async function announce(after, events, wait) {
  const { skips } = motion;
  if (wait > 0) await new Promise((resolve) => window.setTimeout(resolve, wait));
  const shown = replay.view ?? state.view;
  if (motion.skips === skips && shown === after) moments.show(events, after.hunger);
}

/** These facts from the one with which something begins. @param {GameEvent | undefined} first @param {GameEvent[]} facts */
function since(first, facts) {
  return facts.slice(Math.max(0, first ? facts.indexOf(first) : 0));
}

/** Opens the stage where it was held for what is shown on the map before it. @param {View} after */
function openHeld(after) {
  if (!stage.held || state.view !== after) return false;
  stage.held = false;
  draw();
  return true;
}

/** What shows how one view became the next: the stage while it is open, else the map. */
const motion = {
  pace: 1,
  /** How often what was shown has been skipped. */
  skips: 0,
  /**
   * @param {View | null} before
   * @param {View} after
   * @param {GameEvent[]} [events]
   * @param {Entry[] | null} [theirs]  the other side's turn, which is to be followed
   * @returns {Promise<void>}
   */
  play(before, after, events = [], theirs = null) {
    if (!stage.open) return playOnMap(before, after, events, theirs);
    const between = stage.held;
    const ends = stage.leaving !== 0;
    if (theirs && !between) narrate(before, after, theirs);
    const { skips } = motion;
    const rest = afterBattle(events);
    return stage.play(before, after, events, motion.pace).then(() => {
      if (motion.skips !== skips) {
        openHeld(after);
        return undefined;
      }
      // What happened elsewhere before the next battle is shown on the map between the two.
      if (between) return playOnMap(before, after, since(theirs?.[0]?.events[0], events), theirs);
      // So are dice that were rolled elsewhere after the last.
      const rolled = ends && !stage.open && rest.some(({ dice }) => Array.isArray(dice));
      return rolled ? playOnMap(before, after, rest, null) : undefined;
    });
  },
  skip: () => {
    motion.skips += 1;
    stage.show.reading.end();
    stage.show.finish();
    onMap.skip();
    moments.hide();
  },
};
const replay = new Replay({
  story: () => storyOf(state.side),
  motion,
  now: () => state.view,
  side: () => state.side,
  draw,
  show: (towns) => {
    if (stage.open && !stage.leaving) return;
    toBoard();
    camera.showAll(towns);
  },
  frame: toBoard,
  ended: () => gaze.scrollToDecision(),
  notice: (words) => {
    state.notice = words;
    draw();
  },
});
const selecting = new Selecting({
  state,
  send: together,
  draw,
  show: (towns) => {
    if (stage.open) return;
    toBoard();
    gaze.showGoals(towns);
  },
  past: () => replay.n !== null,
});

/** @type {import("../decisions/choices.js").Hands} */
const hands = {
  act: (action) => send("actions", { action }, state.view ? noticeOf(state.view, action) : ""),
  together,
  select: (selection) => {
    const planned = state.selection.town ?? state.selection.muster;
    selecting.select(selection);
    // Who changes a part of a plan goes on in its list.
    if (!planned || planned !== (state.selection.town ?? state.selection.muster)) showDecision();
    if (selection.type === "muster-to") gaze.showMuster();
    // Who chose in the list goes on in the list.
    const next = selection.routes
      ? ".routes button"
      : selection.blocks?.length === 1 && !selection.town
        ? ".chosen-block :is(.to, [data-type])"
        : null;
    const first = next ? byId("choices").querySelector(next) : null;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  },
  go: (town) => selecting.go(town, false),
  muster: (town) => selecting.muster(town),
  sure: (yes) => {
    state.confirming = yes;
    draw();
    if (yes) focusOn("done-not");
  },
  hint: document.getElementById("hint-here") ? () => void askForHint() : null,
  undo: () => send("undo"),
  restart: () => send("restart"),
  skip,
  replay: async () => {
    await replay.open();
    focusOn("replay-play");
  },
};
const parts = {
  map,
  fan,
  beyond: new EdgeSigns(board, camera),
  stage,
  replay,
  replayBar: new ReplayBar(byId("past"), replay),
  selecting,
  hands,
  look,
  follow: setFollow,
};
const headline = new HeadlineLine(
  showAgain,
  () => drawWays(selecting, null),
  (event) => narrator.ending === event,
);
const narrator = new Narrator(
  (towns, most) => gaze.showStep(towns, most),
  () => {
    drawWays(selecting, null);
    // What is above the map grows under the finger that has ended it only when that is lifted.
    if (!narrator.playing && narrator.ending?.type === "pointerdown")
      void whenReleased().then(() => drawQuestion(parts));
    else drawQuestion(parts);
  },
  (facts) => moments.show(facts, state.view?.hunger) || moments.hide(),
);
// In one place: what is told step by step makes way for the line of it all.
headline.root.before(narrator.root);
state.telling = () => narrator.playing;
state.routes = () => (narrator.playing ? narrator.routes : headline.routes);
const { send, onPushedView, refresh, applyView, skipWaiting } = createExchange({
  gaze,
  stage,
  replay,
  selecting,
  motion,
  headline,
  narrator,
  draw,
});

/**
 * Tells what the other side did; on the map step by step. Who has just come back sees it as a look back.
 * @param {View | null} before
 * @param {View} after
 * @param {Entry[]} entries
 * @returns {Map<GameEvent, number> | null}
 */
function narrate(before, after, entries) {
  const shown = headline.headline;
  // Large words that an act of one's own has led to are read first; those of what is being told anew are told again.
  const wait = narrator.playing ? 0 : moments.left;
  if (before) return narrator.start(entries, after.you, shown, stage.open ? 0 : PACES[replay.pace], wait);
  return replay.pace === "off" && shown ? narrator.start(shown.entries, after.you, shown, 0) : null;
}

/**
 * What a headline tells of is shown once more, one thing after another; its ways stay on the map.
 * @param {import("../log/headline.js").Headline} shown
 */
async function showAgain(shown) {
  if (replay.n !== null || state.busy) return;
  const staged = stage.open;
  if (staged) stage.turnTo(false);
  await replay.play(shown.entries);
  if (replay.n !== null || headline.headline !== shown) return;
  if (staged) stage.turnTo(true);
  headline.drawn = true;
  draw();
  camera.showAll(shown.towns);
}

function draw() {
  drawGame(parts);
}

/** Draws what no press has changed: a button that is held down must not be exchanged under the finger. */
function drawWhenReleased() {
  if (isPressed()) void whenReleased().then(draw);
  else draw();
}

function toBoard() {
  frameBoard(replay.n !== null);
}

/** @param {GameAction[]} actions  all of them, or none @param {string} [notice]  what is said when they are done */
function together(actions, notice = "") {
  send("actions", actions.length === 1 ? { action: actions[0] } : { actions }, notice);
}

/** Of what is being shown, and of what waits to be, nothing more is shown. */
function skip() {
  skipWaiting();
  narrator.end();
  motion.skip();
}

/** @param {import("../page/page.js").Side} side */
async function look(side) {
  state.side = side;
  if (state.view && !state.view.awaited.includes(side)) state.follow = false;
  replay.end();
  motion.skip();
  await refresh();
}

/** @param {boolean} yes */
function setFollow(yes) {
  state.follow = yes;
  if (yes && state.view) applyView(state.view, { events: [] });
}

/** Blocks are as large as they must be for this zoom. */
function fitBlocks() {
  const fine = Math.max(FINE, Math.min(WIDEST, SHARE * camera.fitted()));
  const pixels = window.innerWidth < NARROW ? COARSE : fine;
  if (setMinimumSize(pixels * blockScale(), camera.zoom) && state.view) drawWhenReleased();
}

/** Names have other sizes at another zoom, and blocks, too. */
function thinNames() {
  const view = replay.view ?? state.view;
  if (view) thinLabels(camera.stage, view);
}

/**
 * Whether a press on this block shows the others that it lies among.
 * @param {string} block
 * @param {string} town
 * @param {import("../map/board.js").Manner} manner
 */
function fansOut(block, town, manner) {
  if (manner.keys || fan.town === town || !tokens.isPiled(block)) return false;
  const view = replay.view ?? state.view;
  if (!view) return false;
  const goals = findGoals(view, state.selection);
  // Blocks that go there go there.
  if (state.selection.blocks.length > 0 && goals.has(town)) return false;
  // It would be closed at once.
  const marks = { able: selecting.able(), chosen: new Set(state.selection.blocks) };
  if (goals.size > 0 && isSettled(view, town, marks)) return false;
  fan.turnTo(town, view);
  state.inspectedTown = town;
  draw();
  return true;
}

/** Whether a press on a town does nothing but look at it. @param {string} town */
function isIdle(town) {
  return replay.n !== null || !state.view || !findGoals(state.view, state.selection).has(town);
}

/**
 * A finger that pressed where nothing can be done reads there what stands in the town: the list is screens below. Where
 * blocks are chosen everybody reads why they cannot go there.
 * @param {string} town
 * @param {boolean} touch
 */
function showTown(town, touch) {
  const view = replay.view ?? state.view;
  const mark = frame.querySelector(`.town[data-town="${town}"] .hit`);
  if (!view || !mark) return;
  const why = replay.n === null && !state.busy ? whyUnreachable(view, state.where, state.selection.blocks, town) : "";
  // What can be done with the town was asked for by the same press, and is not covered.
  if (!why && (!touch || byId("bar").querySelector(".town-now"))) return;
  townCard.show(view, town, mark.getBoundingClientRect(), winterOfTown(view, town), why);
}

startDrawing(parts);
camera.listeners = {
  moved: () => {
    fan.place();
    moments.place();
    parts.beyond.draw();
  },
  rested: () => {
    fitBlocks();
    thinNames();
  },
};
fitBlocks();
listenToBoard(frame, {
  block: (block, town, manner) => {
    if (fansOut(block, town, manner)) return;
    const idle = !selecting.able().has(block) && isIdle(town);
    selecting.pressBlock(block, town, manner);
    if (idle) showTown(town, manner.touch);
  },
  town: (town, manner) => {
    if (fan.town !== town) fan.turnTo(null, null);
    const idle = isIdle(town);
    selecting.pressTown(town, manner);
    if (idle) showTown(town, manner.touch);
  },
  lift: (block) => selecting.lift(block),
  drop: (town) => selecting.go(town, false),
  back: () => (fan.town !== null ? fan.close() : replay.n !== null ? replay.end() : selecting.back()),
  point: (town) => {
    setText(byId("tip"), selecting.tip(town));
    if (state.selection.blocks.length > 0) drawWays(selecting, town);
  },
  show: (town) => camera.show(town),
});
/** What a block may do now, in words. @param {string} block @returns {import("../blocks/card.js").Told} */
function tellOf(block) {
  const past = replay.view;
  const where = past ? locateBlocks(past) : state.where;
  const can = past ? [] : offers.offersForBlock(state.view?.actions ?? [], block).map(({ type }) => actionVerb(type));
  const shown = past ?? state.view;
  const { town = "", seen } = where.get(block) ?? {};
  const why = shown && seen?.["face-up"] ? whyFaceUp(shown, town) : "";
  return { strength: where.get(block)?.strength, can: [...new Set(can)], why };
}

watchHint({
  light: async () => {
    // The answer may come under a finger that holds another button.
    if (isPressed()) await whenReleased();
    draw();
    gaze.showHint();
  },
  take: (action, way) => takeHint(action, way, hands, stage),
});
listenToKeys({
  d: () => clickFirst("#bar [data-type=done]:not(:disabled)"),
  u: () => clickFirst("#bar [data-key=undo]:not(:disabled)"),
  n: () => focusNext(stage.open ? ".fighter.able" : "#map .token.able"),
  b: () => focusNext(stage.open ? "[data-key=to-map]" : "[data-key=to-stage], .battle-strip button"),
});
ignoreKeyRepeat();
watchScreen(() => replay.n !== null);
keepLinesWhole();
showLostContact();
trackPresses();
guardPresses(byId("choices"));
startSessionNotice();
setUpDisplay(/** @type {HTMLDialogElement} */ (byId("display-dialog")), fitBlocks);
setUpLogKeys(byId("log"));
new BlockCard(byId("main"), tellOf);
setUpTabs();
startTitles();
setUpResignDialog(() => send("resign"));
setUpMenu(hands.replay);
startPanels({ view: () => state.view, side: () => state.side, refresh, visit: (n, viewer) => replay.visit(n, viewer) });
watchOdds((town) => gaze.showFight(town));
refresh().finally(() => {
  // So that the first Tab leads to what is to be decided, past the menus of the site.
  if (focusIsLost() && !location.hash) (stage.open ? stage.root : byId("prompt")).focus({ preventScroll: true });
  startLiveUpdates({
    known: () => {
      const { side, view } = state;
      const have = view && view.you === (side ?? view.you) ? { have: view.version } : {};
      return { ...(side ? { side } : {}), since: storyOf(side).version, ...have };
    },
    shown: onPushedView,
    changed: (version, side) => {
      if (version === null || isNewVersion(version, side)) refresh();
    },
    connected: (up) => setText(byId("connection"), up ? text("connected") : text("not-connected")),
    heard: notifyPanels,
  });
});
