// The blocks of a town fanned out: where they lie too close together to be pressed, a press on one shows all of them
// large, near the town and in front of everything. Those that can act are chosen, and let go again, there.

import { FLAGS, drawBacks, drawBlock } from "../blocks/faces.js";
import { figuresInWords } from "../blocks/figures.js";
import { isPhone } from "../page/browser.js";
import { byId, html, replaceChildren, svg } from "../page/dom.js";
import { blockName, sideName, text, townName } from "../page/page.js";

/**
 * @typedef {import("./stacks.js").Stack} Stack
 * @typedef {{able: Set<string>, chosen: Set<string>}} Marks
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 */

const MARGIN = 6;

export class Fan {
  /**
   * @param {HTMLElement} board
   * @param {{press: (block: string, town: string, manner: {add: boolean, touch: boolean}) => void, close: () => void,
   *   around: (town: string) => Box | null, target: (town: string) => Box, about: (town: string) => string}} page
   *   `around`: where town and blocks are in the board, not to be hidden; `target`: where a town can be pressed;
   *   `about`: what is said of it beside its name
   */
  constructor(board, { press, close, around, target, about }) {
    this.board = board;
    this.press = press;
    this.close = close;
    this.around = around;
    this.target = target;
    this.about = about;
    /** The towns that can be pressed now. @type {string[]} */
    this.goals = [];
    this.root = html("section", { class: "fan", hidden: true });
    board.append(this.root);
    /** @type {string | null} */
    this.town = null;
    /** The view in which it was opened. @type {object | null} */
    this.of = null;
    /** Where it stands in the board. @type {{left: number, top: number} | null} */
    this.spot = null;
    /** The towns that could be pressed when it was put there. @type {string[]} */
    this.settled = [];
  }

  /** @param {string | null} town @param {object | null} view */
  turnTo(town, view) {
    if (town !== this.town) [this.spot, this.settled] = [null, []];
    this.town = town;
    this.of = view;
  }

  /**
   * @param {{map: Record<string, {stacks: Stack[]}>}} view
   * @param {Marks} marks
   * @param {Iterable<string>} goals  the towns that can be pressed now
   */
  draw(view, marks, goals) {
    if (this.of !== view) this.turnTo(null, null);
    const { town } = this;
    this.goals = [...goals].filter((goal) => goal !== town);
    if (town && this.goals.length > 0 && isSettled(view, town, marks)) this.turnTo(null, null);
    this.root.hidden = this.town === null;
    if (town === null || this.town === null) {
      replaceChildren(this.root, null);
      return;
    }
    this.root.setAttribute("aria-label", text("blocks-at", { town: townName(town) }));
    replaceChildren(
      this.root,
      html(
        "p",
        { class: "fan-head" },
        townName(town),
        this.about(town) && html("small", { class: "fan-about" }, this.about(town)),
        html("button", { type: "button", "data-key": "fan-close", onclick: () => this.close() }, text("close")),
      ),
      (view.map[town]?.stacks ?? []).map((stack) => this.drawStack(town, stack, marks)),
    );
    this.place();
  }

  /**
   * Draws a stack of the town whose blocks are spread out.
   *
   * @param {string} town
   * @param {Stack} stack
   * @param {Marks} marks
   */
  drawStack(town, stack, marks) {
    const where =
      stack.area === "reserve" ? text("reserve-of-round", { round: stack.round ?? "" }) : text(`area-${stack.area}`);
    return html(
      "ul",
      { class: `fan-stack ${stack.side}` },
      html("li", { class: "fan-name" }, html("small", {}, `${sideName(stack.side)}, ${where}`)),
      stack.blocks.map((seen) => html("li", {}, this.drawOne(town, seen, marks))),
      stack.hidden > 0 &&
        html(
          "li",
          {},
          html(
            "span",
            {
              class: "fan-block",
              role: "img",
              "aria-label": text("unseen", { count: stack.hidden }),
              title: text("unseen", { count: stack.hidden }),
            },
            picture(drawBacks(stack.side, stack.hidden)),
          ),
        ),
    );
  }

  /**
   * Draws one block of a stack, as a button if it can be chosen.
   *
   * @param {string} town
   * @param {import("../blocks/faces.js").Seen} seen
   * @param {Marks} marks
   */
  drawOne(town, seen, marks) {
    const able = marks.able.has(seen.id);
    const name = `${blockName(seen.id)}, ${figuresInWords(seen.id, seen.strength)}`;
    const face = [
      picture(
        drawBlock(
          seen,
          FLAGS.filter((flag) => seen[flag]),
        ),
      ),
      html("span", { class: "fan-own-name", "aria-hidden": "true" }, blockName(seen.id)),
    ];
    if (!able) return html("span", { class: "fan-block", role: "img", "aria-label": name, "data-fan": seen.id }, face);
    const press = (/** @type {MouseEvent} */ event) =>
      this.press(seen.id, town, { add: event.shiftKey || event.ctrlKey || event.metaKey, touch: false });
    return html(
      "button",
      {
        type: "button",
        class: "fan-block",
        "data-key": `fan-${seen.id}`,
        "data-fan": seen.id,
        "aria-pressed": String(marks.chosen.has(seen.id)),
        "aria-label": name,
        onclick: press,
      },
      face,
    );
  }

  /**
   * Near the town, where it hides no town that can be pressed once one can; on a phone it makes way for those to above
   * the map. There it stays while more blocks are chosen in it: whatever grows below, the next press finds the next block.
   * Where every place hides such a town it stands where it hides the fewest.
   */
  place() {
    const box = this.town && this.around(this.town);
    if (!box) return;
    this.root.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const size = { width, height };
    const targets = this.goals.map(this.target);
    const { clientWidth } = this.board;
    const room = { clientWidth, clientHeight: this.board.clientHeight - (this.spot || !isPhone() ? 0 : DOCK_GROWS) };
    const stood = this.spot && {
      left: Math.min(this.spot.left, Math.max(MARGIN, clientWidth - width - MARGIN)),
      top: Math.min(this.spot.top, Math.max(MARGIN, room.clientHeight - height - MARGIN)),
    };
    // More blocks leave fewer towns, others than were lit before need its room.
    const same = this.goals.length > 0 && this.goals.every((goal) => this.settled.includes(goal));
    const stays = stood && (same || !targets.some((target) => covers(target, stood, size)));
    if (!same) this.settled = this.goals;
    const [belowQuestion, overQuestion] = this.aboveMap(targets, size);
    const hidden = (/** @type {{left: number, top: number}} */ at) =>
      targets.filter((target) => covers(target, at, size)).length;
    const isFree = (/** @type {{left: number, top: number} | undefined} */ at) => at !== undefined && hidden(at) === 0;
    // What is asked stays to be read where another place is free.
    const free = isFree(belowQuestion)
      ? belowQuestion
      : (freeSpot(box, size, room, targets) ?? (isFree(overQuestion) ? overQuestion : null));
    const least = [belowQuestion, overQuestion, stood ?? freeSpot(box, size, room, [])]
      .filter((one) => one !== null && one !== undefined)
      .sort((one, other) => hidden(one) - hidden(other));
    const spot = stays ? stood : (free ?? least[0]);
    if (!spot) return;
    this.spot = spot;
    this.root.style.left = `${Math.round(spot.left)}px`;
    this.root.style.top = `${Math.round(spot.top)}px`;
  }

  /**
   * On a phone: places over what is said above the map, once a town can be pressed: below the question, and over it.
   * @param {Box[]} targets @param {{width: number}} size
   */
  aboveMap(targets, { width }) {
    if (!isPhone() || targets.length === 0) return [];
    const left = Math.max(MARGIN, (this.board.clientWidth - width) / 2);
    const { top } = this.board.getBoundingClientRect();
    const { bottom } = byId("prompt").getBoundingClientRect();
    return [Math.max(0, bottom), 0].map((edge) => ({ left, top: edge + MARGIN - top }));
  }
}

/**
 * On a phone: whether all blocks of a town that can be chosen are. What matters next is where they go, and the bar has
 * them, to leave some out.
 *
 * @param {{map: Record<string, {stacks: Stack[]}>}} view @param {string} town @param {Marks} marks
 */
export function isSettled(view, town, marks) {
  const blocks = (view.map[town]?.stacks ?? []).flatMap((stack) => stack.blocks.map(({ id }) => id));
  const able = blocks.filter((id) => marks.able.has(id));
  return isPhone() && able.length > 0 && able.every((id) => marks.chosen.has(id));
}

/** How far apart the places are that are tried, in pixels. */
const STEP = 24;
/** By so much the dock of a phone grows when blocks are chosen, at the foot of the map. */
const DOCK_GROWS = 230;

/**
 * Whether something so large hides a part of a box.
 * @param {Box} box
 * @param {{left: number, top: number}} spot
 * @param {{width: number, height: number}} size
 */
function covers(box, { left, top }, { width, height }) {
  return left < box.right && left + width > box.left && top < box.bottom && top + height > box.top;
}

/**
 * The place nearest a town that covers neither it nor any target; null where there is none. Without targets it may
 * cover the town.
 *
 * @param {Box} town
 * @param {{width: number, height: number}} size
 * @param {{clientWidth: number, clientHeight: number}} board
 * @param {Box[]} targets
 * @returns {{left: number, top: number} | null}
 */
function freeSpot(town, { width, height }, { clientWidth, clientHeight }, targets) {
  const most = {
    left: Math.max(MARGIN, clientWidth - width - MARGIN),
    top: Math.max(MARGIN, clientHeight - height - MARGIN),
  };
  const clamp = (/** @type {number} */ value, /** @type {number} */ end) => Math.max(MARGIN, Math.min(value, end));
  const wish = {
    left: clamp((town.left + town.right - width) / 2, most.left),
    above: town.top - height - MARGIN,
    below: town.bottom + MARGIN,
  };
  const tops = [wish.above, wish.below];
  for (let top = MARGIN; top <= most.top; top += STEP) tops.push(top);
  const lefts = [wish.left];
  for (let left = MARGIN; left <= most.left; left += STEP) lefts.push(left);
  lefts.push(most.left);
  let best = null;
  let least = Infinity;
  for (const top of tops.map((each) => clamp(each, most.top))) {
    for (const left of lefts) {
      const spot = { left, top };
      if (targets.some((target) => covers(target, spot, { width, height }))) continue;
      const far =
        Math.abs(left - wish.left) +
        Math.min(Math.abs(top - wish.above), Math.abs(top - wish.below)) +
        (covers(town, spot, { width, height }) ? clientHeight : 0);
      if (far < least) [best, least] = [spot, far];
    }
  }
  return best;
}

/** @param {SVGElement[]} drawn */
function picture(drawn) {
  return svg("svg", { viewBox: "-29 -29 58 62", class: "battle-block", "aria-hidden": "true" }, drawn);
}
