// What the game page knows: the latest view, what is chosen, and the history as each side knows it.

import { emptySelection } from "../decisions/selecting.js";
import { Story } from "../log/story.js";
import { locateBlocks } from "../map/whereabouts.js";
import { page } from "../page/page.js";

export const state = {
  /** @type {View | null} */ view: null,
  /** @type {string | null} the perspective, in a solo game */ side: page.solo ? page.sides[0] : null,
  follow: true,
  selection: emptySelection(),
  where: locateBlocks({ map: {} }),
  /** @type {string | null} the town looked at */ inspectedTown: null,
  /** That Moves would be lost was said. */ confirming: false,
  /** The version that the last act of this page led to. */ ownActVersion: -1,
  busy: false,
  /** Something was announced while an answer was awaited. */ refreshLater: false,
  /** @type {import("../server/live.js").Shown[]} views that came in meanwhile */ waitingViews: [],
  notice: "",
  /**
   * The ways that the other side's blocks went, as long as they stand on the map.
   *
   * @type {() => import("../map/ways.js").Route[]}
   */
  routes: () => [],
  /** Whether what the other side did is being told. */
  telling: () => false,
  /** @type {import("./hintlight.js").Light | null} what a hint speaks of, as long as it is shown */ hinted: null,
  /** @type {import("./hintlight.js").Light | null} the same, as long as it holds */ advised: null,
  /** @type {string[]} the towns where blocks were lost by what was done last, outside of battles */ lost: [],
  /**
   * While a battle is shown going on: how the game was before and the last entry told then. What stands beside the
   * stage says no more, so that it does not run ahead of the dice.
   *
   * @type {{view: View, last: number} | null}
   */
  untold: null,
  /** @type {GameAction | null} the answer to what is asked now that a press has given already */ decided: null,
  /** The other side's turn has been shown to who came back. */ replayedMissed: false,
  /** @type {Map<string | null, number>} the versions last announced */ announced: new Map(),
};

/** @type {Map<string | null, Story>} */
const stories = new Map();

/** The history as a side knows it. @param {string | null} side @returns {Story} */
export function storyOf(side) {
  const found = stories.get(side) ?? new Story();
  stories.set(side, found);
  return found;
}

/**
 * Whether an announcement says something that this page does not know. In a solo game those for both sides come in.
 *
 * @param {number} version @param {string | null} side
 */
export function isNewVersion(version, side) {
  const heard = state.announced.get(side);
  state.announced.set(side, version);
  // The first view is on its way, and is looked at again when it is older than what was announced.
  if (!state.view) return false;
  return side === state.view.you ? version > state.view.version : heard !== undefined && heard !== version;
}
