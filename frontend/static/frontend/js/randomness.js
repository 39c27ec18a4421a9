// The player's own part of the dice: 16 random bytes, made here after the site has shown what it committed itself to. Both are kept in this
// browser, so that it can tell later whether they are what the game was played with.

import { forget, recall, remember } from "./memory.js";

const box = document.getElementById("add-randomness");
if (box) for (const side of (box.dataset.sides ?? "").split(" ")) add(box, side);

/** @param {HTMLElement} box @param {string} side */
async function add(box, side) {
  const game = box.dataset.game ?? "";
  // Kept before it is sent: another page of this browser, or this one after a lost answer, then sends the same again, which changes nothing.
  const randomness = recall(game)?.[/** @type {"frank"} */ (side)] ?? fresh();
  remember(game, { commitment: box.dataset.commitment ?? "", [side]: randomness });
  const token = box.querySelector("input[name=csrfmiddlewaretoken]");
  const response = await fetch(box.dataset.url ?? "", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token instanceof HTMLInputElement ? token.value : "" },
    body: JSON.stringify({ randomness, side }),
  }).catch(() => null);
  // Another browser of the same player was faster, or the first lot is drawn: then it does not count, and is not looked for at the end.
  if (response?.status === 409) forget(game, side);
}

function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
