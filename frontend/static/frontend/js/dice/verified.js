// What the site's check of the whole game found, when it is over.

import { request } from "../page/http.js";
import { adoptContribution, rememberDice } from "./memory.js";

let asked = false;

/** @type {import("../page/side.js").Panel} */
export const verificationPanel = { start, draw };

/** What the page shows of dice and record is kept, to be compared at the end. */
function start() {
  const shown = document.getElementById("dice-commitment");
  if (!shown?.dataset.stamp) return;
  rememberDice(shown.dataset.game ?? "", { commitment: shown.textContent ?? "" }, shown.dataset.stamp);
  adoptContribution(shown.dataset.game ?? "", (shown.dataset.own ?? "").split(" "));
}

/**
 * Has the server check the record of a finished game, once, and shows the outcome.
 *
 * @param {View} view
 */
async function draw(view) {
  const place = document.getElementById("verified");
  if (!place || asked || view.status !== "over") return;
  asked = true;
  try {
    const answer = await request(place.dataset.check ?? "");
    if (!answer.ok) throw new Error(answer.reason);
    const found = answer.read();
    const line = place.querySelector("span");
    if (line) line.textContent = found.line;
    place.classList.toggle("not-verified", !found.verified);
    place.hidden = false;
  } catch {
    asked = false; // asked again with the next view
  }
}
