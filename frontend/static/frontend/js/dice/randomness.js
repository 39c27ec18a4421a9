// The page of a game that has not begun adds the player's part of the dice where it did not come with the press that
// led here: the game waits for it.

import { request } from "../page/http.js";
import { contributionFor, rememberDice } from "./memory.js";

const AGAIN = 5_000;
const TRIES = 12;

const box = document.getElementById("add-randomness");
if (box) {
  box.hidden = false; // it says what is being done
  add(box, 1);
}

/**
 * Sends this player's part of the dice, again a few times if that fails.
 *
 * @param {HTMLElement} box
 * @param {number} tries
 */
async function add(box, tries) {
  const game = box.dataset.game ?? "";
  // Kept before it is sent: another page of this browser, or this one after a lost answer, then sends the same again,
  // which changes nothing.
  const { randomness } = contributionFor(game, box.dataset.commitment ?? "");
  const answer = await request(box.dataset.url ?? "", { method: "POST", json: { randomness } }).catch(() => null);
  if (answer?.ok) {
    const body = answer.read();
    box.hidden = true;
    if (!body.open) location.reload(); // the game waited for this alone, and has begun
  } else if (answer?.status === 409 && !answer.refused) {
    // Another browser of the same player was faster, or the game has begun.
    rememberDice(game, { late: true });
    box.hidden = true;
  } else if ((!answer || answer.status === 429 || answer.status >= 500) && tries < TRIES) {
    window.setTimeout(() => add(box, tries + 1), AGAIN);
  }
}
