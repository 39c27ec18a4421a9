// Blocks on the map: own blocks and face-up ones by name, the enemy's hidden ones as a pile of backs.
//
// Every token keeps one element for as long as it is seen. Here it is put where it belongs at once; motion.js shows how
// it got there.

import { replaceIfChanged, svg } from "../page/dom.js";
import { layOut } from "./stacks.js";

/**
 * @typedef {import("../blocks/faces.js").Seen} Seen
 * @typedef {import("./stacks.js").Stack} Stack
 * @typedef {import("./stacks.js").Token} Token
 * @typedef {{chosen: string | null | Set<string>, able: Set<string>}} Marks  blocks that can act, and the chosen ones
 */

export class Tokens {
  /** @param {SVGElement} layer */
  constructor(layer) {
    this.layer = layer;
    this.frames = svg("g", { class: "frames" });
    layer.append(this.frames);
    /** How many lie in each pile, above all of them. */
    this.counts = svg("g", { class: "pile-counts", "aria-hidden": "true" });
    layer.after(this.counts);
    /** @type {import("./stacks.js").Layout | null} */
    this.layout = null;
    /** @type {Map<string, {element: SVGElement, look: string, place: string, marks: string}>} */
    this.drawn = new Map();
    /** @type {View | null} */
    this.view = null;
    /** The layout of which the piles are in order. @type {import("./stacks.js").Layout | null} */
    this.piled = null;
    /** @type {(block: string) => void} */
    this.choose = () => {};
  }

  /**
   * Draws the blocks of a view on the map.
   *
   * @param {View} view
   * @param {Marks} marks
   * @param {(block: string) => void} choose
   */
  draw(view, marks, choose) {
    this.choose = choose;
    this.view = view;
    const layout = layOut(view);
    if (this.layout !== layout) {
      this.layout = layout;
      const { leaders, frames } = layout;
      replaceIfChanged(
        this.frames,
        [leaders, frames.map(({ stack, ...frame }) => [frame, stack.side, stack.area, stack.round])],
        () => [...leaders.map((d) => svg("path", { d, class: "leader" })), ...frames.map(drawFrame)],
      );
      for (const [key, { element }] of this.drawn) {
        if (this.layout.tokens.has(key)) continue;
        element.remove();
        this.drawn.delete(key);
      }
    }
    for (const token of layout.tokens.values()) this.place(token, marks);
    if (this.piled !== layout) this.pile(layout);
  }

  /**
   * In a pile the last lies uppermost, and its count above them. Only what lies below one that it should cover is
   * moved: the browser lays out anew whatever is.
   * @param {import("./stacks.js").Layout} layout
   */
  pile(layout) {
    this.piled = layout;
    const focused = document.activeElement;
    /** @type {Map<string, SVGElement>} */
    const uppermost = new Map();
    for (const token of layout.tokens.values()) {
      const element = token.piled ? this.element(token.key) : null;
      if (!element || element === focused) continue;
      const pile = `${token.town} ${token.area} ${token.side}`;
      const below = uppermost.get(pile);
      if (below && below.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
        this.layer.append(element);
      uppermost.set(pile, element);
    }
    replaceIfChanged(this.counts, layout.piles, () => layout.piles.map(drawCount));
  }

  /** Whether others lie over this block. @param {string} key */
  isPiled(key) {
    return Boolean(this.layout?.tokens.get(key)?.piled);
  }

  /** The element of a token, if it is on the map. @param {string} key */
  element(key) {
    return this.drawn.get(key)?.element ?? null;
  }

  /** Only what differs is touched: most views differ in a block or two. @param {Token} token @param {Marks} marks */
  place(token, marks) {
    const entry = this.drawn.get(token.key) ?? this.add(token);
    const { element } = entry;
    if (entry.look !== token.look) {
      element.replaceChildren(...token.draw());
      entry.look = token.look;
    }
    const place = tokenTransform(token);
    if (entry.place !== place) {
      element.style.transform = place;
      element.setAttribute("data-at", token.town);
      entry.place = place;
    }
    const able = token.block !== null && marks.able.has(token.block);
    const chosen =
      token.block !== null &&
      (marks.chosen instanceof Set ? marks.chosen.has(token.block) : marks.chosen === token.block);
    const state = `${able}${chosen}${token.look}${token.town}${token.area}`;
    if (entry.marks === state) return;
    entry.marks = state;
    element.setAttribute("class", `token ${token.side}${able ? " able" : ""}${chosen ? " chosen" : ""}`);
    element.setAttribute("aria-label", token.label());
    // Everything on the map can be reached by arrow keys; by Tab what can be pressed to some effect.
    element.setAttribute("tabindex", able ? "0" : "-1");
    if (able) element.setAttribute("aria-pressed", String(chosen));
    else element.removeAttribute("aria-pressed");
  }

  /**
   * Makes the element of a block.
   *
   * @param {Token} token
   */
  add(token) {
    const { key, block } = token;
    const element = svg("g", { class: "token", "data-key": `token-${key}`, "data-block": block, role: "button" });
    const entry = { element, look: "", place: "", marks: "" };
    this.drawn.set(key, entry);
    this.layer.append(element);
    if (!block) return entry;
    const act = (/** @type {Event} */ event) => {
      if (!element.classList.contains("able")) return;
      event.stopPropagation();
      event.preventDefault();
      this.choose(block);
    };
    element.addEventListener("click", act);
    element.addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " ")) act(event);
    });
    return entry;
  }
}

/**
 * Draws the number of blocks in a pile.
 *
 * @param {import("./stacks.js").Pile} pile
 */
function drawCount({ x, y, scale, count, side }) {
  return svg(
    "g",
    { class: `pile-count ${side}`, transform: `translate(${round(x)} ${round(y)}) scale(${scale})` },
    svg("circle", { r: 15 }),
    svg("text", { y: 7.5 }, count),
  );
}

/** @param {{x: number, y: number, scale: number}} where */
export function tokenTransform({ x, y, scale }) {
  return `translate(${round(x)}px, ${round(y)}px) scale(${scale})`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/**
 * What goes round a stack: walls with battlements, a tent's outline for reserves, a plain line between two fields.
 * @param {import("./stacks.js").Frame} frame
 */
function drawFrame({ stack, x, y, wide, high }) {
  const look = `frame ${stack.area} ${stack.side}`;
  const [left, right, top, bottom] = [x - 5, x + wide + 5, y - 3, y + high + 2];
  if (stack.area === "castle") return svg("path", { d: walls(left, right, top, bottom), class: look });
  const outline = svg("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 6, class: look });
  if (stack.area !== "reserve") return outline;
  return svg(
    "g",
    {},
    outline,
    svg("circle", { cx: right, cy: (top + bottom) / 2, r: 11, class: "frame-round" }),
    svg("text", { x: right, y: (top + bottom) / 2 + 5.5, class: "frame-label" }, stack.round ?? "R"),
  );
}

/**
 * Returns the path of a wall with battlements around a stack.
 *
 * @param {number} left
 * @param {number} right
 * @param {number} top
 * @param {number} bottom
 */
function walls(left, right, top, bottom) {
  const merlons = Math.max(3, Math.round((right - left) / 16)) * 2 - 1;
  const step = (right - left) / merlons;
  let path = `M${round(left)} ${round(bottom)}V${round(top - 7)}`;
  for (let i = 0; i < merlons; i += 1)
    path += `${i % 2 ? `V${round(top)}` : `V${round(top - 7)}`}H${round(left + step * (i + 1))}`;
  return `${path}V${round(bottom)}Z`;
}
