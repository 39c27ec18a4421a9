// How a battle goes on, shown on the stage: who fires is seen to, dice fall, hits land, steps turn, the dead topple, a
// banner tells of what changes the battle. The stage already shows how things are now, or, when the battle is over, how
// they were before.
//
// Escape and the page's skip button end it at once, and a stray tap does not: whoever presses twice sees their own dice.
// While what dice did, or the end of a battle, is there to be read, any press or key ends that. With
// `prefers-reduced-motion` nothing moves; the end of a battle is still there to be read.

import { motionAllowed, motionSpeed } from "../page/display.js";
import { html } from "../page/dom.js";
import { playSound } from "../page/sound.js";
import { bannerWords } from "./banner.js";
import { DECLARED, lastBlow, stormerOf } from "./blow.js";
import { isLastOnItsWay } from "./ending.js";
import { ENDED_BY, Reading, isBesideBattle } from "./reading.js";
import { placeBesideDice } from "./ribbon.js";
import { afterFact, beforeFacts, withBattleAfter } from "./progress.js";

/** @typedef {import("./blow.js").Fact} Fact */
/**
 * @typedef {object} Stage  what is shown on
 * @property {import("./fighters.js").Fighters} fighters
 * @property {import("./dice.js").Tray} tray
 * @property {HTMLElement} banner
 * @property {import("./ranks.js").Ranks | null} ranks
 * @property {View | null} view
 * @property {(view: View) => string[]} sides
 * @property {() => void} leave
 * @property {() => void} skip  ends what is shown and what waits to be
 * @property {Fact[]} known  what has happened, oldest first
 * @property {{view: View, events: Fact[]} | null} then
 * @property {(view: View, events: Fact[]) => void} showThen
 * @property {(() => void) | null} again
 */
/** @typedef {import("./scenery.js").View} View */

/** What a banner tells of, in the words of the log. */
const TOLD = new Set([
  "round-begun",
  "control-switched",
  "field-won",
  "town-taken",
  "storm-declared",
  "sally-declared",
  "reserves-arrived",
  "siege-begun",
  "siege-lifted",
  "storm-ended",
  "attrition-rolled",
]);
/** Acts without dice, told where the other side does them, or nobody chose them. */
const ACTS = new Set([
  "block-withdrew",
  "block-retreated",
  "block-left",
  "block-regrouped",
  "block-passed",
  "retreat-impossible",
  "storm-declined",
  "sally-declined",
  "storm-cancelled",
]);
const ENDS = new Set(["field-won", "town-taken", "storm-ended", "siege-begun", "siege-lifted", "battle-ended"]);
/** Facts whose banner stays longer, for it has more words. */
const LONG = new Set([...ENDS, ...DECLARED]);
const LIE = 420;
const BLOW = 380;
const TOPPLE = 620;
const WALK = 340;
const TURN = 420;
const TELL = 1300;
/** How long the end of a battle stays, unless something is pressed. */
const STAY = 2500;

/** Whether it is what a roll has done. @param {Fact} event */
function isLoss({ type }) {
  return type === "block-reduced" || type === "half-hit" || type === "block-eliminated";
}

/**
 * Whether it is an act of which a banner tells who looks on.
 * @param {Fact} event
 * @param {Fact[]} events  told together with it
 * @param {View} after
 */
function isToldAct(event, events, { you }) {
  const { type, side, auto } = event;
  return ACTS.has(type) && (side !== you || auto === true) && isLastOnItsWay(event, events);
}

export class BattleAnimation {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.playing = false;
    /** The battle is over, and its end is being shown. */
    this.ending = false;
    /** Whether all has been shown, and the end of a battle stays to be read. */
    this.staying = false;
    /** What the last roll did is read before the next act is shown. */
    this.reading = new Reading();
    /** What lay on the table before the stage was drawn anew. @type {import("./blow.js").Blow | null} */
    this.lastBlow = null;
    /** Counts what was begun, so that what is overtaken stops. */
    this.turn = 0;
    /** @type {(() => void) | null} */
    this.hurry = null;
    /** @type {Animation[]} */
    this.running = [];
    /** @type {HTMLElement[]} */
    this.passing = [];
    this.pace = 1;
    this.skip = this.skip.bind(this);
  }

  get moves() {
    return motionAllowed();
  }

  /**
   * Shows how one view became the next on the stage; resolves when all is still.
   *
   * @param {View | null} before
   * @param {View} after
   * @param {Fact[]} events
   * @param {number} pace
   * @param {boolean} ends
   */
  async play(before, after, events, pace, ends) {
    this.stop();
    const turn = (this.turn += 1);
    this.ending = ends;
    this.pace = motionSpeed() * pace;
    const hasFacts = events.some((event) => Array.isArray(event.dice) || TOLD.has(event.type));
    if (ends && !hasFacts) {
      this.finish();
      return;
    }
    for (const type of ENDED_BY) window.addEventListener(type, this.skip, { capture: true });
    this.playing = true;
    if (this.moves) await this.perform(before, after, events, turn);
    else {
      if (ends) this.settle(before, after, events);
      if (lastBlow(events)) this.reading.begin(this.pace);
    }
    if (turn !== this.turn) return;
    this.staying = ends;
    if (ends) await this.wait(STAY / pace, turn);
    if (turn === this.turn) this.finish();
  }

  /**
   * Shows one fact after the other, with the dice and the blocks they hit.
   *
   * @param {View | null} before
   * @param {View} after
   * @param {Fact[]} events
   * @param {number} turn
   */
  async perform(before, after, events, turn) {
    const { fighters, tray } = this.stage;
    const stormer = stormerOf(before);
    // What lay there before the stage was drawn as it is now, with dice that are still to fall.
    const { lastBlow: blowBefore } = this;
    let then = this.startOf(before, after, events);
    if (then) this.stage.showThen(then, []);
    else {
      // Where blocks were chosen the dice had no room.
      this.stage.again?.();
      this.walk(before);
    }
    // The dice of before lie there until the next fall.
    if (events.some(({ dice }) => Array.isArray(dice) && dice.length > 0)) tray.draw(blowBefore);
    // Until they are hit they show what they had.
    for (const { type, block, strength } of [...events].reverse())
      if (type === "block-reduced" && block && strength !== undefined) fighters.turn(block, strength + 1);
    for (let i = 0; i < events.length && turn === this.turn; i += 1) {
      const event = events[i];
      const rolled = Array.isArray(event.dice) && event.dice.length > 0;
      if (rolled || DECLARED.has(event.type)) await this.reading.over();
      if (turn !== this.turn) return;
      const next = then && afterFact(then, event);
      // Who is hit or falls is seen to, and the ranks close up with what comes after.
      if (next && next !== then && !isLoss(event)) this.stage.showThen(next, events.slice(0, i + 1));
      then = next;
      if (rolled) {
        this.lunge(event.block);
        this.layDice(lastBlow(events.slice(0, i + 1), stormer));
        playSound("dice");
        await this.wait(tray.fall(this.pace), turn);
        this.reading.begin(this.pace);
        await this.wait(LIE / this.pace, turn);
        // What hunger does has no stage of its own: the log's words tell what was rolled for.
        if (event.type === "attrition-rolled" && event.text && turn === this.turn) {
          this.showBanner(event, events, after);
          await this.wait(TELL / this.pace, turn);
        }
      } else if (isLoss(event) && event.type !== "block-eliminated") {
        this.layDice(lastBlow(events.slice(0, i + 1), stormer));
        playSound("hit");
        if (event.block) this.strike(event.block, event.strength);
        await this.wait(BLOW / this.pace, turn);
        this.reading.begin(this.pace);
      } else if (event.type === "block-eliminated") {
        this.layDice(lastBlow(events.slice(0, i + 1), stormer));
        playSound("fall");
        this.topple(event.block, before);
        await this.wait(TOPPLE / this.pace, turn);
        this.reading.begin(this.pace);
      } else if ((TOLD.has(event.type) || isToldAct(event, events, after)) && event.text) {
        if (DECLARED.has(event.type)) tray.draw(null);
        this.showBanner(event, events, after);
        await this.wait((LONG.has(event.type) ? TELL : TELL * 0.7) / this.pace, turn);
      }
    }
  }

  /**
   * The board that volleys are shown on, from the first on: how the battle stood before them, or at its beginning where
   * it began with them. Null where nothing is rolled and the battle goes on, or the page has turned to the other side
   * meanwhile.
   * @param {View | null} before
   * @param {View} after
   * @param {Fact[]} events
   */
  startOf(before, after, events) {
    const rolled = events.some(({ dice, type }) => Array.isArray(dice) && type !== "attrition-rolled");
    if (!(rolled || this.ending) || (before && before.you !== after.you)) return null;
    if (before?.battle && (this.ending || before.battle.town === after.battle?.town)) return before;
    return after.battle && !this.ending ? beforeFacts(after, events) : null;
  }

  /**
   * All at once, where nothing may move: what the last blow left.
   * @param {View | null} before
   * @param {View} after
   * @param {Fact[]} events
   */
  settle(before, after, events) {
    const { fighters, tray } = this.stage;
    if (this.ending && before?.battle && before.you === after.you)
      this.stage.showThen(withBattleAfter(before, events), events);
    const blow = lastBlow(events, stormerOf(before));
    if (blow) tray.draw(blow);
    for (const event of events) {
      if (event.type === "block-reduced" && event.block && typeof event.strength === "number")
        fighters.turn(event.block, event.strength);
      else if (event.type === "block-eliminated" && event.block) fighters.element(event.block)?.classList.add("fallen");
    }
    const spoken = events.filter((event) => TOLD.has(event.type) && event.text);
    const last = spoken.at(-1) ?? events.findLast((event) => isToldAct(event, events, after) && event.text);
    if (last?.text) this.showBanner(last, events, after);
  }

  /** Blocks go from where they stood on the stage. @param {View | null} before */
  walk(before) {
    const { fighters, ranks } = this.stage;
    if (!ranks || !before?.battle) return;
    for (const [key, spot] of ranks.spots) {
      const element = fighters.element(key);
      const from = this.places.get(key);
      if (!element) continue;
      if (!from) {
        if (this.places.size)
          this.animate(element.firstElementChild, [{ transform: "rotateY(90deg)" }, { transform: "none" }], TURN);
      } else if (Math.hypot(from.x - spot.x, from.y - spot.y) > 1) {
        this.animate(
          element,
          [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: element.style.transform }],
          WALK,
          "ease-in-out",
        );
      }
    }
  }

  /** Where blocks stood when they were drawn before the last time. @type {Map<string, {x: number, y: number}>} */
  places = new Map();

  /**
   * Moves a block that fires a little toward the enemy and back.
   *
   * @param {string | undefined} block
   */
  lunge(block) {
    const element = block ? this.stage.fighters.element(block) : null;
    if (!element || !this.stage.ranks) return;
    const own = element.classList.contains(this.stage.view ? this.stage.sides(this.stage.view)[0] : "");
    const far = this.stage.ranks.wide ? [own ? 16 : -16, 0] : [0, own ? -12 : 12];
    this.animate(
      element.firstElementChild,
      [{ transform: "none" }, { transform: `translate(${far[0]}px, ${far[1]}px)`, offset: 0.3 }, { transform: "none" }],
      520,
      "ease-in-out",
    );
  }

  /**
   * Shows that a block was hit, and its loss of strength.
   *
   * @param {string} block
   * @param {number | undefined} strength
   */
  strike(block, strength) {
    const { fighters } = this.stage;
    const element = fighters.element(block);
    if (!element) return;
    const star = html("span", { class: "struck", "aria-hidden": "true" });
    element.append(star);
    this.passing.push(star);
    this.animate(
      star,
      [
        { transform: "scale(0.2) rotate(-30deg)", opacity: 1 },
        { transform: "scale(1.1)", opacity: 1, offset: 0.4 },
        { transform: "scale(1.2)", opacity: 0 },
      ],
      BLOW,
      "ease-out",
      "both",
    );
    this.animate(
      element.firstElementChild,
      [{ transform: "none" }, { transform: "rotate(-9deg)" }, { transform: "rotate(7deg)" }, { transform: "none" }],
      BLOW,
    );
    if (typeof strength === "number") fighters.turn(block, strength);
  }

  /**
   * Shows that a block falls.
   *
   * @param {string | undefined} block
   * @param {View | null} before
   */
  topple(block, before) {
    if (!block) return;
    const { fighters } = this.stage;
    let element = fighters.element(block);
    if (!element) element = this.ghost(block, before);
    if (!element) return;
    element.style.transformOrigin = "50% 100%";
    this.animate(
      element.firstElementChild,
      [
        { transform: "none", opacity: 1 },
        { transform: "translateY(30%) rotate(82deg)", opacity: 1, offset: 0.6 },
        { transform: "translateY(36%) rotate(90deg)", opacity: 0 },
      ],
      TOPPLE,
      "ease-in",
      "forwards",
    );
  }

  /**
   * A block that is gone from the stage already, where it stood.
   * @param {string} block
   * @param {View | null} before
   * @returns {HTMLElement | null}
   */
  ghost(block, before) {
    const place = this.places.get(block);
    const face = this.faces.get(block);
    if (!place || !face || !before) return null;
    const ghost = html("div", { class: "fighter", "aria-hidden": "true" }, face.cloneNode(true));
    ghost.style.transform = `translate(${place.x}px, ${place.y}px)`;
    ghost.style.width = `${this.stage.ranks?.size ?? 0}px`;
    this.stage.fighters.root.after(ghost);
    this.passing.push(ghost);
    return ghost;
  }

  /** @type {Map<string, Element>} */
  faces = new Map();

  /** Call before the stage is drawn anew: how it was. */
  remember() {
    const { fighters, ranks, tray } = this.stage;
    this.lastBlow = tray.blow;
    this.places = new Map(ranks?.spots ?? []);
    this.faces = new Map(
      [...fighters.drawn].flatMap(([key, { element }]) =>
        element.firstElementChild ? [[key, element.firstElementChild]] : [],
      ),
    );
  }

  /** Of another battle nothing is remembered. */
  forget() {
    this.lastBlow = null;
    this.places.clear();
    this.faces.clear();
  }

  /** Lays out dice with what they did; what was told before them makes way. @param {import("./blow.js").Blow | null} blow */
  layDice(blow) {
    this.hideBanner();
    this.stage.tray.draw(blow);
  }

  hideBanner() {
    const { banner } = this.stage;
    banner.className = "banner";
    banner.textContent = "";
  }

  /**
   * Lays the sentence of a fact over the stage, where it hides no dice and few blocks.
   * @param {Fact} fact
   * @param {Fact[]} facts
   * @param {View} after
   */
  showBanner(fact, facts, after) {
    const { banner, known, then, view } = this.stage;
    const { type } = fact;
    banner.textContent = bannerWords(fact, facts, known, after.you, then?.view ?? view);
    banner.className = `banner shown ${type}`;
    banner.style.top = placeBesideDice(banner, this.stage.tray.root, this.stage.fighters.root);
    if (this.moves)
      this.animate(
        banner,
        [
          { transform: "translate(-50%, -40%) scaleX(0.3)", opacity: 0 },
          { transform: "translate(-50%, -50%)", opacity: 1 },
        ],
        260,
        "ease-out",
      );
  }

  /**
   * @param {Element | null} element
   * @param {Keyframe[]} steps
   * @param {number} duration
   * @param {string} [easing]
   * @param {FillMode} [fill]
   */
  animate(element, steps, duration, easing = "linear", fill = "none") {
    if (element) this.running.push(element.animate(steps, { duration: duration / this.pace, easing, fill }));
  }

  /**
   * Waits, unless the show is skipped.
   *
   * @param {number} lasts
   * @param {number} turn
   * @returns {Promise<void>}
   */
  wait(lasts, turn) {
    if (turn !== this.turn) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = window.setTimeout(resolve, lasts);
      this.hurry = () => {
        window.clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A press ends what is only read; Escape ends all that is shown. @param {Event} event */
  skip(event) {
    if (isBesideBattle(event)) return;
    if (this.staying) {
      this.reading.end();
      this.finish();
    } else if (event instanceof KeyboardEvent && event.key === "Escape") this.stage.skip();
  }

  /** To the end at once. */
  finish() {
    const { ending, playing } = this;
    this.stop();
    if (ending) this.stage.leave();
    else if (playing) this.stage.again?.();
  }

  /** Ends the show at once and takes away what it left on the stage. */
  stop() {
    this.turn += 1;
    const { hurry, running, passing } = this;
    this.reading.resolve?.();
    this.hurry = null;
    this.running = [];
    this.passing = [];
    this.playing = this.ending = this.staying = false;
    this.stage.then = null;
    for (const type of ENDED_BY) window.removeEventListener(type, this.skip, { capture: true });
    for (const animation of running) animation.cancel();
    for (const element of passing) element.remove();
    this.hideBanner();
    hurry?.();
  }
}
