// Explanations of a first game, against the gentlest level of the computer: the first decision of each kind is explained, once in this
// browser. It can be switched off where it stands, and on again in the game's menu.

import { lasting } from "../page/browser.js";
import { html, replaceWhenNew } from "../page/dom.js";
import { page, text } from "../page/page.js";

const EXPLAINED = "explained";
const NO_MORE = "explain-off";
/** Explains what is asked now. */
let again = () => {};

/** The kinds of decision that were explained in this browser, each with the turn in which that was: for its length it stays. @returns {Record<string, string>} */
function explained() {
  try {
    return JSON.parse(lasting.get(EXPLAINED) ?? "{}");
  } catch {
    return {};
  }
}

/** The kinds of decision that a view asks for, the most general first, each with a text. @param {View} view @returns {string[]} */
export function kindsOf(view) {
  const step = view.step ?? "";
  const types = (view.actions ?? []).map((/** @type {{type: string}} */ { type }) => type);
  const held = step === "card" ? (view.hand ?? []).map((/** @type {string} */ card) => `holds-${card}`) : [];
  const special = step === "fight" && view.battle?.storm ? "storming" : step === "move" && view.turn === 6 ? "winter-move" : step;
  return [...new Set([special, ...held, ...types])].filter((kind) => `first-${kind}` in page.texts);
}

/** The key of the text that explains what is decided; null where nothing is, or all of it was explained before. @param {View} view @returns {string | null} */
export function explanationFor(view) {
  if (lasting.get(NO_MORE) !== null || view.result || !view.you || !page.sides.includes(view.you) || !view.awaited.includes(view.you)) return null;
  const now = `${page.game} ${view.year}.${view.turn}`;
  const before = explained();
  const kind = kindsOf(view).find((each) => (before[each] ?? now) === now);
  if (!kind) return null;
  lasting.set(EXPLAINED, JSON.stringify({ ...before, [kind]: now }));
  return `first-${kind}`;
}

/** @param {View} view @param {HTMLElement} root */
export function explain(view, root) {
  const said = explanationFor(view);
  const off = () => {
    lasting.set(NO_MORE, "1");
    explain(view, root);
  };
  again = () => explain(view, root);
  root.hidden = said === null;
  replaceWhenNew(root, [said], () => [
    said !== null && html("p", { "data-advice": said }, text(said)),
    html("button", { type: "button", class: "quiet", "data-key": "explain-off", onclick: off }, text("explain-off")),
  ]);
}

/** The menu's button, which begins the explanations anew. */
export function startWish() {
  const place = document.getElementById("explain-wish");
  const on = () => {
    lasting.remove(NO_MORE);
    lasting.remove(EXPLAINED);
    again();
  };
  place?.append(html("button", { type: "button", "data-key": "explain-on", onclick: on }, text("explain-on")));
}
