// The guided first game: beside each prompt a sentence on what to do and why. What is said follows from the view alone, so that who comes
// back goes on where they were; the rules decide, and whoever does something else is not held back. In games against the gentlest level
// of the computer the first decision of each kind is explained, once in this browser, until that is switched off.

import { lasting } from "../page/browser.js";
import { whereabouts } from "../map/whereabouts.js";
import { html, replaceWhenNew, svg } from "../page/dom.js";
import { page, text, townName } from "../page/page.js";

/** Where the first battle is proposed: a castle of one block, within reach of the Franks. */
const GOAL = "banyas";
const HIDDEN = `lesson-hidden-${page.game}`;
/** Kept when the lesson's first battle has come: until then the lesson leads to one, in whatever turn. */
const FOUGHT = `lesson-fought-${page.game}`;
/** Where the block stands that is to go there. */
const FROM = "tiberias";
/** Steps that have a sentence whichever side decides. */
const SAID = new Set(["choose-battle", "garrison", "storm", "sally", "fight", "hits", "must-retreat", "regroup", "leave-siege", "main-road", "marker", "draw", "winter"]);

/** Steps that are explained in a game by sentences of their own, since the lesson's are about its own turn. */
const FIRST = new Set(["seats", "family", "card", "move"]);
const EXPLAINED = "explained";
const NO_MORE = "explain-off";

/** The key of what is said. @param {View} view @returns {string} */
export function adviceFor(view) {
  const { step, you, turn, year, battle } = view;
  if (battle) lasting.set(FOUGHT, "1");
  if (year > 1187 || view.result || (turn > 1 && lasting.get(FOUGHT) !== null)) return "end";
  if (battle && SAID.has(step)) return step === "fight" && battle.storm ? "storming" : step;
  if (step === "card") return `card-${you ?? "frank"}`;
  if (step === "move" && you === "saracen") return (view.arrivals ?? []).some(({ side }) => side === "frank") ? "move-saracen" : "move-saracen-first";
  if (step === "move") return adviceOfMoving(view);
  return SAID.has(step) ? step : "event";
}

/** What is said to the Franks while they move. @param {View} view @returns {string} */
function adviceOfMoving(view) {
  if ((view.arrivals ?? []).length > 0) return "move-declared";
  const ready = [...whereabouts(view)].some(([block, { town }]) => town === FROM && page.blocks[block]?.side === "frank");
  if (view["moves-left"] !== 0 && ready) return view.turn === 1 ? "move-frank" : "move-any";
  // The Move went elsewhere, or the block did.
  if (view["can-undo"]) return "move-elsewhere";
  return view["moves-left"] === 0 ? "move-spent" : "move-any";
}

/** Puts an arrow over a town, which the style sheet shows when it is the one to press. @param {string} town @param {string} name @param {boolean} on */
function point(town, name, on) {
  const mark = document.querySelector(`.town[data-town="${town}"]`);
  const ring = mark?.querySelector(".ring");
  if (!mark || !ring) return;
  mark.classList.toggle(name, on);
  if (!on || mark.querySelector(".coach-arrow")) return;
  const [x, y, r] = ["cx", "cy", "r"].map((of) => Number(ring.getAttribute(of)));
  mark.append(svg("path", { d: `M${x} ${y - r - 6}l-22-26h12v-34h20v34h12Z`, class: "coach-arrow" }));
}

/** The towns that the advice speaks of: they must be in sight. @param {View} view @returns {string[] | null} */
export function townsOfAdvice(view) {
  return adviceFor(view) === "move-frank" && lasting.get(HIDDEN) === null ? [FROM, GOAL] : null;
}

/** The kinds of decision that were explained in this browser, each with the turn in which that was: for its length it stays. @returns {Record<string, string>} */
function explained() {
  try {
    return JSON.parse(lasting.get(EXPLAINED) ?? "{}");
  } catch {
    return {};
  }
}

/** The key of the text that explains what is decided; null where nothing is, or it was explained before. @param {View} view @returns {string | null} */
export function explanationFor(view) {
  if (lasting.get(NO_MORE) !== null || view.result || !view.you || !page.sides.includes(view.you) || !view.awaited.includes(view.you)) return null;
  const kind = view.step === "fight" && view.battle?.storm ? "storming" : view.step ?? "";
  if (!FIRST.has(kind) && !SAID.has(kind) && kind !== "storming") return null;
  const now = `${page.game} ${view.year}.${view.turn}`;
  const before = explained();
  if ((before[kind] ??= now) !== now) return null;
  lasting.set(EXPLAINED, JSON.stringify(before));
  return FIRST.has(kind) ? `first-${kind}` : `lesson-${kind}`;
}

/** @param {View} view @param {HTMLElement} root */
function explain(view, root) {
  const said = explanationFor(view);
  root.hidden = said === null;
  replaceWhenNew(root, [said], () => [
    said !== null && html("p", { "data-advice": said }, text(said)),
    html(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-key": "explain-off",
        onclick: () => {
          lasting.set(NO_MORE, "1");
          explain(view, root);
        },
      },
      text("explain-off"),
    ),
  ]);
}

/** @param {View} view */
function draw(view) {
  const root = document.getElementById("coach");
  if (!root) return;
  if (!page.lesson) {
    explain(view, root);
    return;
  }
  const hidden = lasting.get(HIDDEN) !== null;
  const advice = adviceFor(view);
  const turn = (/** @type {boolean} */ hide) => {
    if (hide) lasting.set(HIDDEN, "1");
    else lasting.remove(HIDDEN);
    draw(view);
  };
  document.getElementById("after-lesson")?.toggleAttribute("hidden", advice !== "end");
  const mark = !hidden && advice === "move-frank";
  point(FROM, "coached-from", mark);
  point(GOAL, "coached", mark);
  // What is to be pressed is drawn anew by others: the style sheet finds it by what is said.
  document.getElementById("main")?.setAttribute("data-advice", hidden ? "" : advice);
  replaceWhenNew(root, [hidden, advice], () =>
    hidden
      ? html("button", { type: "button", class: "quiet", "data-key": "lesson-show", onclick: () => turn(false) }, text("lesson-show"))
      : [
          advice === "card-frank" && html("p", {}, html("strong", {}, text("lesson-goal"))),
          html("p", { "data-advice": advice }, text(`lesson-${advice}`, { town: townName(GOAL) })),
          html(
            "p",
            { class: "coach-acts" },
            html("button", { type: "button", class: "quiet", "data-key": "lesson-hide", onclick: () => turn(true) }, text(advice === "end" ? "close" : "lesson-hide")),
          ),
        ],
  );
}

/** @type {import("../page/side.js").Panel} */
export const coach = { draw };
