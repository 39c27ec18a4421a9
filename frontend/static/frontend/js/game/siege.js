// The second lesson: what is said at each prompt, from the last turn of autumn 1187 to the end of winter.

/** Where the Saracens are to muster. */
export const MUSTER = "damascus";
/** From which town to which the advice leads: the first is null where none is pressed before. @type {Record<string, [string | null, string]>} */
export const ADVICE_ROUTES = { "siege-attack": ["tiberias", "banyas"], "siege-muster": [null, MUSTER], "siege-winter-saracen": ["gaza", "egypt"] };
/** What the first lesson says of an attack, in the words of this one. @type {Record<string, string>} */
const ATTACK = { "move-declared": "siege-declared", "move-frank": "siege-attack", "move-any": "siege-attack" };
/** Steps whose sentence is one of this lesson. */
const OWN = new Set(["choose-battle", "garrison", "storm", "sally"]);
/** Steps for which the first lesson has a sentence that holds here as well. */
const COMMON = new Set(["hits", "must-retreat", "regroup", "leave-siege", "main-road", "marker"]);

/** The key of what is said. @param {View} view @param {(view: View) => string} moving  what is said to the Franks who are to attack @returns {string} */
export function siegeAdvice(view, moving) {
  const { step, you, turn, year, battle } = view;
  if (year > 1187 || view.result) return "siege-end";
  if (OWN.has(step)) return `siege-${step}`;
  if (step === "fight") return battle?.storm ? "siege-storming" : offers(view, "charge") ? "siege-charge" : "siege-fight";
  if (step === "card") return `siege-card-${you ?? "frank"}`;
  if (step === "winter") return "siege-winter";
  if (step === "move" && turn === 6) return `siege-winter-${you ?? "frank"}`;
  if (step === "move" && you === "saracen") return !view["can-undo"] && offers(view, "muster-to") ? "siege-muster" : "siege-mustered";
  if (step === "move") return ATTACK[moving(view)] ?? moving(view);
  return COMMON.has(step) ? step : "event";
}

/** @param {View} view @param {string} type */
function offers(view, type) {
  return (view.actions ?? []).some((/** @type {{type: string}} */ offer) => offer.type === type);
}
