// Where on the page each decision is taken: what must be in sight when it begins.

/**
 * @typedef {"cards" | "choices" | "bar" | "map" | "stage"} Place  the cards in hand; the buttons of a list, above the
 *   map on a phone; the bar; blocks and towns
 *   of the map; a battle's stage
 */

/** By the step of the view. @type {Record<string, Place>} */
const PLACES = {
  seats: "map",
  family: "choices",
  card: "cards",
  "first-player": "bar",
  assassins: "map",
  manna: "map",
  "jihad-site": "choices",
  move: "map",
  "main-road": "choices",
  marker: "choices",
  "choose-battle": "choices",
  garrison: "stage",
  storm: "stage",
  exchange: "stage",
  sally: "stage",
  fight: "stage",
  hits: "stage",
  "must-retreat": "choices",
  regroup: "map",
  "leave-siege": "map",
  draw: "map",
  winter: "map",
};

/**
 * Where what is asked of this side is decided; empty where nothing is.
 *
 * @param {{step?: string | null, actions?: unknown[]}} view
 * @param {boolean} staged  the stage is open: it has all that can be done then
 * @returns {Place | ""}
 */
export function decisionPlace(view, staged) {
  if (!view.actions?.length) return "";
  if (staged) return "stage";
  const place = PLACES[view.step ?? ""] ?? "map";
  // Who turned from the stage to the map finds the battle's towns there, and the way back.
  return place === "stage" ? "map" : place;
}
