// The battle stage: while a battle is fought it stands where the map was. It shows a view and what led to it; what is
// pressed on it is told to the page. The map can be looked at meanwhile, and the stage from the map.

import { eventsOfBattle } from "../decisions/remembered.js";
import { battleEnding, isLastRound, roundsOf } from "../decisions/rounds.js";
import { declaredBattles, forceFigure } from "../map/clashes.js";
import { isPhone, onResize } from "../page/browser.js";
import { byId, html, replaceChildren } from "../page/dom.js";
import { otherSide, page, text, townName } from "../page/page.js";
import { lastBlow, sinceDeclared, upToNextBattle } from "./blow.js";
import { Tray } from "./dice.js";
import { Fighters } from "./fighters.js";
import { arrangeRanks, heightOf } from "./ranks.js";
import {
  battleName,
  drawBay,
  drawFlank,
  drawOrder,
  drawRounds,
  battleFacts,
  battleReasons,
  setPosition,
  siegeOf,
} from "./scenery.js";
import { BattleAnimation } from "./animation.js";

/**
 * @typedef {import("./ranks.js").Ranks} Ranks
 * @typedef {import("./fighters.js").Marks} Marks
 * @typedef {import("./blow.js").Fact} Fact
 * @typedef {import("./scenery.js").View} View
 */

/** "Acre (4 v 1)". @param {View} view @param {string} town */
function nameWithForces(view, town) {
  const forces = declaredBattles(view).get(town);
  return forces ? `${townName(town)} (${forces.map(forceFigure).join(` ${text("versus")} `)})` : townName(town);
}

/** While dice fall nothing on the stage can be pressed. @type {Marks} */
const UNMARKED = { able: new Set(), chosen: new Set(), acting: new Set(), does: () => "" };

/** Steps that are decided on the stage. In the others blocks go to towns: then the map is better. */
const ON_STAGE = new Set(["garrison", "storm", "exchange", "sally", "fight", "hits"]);

/** In these blocks are chosen between rounds. On a phone dice of before leave them their room. */
const BETWEEN_ROUNDS = new Set(["garrison", "storm", "exchange", "sally"]);
/** How high a choice of blocks is below the stage of a phone, and the acts of a block, in pixels: there is room for both. */
const CHOICE_OF_BLOCKS = 240;
const ACTS_OF_A_BLOCK = 105;
/** Blocks of this many pixels can be read and pressed: for smaller ones room that comes free is used. */
const READABLE = 56;
/** Milliseconds in which the page shares its room anew, once something else is to be decided. */
const SHARED = 400;

export class Stage {
  /**
   * @param {HTMLElement} board  what holds the map
   * @param {{press: (block: string, event: {touch: boolean}) => void, changed: () => void, opened: () => void,
   *   skip: () => void}} page  `changed`: it was asked for, or the map was; `skip`: nothing more is to be shown
   */
  constructor(board, { press, changed, opened, skip }) {
    this.board = board;
    this.skip = skip;
    this.changed = changed;
    this.opened = opened;
    this.head = html("div", { class: "stage-head" });
    this.order = html("div", { class: "stage-order" });
    this.flanks = [html("div", { class: "flank" }), html("div", { class: "flank" })];
    this.bays = html("div", { class: "bays" });
    this.fighters = new Fighters(html("div", { class: "fighters" }), press);
    this.tray = new Tray(html("div", { class: "tray", role: "group", "aria-label": text("dice") }));
    this.banner = html("p", { class: "banner", role: "status" });
    /** Holds the menu of the chosen block. */
    this.acts = html("div", { class: "stage-acts" });
    this.field = html(
      "div",
      { class: "stage-field" },
      this.bays,
      this.flanks,
      this.tray.root,
      this.fighters.root,
      this.acts,
      this.banner,
    );
    this.ending = html("p", { class: "stage-told" });
    this.foot = html("div", { class: "stage-foot" });
    const line = html("div", { class: "stage-line" }, this.order, this.ending);
    this.root = html(
      "section",
      { id: "battle", class: "battle-stage", tabindex: -1, "aria-label": text("phase-battle"), hidden: true },
      this.head,
      line,
      this.field,
      this.foot,
    );
    this.opener = html("button", {
      type: "button",
      class: "to-stage primary",
      "data-key": "to-stage",
      hidden: true,
      onclick: () => this.turnTo(true),
    });
    board.append(this.root, this.opener);
    /** The view shown. @type {View | null} */
    this.view = null;
    /** @type {Ranks | null} */
    this.ranks = null;
    /** How large blocks were drawn last, and of which battle, on what screen. */
    this.sized = { of: "", size: 0, since: 0 };
    /** The room of the ranks. */
    this.room = "";
    /** What was asked for by hand, and for which part of which battle. */
    this.wish = { of: "", open: true };
    this.open = false;
    /** Whether it waits until the moves that led to the battle have been shown on the map. */
    this.held = false;
    /** How the battle stood then, while a show goes through what happened. @type {{view: View, events: Fact[]} | null} */
    this.then = null;
    this.show = new BattleAnimation(this);
    /** Settled when what was shown last has been. @type {Promise<void>} */
    this.shown = Promise.resolve();
    /** Waits for the end of a battle to be shown; 0 where nothing does. */
    this.leaving = 0;
    /**
     * The battle that opens when the end of the one before has been shown on its own board; `shows`: what of it is then
     * shown.
     * @type {{view: View, events: Fact[], marks: Marks, shows?: Fact[]} | null}
     */
    this.next = null;
    /** What has happened, oldest first. @type {Fact[]} */
    this.known = [];
    /** @type {(() => void) | null} */
    this.again = null;
    onResize(this.field, () => this.resized());
  }

  /** Paints again at another size; who has the focus keeps it. */
  resized() {
    const active = document.activeElement;
    const own = this.root.contains(active);
    this.again?.();
    if (own && active instanceof HTMLElement && document.activeElement !== active)
      active.focus({ preventScroll: true });
  }

  /**
   * One's own side stands left, or below; who plays both, or none, sees the Franks there.
   * @param {View} view
   * @returns {string[]}
   */
  sides(view) {
    const own = /** @type {import("../page/page.js").Side} */ (page.solo ? "frank" : (view.you ?? "frank"));
    return [own, otherSide(own)];
  }

  /** Whether a view is shown on the stage rather than on the map. @param {View} view */
  wanted(view) {
    if (!view.battle || this.held) return false;
    const on = ON_STAGE.has(view.step);
    const of = `${view.battle.town} ${view.year} ${view.turn} ${on}`;
    return this.wish.of === of ? this.wish.open : on;
  }

  /**
   * Shows the stage, or the map, of the battle being fought, as this person wishes.
   *
   * @param {boolean} open
   */
  turnTo(open) {
    const { view } = this;
    if (!view?.battle) return;
    this.wish = { of: `${view.battle.town} ${view.year} ${view.turn} ${ON_STAGE.has(view.step)}`, open };
    this.changed();
    const next = this.board.querySelector(open ? "[data-key=to-map]" : "[data-key=to-stage]");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /**
   * Draws the stage for a view, or hides it if there is no battle to show.
   *
   * @param {View} view
   * @param {Fact[]} events  what has happened, oldest first
   * @param {Marks} marks
   */
  draw(view, events, marks) {
    this.tray.hunger = view.hunger;
    this.known = events;
    const wanted = this.wanted(view);
    if (wanted && this.waits(view)) {
      if (!this.next) {
        this.fighters.disarm();
        this.leaving = window.setTimeout(() => this.leave());
      }
      this.next = { view, events, marks };
      return;
    }
    const news = view !== this.view;
    if (news && (wanted || !this.show.ending)) {
      this.show.stop();
      this.show.remember();
    }
    this.opener.hidden = !view.battle || wanted || this.held;
    this.board.classList.toggle("with-opener", !this.opener.hidden);
    if (view.battle) replaceChildren(this.opener, battleName(view, view.battle));
    if (wanted) {
      // Of the battle before, whose stage has closed, nothing lies there any more.
      if (!this.open) this.show.forget();
      this.stay();
      this.setOpen(true);
      this.paint(view, events, marks);
      return;
    }
    const shown = this.open && this.view?.battle;
    this.view = view;
    this.next = null;
    if (this.leaving !== 0 || this.show.ending) return;
    // How it ended is shown first: `play` comes in the same breath, if it comes.
    if (shown && news) {
      this.fighters.disarm();
      this.leaving = window.setTimeout(() => this.setOpen(false));
    } else this.setOpen(false);
  }

  /**
   * Whether a battle opens after the end of another: how that ended is shown first, `play` comes in the same breath, if
   * it comes.
   * @param {View} view
   */
  waits(view) {
    if (this.next) return true;
    const before = this.open && !this.show.ending ? this.view?.battle : null;
    return Boolean(before && view.battle && before.town !== view.battle.town);
  }

  /** The battle is over: the next one opens, or the map. */
  leave() {
    const { next } = this;
    this.next = null;
    this.stay();
    if (!next) this.setOpen(false);
    else {
      this.show.stop();
      this.show.forget();
      // What is still to be shown of it is not drawn before.
      const start = next.shows ? this.show.startOf(null, next.view, next.shows) : null;
      this.then = start && { view: start, events: [] };
      this.paint(next.view, next.events, next.marks);
    }
  }

  stay() {
    window.clearTimeout(this.leaving);
    this.leaving = 0;
  }

  /**
   * Opens or closes the stage.
   *
   * @param {boolean} open
   */
  setOpen(open) {
    // While another battle waits, how this one ended is still to be shown.
    if (open && this.next) return;
    this.stay();
    this.next = null;
    if (!open) this.show.stop();
    if (open === this.open) return;
    this.open = open;
    this.root.hidden = !open;
    this.board.classList.toggle("staged", open);
    byId("main").classList.toggle("staged", open);
    for (const id of ["map", "map-tools"]) byId(id).inert = open;
    if (open) this.opened();
    else {
      this.again = null;
      this.ranks = null;
      this.tray.draw(null);
      this.fighters.clear();
    }
  }

  /**
   * The menu of a block, beside it: below where there is room, else above.
   * @param {{block: string, menu: HTMLElement} | null} shown
   */
  drawMenu(shown) {
    const spot = shown && this.open && !this.show.playing ? this.ranks?.spots.get(shown.block) : null;
    replaceChildren(this.acts, spot && shown ? shown.menu : null);
    if (!spot || !shown || !this.ranks) return;
    const { menu } = shown;
    const [width, height] = [this.acts.clientWidth, this.acts.clientHeight];
    const below = spot.y + heightOf(this.ranks.size) + 5;
    const top = below + menu.offsetHeight <= height ? below : spot.y - menu.offsetHeight - 8;
    const middle = spot.x + (this.ranks.size - menu.offsetWidth) / 2;
    menu.style.left = `${Math.round(Math.max(2, Math.min(middle, width - menu.offsetWidth - 2)))}px`;
    menu.style.top = `${Math.round(Math.max(0, top))}px`;
  }

  /** Who acted by the keyboard goes on with what is next. */
  focus() {
    if (!this.open || this.root.contains(document.activeElement)) return;
    const next =
      this.root.querySelector(".fighter.able") ??
      document.querySelector("#choices button:not(:disabled, [data-key=skip-show])");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /**
   * The stage as it is now; while a show goes through what happened, as it was then.
   * @param {View} view
   * @param {Fact[]} events
   * @param {Marks} marks
   */
  paint(view, events, marks) {
    this.view = view;
    this.again = () => this.paint(view, events, marks);
    if (this.then) this.drawBoard(this.then.view, this.then.events, UNMARKED);
    else this.drawBoard(view, events, marks);
  }

  /**
   * The battle as it stood after these facts of those that are being shown.
   * @param {View} view
   * @param {Fact[]} events
   */
  showThen(view, events) {
    this.then = { view, events };
    this.show.remember();
    this.drawBoard(view, events, UNMARKED, true);
    this.show.walk(view);
  }

  /**
   * The names of the flanks take the first and the last strip of the field.
   * @param {View} view
   * @param {Fact[]} events
   * @param {Marks} marks
   * @param {boolean} [goesOn]  a show has gone on: its blocks and not its dice are drawn anew
   */
  drawBoard(view, events, marks, goesOn = false) {
    const { battle } = view;
    if (!battle) return;
    const stacks = view.map[battle.town]?.stacks ?? [];
    const rounds = roundsOf(view, battle, stacks);
    const sides = this.sides(view);
    const siege = siegeOf(view, battle, stacks);
    replaceChildren(
      this.head,
      html("h2", {}, battleName(view, battle)),
      drawRounds(battle, rounds),
      html("p", { class: "battle-facts" }, battleFacts(battle, siege)),
      html(
        "p",
        { class: "battle-reasons" },
        battleReasons(battle, eventsOfBattle(events), page.solo ? null : view.you),
      ),
      html(
        "button",
        { type: "button", class: "to-map", "data-key": "to-map", onclick: () => this.turnTo(false) },
        text("map"),
      ),
    );
    replaceChildren(this.order, drawOrder(battle, stacks));
    const coming =
      view.battles?.length > 0
        ? text("battles-to-come", { towns: view.battles.map((town) => nameWithForces(view, town)).join(", ") })
        : "";
    replaceChildren(
      this.ending,
      html(
        "span",
        { class: `battle-end${isLastRound(battle, rounds) ? " last" : ""}` },
        battleEnding(battle, stacks, rounds),
      ),
      coming && html("span", { class: "coming" }, coming),
    );
    sides.forEach((side, i) => {
      this.flanks[i].className = `flank ${side} ${i === 0 ? "own" : "other"}`;
      replaceChildren(this.flanks[i], drawFlank(side, battle, !stacks.some((stack) => stack.side === side), siege));
    });
    const { clientWidth: width, clientHeight } = this.field;
    if (width === 0) return;
    const roomy = this.root.clientWidth >= 580;
    this.root.classList.toggle("roomy", roomy);
    // The ways out may take a second line.
    const names = this.flanks.map((flank) => flank.offsetHeight);
    const [under, above] = roomy ? [0, Math.max(...names)] : names.map((one) => one + 2);
    const height = clientHeight - above - under;
    this.root.style.setProperty("--above", `${above}px`);
    this.root.style.setProperty("--under", `${under}px`);
    const playing = this.show.playing && this.ranks !== null && !goesOn;
    const between = BETWEEN_ROUNDS.has(view.step);
    const dice = roomy || this.show.playing || !between;
    const room = `${width} ${height} ${dice}`;
    if (playing && room === this.room) return;
    this.room = room;
    const of = `${battle.town} ${view.year} ${view.turn} ${width} ${window.innerHeight}`;
    const most = this.sizeFor(
      of,
      arrangeRanks(stacks, sides, { width, height: height - this.spare(between && !dice) }, { dice }).size,
    );
    const ranks = arrangeRanks(stacks, sides, { width, height }, { most, dice });
    this.keepSize(of, ranks.size);
    this.ranks = ranks;
    this.root.classList.toggle("across", ranks.wide);
    this.root.classList.toggle("small", ranks.size < 70);
    setPosition(this.tray.root, ranks.lane);
    replaceChildren(
      this.bays,
      ranks.bays.map((bay) => drawBay(bay, battle)),
    );
    if (playing) {
      // What was decided with is gone from the screen, or came: the blocks keep to the room, and the show goes on.
      this.fighters.stand(ranks);
      return;
    }
    if (!goesOn) this.tray.draw(dice ? lastBlow(sinceDeclared(eventsOfBattle(events))) : null);
    this.fighters.draw(stacks, ranks, marks);
  }

  /**
   * How much of its room a phone's stage will leave to what stands below it, where that is less high now.
   *
   * @param {boolean} choice  whether it is a choice of blocks
   */
  spare(choice) {
    const most = choice ? CHOICE_OF_BLOCKS : ACTS_OF_A_BLOCK;
    const acts = document.getElementById("choices"); // the first page shows a battle without any
    return acts && isPhone() ? Math.max(0, most - acts.offsetHeight) : 0;
  }

  /**
   * Holds the size of blocks for the rest of the battle. A list that is open below them takes their room for a while only.
   *
   * @param {string} of
   * @param {number} size
   */
  keepSize(of, size) {
    const same = of === this.sized.of;
    if (same && document.querySelector("#choices :is(.menu-list, details[open])")) return;
    this.sized = { of, size, since: same ? this.sized.since : performance.now() };
  }

  /**
   * The size of blocks for which there is room: within a battle at most the one that they had, if that can be read.
   *
   * @param {string} of
   * @param {number} fits
   */
  sizeFor(of, fits) {
    const { sized } = this;
    const known = of === sized.of && performance.now() - sized.since > SHARED;
    return known ? Math.min(fits, Math.max(sized.size, READABLE)) : fits;
  }

  /**
   * Shows how one view became the next, on the stage. Resolves when all is still.
   *
   * @param {View | null} before
   * @param {View} after
   * @param {Fact[]} events  what happened between them
   * @param {number} pace
   * @returns {Promise<void>}
   */
  play(before, after, events, pace) {
    // However soon the winner has regrouped: the end of a battle is shown whole.
    if (this.show.ending && (this.next || !this.wanted(after))) return this.shown;
    const ends = this.leaving !== 0;
    // Of a moment without a battle nothing is shown here: the stage closes.
    if (!this.open || (!before?.battle && !after.battle)) return Promise.resolve();
    this.stay();
    const { next } = this;
    const shows = eventsOfBattle(events);
    if (next) next.shows = shows;
    this.shown = this.show.play(before, after, ends ? upToNextBattle(events) : shows, pace, ends);
    if (next)
      this.shown = this.shown.then(() =>
        this.open && this.view === next.view ? this.show.play(null, after, shows, pace, false) : undefined,
      );
    return this.shown;
  }
}
