// Where the map looks when no press says where: the one owner of the camera for views that come in. Nobody else moves
// it then.
//
// What is asked of the reader comes first. The places of what the other side did are shown while its playback runs; then
// the map turns to what is asked, or rests where that is in many towns. Who pressed something meanwhile keeps what they
// see. A press on the headline goes there as well (game.js, `showAgain`).

import { decisionPlace } from "../decisions/guide.js";
import { isOwn, isSameDecision } from "../decisions/kept.js";
import { frontOf } from "../map/front.js";
import { places } from "../map/layout.js";
import { isPhone, onResize } from "../page/browser.js";
import { isPressed, whenReleased } from "../page/pressing.js";
import { page } from "../page/page.js";
import { townsOfAdvice } from "./coach.js";
import { returnToMap, scrollToDecision } from "./screen.js";
import { state } from "./state.js";

/** What the coach's arrow is high, on the sheet, above a town. */
const ARROW = 60;
/** Towns so near the first of a front are shown with it, in units of the sheet. */
const AROUND = 450;
/** So few towns are shown together when a decision begins. */
const FEW_TOWNS = 6;
/** Steps in which blocks leave a battle: its town and where they can go are in sight, from however far. */
const LEAVING = new Set(["regroup", "must-retreat", "leave-siege"]);
/** Steps whose every town is in sight, from however far: Saladin changes places with a relative in another city (3.2). */
const FROM_AFAR = new Set([...LEAVING, "family"]);
/** So low a frame, in pixels, has no room for two cities between the map's buttons and its head. */
const LOW = 250;
/** So long after the frame's last change of size, in milliseconds, a flight of the map is over. */
const RESTED = 350;
/** Steps in which nothing need be done where blocks are out of sight. */
const FREE = new Set(["move", "seats"]);

/**
 * @typedef {object} Came  with a view
 * @property {View | null} before
 * @property {boolean} begins          another decision
 * @property {string[]} news           the towns of what the other side did
 * @property {string[]} weighty        those of them that were attacked or taken
 * @property {string[]} happened       the towns where dice were rolled, or blocks lost, outside of battles
 * @property {Promise<void>} playback  shows that
 * @property {boolean} shown           step by step, by the narrator
 */

export class AutoCamera {
  /** @param {import("../map/camera.js").Camera} camera @param {import("../battle/stage.js").Stage} stage */
  constructor(camera, stage) {
    this.camera = camera;
    this.stage = stage;
    /** Where what is being told happened, step by step or as a whole. @type {string[]} */
    this.narrated = [];
    /** Whether nothing has been pressed since the map turned to what is asked. */
    this.untouched = false;
    for (const type of ["pointerdown", "wheel", "keydown"])
      window.addEventListener(type, () => (this.untouched = false), { capture: true, passive: true });
    let waiting = 0;
    onResize(camera.frame, () => {
      window.clearTimeout(waiting);
      waiting = window.setTimeout(() => this.afterResize(), RESTED);
    });
  }

  /**
   * What is said and listed around the map has changed its height since it turned to what is asked: that must not lie
   * under the map's buttons.
   */
  afterResize() {
    if (!this.untouched || !state.view || !isPhone()) return;
    this.camera.measure();
    if (this.isOutOfSight(state.view)) this.showDecision();
  }

  /** A view has been drawn, and nothing that was chosen before it was kept. @param {View} view @param {Came} came */
  onView(view, came) {
    const { before, begins, happened, playback } = came;
    if (!came.shown) this.narrated = happened;
    const news = came.news.length > 0 ? came.news : before ? happened : [];
    const { camera } = this;
    const advised = page.lesson ? townsOfAdvice(view) : null;
    if (came.shown && news.length > 0 && !this.stage.open) void this.followPlayback(view, came);
    else if (view.battle && view.battle.town !== before?.battle?.town && !LEAVING.has(view.step))
      camera.show(view.battle.town);
    else if (advised && (!before || townsOfAdvice(before)?.join() !== advised.join())) this.lead(advised);
    else if (!before) this.showFirst(view);
    else if (news.length > 0 && !this.stage.open) void this.followPlayback(view, came);
    else if (begins && this.stage.open) void this.afterStage(view, playback);
    else if (begins || view.step === "family" || this.isOutOfSight(view)) this.showDecision();
  }

  /** Whether what must be done next is nowhere in sight, though the same is asked as before. @param {View} view */
  isOutOfSight(view) {
    const { camera, stage } = this;
    const asked = this.asked();
    return (
      !stage.open &&
      (view.actions ?? []).length > 0 &&
      !FREE.has(view.step) &&
      asked.length > 0 &&
      !asked.some((town) => camera.shows(town))
    );
  }

  /**
   * The stage shows how a battle ends; what is asked then is on the map.
   * @param {View} view
   * @param {Promise<void>} playback
   */
  async afterStage(view, playback) {
    await playback;
    if (isPressed()) await whenReleased();
    if (isAskedStill(view)) this.showDecision();
  }

  /**
   * While a playback runs, the places of what it shows; then what is asked.
   * @param {View} view
   * @param {Came} came
   */
  async followPlayback(view, { news, weighty, shown, happened, begins, playback }) {
    // Dice and losses that nobody tells of step by step are seen where they are.
    const seen = happened.length > 0 ? happened : news;
    if (!shown) this.camera.showAll(seen, { most: happened[0] });
    await playback;
    // A map that moves under a finger makes it press something else.
    if (isPressed()) await whenReleased();
    if ((begins || this.isOutOfSight(view)) && isAskedStill(view))
      this.showDecision(weighty.length > 0 ? weighty : news);
  }

  /** The towns that must not be hidden: where the lesson leads, what is told, what is asked about, and what happened last. */
  pointedAt() {
    const { action } = this.camera;
    const advised = (page.lesson && state.view && townsOfAdvice(state.view)) || [];
    return [...new Set([...advised, ...this.narrated, ...state.lost, ...(action.length > FEW_TOWNS ? [] : action)])];
  }

  /** The lesson leads from a town to another. @param {string[]} towns */
  lead(towns) {
    this.scrollToDecision();
    this.camera.showAll(towns, { closer: true, above: ARROW });
  }

  /**
   * Where chosen blocks can go; where a lesson leads, its own towns with the arrow above, as it brought them into sight.
   * @param {string[]} towns
   */
  showGoals(towns) {
    const led = state.view && townsOfAdvice(state.view);
    this.camera.showGoals(led ?? towns, led ? ARROW : 0);
  }

  /** The narrator tells of these towns. @param {string[]} towns @param {string} [most]  is seen in any case */
  showStep(towns, most = "") {
    this.narrated = towns;
    if (!this.stage.open) this.camera.showAll(towns, { most });
  }

  /**
   * The first look at the map: where something is to be done, for cards where both sides meet, and who waits sees their
   * own blocks.
   * @param {View} view
   */
  showFirst(view) {
    this.untouched = true;
    const own = Object.keys(view.map).filter((town) => view.map[town].stacks.some((stack) => stack.side === view.you));
    const action = this.asked();
    const unasked = view.actions?.length ? frontOf(view.map, view.you, places) : own;
    // Where the map would be, had the page been open since the cards.
    const asked = view.step === "move" && action.length > FEW_TOWNS ? this.front(action) : action;
    this.camera.showAll(asked.length > 0 ? asked : unasked, this.fromAfar(view));
    this.scrollToDecision();
  }

  /**
   * Another decision begins: the map shows where. Of many places that would not all have room it shows those where both
   * sides meet, and stays where it is if some are in sight already. For cards it shows where both sides meet. Where else
   * no place is asked about it stays where something happened last.
   *
   * @param {string[]} [told]  towns of what the other side did: where much is asked about the map rests on them and the
   *   nearest of what is asked about
   */
  showDecision(told = []) {
    const { camera, stage } = this;
    const towns = this.asked();
    if (stage.open) return;
    this.untouched = true;
    if (state.view?.step === "card") this.showFront(state.view);
    if (towns.length === 0) return;
    if (state.view && FROM_AFAR.has(state.view.step)) camera.showAll(towns, this.fromAfar(state.view));
    else if (towns.length > FEW_TOWNS && told.length > 0) {
      const [near] = fromNear(towns, told[0]);
      camera.showAll([near, ...told], { most: near });
    } else if (towns.length <= FEW_TOWNS && camera.hasRoomFor(towns)) camera.showAll(towns);
    else if (!towns.some((town) => camera.shows(town))) {
      const front = this.front(towns);
      camera.showAll(front, { most: front[0] });
    }
  }

  /**
   * The towns of a decision; where the list of relatives leaves the map little room, of an exchange (3.2) the one where
   * Saladin stands.
   */
  asked() {
    const saladin = state.where.get("saladin")?.town;
    const low = this.camera.frame.clientHeight < LOW;
    return state.view?.step === "family" && low && saladin ? [saladin] : this.camera.action;
  }

  /** What a hint speaks of comes into sight: its towns, or the card. */
  showHint() {
    const { towns = [], card = "" } = state.hinted ?? {};
    if (towns.length > 0) returnToMap();
    if (card) document.querySelector("#hand .card.hinted")?.scrollIntoView({ block: "nearest" });
    else if (!this.stage.open && !towns.every((town) => this.camera.shows(town)))
      this.camera.showAll(towns, { every: true });
  }

  /** The town of a fight whose odds are asked for comes into sight. @param {string} town */
  showFight(town) {
    if (!this.stage.open && !this.camera.shows(town)) this.camera.showAll([town]);
  }

  /** How towns are shown that are asked about: of those that have no room together Saladin's first. @param {View} view */
  fromAfar({ step }) {
    const most = step === "family" ? (state.where.get("saladin")?.town ?? "") : "";
    return { every: FROM_AFAR.has(step), most };
  }

  /** A muster is called: some of the towns that are lit come into sight, where a lesson leads to none. */
  showMuster() {
    if (!page.lesson || !state.view || !townsOfAdvice(state.view)) this.showDecision();
  }

  /**
   * A card is asked for: the map stays where it is. Only where no own block is in sight, or nothing can be read, it goes
   * to where both sides meet, which a card is chosen for.
   * @param {View} view
   */
  showFront(view) {
    const own = Object.keys(view.map).filter((town) => view.map[town].stacks.some(({ side }) => side === view.you));
    if (this.camera.isLegible() && own.some((town) => this.camera.shows(town))) return;
    const front = frontOf(view.map, view.you, places);
    this.camera.showAll(front, { closer: true, most: front[0] });
  }

  /**
   * Of many towns one where both sides meet, and those around it; all, if they meet nowhere.
   * @param {string[]} towns @returns {string[]}
   */
  front(towns) {
    const { view } = state;
    const first = (view ? frontOf(view.map, view.you, places) : []).find((town) => towns.includes(town));
    return first ? fromNear(towns, first).filter((town) => apart(town, first) <= AROUND) : towns;
  }

  /** What is to be decided comes into sight on the page; who writes something is left to it. */
  scrollToDecision() {
    const writes = document.activeElement?.matches("textarea, input:not([type=checkbox])");
    if (state.view && !writes) scrollToDecision(decisionPlace(state.view, this.stage.open));
  }
}

/** How far apart two towns are on the sheet. @param {string} one @param {string} other */
function apart(one, other) {
  return Math.hypot(places[one][0] - places[other][0], places[one][1] - places[other][1]);
}

/** Towns, the nearest to a town first. @param {string[]} towns @param {string} town */
function fromNear(towns, town) {
  return towns.filter((each) => each in places).sort((one, other) => apart(one, town) - apart(other, town));
}

/** Whether what a view asked is still asked, and nothing has been chosen since. @param {View} view */
function isAskedStill(view) {
  return state.view !== null && isSameDecision(view, state.view) && !isOwn(state.selection);
}
