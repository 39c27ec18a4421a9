// A part of a page that is drawn anew from the page as the server has it now. It waits while a finger, a pointer or a
// key is about to press something, so that nothing is taken from under it: a button that is exchanged between press and
// release is never pressed.

import { hasPopovers, showPopover } from "./browser.js";
import { noteServerContact } from "./contact.js";
import { request } from "./http.js";

const REST = 1200;

/** @param {HTMLElement} part */
export function redrawWhenIdle(part) {
  let moved = 0;
  let pressed = false;
  for (const kind of ["pointermove", "pointerdown", "touchstart", "keydown"]) {
    part.addEventListener(kind, () => (moved = Date.now()), { passive: true });
  }
  part.addEventListener("pointerdown", () => (pressed = true), { passive: true });
  for (const kind of ["pointerup", "pointercancel"])
    document.addEventListener(kind, () => (pressed = false), { passive: true, capture: true });
  return {
    /** For how many milliseconds it is to be left alone. */
    rest() {
      return pressed ? REST : Math.max(0, moved + REST - Date.now());
    },
    /** Puts what is new in its place, if it differs; the focus stays where it was. @param {Element} fresh */
    put(fresh) {
      if (withoutTokens(part) === withoutTokens(fresh)) return;
      const restore = unfinishedIn(part);
      const active = document.activeElement;
      const name = active instanceof HTMLElement && part.contains(active) ? nameOf(active) : "";
      part.replaceChildren(...fresh.childNodes);
      restore();
      if (!name) return;
      for (const one of part.querySelectorAll("a, button, input, [data-key]")) {
        if (!(one instanceof HTMLElement) || nameOf(one) !== name) continue;
        one.focus({ preventScroll: true });
        break;
      }
    },
  };
}

/** The page as it is now; null when the server does not answer. @returns {Promise<Document | null>} */
export async function fetchFreshPage() {
  try {
    // The header has the server keep what it has to say for a page that shows it.
    const answer = await request(location.href, { headers: { Accept: "text/html", "X-Lists": "1" } });
    // Of a page of somebody else's, or of nobody's, `session.js` says what has happened.
    if (answer.status >= 500 || answer.status === 429 || answer.refused) return null;
    noteServerContact("site");
    // Elsewhere, or not for this reader any more: nothing of it is a part of this page.
    const text = answer.ok && !answer.redirected ? answer.words : "";
    return new DOMParser().parseFromString(text, "text/html");
  } catch {
    return null;
  }
}

/** What tells one thing to press from the others. @param {HTMLElement} element */
function nameOf(element) {
  if (element.dataset.key) return element.dataset.key;
  const place = element.closest("form")?.getAttribute("action") ?? "";
  const name = element.getAttribute("name") ?? element.getAttribute("href") ?? element.textContent;
  return `${element.tagName} ${place} ${name}`;
}

/**
 * What is written, ticked and opened in a part that is drawn anew.
 * @param {HTMLElement} part
 * @returns {() => void}  puts it back
 */
function unfinishedIn(part) {
  const fields = () =>
    [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].filter(
      (one) => one instanceof HTMLElement,
    );
  const opened = () => [...part.querySelectorAll("details")];
  /** @type {Map<string, string | boolean>} */
  const kept = new Map();
  for (const field of fields()) {
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
      if (field.checked !== field.defaultChecked) kept.set(`${nameOf(field)} ${field.value}`, field.checked);
    } else if (field instanceof HTMLSelectElement) {
      if (![...field.options].every((option) => option.selected === option.defaultSelected))
        kept.set(nameOf(field), field.value);
    } else if (
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.value !== field.defaultValue
    )
      kept.set(nameOf(field), field.value);
  }
  const open = new Set(
    opened()
      .filter((one) => one.open)
      .map(headingOf),
  );
  const closed = new Set(
    opened()
      .filter((one) => !one.open)
      .map(headingOf),
  );
  const popovers = hasPopovers()
    ? [...part.querySelectorAll("[popover][id]")].filter((one) => one.matches(":popover-open")).map((one) => one.id)
    : [];
  return () => {
    for (const field of fields()) {
      if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
        const ticked = kept.get(`${nameOf(field)} ${field.value}`);
        if (typeof ticked === "boolean") field.checked = ticked;
      } else if (
        field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement
      ) {
        const value = kept.get(nameOf(field));
        if (typeof value === "string") field.value = value;
      }
    }
    for (const one of opened()) one.open = open.has(headingOf(one)) || (one.open && !closed.has(headingOf(one)));
    for (const id of popovers) showPopover(document.getElementById(id));
  };
}

/** @param {HTMLDetailsElement} details */
function headingOf(details) {
  return details.id || (details.querySelector("summary")?.textContent ?? "");
}

/** Tokens of forms differ each time. @param {Element} element */
function withoutTokens(element) {
  return element.innerHTML.replace(/(name="(?:csrfmiddlewaretoken|key)" value=")[^"]*/g, "$1");
}
