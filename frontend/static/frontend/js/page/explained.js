// Whether the first decisions of a game are explained, and the wish of a reader who has read enough, kept in this browser.

import { localStore } from "./browser.js";
import { page } from "./page.js";

const NO_MORE = "explain-off";

/** Whether explanations are given in this game, and were not switched off. */
export function wantsExplanations() {
  return Boolean(page.explained) && localStore.get(NO_MORE) === null;
}

/** @param {boolean} wanted */
export function wishExplanations(wanted) {
  if (wanted) localStore.remove(NO_MORE);
  else localStore.set(NO_MORE, "1");
}
