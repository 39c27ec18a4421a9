// Showing how one view became the next: briefly, in order, and never in the way.
//
// The page is drawn as it is now before anything moves, so nothing ever waits for a motion: a click or a key ends it at
// once, and the click counts. Every motion is an animation of `transform` or `opacity`, which the browser can carry out
// beside the scripts. With `prefers-reduced-motion`, when motion was switched off, or while nobody looks, nothing
// moves.

import { drawBacks, drawPips } from "../blocks/faces.js";
import { layOut } from "../map/stacks.js";
import { tokenTransform } from "../map/tokens.js";
import { motionAllowed, motionSpeed } from "../page/display.js";
import { svg } from "../page/dom.js";
import { page } from "../page/page.js";
import { compose, DICE_ON_MAP, FALLS } from "./score.js";

/** However much happened, it is over after so many milliseconds, unless dice were rolled that are read nowhere else. */
const LONGEST = 9000;
const FADE = 160;
const TURN = 320;

const STAR = "M0-26L6-9L22-15L12 0L24 13L7 10L0 27L-7 10L-24 13L-12 0L-22-15L-6-9Z";
const SPOTS = [[], [0], [-1, 1], [-1, 0, 1], [-1, 1, -2, 2], [-1, 1, -2, 2, 0], [-1, 1, -2, 2, -3, 3]];
/** Where the spots of a die are, by the numbers above. @type {Record<string, [number, number]>} */
const SPOT = { 0: [0, 0], "-1": [-8, -8], 1: [8, 8], "-2": [8, -8], 2: [-8, 8], "-3": [-8, 0], 3: [8, 0] };

/** @typedef {import("./score.js").Score} Score @typedef {import("./score.js").Part} Part */

export class Motion {
  /**
   * @param {import("../map/tokens.js").Tokens} tokens
   * @param {HTMLElement} stage  says in `data-moving` whether anything moves
   */
  constructor(tokens, stage) {
    this.tokens = tokens;
    this.stage = stage;
    this.layer = svg("g", { class: "ghosts", "aria-hidden": "true" });
    tokens.layer.after(this.layer);
    /** Twice as fast is 2. */
    this.pace = 1;
    /** @type {Animation[]} */
    this.running = [];
    /** What is there only while something moves. @type {SVGElement[]} */
    this.passing = [];
    /** When the last dice of what is shown lie, in milliseconds from its beginning; 0 where none fall. */
    this.landed = 0;
    /** @type {(() => void) | null} */
    this.over = null;
    this.skip = this.skip.bind(this);
    stage.dataset.moving = "false";
  }

  get playing() {
    return this.over !== null;
  }

  /** Whether anything may move at all. */
  get allowed() {
    return motionAllowed();
  }

  /**
   * Call when `after` has been drawn. Resolves when all is still again, whether it was played to the end or skipped.
   *
   * @param {View | null} before
   * @param {View} after
   * @param {GameEvent[]} [events]  what happened between them, oldest first
   * @param {Map<GameEvent, number> | null} [starts]  when some of them begin, in milliseconds: the narrator's, whose
   *   time it keeps
   * @param {number} [duration]  for how long the narrator tells of them
   * @returns {Promise<void>}
   */
  play(before, after, events = [], starts = null, duration = 0) {
    this.skip();
    this.landed = 0;
    if (!before || !this.allowed || before.you !== after.you) return Promise.resolve();
    const score = compose(layOut(before), layOut(after), events, starts);
    if (score.length === 0 && score.parts.length === 0) return Promise.resolve();
    this.perform(score);
    if (this.running.length === 0) return Promise.resolve();
    const most = score.dice.some(({ lasts }) => lasts === DICE_ON_MAP) ? score.length : LONGEST;
    const rate = Math.max(1, score.length / Math.max(duration, most)) * (starts ? 1 : this.pace * motionSpeed());
    this.landed = Math.max(0, ...score.dice.map(({ at, lasts }) => at + lasts * FALLS)) / rate;
    for (const animation of this.running) animation.playbackRate = rate;
    this.stage.dataset.moving = "true";
    for (const type of ["pointerdown", "keydown", "wheel"])
      window.addEventListener(type, this.skip, { capture: true, passive: true });
    return new Promise((resolve) => {
      this.over = resolve;
      const { running } = this;
      Promise.allSettled(running.map((animation) => animation.finished)).then(() => {
        if (this.running === running) this.skip();
      });
    });
  }

  /** To the end at once. */
  skip() {
    const { over, running, passing } = this;
    this.running = [];
    this.passing = [];
    this.over = null;
    for (const animation of running) animation.cancel();
    for (const element of passing) element.remove();
    for (const type of ["pointerdown", "keydown", "wheel"])
      window.removeEventListener(type, this.skip, { capture: true });
    this.stage.dataset.moving = "false";
    over?.();
  }

  /**
   * Starts the movements of a score.
   *
   * @param {Score} score
   */
  perform(score) {
    for (const part of score.parts) this.act(part);
    for (const { side, count, at, lasts, route } of score.marches) {
      const ghost = this.ghost(drawBacks(side, count));
      const steps = route.map((place, i) => ({ transform: tokenTransform(place), offset: i / (route.length - 1) }));
      this.animate(ghost, steps, lasts, at);
      this.appear(ghost, at, lasts);
    }
    for (const mark of score.shooters)
      this.flash(svg("rect", { x: -33, y: -33, width: 66, height: 70, rx: 9, class: "shooter" }), mark);
    for (const mark of score.blows) this.flash(svg("path", { d: STAR, class: "blow" }), mark);
    for (const { at, lasts, place, dice, hits } of score.dice) this.roll(dice, hits, place, at, lasts);
  }

  /**
   * Starts the movements of one block.
   *
   * @param {Part} part
   */
  act(part) {
    const { token } = part;
    const element = part.gone ? this.ghost(token.draw()) : this.tokens.element(token.key);
    if (!element) return;
    if (part.gone) element.style.transform = tokenTransform(token);
    if (part.points.length > 1) this.travel(element, part.points);
    if (part.enters) this.enter(element, part, part.enters);
    if (part.leaves !== null) {
      // Held until then, and gone after: the ghost itself is taken away when all is over.
      const end = part.leaves + FADE;
      this.animate(
        element,
        [{ opacity: 1 }, { opacity: 1, offset: part.leaves / end }, { opacity: 0 }],
        end,
        0,
        "forwards",
      );
    }
    if (part.strengths.length > 1) this.turnPips(element, part);
  }

  /**
   * Moves a block along its points.
   *
   * @param {SVGElement} element
   * @param {import("./score.js").Point[]} points
   */
  travel(element, points) {
    const end = points[points.length - 1].at;
    if (end === 0) return;
    const steps = points.map((point, i) => ({
      transform: tokenTransform(point),
      offset: point.at / end,
      easing: i === points.length - 2 ? "ease-out" : "linear",
    }));
    this.animate(element, steps, end, 0);
  }

  /**
   * Lets a block come into sight, by fading in or by turning over.
   *
   * @param {SVGElement} element
   * @param {Part} part
   * @param {{at: number, look: string}} enters
   */
  enter(element, part, { at, look }) {
    const lasts = look === "fade" ? FADE : TURN;
    const end = at + lasts;
    this.animate(
      element,
      [
        { opacity: 0 },
        { opacity: 0, offset: at / end },
        { opacity: 1, offset: (at + lasts / 3) / end },
        { opacity: 1 },
      ],
      end,
      0,
    );
    if (look === "fade" || part.points.length > 1) return;
    const { x, y, scale } = part.token;
    const first =
      look === "turn"
        ? `translate(${x}px, ${y}px) scale(0, ${scale})`
        : `translate(${x}px, ${y - 60}px) scale(${scale * 1.15})`;
    this.animate(
      element,
      [{ transform: first }, { transform: tokenTransform(part.token) }],
      lasts,
      at,
      "backwards",
      "ease-out",
    );
  }

  /**
   * A step lost or gained: the block is turned, and its top edge with it.
   * @param {SVGElement} element
   * @param {Part} part
   */
  turnPips(element, part) {
    const block = part.token.block;
    const shown = element.querySelector(".pips");
    if (!block || !shown) return;
    const steps = page.blocks[block]?.steps ?? part.token.strength;
    const { strengths } = part;
    strengths.forEach(({ at, strength }, i) => {
      const until = strengths[i + 1]?.at;
      const pips = until === undefined ? shown : drawPips(strength, steps);
      if (until !== undefined) {
        shown.before(pips);
        if (pips instanceof SVGElement) this.passing.push(pips);
        this.animate(pips, [{ transform: "none" }, { transform: "scale(1, 0)" }], TURN / 2, until, "both");
      }
      if (at > 0)
        this.animate(pips, [{ transform: "scale(1, 0)" }, { transform: "none" }], TURN / 2, at + TURN / 2, "backwards");
    });
  }

  /** @param {SVGElement} shape @param {import("./score.js").Mark} mark */
  flash(shape, { at, lasts, place }) {
    const ghost = this.ghost([shape]);
    ghost.style.transform = tokenTransform(place);
    this.appear(ghost, at, lasts);
  }

  /**
   * @param {number[]} dice
   * @param {number} hits
   * @param {import("./score.js").Place} place
   * @param {number} at
   * @param {number} lasts
   */
  roll(dice, hits, place, at, lasts) {
    const lowest = [...dice].sort((one, other) => one - other).slice(0, hits);
    const drawn = dice.map((die, i) => {
      const mine = lowest.indexOf(die);
      if (mine >= 0) lowest.splice(mine, 1);
      return drawDie(die, mine >= 0, (i - (dice.length - 1) / 2) * 40);
    });
    const ghost = this.ghost(drawn, "dice-shown");
    const where = { x: place.x, y: place.y - 34, scale: 1 };
    this.animate(
      ghost,
      [{ transform: tokenTransform({ ...where, y: where.y - 22, scale: 0.5 }) }, { transform: tokenTransform(where) }],
      lasts * FALLS,
      at,
      "both",
      "ease-out",
    );
    this.appear(ghost, at, lasts);
  }

  /** Seen from `at` on, for so long. @param {SVGElement} ghost @param {number} at @param {number} lasts */
  appear(ghost, at, lasts) {
    const steps = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }];
    this.animate(ghost, steps, lasts, at, "both");
  }

  /** @param {SVGElement[]} shapes @param {string} [look] */
  ghost(shapes, look = "ghost token") {
    const ghost = svg("g", { class: look }, shapes);
    this.layer.append(ghost);
    this.passing.push(ghost);
    return ghost;
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} steps
   * @param {number} duration
   * @param {number} delay
   * @param {FillMode} [fill]
   * @param {string} [easing]
   */
  animate(element, steps, duration, delay, fill = "none", easing = "linear") {
    if (duration > 0) this.running.push(element.animate(steps, { duration, delay, fill, easing }));
  }
}

/**
 * Draws a die.
 *
 * @param {number} die
 * @param {boolean} hit
 * @param {number} x
 */
function drawDie(die, hit, x) {
  return svg(
    "g",
    { class: hit ? "hit" : "", transform: `translate(${x} 0)` },
    svg("rect", { x: -17, y: -17, width: 34, height: 34, rx: 7, class: "face" }),
    (SPOTS[die] ?? []).map((name) => svg("circle", { cx: SPOT[name][0], cy: SPOT[name][1], r: 3.6, class: "spot" })),
  );
}
