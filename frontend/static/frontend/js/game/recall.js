// The log read back to where the siege that is fought over began, so that odds know whom their viewer saw in its castle.

import { allowedValues } from "../decisions/offers.js";
import { reachesBack } from "../decisions/remembered.js";
import { factsTold } from "../log/story.js";

/** @typedef {import("../log/story.js").Story} Story */

/** So many pages of the log are read for it at most. */
const PAGES = 4;

/** By log: the fighting for which it was read back. @type {WeakMap<Story, string>} */
const readFor = new WeakMap();

/**
 * Reads it back, once in a battle; a page that was just opened knows only the end of the log.
 *
 * @param {View} view @param {Story} story  the log of the viewer's side
 * @param {() => boolean} current  whether the page still shows it
 * @param {() => void} changed  called when more is known
 */
export async function recallSiege(view, story, current, changed) {
  const { map, year, turn, you } = view;
  const towns = townsFought(view).filter((town) => hasHidden(map[town]));
  if (towns.length === 0 || !you || story.busy) return;
  const complete = () => {
    const facts = factsTold(story.lines(false));
    return !story.hasEarlier || towns.every((town) => reachesBack(town, facts));
  };
  const fought = [year, turn, ...towns].join(".");
  if (readFor.get(story) === fought || complete()) return;
  readFor.set(story, fought);
  for (let pages = 0; pages < PAGES && !complete(); pages += 1) {
    if (await story.readEarlier(you, current)) continue;
    // Without an answer it is tried again when the page is drawn next.
    readFor.delete(story);
    return;
  }
  changed();
}

/** The town that is fought over, or the besieged ones of which one is to be chosen. @param {View} view */
function townsFought({ battle, actions, sieges = {} }) {
  if (battle) return [battle.town];
  return (actions ?? [])
    .filter(({ type }) => type === "choose-battle")
    .flatMap((offer) => allowedValues(offer, "town"))
    .filter((town) => town in sieges);
}

/** Whether blocks lie face-down in a town. @param {View["map"][string] | undefined} town */
function hasHidden(town) {
  return (town?.stacks ?? []).some(({ hidden }) => (hidden ?? 0) > 0);
}
