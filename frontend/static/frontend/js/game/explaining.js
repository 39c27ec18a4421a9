// Explanations of a first game, against the gentlest level of the computer: the first decision of each kind is
// explained, once in this browser. It can be switched off where it stands, and on again in the game's menu.

import { lastBlow } from "../battle/blow.js";
import { eventsOfBattle } from "../decisions/remembered.js";
import { ruleNumber } from "../decisions/rulenumbers.js";
import { isPeaceful } from "../decisions/surplus.js";
import { localStore } from "../page/browser.js";
import { html, replaceIfChanged } from "../page/dom.js";
import { wantsExplanations, wishExplanations } from "../page/explained.js";
import { csrfToken } from "../page/http.js";
import { page, sideName, text } from "../page/page.js";
import { state, storyOf } from "./state.js";

const EXPLAINED = "explained";
/** The last turn of a year with attacks. */
const LAST_ATTACKS = 5;
/** Explains what is asked now. */
let again = () => {};
/** Whether a muster was being called when this was drawn last. */
let mustered = false;

/**
 * The kinds of decision that were explained in this browser, each with the turn in which that was: for its length it
 * stays.
 * @returns {Record<string, string>}
 */
function explained() {
  try {
    return JSON.parse(localStore.get(EXPLAINED) ?? "{}");
  } catch {
    return {};
  }
}

/** What blocks do in a fight; in other steps the same types of action are other decisions. */
const IN_A_FIGHT = new Set(["charge", "harry", "retreat", "withdraw", "pass"]);

/** Whether the other side attacks a town where blocks of this side stand. @param {View} view */
function isAttacked({ you, arrivals, map }) {
  return (arrivals ?? []).some(
    ({ side, town }) => side !== you && map?.[town]?.stacks.some((stack) => stack.side === you),
  );
}

/**
 * What the other side has just done and the kinds of decision that a view asks for, the most general first, each with
 * a text.
 * @param {View} view
 * @param {GameEvent[]} facts  of the log, oldest first
 * @returns {string[]}
 */
function decisionKinds(view, facts) {
  const step = view.step ?? "";
  const attacked = step === "move" && isAttacked(view);
  const types = (view.actions ?? [])
    .map((/** @type {{type: string}} */ { type }) => type)
    .filter((/** @type {string} */ type) => step === "fight" || !IN_A_FIGHT.has(type))
    // Ships are not what matters to somebody who is attacked.
    .filter((/** @type {string} */ type) => !(attacked && type === "sea-move"));
  const held = step === "card" ? (view.hand ?? []).map((/** @type {string} */ card) => `holds-${card}`) : [];
  const fired = view.battle ? lastBlow(eventsOfBattle(facts))?.fired : null;
  const seen = fired?.charge && fired.side !== view.you ? ["seen-charge"] : [];
  const special =
    step === "fight" && view.battle?.storm
      ? "storming"
      : isPeaceful(view)
        ? "winter-move"
        : step === "card" && view.turn === LAST_ATTACKS && view.ruleset.edition !== "1.4"
          ? "last-cards"
          : step;
  // Where no Moves are left nobody can be led anywhere.
  const spent = special === "winter-move" && view["moves-left"] === 0;
  return [
    ...new Set([...seen, ...(spent ? [] : [special]), ...(attacked ? ["attacked"] : []), ...held, ...types]),
  ].filter((kind) => `first-${kind}` in page.texts);
}

/**
 * The key of the text that explains what is decided; null where nothing is, or all of it was explained before.
 * @param {View} view
 * @param {GameEvent[]} [facts]  of the log, oldest first
 * @param {boolean} [musters]  a muster is being called: what it is, each time
 * @returns {string | null}
 */
export function explanationFor(view, facts = [], musters = false) {
  if (!wantsExplanations() || view.result || !view.you || !page.sides.includes(view.you)) return null;
  // The Franks deploy first: who waits has still to place their blocks, or has done so.
  if (!view.awaited.includes(view.you))
    return view.phase !== "deployment" ? null : view.you === "frank" ? "explain-deploy-done" : "explain-deploy-wait";
  if (musters) return "muster-does";
  const now = `${page.game} ${view.year}.${view.turn}`;
  const before = explained();
  const kind = decisionKinds(view, facts).find((each) => (before[each] ?? now) === now);
  if (!kind) return null;
  localStore.set(EXPLAINED, JSON.stringify({ ...before, [kind]: now }));
  return `first-${kind}`;
}

/** Whether a muster is being called. @param {import("../decisions/choices.js").Selection} selection */
function isMustering({ type, muster }) {
  return type === "muster-to" || muster !== null;
}

/** What is explained follows what is chosen. @param {import("../decisions/choices.js").Selection} selection */
export function explainChosen(selection) {
  if (isMustering(selection) !== mustered) again();
}

/**
 * Draws the explanation of the decision, with the buttons to hide it and all others.
 *
 * @param {View} view
 * @param {HTMLElement} root
 */
export function drawExplanation(view, root) {
  const facts = storyOf(state.side)
    .currentEntries()
    .flatMap((entry) => entry.events);
  mustered = isMustering(state.selection);
  const said = explanationFor(view, facts, mustered);
  const off = () => {
    wishExplanations(false);
    drawExplanation(view, root);
  };
  again = () => drawExplanation(view, root);
  root.hidden = said === null;
  // The first of all decisions begins with what the game is about.
  const goal = said !== null && view.you && view.phase === "deployment";
  replaceIfChanged(root, [said, goal], () => [
    goal && html("p", { "data-advice": "explain-goal" }, text("explain-goal", { side: sideName(view.you ?? "") })),
    " ",
    said !== null && html("p", { "data-advice": said }, text(said, { rule: ruleNumber(view, "winter-turn") })),
    said?.startsWith("explain-deploy") && drawMeanwhile(),
    html("button", { type: "button", class: "quiet", "data-key": "explain-off", onclick: off }, text("explain-off")),
  ]);
}

/** What can be read and tried while the other side deploys; this page stays as it is, in its own tab. */
function drawMeanwhile() {
  return html(
    "form",
    { class: "meanwhile", method: "post", action: page.urls.lesson, target: "_blank" },
    html("input", { type: "hidden", name: "csrfmiddlewaretoken", value: csrfToken() }),
    `${text("explain-meanwhile")} `,
    html("button", { class: "quiet", "data-key": "explain-lesson" }, text("explain-lesson")),
    " · ",
    html("a", { href: page.urls.aid, target: "aid" }, text("explain-rules")),
  );
}

/** The menu's button, which begins the explanations anew. */
export function startExplainButton() {
  const place = document.getElementById("explain-wish");
  const on = () => {
    wishExplanations(true);
    localStore.remove(EXPLAINED);
    again();
  };
  place?.append(html("button", { type: "button", "data-key": "explain-on", onclick: on }, text("explain-on")));
}
