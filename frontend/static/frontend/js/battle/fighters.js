// The blocks on the stage: named ones with their faces, hidden ones as upright backs. Each keeps its element while it
// is seen, so that it walks where it goes.

import { setAttributes, html, svg } from "../page/dom.js";
import { FLAGS, drawBacks, drawBlock } from "../blocks/faces.js";
import { figuresInWords } from "../blocks/figures.js";
import { blockName, sideName, text, withColon } from "../page/page.js";
import { heightOf } from "./ranks.js";

/**
 * @typedef {import("../blocks/faces.js").Seen} Seen
 * @typedef {import("./ranks.js").Stack} Stack
 * @typedef {import("./ranks.js").Ranks} Ranks
 * @typedef {{element: HTMLElement, look: string, side: string, seen: Seen | null}} Fighter
 * @typedef {{able: Set<string>, chosen: Set<string>, acting: Set<string>, does: (block: string) => string,
 *   hinted?: string[]}} Marks  `acting`: whose turn it is; `does`: what a press on a block decides at once, or ""
 */

/** Flags that say something on the stage. */
const SHOWN = FLAGS.filter((flag) => flag !== "face-up" && flag !== "moved");

export class Fighters {
  /** @param {HTMLElement} root @param {(block: string, event: {touch: boolean}) => void} press */
  constructor(root, press) {
    this.root = root;
    /** @type {Map<string, Fighter>} */
    this.drawn = new Map();
    let touch = false;
    root.addEventListener("pointerdown", (event) => (touch = event.pointerType === "touch"));
    root.addEventListener("click", (event) => {
      const block = blockAt(event.target);
      if (block) press(block, { touch: event.detail > 0 && touch });
    });
    root.addEventListener("keydown", (event) => {
      const block = event.key === "Enter" || event.key === " " ? blockAt(event.target) : null;
      if (!block) return;
      event.preventDefault();
      press(block, { touch: false });
    });
  }

  /**
   * Draws the blocks of the battle at their places in the ranks.
   *
   * @param {Stack[]} stacks
   * @param {Ranks} ranks
   * @param {Marks} marks
   */
  draw(stacks, ranks, marks) {
    const gone = new Set(this.drawn.keys());
    for (const stack of stacks) {
      for (const seen of stack.blocks) {
        gone.delete(seen.id);
        this.place(seen.id, stack, seen, ranks, marks);
      }
      for (let i = 0; i < stack.hidden; i += 1) {
        const key = `back-${stack.side}-${stack.area}-${stack.round ?? 0}-${i}`;
        gone.delete(key);
        this.place(key, stack, null, ranks, marks);
      }
    }
    for (const key of gone) {
      this.drawn.get(key)?.element.remove();
      this.drawn.delete(key);
    }
    this.order(ranks);
  }

  /** In the order in which they stand, for the keyboard and for those who hear the page. @param {Ranks} ranks */
  order(ranks) {
    let before = null;
    for (const key of ranks.spots.keys()) {
      const element = this.drawn.get(key)?.element;
      if (!element) continue;
      /** @type {Element | null} */
      const next = before ? before.nextElementSibling : this.root.firstElementChild;
      if (next !== element) this.root.insertBefore(element, next);
      before = element;
    }
  }

  /**
   * Puts a block, made if it is new, at its place, and marks whether it can be pressed.
   *
   * @param {string} key
   * @param {Stack} stack
   * @param {Seen | null} seen
   * @param {Ranks} ranks
   * @param {Marks} marks
   */
  place(key, stack, seen, ranks, marks) {
    const spot = ranks.spots.get(key);
    if (!spot) return;
    const fighter = this.drawn.get(key) ?? this.add(key, stack.side);
    const { element } = fighter;
    const able = seen !== null && marks.able.has(seen.id);
    // One that has acted is grey, but not where it can be chosen: to take a hit.
    const acted = Boolean(seen?.acted) && !able;
    fighter.seen = seen && { ...seen, acted };
    this.face(fighter, fighter.seen);
    putOn(element, spot, ranks.size);
    const chosen = seen !== null && marks.chosen.has(seen.id);
    const acting = seen !== null && marks.acting.has(seen.id);
    element.className = [
      "fighter",
      stack.side,
      able && "able",
      chosen && "chosen",
      acting && "acting",
      seen !== null && marks.hinted?.includes(seen.id) && "hinted",
      acted && "acted",
      !seen && "back",
    ]
      .filter(Boolean)
      .join(" ");
    const does = able && seen ? marks.does(seen.id) : "";
    for (const name of ["tabindex", "aria-pressed", "data-type", "title"]) element.removeAttribute(name);
    setAttributes(element, {
      role: able ? "button" : "img",
      "aria-label": [seen ? describe(seen) : describeBack(stack), does && text(`verb-${does}`)]
        .filter(Boolean)
        .join(", "),
      tabindex: able ? 0 : null,
      "aria-pressed": able && !does ? String(chosen) : null,
      "data-type": does || null,
      title: seen ? null : describeBack(stack),
    });
  }

  /** Each goes to its place in other ranks, as it is shown now. @param {Ranks} ranks */
  stand(ranks) {
    for (const [key, { element }] of this.drawn) {
      const spot = ranks.spots.get(key);
      if (spot) putOn(element, spot, ranks.size);
    }
  }

  /** From now on no block can be pressed: what it offered is over. */
  disarm() {
    for (const { element } of this.drawn.values()) {
      element.classList.remove("able", "chosen", "acting", "hinted");
      for (const name of ["tabindex", "aria-pressed", "data-type"]) element.removeAttribute(name);
      element.setAttribute("role", "img");
    }
  }

  /**
   * Makes the element of a block.
   *
   * @param {string} key
   * @param {string} side
   * @returns {Fighter}
   */
  add(key, side) {
    const block = key.startsWith("back-") ? null : key;
    const element = html("div", { "data-fighter": key, "data-block": block, "data-key": `fighter-${key}` });
    const fighter = { element, look: "", side, seen: null };
    this.drawn.set(key, fighter);
    this.root.append(element);
    return fighter;
  }

  /**
   * Draws the front of a block, or its back if it is hidden, unless it looks so already.
   *
   * @param {Fighter} fighter
   * @param {Seen | null} seen
   */
  face(fighter, seen) {
    const flags = seen ? SHOWN.filter((flag) => seen[flag]) : [];
    const look = seen ? `${seen.strength} ${flags.join()}` : "back";
    if (fighter.look === look) return;
    fighter.look = look;
    const drawn = seen ? drawBlock(seen, flags) : drawBacks(fighter.side, 1);
    fighter.element.replaceChildren(
      svg(
        "svg",
        { viewBox: seen ? "-29 -29 58 62.600" : "-29 -27 58 62.600", class: "battle-block", "aria-hidden": "true" },
        drawn,
      ),
    );
  }

  /** The block shows fewer steps: it is turned. @param {string} block @param {number} strength */
  turn(block, strength) {
    const fighter = this.drawn.get(block);
    if (fighter?.seen) this.face(fighter, { ...fighter.seen, strength });
  }

  clear() {
    for (const { element } of this.drawn.values()) element.remove();
    this.drawn.clear();
  }

  /** @param {string} key */
  element(key) {
    return this.drawn.get(key)?.element ?? null;
  }
}

/** @param {HTMLElement} element @param {import("./ranks.js").Spot} spot @param {number} size */
function putOn({ style }, { x, y }, size) {
  style.width = `${size}px`;
  style.height = `${heightOf(size)}px`;
  style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/** @param {EventTarget | null} target */
function blockAt(target) {
  const element = target instanceof Element ? target.closest("[data-fighter]") : null;
  return element?.getAttribute("data-block") ?? null;
}

/**
 * Describes a block for those who hear the page.
 *
 * @param {Seen} seen
 */
function describe(seen) {
  const doing = ["storming", "sallying"].filter((flag) => seen[flag]).map((flag) => text(flag));
  return [`${blockName(seen.id)}, ${figuresInWords(seen.id, seen.strength)}`, ...doing].join(", ");
}

/**
 * Describes a hidden block for those who hear the page.
 *
 * @param {Stack} stack
 */
function describeBack({ side }) {
  return `${withColon(sideName(side))} ${text("a-hidden-block")}`;
}
