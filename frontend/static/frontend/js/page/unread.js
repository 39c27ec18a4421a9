// Buttons that have just come under the finger: where it pressed one act and another stands now, that one cannot be
// pressed before it could be read.

import { onRedraw } from "./browser.js";

/** Milliseconds in which nobody has read what came. */
const UNREAD = 300;
const BUTTONS = "button, summary";

/** What a button does, whichever block does it. @param {Element | null} button */
function actOf(button) {
  return button instanceof HTMLElement ? (button.dataset.type ?? button.dataset.key ?? "") : "";
}

/**
 * Has buttons wait that came under the finger.
 * @param {HTMLElement} root  where they stand
 */
export function guardPresses(root) {
  /** @type {{act: string, x: number, y: number} | null} */
  let pressed = null;
  /** What stands there now. */
  let there = { act: "", since: 0 };
  const press = (/** @type {MouseEvent} */ event) => {
    const button = event.target instanceof Element ? event.target.closest(BUTTONS) : null;
    // A key is pressed for what has the focus.
    if (!button || event.detail === 0) return;
    pressed = { act: actOf(button), x: event.clientX, y: event.clientY };
    there = { act: pressed.act, since: 0 };
  };
  const look = () => {
    if (!pressed || root.querySelector(".just-come")) return;
    const button = document.elementFromPoint(pressed.x, pressed.y)?.closest(BUTTONS) ?? null;
    if (!button || !root.contains(button)) return;
    const now = Date.now();
    const act = actOf(button);
    if (act !== there.act) there = { act, since: now };
    const left = there.since + UNREAD - now;
    if (act === pressed.act || left <= 0) return;
    button.classList.add("just-come");
    window.setTimeout(() => button.classList.remove("just-come"), left);
  };
  root.addEventListener("click", press, { capture: true });
  onRedraw(root, () => window.requestAnimationFrame(look));
}
