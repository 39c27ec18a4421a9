// Sieges that go on without a storm: one press chooses the siege, declines the storm and stays, unless the besieged sally.

import { html } from "../page/dom.js";
import { text, townName } from "../page/page.js";
import { committedBlocks } from "./odds.js";
import * as offers from "./offers.js";

/** The last turn of a year: winter follows it. */
const LAST_TURN = 6;
/** The town where the player has said that all stay on siege. */
let quiet = "";
/** The version of the view in which it was said: the same view may be drawn again. */
let since = 0;
/** Whether the storm of it has been declined: who takes that back is asked. */
let declined = false;

/**
 * The sieges of this side that can be chosen next and meet no enemy outside of the castle.
 * @param {View} view
 * @returns {string[]}
 */
function quietSieges(view) {
  const towns = (view.actions ?? [])
    .filter(({ type }) => type === "choose-battle")
    .flatMap((offer) => offers.allowedValues(offer, "town"));
  return towns.filter((town) => isQuiet(view, town));
}

/** Whether a siege of this side meets no enemy outside of the castle. @param {View} view @param {string} town */
function isQuiet(view, town) {
  const { stacks = [] } = view.map[town] ?? {};
  const enemies = stacks.filter(({ side }) => side !== view.you);
  return view.sieges?.[town]?.besieger === view.you && enemies.every(({ area }) => area === "castle");
}

/** Whether the storm that is asked about is one of such a siege, with nobody in it yet. @param {View} view */
export function isQuietHere(view) {
  const town = view.battle?.town;
  return (
    town !== undefined && view.step === "storm" && committedBlocks(view, "storm").length === 0 && isQuiet(view, town)
  );
}

/**
 * Draws the same button where a storm is asked about: the siege is new, or the only battle left, and was not chosen.
 * @param {View} view
 * @param {{act: (action: GameAction) => void}} hands
 */
export function drawQuietHere(view, hands) {
  const town = view.battle?.town;
  if (!town || !isQuietHere(view)) return null;
  return html(
    "button",
    {
      type: "button",
      "data-key": "siege-on-here",
      "data-siege": town,
      onclick: () => goOnBesieging(view, hands),
    },
    text("siege-on-at", { town: townName(town) }),
  );
}

/**
 * Declines the storm that is asked about, and remembers that all stay.
 * @param {View} view
 * @param {{act: (action: GameAction) => void}} hands
 */
export function goOnBesieging(view, hands) {
  quiet = view.battle?.town ?? "";
  since = view.version;
  declined = true;
  hands.act({ type: "storm", blocks: [] });
}

/**
 * Whether one press may answer a hint not to storm: nobody outside fights, and winter, which takes besiegers, does not
 * come before the next turn, unless a Winter Campaign keeps them.
 * @param {View} view @param {GameAction} action
 */
export function isToBesiegeOn(view, { type, blocks }) {
  const winter = view.turn >= LAST_TURN && view["winter-campaign"] !== view.battle?.town;
  return type === "storm" && blocks?.length === 0 && isQuietHere(view) && !winter;
}

/**
 * Draws a button for each such siege.
 * @param {View} view
 * @param {{act: (action: GameAction) => void}} hands
 */
export function drawQuietSieges(view, hands) {
  const towns = quietSieges(view);
  if (towns.length === 0) return null;
  const press = (/** @type {string} */ town) => () => {
    quiet = town;
    since = view.version;
    declined = false;
    hands.act({ type: "choose-battle", town });
  };
  return html(
    "section",
    { class: "quiet-sieges" },
    html("h2", {}, text("siege-on")),
    html(
      "div",
      { class: "buttons" },
      towns.map((town) =>
        html(
          "button",
          {
            type: "button",
            "data-key": `siege-on-${town}`,
            "data-siege": town,
            "aria-label": text("siege-on-at", { town: townName(town) }),
            onclick: press(town),
          },
          townName(town),
        ),
      ),
    ),
  );
}

/**
 * What the player has already said of the siege which they are asked about now: no storm, then that all stay. A sally,
 * or another town, ends what was said.
 * @param {View} view
 * @param {GameEvent[]} facts  what led to it
 * @returns {GameAction | null}
 */
export function answerOfSiege(view, facts) {
  if (view.version <= since) return null;
  const again = view.step === "storm" && declined;
  if (quiet !== view.battle?.town || facts.some(({ type }) => type === "sally-declared") || again) quiet = "";
  if (quiet === "") return null;
  const offered = (/** @type {string} */ type) => (view.actions ?? []).some((offer) => offer.type === type);
  if (view.step === "storm" && offered("storm")) {
    declined = true;
    return { type: "storm", blocks: [] };
  }
  if (view.step !== "leave-siege" || !offered("done")) return null;
  // Once, for the same reason.
  quiet = "";
  return { type: "done" };
}
