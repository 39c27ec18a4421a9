// What a title says, for fingers: a pointer that rests on a thing reads its title, a tap shows it until the next press.
// A part of a button has its title shown as well, while the button does what it does.

import { html } from "./dom.js";

/** Whatever does something by itself when it is pressed. */
const ACTS = "button, a, input, select, textarea, label, summary, [role=button]";
/** Pixels between the words and what they explain, and to the edges of the window. */
const GAP = 6;

/** Begins to show titles at a tap. */
export function startTitles() {
  const shown = html("p", { class: "title-said", role: "status", hidden: true });
  document.body.append(shown);
  // Before the press does anything: what is drawn anew by it stands nowhere any more, and the board keeps presses.
  const show = (/** @type {Event} */ { target }) => {
    const found = target instanceof Element ? titled(target) : null;
    shown.hidden = found === null;
    shown.textContent = found?.words ?? "";
    if (found) place(shown, found.element.getBoundingClientRect());
  };
  document.addEventListener("click", show, { capture: true });
  window.addEventListener("scroll", () => (shown.hidden = true), { passive: true });
}

/**
 * The innermost thing there that has a title; nothing beyond what does something when it is pressed.
 * @param {Element} target
 */
function titled(target) {
  for (let element = /** @type {Element | null} */ (target); element; element = element.parentElement) {
    if (element.matches(ACTS)) return null;
    // Of a drawing the title is an element in it.
    const words = element.getAttribute("title") || element.querySelector(":scope > title")?.textContent;
    if (words) return { element, words };
  }
  return null;
}

/** Above what it explains, or below it where there is no room. @param {HTMLElement} shown @param {DOMRect} box */
function place(shown, box) {
  // Where it stood before it may have been narrower than it will be.
  shown.style.left = "0px";
  const { offsetWidth: wide, offsetHeight: high, style } = shown;
  const left = Math.min(box.left + (box.width - wide) / 2, window.innerWidth - wide - GAP);
  const above = box.top - high - GAP;
  style.left = `${Math.round(Math.max(GAP, left))}px`;
  style.top = `${Math.round(above >= GAP ? above : box.bottom + GAP)}px`;
}
