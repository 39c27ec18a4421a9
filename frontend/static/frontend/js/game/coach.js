// The guided first game: beside each prompt a sentence on what to do and why. What is said follows from the view alone,
// so that who comes back goes on where they were; the rules decide, and a player who does something else is not held back. A
// first game has explaining.js.

import { allowedValues } from "../decisions/offers.js";
import { isQuietHere } from "../decisions/quiet.js";
import { localStore } from "../page/browser.js";
import { locateBlocks } from "../map/whereabouts.js";
import { html, replaceIfChanged } from "../page/dom.js";
import { page, sideName, text, townName } from "../page/page.js";
import { drawExplanation, startExplainButton } from "./explaining.js";
import { ATTACK, MUSTER, SHIPS, ADVICE_ROUTES, siegeAdvice } from "./siege.js";

/** Where the first battle is proposed: a castle of one block, within reach of the Franks. */
const GOAL = "banyas";
const HIDDEN = `lesson-hidden-${page.game}`;
/** Keeps the turn of the lesson's first battle: the lesson leads to one, in whatever turn, and ends with that turn. */
const FOUGHT = `lesson-fought-${page.game}`;
/** Where the block stands that is to go there. */
const FROM = "tiberias";
/** Steps that have a sentence whichever side decides. */
const SAID = new Set([
  "choose-battle",
  "garrison",
  "storm",
  "sally",
  "fight",
  "hits",
  "must-retreat",
  "regroup",
  "leave-siege",
  "main-road",
  "marker",
  "draw",
  "winter",
]);

/** The key of what is said. @param {View} view @returns {string} */
function adviceFor(view) {
  if (page["siege-lesson"]) return siegeAdvice(view);
  const { step, you, turn, year, battle } = view;
  if (battle && localStore.get(FOUGHT) === null) localStore.set(FOUGHT, String(turn));
  const fought = localStore.get(FOUGHT);
  if (year > 1187 || view.result || (fought !== null && turn > Number(fought))) return "end";
  if (battle && SAID.has(step)) return step === "fight" && battle.storm ? "storming" : step;
  if (step === "card") return `card-${you ?? "frank"}`;
  if (step === "move" && you === "saracen")
    return (view.arrivals ?? []).some(({ side }) => side === "frank") ? "move-saracen" : "move-saracen-first";
  if (step === "move") return adviceOfMoving(view);
  return SAID.has(step) ? step : "event";
}

/** What is said to the Franks while they move. @param {View} view @returns {string} */
function adviceOfMoving(view) {
  if ((view.arrivals ?? []).length > 0) return view["moves-left"] === 0 ? "move-declared-spent" : "move-declared";
  const ready = [...locateBlocks(view)].some(
    ([block, { town }]) => town === FROM && page.blocks[block]?.side === "frank",
  );
  if (view["moves-left"] !== 0 && ready) return view.turn === 1 ? "move-frank" : "move-any";
  // The Move went elsewhere, or the block did.
  if (view["can-undo"]) return "move-elsewhere";
  return view["moves-left"] === 0 ? "move-spent" : "move-any";
}

/**
 * What is said in a fight: at its first shot, later, and in the last round.
 * @param {View} view @returns {string}
 */
export function fightAdvice(view) {
  const { round = 1, town = "" } = view.battle ?? {};
  if (round > 2) return "fight-last";
  const begun = (view.map[town]?.stacks ?? []).some(({ blocks = [] }) => blocks.some(({ acted }) => acted));
  return round > 1 || begun ? "fight-on" : "fight";
}

/** From which town to which each advice leads. @type {Record<string, [string | null, string]>} */
const LEADS = { "move-frank": [FROM, GOAL], ...ADVICE_ROUTES };

/** From which town to which the lesson leads now, or null. @param {View} view @returns {[string | null, string] | null} */
export function leadOfAdvice(view) {
  return page.lesson && localStore.get(HIDDEN) === null ? (LEADS[adviceFor(view)] ?? null) : null;
}

/** The towns that the advice speaks of: they must be in sight. @param {View} view @returns {string[] | null} */
export function townsOfAdvice(view) {
  const towns = leadOfAdvice(view)?.filter((town) => town !== null);
  return towns ? /** @type {string[]} */ (towns) : null;
}

/** Cards with Moves, the one with the fewest first. */
const MOVE_CARDS = ["move-1", "move-2", "move-3"];

/**
 * The card that the advice speaks of, by its Moves: the Franks are to play the one with the most, in the first lesson
 * the Saracens that with the fewest. Empty where any will do, or none is held.
 * @param {View} view
 * @param {string} advice
 */
function cardOfAdvice(view, advice) {
  const held = (view.actions ?? []).flatMap((offer) => allowedValues(offer, "card"));
  const cards = MOVE_CARDS.filter((card) => held.includes(card));
  const wanted = advice === "card-saracen" ? cards[0] : advice.endsWith("card-frank") ? cards.at(-1) : "";
  return wanted ?? "";
}

/** Whose blocks are led, from which advice on, and whether the other side was led before. */
const led = { side: /** @type {string | null} */ (null), said: "", changed: false };

/** Whether this is the first that is said since the lesson went on with the other side. @param {View} view @param {string} said */
function changesSide(view, said) {
  if (view.you !== led.side)
    Object.assign(led, { changed: led.side !== null && view.you !== null, side: view.you, said });
  else if (said !== led.said) Object.assign(led, { changed: false, said });
  return led.changed;
}

/** What the buttons say that a lesson tells to press at a siege. @param {View} view */
function buttonsOf(view) {
  const quiet = view.step === "storm" && isQuietHere(view);
  const stay = quiet ? text("siege-on-at", { town: townName(view.battle?.town ?? "") }) : text("none-storm");
  return { stay, inside: text("none-sally") };
}

/**
 * Draws the advice of the lesson, or the explanation of the decision.
 *
 * @param {View} view
 */
function draw(view) {
  const root = document.getElementById("coach");
  if (!root) return;
  if (!page.lesson) {
    drawExplanation(view, root);
    return;
  }
  const hidden = localStore.get(HIDDEN) !== null;
  const advice = adviceFor(view);
  const turn = (/** @type {boolean} */ hide) => {
    if (hide) localStore.set(HIDDEN, "1");
    else localStore.remove(HIDDEN);
    draw(view);
  };
  const [from, town] = page["siege-lesson"] ? (advice === "siege-sea" ? SHIPS : ATTACK) : [FROM, GOAL];
  const gaps = { from: townName(from), town: townName(town), muster: townName(MUSTER), ...buttonsOf(view) };
  const end = advice === "end" || advice === "siege-end";
  for (const id of ["after-lesson", "second-lesson"]) document.getElementById(id)?.toggleAttribute("hidden", !end);
  // What is to be pressed is drawn anew by others: the style sheet finds it by what is said.
  const main = document.getElementById("main");
  main?.setAttribute("data-advice", hidden ? "" : advice);
  main?.setAttribute("data-advice-card", hidden ? "" : cardOfAdvice(view, advice));
  main?.classList.toggle("led", !hidden && advice in LEADS);
  const said = advice === "fight" ? fightAdvice(view) : advice;
  const charge = advice === "fight" && (view.actions ?? []).some(({ type }) => type === "charge");
  // Of cards the lesson says itself for which side they are.
  const changed = changesSide(view, said) && !end && !advice.includes("card-");
  replaceIfChanged(root, [hidden, advice, said, charge, changed, view.you, gaps.stay], () =>
    hidden
      ? html(
          "button",
          { type: "button", class: "quiet", "data-key": "lesson-show", onclick: () => turn(false) },
          text("lesson-show"),
        )
      : [
          advice === "card-frank" && html("p", {}, html("strong", {}, text("lesson-goal"))),
          advice === "siege-card-frank" && html("p", {}, html("strong", {}, text("lesson-siege-goal"))),
          html(
            "p",
            { "data-advice": advice },
            changed && html("strong", {}, `${text("lesson-now-leads", { side: sideName(view.you ?? "") })} `),
            text(`lesson-${said}`, gaps),
          ),
          charge && html("p", { class: "advice-charge" }, text("lesson-fight-charge")),
          html(
            "p",
            { class: "coach-acts" },
            html(
              "button",
              { type: "button", class: "quiet", "data-key": "lesson-hide", onclick: () => turn(true) },
              text(end ? "close" : "lesson-hide"),
            ),
          ),
        ],
  );
}

/** @type {import("../page/side.js").Panel} */
export const coachPanel = { draw, start: startExplainButton };
