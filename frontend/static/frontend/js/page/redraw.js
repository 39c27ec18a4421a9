// A part of a page that is drawn anew from the page as the server has it now. It waits while a finger, a pointer or a key is about to
// press something, so that nothing is taken from under it: a button that is exchanged between press and release is never pressed.

const REST = 1200;

/** @param {HTMLElement} part */
export function redrawn(part) {
  let moved = 0;
  let pressed = false;
  for (const kind of ["pointermove", "pointerdown", "touchstart", "keydown"]) {
    part.addEventListener(kind, () => (moved = Date.now()), { passive: true });
  }
  part.addEventListener("pointerdown", () => (pressed = true), { passive: true });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => (pressed = false), { passive: true, capture: true });
  return {
    /** For how many milliseconds it is to be left alone. */
    rest() {
      return pressed ? REST : Math.max(0, moved + REST - Date.now());
    },
    /** Puts what is new in its place, if it differs; the focus stays where it was. @param {Element} fresh */
    put(fresh) {
      if (withoutTokens(part) === withoutTokens(fresh)) return;
      const active = document.activeElement;
      const name = active instanceof HTMLElement && part.contains(active) ? nameOf(active) : "";
      part.replaceChildren(...fresh.childNodes);
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
export async function freshPage() {
  try {
    // The header has the server keep what it has to say for a page that shows it.
    const response = await fetch(location.href, { headers: { Accept: "text/html", "X-Lists": "1" } });
    if (response.status >= 500 || response.status === 429) return null;
    // Elsewhere, or not for this reader any more: nothing of it is a part of this page.
    const text = response.ok && !response.redirected ? await response.text() : "";
    return new DOMParser().parseFromString(text, "text/html");
  } catch {
    return null;
  }
}

/** What tells one thing to press from the others. @param {HTMLElement} element */
function nameOf(element) {
  if (element.dataset.key) return element.dataset.key;
  const place = element.closest("form")?.getAttribute("action") ?? "";
  return `${element.tagName} ${place} ${element.getAttribute("name") ?? element.getAttribute("href") ?? element.textContent}`;
}

/** Tokens of forms differ each time. @param {Element} element */
function withoutTokens(element) {
  return element.innerHTML.replace(/(name="(?:csrfmiddlewaretoken|key)" value=")[^"]*/g, "$1");
}
