// The card of a block that is pointed at, focused or pressed for long, or by a finger while it can do nothing: who it is, its figures in words, where it is at
// home, what it may do.

import { setAttributes, html, replaceChildren, svg } from "../page/dom.js";
import { blockName, page, text, townName } from "../page/page.js";
import { drawBlock } from "./faces.js";

/** Milliseconds: a pointer that passes opens nothing. */
const REST = 420;
const LONG = 480;
/** A finger that moved so far means something else. */
const FAR = 9;
const MARGIN = 8;

/**
 * @typedef {{strength?: number, can: string[], why?: string}} Told  `can`: what it may do now, in words; `why`: why it
 *   lies face-up
 */

export class BlockCard {
  /** @param {HTMLElement} root  in which blocks are pointed at @param {(block: string) => Told} tell */
  constructor(root, tell) {
    this.tell = tell;
    this.element = html("div", { class: "block-card", id: "block-card", role: "tooltip", hidden: true });
    root.append(this.element);
    /** @type {Element | null} */
    this.of = null;
    this.timer = 0;
    let touched = false;
    root.addEventListener("pointerover", (event) => {
      const of = blockAt(event.target);
      if (event.pointerType !== "touch" && (of || !this.isOfFocus())) this.soon(of, REST);
    });
    root.addEventListener("pointerleave", () => {
      if (!this.isOfFocus()) this.hide();
    });
    root.addEventListener("focusin", (event) => {
      // A press focuses as well, and has a handler of its own.
      if (event.target instanceof Element && event.target.matches(":focus-visible"))
        this.soon(blockAt(event.target), REST);
    });
    root.addEventListener("focusout", () => this.hide());
    root.addEventListener(
      "pointerdown",
      (down) => {
        this.hide();
        touched = false;
        if (down.pointerType !== "touch") return;
        const block = blockAt(down.target);
        if (!block) return;
        this.soon(block, LONG, () => (touched = true));
        const away = (/** @type {PointerEvent} */ event) => {
          if (
            event.type === "pointermove" &&
            Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR
          )
            return;
          if (!touched) window.clearTimeout(this.timer);
          for (const type of /** @type {const} */ (["pointermove", "pointerup", "pointercancel"]))
            window.removeEventListener(type, away);
        };
        for (const type of /** @type {const} */ (["pointermove", "pointerup", "pointercancel"]))
          window.addEventListener(type, away);
      },
      { capture: true },
    );
    // What was pressed to be read is not pressed to act.
    root.addEventListener(
      "click",
      (event) => {
        // A finger's press on a block of the stage that can do nothing says who it is.
        const idle = event.pointerType === "touch" ? blockAt(event.target)?.closest(".fighter:not(.able)") : null;
        if (!touched && idle) this.soon(idle, 0);
        if (!touched) return;
        touched = false;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true },
    );
    document.addEventListener("keydown", (event) => {
      if (["Escape", "Enter", " "].includes(event.key)) this.hide();
    });
    document.addEventListener(
      "scroll",
      ({ target }) => {
        // A card that is not open yet finds its block's place when it opens, and other parts of the page may scroll.
        if (!this.element.hidden && target instanceof Node && target.contains(this.of)) this.hide();
      },
      { capture: true, passive: true },
    );
  }

  /**
   * Shows the card of a block after a while; null hides it.
   *
   * @param {Element | null} of
   * @param {number} rest
   * @param {() => void} [shown]
   */
  soon(of, rest, shown) {
    if (of !== null && of === this.of && !this.element.hidden) return;
    this.hide();
    if (!of) return;
    this.of = of;
    this.timer = window.setTimeout(() => {
      this.show(of);
      shown?.();
    }, rest);
  }

  /**
   * Whether it is of the block that has the focus: a pointer beside it, which may only lie there, takes it from nobody.
   */
  isOfFocus() {
    return this.of !== null && this.of === document.activeElement;
  }

  /** Hides the card. */
  hide() {
    window.clearTimeout(this.timer);
    this.of?.removeAttribute("aria-describedby");
    this.of = null;
    this.element.hidden = true;
  }

  /**
   * Shows the card of a block.
   *
   * @param {Element} of
   */
  show(of) {
    const block = of.getAttribute("data-block") ?? of.getAttribute("data-fan") ?? "";
    const facts = page.blocks[block];
    if (!facts || !of.isConnected) return;
    const { strength = facts.steps, can, why } = this.tell(block);
    const [letter, firepower] = [facts.rating.slice(0, 1), facts.rating.slice(1)];
    replaceChildren(
      this.element,
      svg(
        "svg",
        { viewBox: "-29 -29 58 62.600", class: "battle-block", "aria-hidden": "true" },
        drawBlock({ id: block, strength }, []),
      ),
      html("h3", {}, blockName(block)),
      html("p", {}, text(firepower === "1" ? "card-fires-on-1" : "card-fires", { letter, firepower, count: strength })),
      html("p", {}, text("card-steps", { strength, count: facts.steps })),
      facts.move > 0 && html("p", {}, text("card-moves", { count: facts.move })),
      facts.homes.length > 0 && html("p", {}, text("card-seats", { towns: facts.homes.map(townName).join(", ") })),
      why && html("p", {}, why),
      can.length > 0 && html("p", { class: "able-to" }, text("card-can", { acts: can.join(", ") })),
    );
    this.element.hidden = false;
    setAttributes(of, { "aria-describedby": this.element.id });
    placeCard(this.element, of.getBoundingClientRect());
  }
}

/**
 * Places a card above its block or town, or below where there is no room.
 *
 * @param {HTMLElement} card
 * @param {DOMRect} box
 * @param {number} [highest]  above this lies what the card may not cover @param {number} [lowest]  and below this
 */
export function placeCard(card, box, highest = 0, lowest = innerHeight) {
  const { offsetWidth, offsetHeight, style } = card;
  const above = box.top - offsetHeight - MARGIN;
  const left = box.left + (box.width - offsetWidth) / 2;
  style.left = `${Math.round(Math.max(MARGIN, Math.min(left, innerWidth - offsetWidth - MARGIN)))}px`;
  const below = Math.min(box.bottom + MARGIN, Math.min(lowest, innerHeight) - offsetHeight - MARGIN);
  style.top = `${Math.round(Math.max(0, above >= highest + MARGIN ? above : below))}px`;
}

/** @param {EventTarget | null} target @returns {Element | null} */
function blockAt(target) {
  return target instanceof Element ? target.closest("[data-block]:not(.block-button), [data-fan]") : null;
}
