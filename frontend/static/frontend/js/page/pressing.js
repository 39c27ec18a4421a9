// Whether a button is being held down: by a pointer, a finger or the space bar. A button that is exchanged between
// press and release is never pressed, so what draws the page anew by itself waits for the release.

const PRESSED = "button, a, summary, label, input, select";
/**
 * Milliseconds after which a press that has not ended is none: a finger that rests, a release that happened outside of
 * the page.
 */
const LONGEST = 1500;

let since = 0;
/** @type {(() => void)[]} */
const waiting = [];

/** @param {Event} event */
const isSpace = (event) => event instanceof KeyboardEvent && event.key === " " && !event.repeat;

/** @param {Event} event */
function press(event) {
  if (event.target instanceof Element && event.target.closest(PRESSED)) since = Date.now();
}

function release() {
  since = 0;
  // The click comes after the release, and first.
  for (const go of waiting.splice(0)) window.setTimeout(go);
}

/** Has the page note presses. */
export function trackPresses() {
  document.addEventListener("pointerdown", press, { passive: true, capture: true });
  for (const [kind, hear] of /** @type {const} */ ([
    ["keydown", press],
    ["keyup", release],
  ])) {
    document.addEventListener(kind, (event) => isSpace(event) && hear(event), { capture: true });
  }
  for (const kind of ["pointerup", "pointercancel"])
    document.addEventListener(kind, release, { passive: true, capture: true });
  window.addEventListener("blur", release);
}

/** Whether a button is being held down. */
export function isPressed() {
  return since > 0 && Date.now() - since < LONGEST;
}

/** Waits until the button is released and its click has been heard. @returns {Promise<void>} */
export function whenReleased() {
  return new Promise((go) => {
    waiting.push(go);
    window.setTimeout(go, LONGEST);
  });
}
