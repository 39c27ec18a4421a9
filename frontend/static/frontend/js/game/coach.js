// The guided first game: beside each prompt a sentence on what to do and why. What is said follows from the view alone, so that who comes
// back goes on where they were; the rules decide, and whoever does something else is not held back.

import { lasting } from "../page/browser.js";
import { html, replaceWhenNew } from "../page/dom.js";
import { page, text, townName } from "../page/page.js";

/** Where the first battle is proposed: a castle of one block, within reach of the Franks. */
const GOAL = "banyas";
const HIDDEN = `lesson-hidden-${page.game}`;
/** Where the block stands that is to go there. */
const FROM = "tiberias";
/** Steps that have a sentence whichever side decides. */
const SAID = new Set(["choose-battle", "garrison", "storm", "sally", "fight", "hits", "must-retreat", "regroup", "leave-siege", "main-road", "marker", "draw", "winter"]);

/** The key of what is said. @param {View} view @returns {string} */
export function adviceFor(view) {
  const { step, you, turn, year, battle } = view;
  if (year > 1187 || turn > 1 || view.result) return "end";
  if (battle && SAID.has(step)) return step === "fight" && battle.storm ? "storming" : step;
  if (step === "card") return `card-${you ?? "frank"}`;
  if (step === "move" && you === "saracen") return (view.arrivals ?? []).some(({ side }) => side === "frank") ? "move-saracen" : "move-saracen-first";
  if (step === "move") return (view.arrivals ?? []).length > 0 ? "move-declared" : view["moves-left"] === 0 ? "move-spent" : "move-frank";
  return SAID.has(step) ? step : "event";
}

/** The towns that the advice speaks of: they must be in sight. @param {View} view @returns {string[] | null} */
export function townsOfAdvice(view) {
  return adviceFor(view) === "move-frank" && lasting.get(HIDDEN) === null ? [FROM, GOAL] : null;
}

/** @param {View} view */
function draw(view) {
  const root = document.getElementById("coach");
  if (!root) return;
  const hidden = lasting.get(HIDDEN) !== null;
  const advice = adviceFor(view);
  const turn = (/** @type {boolean} */ hide) => {
    if (hide) lasting.set(HIDDEN, "1");
    else lasting.remove(HIDDEN);
    draw(view);
  };
  const mark = !hidden && advice === "move-frank";
  document.querySelector(`.town[data-town="${GOAL}"]`)?.classList.toggle("coached", mark);
  replaceWhenNew(root, [hidden, advice], () =>
    hidden
      ? html("button", { type: "button", class: "quiet", "data-key": "lesson-show", onclick: () => turn(false) }, text("lesson-show"))
      : [
          html("p", { "data-advice": advice }, text(`lesson-${advice}`, { town: townName(GOAL) })),
          html(
            "p",
            { class: "coach-acts" },
            advice === "end" && html("a", { class: "button primary", href: page.urls["new-game"] }, text("lesson-next")),
            html("button", { type: "button", class: "quiet", "data-key": "lesson-hide", onclick: () => turn(true) }, text(advice === "end" ? "close" : "lesson-hide")),
          ),
        ],
  );
}

/** @type {import("../page/side.js").Panel} */
export const coach = { draw };
