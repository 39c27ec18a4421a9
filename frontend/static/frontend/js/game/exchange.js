// What the game page sends to the server, and what becomes of the views that come from there.

import { defaultBlocks, isOtherDecision, isOwn, isSameDecision, isSamePosition } from "../decisions/kept.js";
import { answerOfSiege } from "../decisions/quiet.js";
import { endTogether, nextTogether } from "../decisions/together.js";
import { factsToBattle } from "../log/steps.js";
import { locateBlocks } from "../map/whereabouts.js";
import { byId } from "../page/dom.js";
import { motionAllowed } from "../page/display.js";
import { page, text } from "../page/page.js";
import { isPressed, whenReleased } from "../page/pressing.js";
import { isRoll, townsOfLosses, townsOfRolls } from "../page/rolls.js";
import { registerDraft, restoreDrafts, draftPart } from "../page/unfinished.js";
import { momentFromAddress } from "../replay/replaybar.js";
import { fetchView, postAct } from "../server/api.js";
import { focusFirst, focusIsLost } from "./keys.js";
import { dropHint } from "./hint.js";
import { drawPanels } from "./panels.js";
import { frameBoard, lockButtons, showDecision } from "./screen.js";
import { state, storyOf } from "./state.js";
import { drawPlayers } from "./status.js";

/** @typedef {import("../log/story.js").Entry} Entry */

/** What the address of the page asks for, before it is changed. */
const requestedMoment = momentFromAddress();

/** Whether it is shown on the map where another battle opens after it. @param {GameEvent} fact */
function isBetweenBattles({ type }) {
  return type === "attrition-rolled" || type === "battle-ended";
}

/**
 * Makes the functions that send acts, ask for the view, and take views that came in.
 *
 * @param {object} parts
 * @param {import("./autocamera.js").AutoCamera} parts.gaze
 * @param {import("../battle/stage.js").Stage} parts.stage
 * @param {import("../replay/replay.js").Replay} parts.replay
 * @param {import("../decisions/selecting.js").Selecting} parts.selecting
 * @param {{play: (before: View | null, after: View, events?: GameEvent[], theirs?: Entry[] | null) => Promise<void>}}
 *   parts.motion
 * @param {import("./headline.js").HeadlineLine} parts.headline
 * @param {import("./narrator.js").Narrator} parts.narrator
 * @param {() => void} parts.draw
 */
export function createExchange({ gaze, stage, replay, selecting, motion, headline, narrator, draw }) {
  /**
   * @param {"actions" | "undo" | "restart" | "resign"} what
   * @param {{action?: GameAction, actions?: GameAction[]}} [acts]
   * @param {string | ((view: View, events: GameEvent[]) => string)} [notice]  what is said when they are done
   */
  async function send(what, acts = {}, notice = "") {
    if (state.busy || !state.view || replay.n !== null) return;
    state.busy = true;
    narrator.end();
    const focused = stage.root.contains(document.activeElement);
    lockButtons();
    const before = state.view;
    const trying = () => {
      state.notice = text("trying");
      byId("notice").classList.add("quiet");
      draw();
    };
    let answer = await postAct(what, { version: before.version, side: state.side, ...acts }, trying);
    // An offer or a setting of the other's came between and changed nothing of what is decided here.
    if (what === "actions" && answer.kind === "stale" && isSamePosition(before, answer.view)) {
      const { view, news } = answer;
      if (news) storyOf(state.side).addNews(news, view.version);
      answer = await postAct(what, { version: view.version, side: state.side, ...acts }, trying);
    }
    state.busy = false;
    byId("notice").classList.remove("quiet");
    if (answer.kind === "view") {
      state.notice = typeof notice === "string" ? notice : notice(answer.view, answer.events ?? []);
      state.ownActVersion = answer.view.version;
      showDecision();
      await applyView(answer.view, { news: answer.news, events: answer.events, own: true });
      if (focused) stage.focus();
      // What was pressed is gone: the keyboard goes on with what is next.
      if (focusIsLost()) focusFirst();
    } else if (answer.kind === "stale") {
      decideNoMore();
      state.notice = text("stale");
      await applyUnaskedView(answer.view, answer.news);
    } else {
      decideNoMore();
      state.notice =
        answer.kind === "offline"
          ? text("offline")
          : answer.rule
            ? text("refused", { reason: answer.reason, rule: answer.rule })
            : answer.reason;
      draw();
    }
    await applyWaiting();
  }

  /** Whether the view of the other side is on its way, to which the page of a solo game turns. */
  let turning = false;

  /** Whether views that come wait: an act or a view is on its way, or what came before is still being shown. */
  function mustWait() {
    return state.busy || turning || stage.held || state.untold !== null || state.decided !== null;
  }

  /** Drops what a press has decided beyond the act that was sent last: it is asked after all. */
  function decideNoMore() {
    endTogether();
    state.decided = null;
    state.untold = null;
  }

  /** Sends what a press has decided already, when what the last roll did has been read. Who looks back is asked. */
  async function sendDecided() {
    const { decided } = state;
    await stage.show.reading.over();
    if (!decided || state.decided !== decided) return;
    state.decided = null;
    if (replay.n === null) await send("actions", { action: decided });
    else {
      decideNoMore();
      draw();
      await applyWaiting();
    }
  }

  /** Whether a view is newer than what the page has, or another side's. @param {View} view */
  function isNew(view) {
    return !state.view || view.version > state.view.version || view.you !== state.view.you;
  }

  /** Whether a view is of the side that the page of a solo game has turned from: it is not shown. @param {View} view */
  function isTurnedFrom({ you }) {
    return page.solo && you !== state.side;
  }

  /** Whether views that waited are being taken: one after the other, in the order in which they came. */
  let taking = false;

  /** Takes the views that waited, each when what came before it has been shown. */
  async function applyWaiting() {
    if (taking) return;
    taking = true;
    try {
      while (state.waitingViews.length > 0 && !mustWait()) {
        if (isPressed()) await whenReleased();
        else await takeFirst();
      }
    } finally {
      taking = false;
    }
    if (state.refreshLater) await refresh();
  }

  /** Takes the first of the views that wait. */
  async function takeFirst() {
    const [{ view, news, skipped }] = state.waitingViews.splice(0, 1);
    if (isTurnedFrom(view)) return;
    if (isNew(view)) await applyUnaskedView(view, news, skipped);
    else storyOf(state.side).addNews(news, view.version);
  }

  /**
   * A view came by the socket. While an act of this page is on its way it waits: the answer may be a newer one. It waits
   * as well until the dice of the views before it have been shown.
   * @param {import("../server/live.js").Shown} shown
   */
  async function onPushedView(shown) {
    if (isTurnedFrom(shown.view)) return;
    state.waitingViews.push(shown);
    await applyWaiting();
  }

  /** Takes all views that wait as one, of which nothing is shown: the player has skipped that. */
  function skipWaiting() {
    const waiting = state.waitingViews.splice(0);
    const last = waiting.at(-1);
    if (!last) return;
    const fresh = waiting.findLastIndex(({ news }) => news.anew);
    const entries = waiting.slice(Math.max(0, fresh)).flatMap(({ news }) => news.entries);
    state.waitingViews.push({ view: last.view, news: { anew: fresh >= 0, entries }, skipped: true });
  }

  /** Ask for the view; an older answer never replaces a newer one. */
  async function refresh() {
    state.refreshLater = mustWait();
    if (state.refreshLater) return;
    const { side } = state;
    const answer = await fetchView(side, storyOf(side).version);
    if (side !== state.side) return;
    if (mustWait()) {
      // It is asked for again when that has been shown.
      state.refreshLater = true;
      return;
    }
    if (answer.kind === "view") {
      if (state.view && state.view.you === answer.view.you && state.view.version > answer.view.version) return;
      const changed = !state.view || state.view.version !== answer.view.version || state.view.you !== answer.view.you;
      if (changed) {
        await applyUnaskedView(answer.view, answer.news);
        await applyWaiting();
      } else if (answer.news) storyOf(side).addNews(answer.news, answer.view.version);
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
   * Takes a view that no act of this page has led to. Who uses the keyboard stays where they are.
   * @param {View} view
   * @param {import("../server/api.js").News} [news]
   * @param {boolean} [skipped]  the player wishes to see nothing of what led to it
   */
  async function applyUnaskedView(view, news, skipped = false) {
    if (isPressed()) {
      await whenReleased();
      return await onPushedView({ view, news: news ?? { anew: false, entries: [] }, skipped });
    }
    const focused = !focusIsLost();
    await applyView(view, { news, events: skipped ? [] : undefined, skipped });
    if (focused && focusIsLost()) focusFirst();
  }

  /**
   * A new view is there. In a solo game the page turns to the side that is awaited.
   *
   * @param {View} view
   * @param {{news?: import("../server/api.js").News, events?: GameEvent[], own?: boolean, skipped?: boolean}} [led]
   *   `news`: what is new in the history since the view before; `events`: what led to it, if the answer said so, for
   *   otherwise the news tell; `own`: an act of this page led to it; `skipped`: nothing of what led to it is shown
   */
  async function applyView(view, { news, events, own = false, skipped = false } = {}) {
    if (own) dropHint();
    const before = state.view;
    const side = state.side;
    if (turnsFrom(view)) {
      turning = true;
      const turned = await turnToAwaited(view, news).finally(() => (turning = false));
      if (state.view !== before) return;
      ({ view, news } = turned);
    }
    const story = storyOf(state.side);
    const last = story.last;
    if (news) story.addNews(news, view.version);
    const fresh = story.currentEntries(last);
    // To the side that the page has turned to the same facts are other news.
    if (events && side !== state.side) events = story.lastFacts(events);
    // An answer that came late may be of a view with more than its own act has led to.
    const whole = before?.you === view.you && !skipped && (!events || (news && fresh.length > 0));
    if (whole) events = fresh.flatMap((entry) => entry.events);
    takeView(before, view, own);
    const shown = holdUntold({ before, view, events, fresh, last, own, skipped });
    const facts = fresh.flatMap((entry) => entry.events);
    state.decided = answerOfSiege(view, facts) ?? nextTogether(view, facts);
    const kept = updateSelection(before, own);
    const lost = noteLosses(before, events ?? [], own);
    draw();
    drawPlayers(byId("players"), view);
    drawPanels(shown.untold?.view ?? view);
    showCourse({ before, view, events, fresh, own, kept, lost, ...shown });
    await afterView();
    if (state.decided && !shown.untold) window.setTimeout(() => void sendDecided());
  }

  /** Makes a view that of the page. @param {View | null} before @param {View} view @param {boolean} own  by its own act */
  function takeView(before, view, own) {
    state.view = view;
    state.where = locateBlocks(view);
    // A town that was looked at for another decision is no part of this one, nor the one to which blocks were sent.
    if (own || (before && isOtherDecision(before, view))) state.inspectedTown = null;
  }

  /**
   * What led to a view is shown first: the stage is held for that, and what it tells kept back.
   * @param {{before: View | null, view: View, events?: GameEvent[], fresh: Entry[], last: number, own: boolean,
   *   skipped: boolean}} came
   * @returns {{isHeadline: boolean, led: Entry[] | null, untold: typeof state.untold}}
   */
  function holdUntold({ before, view, events, fresh, last, own, skipped }) {
    const story = storyOf(state.side);
    const isFresh = page.solo || page.lesson ? headline.onYear(view, story) : headline.onView(before, view, own, story);
    const isHeadline = isFresh && !skipped;
    // The last act of a year is told with the year.
    if (own && headline.year.length > 0) state.notice = "";
    stage.held = false;
    const between = !skipped && hasBattlesBetween(fresh);
    const led = isHeadline || between ? movesToBattle(before, view, fresh) : null;
    const untold = keptUntold({ before, view, events, last, led });
    stage.held = led !== null;
    state.untold = untold;
    if (own || before?.you !== view.you) narrator.clear();
    return { isHeadline, led, untold };
  }

  /**
   * Keeps the towns where blocks were lost, which get a ring; what a battle does is shown on its stage.
   * @param {View | null} before @param {GameEvent[]} events @param {boolean} own
   */
  function noteLosses(before, events, own) {
    const lost = stage.open || before?.battle ? [] : townsOfLosses(events);
    if (own || events.length > 0) state.lost = before ? lost : [];
    return lost;
  }

  /**
   * Shows how a view came about, and where; who looks back is not disturbed.
   * @param {{before: View | null, view: View, events?: GameEvent[], fresh: Entry[], own: boolean, kept: boolean,
   *   lost: string[]} & ReturnType<typeof holdUntold>} came
   */
  function showCourse({ before, view, events, fresh, own, kept, lost, isHeadline, led, untold }) {
    if (replay.n !== null) return;
    const theirs = led ?? (isHeadline ? fresh : null);
    const playback = motion.play(before, view, events, theirs).finally(() => void goOn(untold));
    moveMap(before, view, { events: events ?? [], own, kept, isHeadline, lost, playback });
  }

  /** Whether the page of a solo game turns from the side of a view to another, which is awaited. @param {View} view */
  function turnsFrom({ you, awaited }) {
    return page.solo && state.follow && awaited.length > 0 && !(you && awaited.includes(you));
  }

  /**
   * Turns the page to the side that is awaited. Returns its view with its news, or the same view where none came.
   * @param {View} view
   * @param {import("../server/api.js").News} [news]
   */
  async function turnToAwaited(view, news) {
    if (news) storyOf(view.you).addNews(news, view.version);
    state.side = view.awaited[0];
    const answer = await fetchView(state.side, storyOf(state.side).version);
    return answer.kind === "view" ? { view: answer.view, news: answer.news } : { view, news };
  }

  /** Whether there is something to show on the map between two battles; a lesson shows nothing. @param {Entry[]} fresh */
  function hasBattlesBetween(fresh) {
    return !page.lesson && fresh.some((entry) => entry.events.some(isBetweenBattles));
  }

  /**
   * How the game was before and the last entry told then, where what led to the view is shown first; null where all can
   * be told at once.
   * @param {object} came
   * @param {View | null} came.before
   * @param {View} came.view
   * @param {GameEvent[]} [came.events]  what led to it
   * @param {number} came.last  of the entries known before
   * @param {Entry[] | null} came.led  what is shown on the map before the stage opens
   */
  function keptUntold({ before, view, events, last, led }) {
    const staged = stage.wanted(view);
    // While the end of a battle is shown, what has come of it waits as well.
    if (stage.show.ending && !staged && state.untold) return state.untold;
    if (!before) return null;
    const rolled = motionAllowed() && events?.some(isRoll);
    const ends = staged ? stage.waits(view) : stage.open && events?.some(({ type }) => type === "field-won");
    return led || (replay.n === null && (rolled || ends)) ? { view: before, last } : null;
  }

  /**
   * Brings into sight what is asked and what happened.
   * @param {View | null} before
   * @param {View} view
   * @param {object} came  with the view
   * @param {GameEvent[]} came.events
   * @param {boolean} came.own  an act of this page led to it
   * @param {boolean} came.kept  what was chosen before it is kept
   * @param {boolean} came.isHeadline  the line above the map tells of it
   * @param {string[]} came.lost  towns where blocks were lost
   * @param {Promise<void>} came.playback
   */
  function moveMap(before, view, { events, own, kept, isHeadline, lost, playback }) {
    const begins = !kept && before !== null && isOtherDecision(before, view);
    const rolls = stage.open ? [] : townsOfRolls(events);
    if (begins) gaze.scrollToDecision();
    // Who chose in a list below the map sees there what was rolled.
    if (own && before && rolls.length > 0) frameBoard(false);
    if (kept) return;
    const line = isHeadline ? headline.headline : null;
    gaze.onView(view, {
      before,
      begins,
      news: line?.towns ?? [],
      weighty: (line?.parts ?? []).flatMap((one) => (one.strong && one.town) || []),
      shown: narrator.playing,
      happened: [...rolls, ...lost],
      playback,
    });
  }

  /**
   * What the other side did, whom hunger hit and how other battles went before a battle begins, which is shown on the
   * map before the stage opens; null where the battle began before, or nothing is shown.
   * @param {View | null} before
   * @param {View} view
   * @param {Entry[]} fresh
   * @returns {Entry[] | null}
   */
  function movesToBattle(before, view, fresh) {
    if (before === null || (stage.open && before.battle?.town === view.battle?.town)) return null;
    if (replay.n !== null || replay.pace === "off" || !motionAllowed() || !view.battle || !stage.wanted(view))
      return null;
    const facts = fresh.flatMap(({ events }) => events);
    const known = new Set(factsToBattle(facts, view.battle.town, view.you, page.weights));
    if (known.size === 0) return null;
    return fresh
      .map((entry) => ({ ...entry, events: entry.events.filter((fact) => known.has(fact)) }))
      .filter(({ events }) => events.length > 0);
  }

  /**
   * What led to a view has been shown: the next view that waits is taken, or what is asked now appears.
   * @param {{view: View, last: number} | null} untold
   */
  async function goOn(untold) {
    if (untold === null || state.untold !== untold) return;
    // Until it is sent the page stays as it is: nothing is asked that is answered.
    if (state.decided) return await sendDecided();
    state.untold = null;
    // What would be asked between two rolls nobody is asked.
    // A view of the side before, which came while its act was on its way, is none to wait for.
    if (!state.waitingViews.some(({ view }) => isNew(view) && !isTurnedFrom(view))) showUntold();
    await applyWaiting();
  }

  /** The battle has been shown: what stands beside the stage may tell of it now. */
  function showUntold() {
    draw();
    if (state.view) drawPanels(state.view);
    // The buttons were away while the dice fell, and the focus with them.
    if (focusIsLost() || document.activeElement === byId("prompt")) focusFirst();
  }

  async function afterView() {
    await replay.onNewEntries();
    await replayMissed();
  }

  /**
   * Begins what the new view asks for, or goes on with what was chosen before.
   *
   * @param {View | null} before
   * @param {boolean} own  an act of this page led to the view
   * @returns {boolean}  whether something chosen was kept
   */
  function updateSelection(before, own) {
    const { view, confirming } = state;
    if (!view) return false;
    const first = defaultBlocks(view, state.where);
    state.confirming = false;
    if (own || before === null) {
      selecting.begin(first);
      return before === null && resumeUnfinished();
    }
    const went = selecting.goOn(before, first);
    state.confirming =
      confirming && isSameDecision(before, view) && (view.actions ?? []).some(({ type }) => type === "done");
    if (went === "gone") state.notice = text("choice-gone");
    return went === "kept" || state.confirming;
  }

  /** What somebody was doing when they had to log in again. */
  function resumeUnfinished() {
    const plan = /** @type {{selection: import("../decisions/choices.js").Selection, step: string} | null} */ (
      draftPart("plan")
    );
    if (!plan) return false;
    const kept = selecting.resume(plan.selection, plan.step);
    if (!kept) state.notice = text("choice-gone");
    return kept;
  }

  restoreDrafts();
  registerDraft("plan", () => (isOwn(state.selection) ? { selection: state.selection, step: state.view?.step } : null));

  /** What the other side did while this person was away is shown once, on opening. */
  async function replayMissed() {
    if (!state.view) return;
    const side = state.view.you;
    const seen = replay.lastSeen(side);
    const first = !state.replayedMissed;
    state.replayedMissed = true;
    const story = storyOf(state.side);
    const { last } = story;
    if (first && requestedMoment) await replay.visit(requestedMoment.n, requestedMoment.viewer ?? replay.ownViewer);
    else if (first && seen !== null && !page.solo && replay.pace !== "off" && document.visibilityState === "visible") {
      const news = story.currentEntries(seen).filter((entry) => entry.side !== side);
      replay.noteSeen(side, last);
      await replay.play(news);
    } else if (replay.n === null && last > 0) replay.noteSeen(side, last);
  }

  return { send, onPushedView, refresh, applyView, skipWaiting };
}
