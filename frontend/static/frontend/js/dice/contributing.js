// The player's part of the dice goes with the press that creates, joins or seeks a game: 16 random bytes, made after
// the site has committed itself to the dice. Commitment and part are kept in this browser before they are sent, to be
// compared with the record at the end.

import { request } from "../page/http.js";
import { contributionFor } from "./memory.js";

const PATIENCE = 5_000;

/**
 * Forms with `data-dice` ask there for the dice of the next game; those with `data-dice-game` show the commitment of
 * theirs.
 */
export function addContributions() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || !(form.dataset.dice || form.dataset.diceGame))
      return;
    event.preventDefault();
    if (form.dataset.part) return; // pressed twice
    form.dataset.part = "asked";
    void send(form);
  });
  // On the page as the browser kept it, come back to, the buttons may be pressed again.
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-part]")) form.removeAttribute("data-part");
  });
}

/**
 * Adds this player's part of the dice to a form, and sends it.
 *
 * @param {HTMLFormElement} form
 */
async function send(form) {
  const part = await made(form).catch(() => null); // without it the page of the game adds one
  for (const [name, value] of Object.entries(part ?? {})) field(form, name).value = value;
  if (!form.isConnected) {
    // The list it stood in was drawn anew meanwhile.
    form.hidden = true;
    document.body.append(form);
  }
  form.submit();
}

/**
 * Returns the part of the dice for the game that a form begins; null if there is none to be had.
 *
 * @param {HTMLFormElement} form
 */
async function made(form) {
  const { dice, diceGame, commitment } = form.dataset;
  if (diceGame) return contributionFor(diceGame, commitment ?? "");
  const answer = await request(dice ?? "", { method: "POST", json: {}, patience: PATIENCE });
  if (!answer.ok) return null;
  const body = answer.read();
  return contributionFor(body.dice, body.commitment, { roams: "roams" in form.dataset });
}

/** The hidden field of this name, made if there is none. @param {HTMLFormElement} form @param {string} name */
function field(form, name) {
  const found = form.querySelector(`input[name="${name}"]`);
  if (found instanceof HTMLInputElement) return found;
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  form.append(input);
  return input;
}
