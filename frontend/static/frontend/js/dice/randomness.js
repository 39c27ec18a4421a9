// The page of a game that has not begun adds the player's part of the dice where it did not come with the press that led here: the game
// waits for it.

import { partFor, remember } from "./memory.js";

const AGAIN = 5_000;
const TRIES = 12;

const box = document.getElementById("add-randomness");
if (box) {
  box.hidden = false; // it says what is being done
  add(box, 1);
}

/** @param {HTMLElement} box @param {number} tries */
async function add(box, tries) {
  const game = box.dataset.game ?? "";
  // Kept before it is sent: another page of this browser, or this one after a lost answer, then sends the same again, which changes nothing.
  const { randomness } = partFor(game, box.dataset.commitment ?? "");
  const token = box.querySelector("input[name=csrfmiddlewaretoken]");
  const response = await fetch(box.dataset.url ?? "", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token instanceof HTMLInputElement ? token.value : "" },
    body: JSON.stringify({ randomness }),
  }).catch(() => null);
  if (response?.ok) {
    const told = await response.json();
    box.hidden = true;
    if (!told.open) location.reload(); // the game waited for this alone, and has begun
  } else if (response?.status === 409) {
    // Another browser of the same player was faster, or the game has begun.
    remember(game, { late: true });
    box.hidden = true;
  } else if ((!response || response.status === 429 || response.status >= 500) && tries < TRIES) {
    window.setTimeout(() => add(box, tries + 1), AGAIN);
  }
}
