// The player's own part of the dice: 16 random bytes, made here after the site has shown what it committed itself to. Both are kept in this
// browser, so that it can tell later whether they are what the game was played with.

import { remember } from "./memory.js";

const box = document.getElementById("add-randomness");
if (box) for (const side of (box.dataset.sides ?? "").split(" ")) add(box, side);

/** @param {HTMLElement} box @param {string} side */
async function add(box, side) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const randomness = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const token = box.querySelector("input[name=csrfmiddlewaretoken]");
  const response = await fetch(box.dataset.url ?? "", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token instanceof HTMLInputElement ? token.value : "" },
    body: JSON.stringify({ randomness, side }),
  }).catch(() => null);
  // Another page of the same player was faster, or the first lot is drawn: nothing to be done about, and nothing lost.
  if (response?.ok) remember(box.dataset.game ?? "", { commitment: box.dataset.commitment ?? "", [side]: randomness });
}
