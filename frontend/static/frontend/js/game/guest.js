// Tells a guest that an account keeps the game: once, while the card after the first turn is chosen, and when the game is
// over. A lesson has nothing to keep.

import { localStore } from "../page/browser.js";

const TOLD = "guest-told";
/** The turn in which the game begins: nothing has been played yet that could be lost. */
const BEGINS = "1187 1";

/** @type {import("../page/side.js").Panel} */
export const guestPanel = {
  start() {
    const line = document.getElementById("keep-here");
    line?.querySelector("button")?.addEventListener("click", () => {
      localStore.set(TOLD, "closed");
      line.hidden = true;
    });
  },
  draw(view) {
    const line = document.getElementById("keep-here");
    if (!line) return;
    const kept = localStore.get(TOLD);
    const over = view.status === "over";
    const now = `${view.year} ${view.turn}`;
    const first = view.step === "card" && now !== BEGINS && (kept === null || kept === now);
    line.hidden = kept === "closed" || !(over || first);
    if (first) localStore.set(TOLD, now);
  },
};
