// The blocks of a town fanned out: where they lie too close together to be pressed, a press on one shows all of them large, near the town
// and in front of everything. Those that can act are chosen, and let go again, there.

import { FLAGS, drawBacks, drawBlock } from "../blocks/faces.js";
import { figures } from "../blocks/figures.js";
import { html, replace, svg } from "../page/dom.js";
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
   *   around: (town: string) => Box | null}} page  `around`: where town and blocks are in the board, not to be hidden
   */
  constructor(board, { press, close, around }) {
    this.board = board;
    this.press = press;
    this.close = close;
    this.around = around;
    this.root = html("section", { class: "fan", hidden: true });
    board.append(this.root);
    /** @type {string | null} */
    this.town = null;
    /** The view in which it was opened. @type {object | null} */
    this.of = null;
  }

  /** @param {string | null} town @param {object | null} view */
  turnTo(town, view) {
    this.town = town;
    this.of = view;
  }

  /** @param {{map: Record<string, {stacks: Stack[]}>}} view @param {Marks} marks */
  draw(view, marks) {
    if (this.of !== view) this.turnTo(null, null);
    const { town } = this;
    this.root.hidden = town === null;
    if (town === null) {
      replace(this.root, null);
      return;
    }
    this.root.setAttribute("aria-label", text("blocks-at", { town: townName(town) }));
    replace(
      this.root,
      html("p", { class: "fan-head" }, townName(town), html("button", { type: "button", "data-key": "fan-close", onclick: () => this.close() }, text("close"))),
      (view.map[town]?.stacks ?? []).map((stack) => this.drawStack(town, stack, marks)),
    );
    this.place();
  }

  /** @param {string} town @param {Stack} stack @param {Marks} marks */
  drawStack(town, stack, marks) {
    const where = stack.area === "reserve" ? text("reserve-of-round", { round: stack.round ?? "" }) : text(`area-${stack.area}`);
    return html(
      "ul",
      { class: `fan-stack ${stack.side}` },
      html("li", { class: "fan-name" }, html("small", {}, `${sideName(stack.side)}, ${where}`)),
      stack.blocks.map((seen) => html("li", {}, this.drawOne(town, seen, marks))),
      stack.hidden > 0 && html("li", {}, html("span", { class: "fan-block", role: "img", "aria-label": text("unseen", { count: stack.hidden }), title: text("unseen", { count: stack.hidden }) }, picture(drawBacks(stack.side, stack.hidden)))),
    );
  }

  /** @param {string} town @param {import("../blocks/faces.js").Seen} seen @param {Marks} marks */
  drawOne(town, seen, marks) {
    const able = marks.able.has(seen.id);
    const name = `${blockName(seen.id)}, ${figures(seen.id, seen.strength)}`;
    const face = picture(drawBlock(seen, FLAGS.filter((flag) => seen[flag])));
    if (!able) return html("span", { class: "fan-block", role: "img", "aria-label": name, "data-fan": seen.id }, face);
    const press = (/** @type {MouseEvent} */ event) => this.press(seen.id, town, { add: event.shiftKey || event.ctrlKey || event.metaKey, touch: false });
    return html("button", { type: "button", class: "fan-block", "data-key": `fan-${seen.id}`, "data-fan": seen.id, "aria-pressed": String(marks.chosen.has(seen.id)), "aria-label": name, onclick: press }, face);
  }

  /** Above the town, or below it where there is no room. */
  place() {
    const box = this.town && this.around(this.town);
    if (!box || this.root.hidden) return;
    const { offsetWidth, offsetHeight } = this.root;
    const { clientWidth, clientHeight } = this.board;
    const above = box.top - offsetHeight - MARGIN;
    const top = Math.min(above >= MARGIN ? above : box.bottom + MARGIN, clientHeight - offsetHeight - MARGIN);
    const left = (box.left + box.right - offsetWidth) / 2;
    this.root.style.left = `${Math.round(Math.max(MARGIN, Math.min(left, clientWidth - offsetWidth - MARGIN)))}px`;
    this.root.style.top = `${Math.round(Math.max(MARGIN, top))}px`;
  }
}

/** @param {SVGElement[]} drawn */
function picture(drawn) {
  return svg("svg", { viewBox: "-29 -29 58 62", class: "battle-block", "aria-hidden": "true" }, drawn);
}
