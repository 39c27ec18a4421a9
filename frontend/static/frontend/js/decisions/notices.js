// What is said above the map when an act has been done, where the board alone would not tell it.

import { locateBlocks } from "../map/whereabouts.js";
import { blockName, page, text, townName } from "../page/page.js";
import { winterNotice } from "./winter.js";

/**
 * What is said of an act when it has been done; undefined where nothing is.
 * @param {View} before @param {GameAction} action
 * @returns {((after: View, events: GameEvent[]) => string) | undefined}
 */
export function noticeOf(before, action) {
  const { type, block = "" } = action;
  return type === "strengthen" ? (after) => stepsInWords("manna-gained", after, block) : winterNotice(before, action);
}

/** How many steps of its full strength a block has. @param {string} key @param {View} view @param {string} block */
function stepsInWords(key, view, block) {
  const { town = "", strength = 0 } = locateBlocks(view).get(block) ?? {};
  const most = page.blocks[block]?.steps ?? strength;
  return text(key, { block: blockName(block), town: townName(town), steps: strength, most });
}
