// Who is about: beside the opponent's name whether they are at the board, away, or when they were last here.

import { agoWords } from "../page/browser.js";
import { html, replaceIfChanged } from "../page/dom.js";
import { request } from "../page/http.js";
import { page, text } from "../page/page.js";

const ASK = 45_000;
/** @type {import("../page/page.js").Side | undefined} */
let other;

/** Asks whether the opponent is at the board. */
async function ask() {
  if (document.visibilityState === "hidden") return;
  try {
    const answer = await request(page.urls.whereabouts);
    if (answer.ok) draw(answer.read());
  } catch {
    // The next time will do.
  }
}

/**
 * Shows beside the opponent's name whether they are at the board.
 *
 * @param {{state: string, "seen-at": string | null}} found
 */
function draw(found) {
  const place = document.querySelector(`[data-player-more="${other}"]`);
  if (!place) return;
  let box = place.querySelector(".about");
  if (!box) place.append((box = html("span", { class: "about" })));
  const said = words(found);
  replaceIfChanged(/** @type {HTMLElement} */ (box), [found.state, said], () => [
    said ? html("span", { class: `about-${found.state}` }, said) : null,
  ]);
}

/**
 * Says where the opponent is, or when they were last here.
 *
 * @param {{state: string, "seen-at": string | null}} found
 */
function words(found) {
  if (found.state === "unknown") return "";
  if (found.state !== "gone" || !found["seen-at"]) return text(`about-${found.state}`);
  return text("about-gone", { ago: agoWords(found["seen-at"]) });
}

/** @type {import("../page/side.js").Panel} */
export const presencePanel = {
  start() {
    if (page.sides.length !== 1) return;
    other = page.sides[0] === "frank" ? "saracen" : "frank";
    ask();
    window.setInterval(ask, ASK);
    document.addEventListener("visibilitychange", ask);
    document.addEventListener("site", (event) => {
      const message = /** @type {CustomEvent} */ (event).detail;
      if (message.type === "presence" && message.game === page.game) ask();
    });
  },
};
