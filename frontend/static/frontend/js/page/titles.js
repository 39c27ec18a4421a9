// What a title says, for fingers: a pointer that rests on a thing reads its title, a tap shows it until the next press.

import { html } from "./dom.js";

/** Whatever does something by itself when it is pressed. */
const ACTS = "button, a, input, select, textarea, label, summary, [role=button]";
/** Pixels between the words and what they explain, and to the edges of the window. */
const GAP = 6;

/** Begins to show titles at a tap. */
export function startTitles() {
  const shown = html("p", { class: "title-said", role: "status", hidden: true });
  document.body.append(shown);
  document.addEventListener("click", ({ target }) => {
    const named = target instanceof Element && !target.closest(ACTS) ? target.closest("[title]") : null;
    const words = named?.getAttribute("title") ?? "";
    shown.hidden = words === "";
    shown.textContent = words;
    if (named && words) place(shown, named.getBoundingClientRect());
  });
  window.addEventListener("scroll", () => (shown.hidden = true), { passive: true });
}

/** Above what it explains, or below it where there is no room. @param {HTMLElement} shown @param {DOMRect} box */
function place(shown, box) {
  const { offsetWidth: wide, offsetHeight: high, style } = shown;
  const left = Math.min(box.left + (box.width - wide) / 2, window.innerWidth - wide - GAP);
  const above = box.top - high - GAP;
  style.left = `${Math.round(Math.max(GAP, left))}px`;
  style.top = `${Math.round(above >= GAP ? above : box.bottom + GAP)}px`;
}
