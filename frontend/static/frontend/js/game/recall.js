// The log read back to where the siege that is fought over began, so that odds know whom their viewer saw in its castle.

import { reachesBack } from "../decisions/remembered.js";
import { factsTold } from "../log/story.js";

/** @typedef {import("../log/story.js").Story} Story */

/** So many pages of the log are read for it at most. */
const PAGES = 4;

/** By log: the battle for which it was read back. @type {WeakMap<Story, string>} */
const readFor = new WeakMap();

/**
 * Reads it back, once in a battle; a page that was just opened knows only the end of the log.
 *
 * @param {View} view @param {Story} story  the log of the viewer's side
 * @param {() => boolean} current  whether the page still shows it
 * @param {() => void} changed  called when more is known
 */
export async function recallSiege(view, story, current, changed) {
  const { battle, map, year, turn, you } = view;
  if (!battle || !you || story.busy) return;
  const complete = () => !story.hasEarlier || reachesBack(battle.town, factsTold(story.lines(false)));
  const fought = `${year}.${turn}.${battle.town}`;
  if (readFor.get(story) === fought || !hasHidden(map[battle.town]) || complete()) return;
  readFor.set(story, fought);
  for (let pages = 0; pages < PAGES && !complete(); pages += 1) {
    if (await story.readEarlier(you, current)) continue;
    // Without an answer it is tried again when the page is drawn next.
    readFor.delete(story);
    return;
  }
  changed();
}

/** Whether blocks lie face-down in a town. @param {View["map"][string] | undefined} town */
function hasHidden(town) {
  return (town?.stacks ?? []).some(({ hidden }) => (hidden ?? 0) > 0);
}
