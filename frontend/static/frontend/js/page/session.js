// Whose page this is, and what is said when its session has ended, when somebody else has logged in in another tab, or
// when the token of the page counts no more: a sentence and one press. What was being written is kept for the
// same person, who logs in again.

import { accountMark } from "./reader.js";
import { saveDrafts } from "./unfinished.js";

/** @typedef {"nobody" | "another" | "outdated"} State  who is logged in now, or that the page must be loaded anew */

/** @type {State | null} */
let state = null;

/** Whether the presses of the notice work. */
let watching = false;

/** Whether this page can do nothing more, since another person is logged in. */
export function isOtherAccount() {
  return state === "another";
}

/**
 * The server has answered, and said whose session it found if it was not that of this page.
 * @param {string | null} found
 */
export function checkAccount(found) {
  // To a visitor's page nothing of anybody's belongs that another may not see.
  if (found === "another" && accountMark() === "nobody") tell("outdated");
  else if (found === "nobody" || found === "another" || found === "outdated") tell(found);
  else if (state === "nobody" || state === "outdated") tell(null);
}

/** @param {State | null} now */
function tell(now) {
  // A page that belongs to another person stays so, no matter who logs in next.
  if (now === state || state === "another") return;
  state = now;
  const box = document.getElementById("session");
  if (!box) return;
  box.hidden = now === null;
  for (const part of box.querySelectorAll("[data-session]"))
    part.toggleAttribute("hidden", part.getAttribute("data-session") !== now);
  if (now === "another") document.documentElement.classList.add("of-another");
  const open = box.querySelector("[data-session]:not([hidden]) :is(a, button)");
  if (open instanceof HTMLAnchorElement)
    open.href = `${open.dataset.login}?next=${encodeURIComponent(location.pathname + location.search + location.hash)}`;
}

/** Lets the presses of the notice work, once. */
export function startSessionNotice() {
  if (watching) return;
  watching = true;
  document.getElementById("session")?.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("a, button") : null;
    if (!pressed) return;
    if (state !== "another") saveDrafts();
    if (pressed instanceof HTMLButtonElement) location.reload();
  });
}
