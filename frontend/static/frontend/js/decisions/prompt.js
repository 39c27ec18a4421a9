// What is asked of the player, whose turn it is, and whose eyes one looks through in a solo game.

import { hasPopovers, hidePopover, showPopover } from "../page/browser.js";
import { placeArms } from "../blocks/emblems.js";
import { byId, html, replaceChildren, replaceIfChanged, setText, svg } from "../page/dom.js";
import { request } from "../page/http.js";
import { page, sideName, text } from "../page/page.js";
import { setTitle } from "../page/title.js";
import { houseOf } from "./offers.js";

/**
 * Draws the line that says what is to be decided, and by whom.
 *
 * @param {View} view @param {string} notice
 * @param {{look: (side: import("../page/page.js").Side) => void, follow: (yes: boolean) => void, follows: boolean}}
 *   seats
 * @param {{past: string, next: string}} instead  `past`: what the page shows while it looks back, and asks nothing;
 *   `next`: the next part of a decision of which one part is chosen; else empty
 */
export function drawPrompt(view, notice, seats, { past, next }) {
  const yours = view.you !== null && view.awaited.includes(view.you) && page.sides.includes(view.you);
  byId("prompt-box").classList.toggle("yours", yours && past === "");
  const house = past === "" ? houseOf(view.actions ?? []) : "";
  replaceIfChanged(byId("prompt"), [house, past, next, view.prompt?.text], () => [
    house &&
      svg(
        "svg",
        { viewBox: "-21 -21 42 42", class: "house", "aria-hidden": "true" },
        placeArms(house, "0 0", "chip-arms"),
      ),
    past || next || (view.prompt?.text ?? ""),
  ]);
  drawRule(byId("rule"), past || view.awaited.length === 0 ? undefined : view.prompt?.rule);
  setText(byId("awaited"), describeAwaited(view, yours));
  setText(byId("notice"), notice);
  setTitle(yours ? `● ${text("title")}` : text("title"));
  if (!page.solo) return;
  replaceIfChanged(byId("seat-switch"), [view.you, seats.follows], () => [
    html("span", { class: "seat-hint" }, text("you-look-as")),
    page.sides.map((side) =>
      html(
        "button",
        {
          type: "button",
          "data-key": `seat-${side}`,
          "aria-pressed": String(view.you === side),
          onclick: () => seats.look(side),
        },
        sideName(side),
      ),
    ),
    html(
      "label",
      {},
      html("input", {
        type: "checkbox",
        "data-key": "follow",
        checked: seats.follows,
        onchange: (/** @type {Event} */ event) =>
          seats.follow(event.target instanceof HTMLInputElement && event.target.checked),
      }),
      ` ${text("follow-turn")}`,
    ),
  ]);
}

/**
 * The rule behind what is asked, as a link into the player's aid.
 * @param {HTMLElement} root
 * @param {string | undefined} rule
 */
function drawRule(root, rule) {
  if (root.dataset.rule === (rule ?? "")) return;
  root.dataset.rule = rule ?? "";
  if (!rule) {
    replaceChildren(root, null);
    return;
  }
  const address = `${page.urls.aid}#rule-${rule}`;
  // Without it, and by a middle click, the aid opens in a tab of its own: who looks something up wants to come back to
  // where they were.
  const press = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !hasPopovers()) return;
    event.preventDefault();
    showRule(root, rule, address);
  };
  // A rule that is being read stays open.
  replaceChildren(
    root,
    html("a", { href: address, target: "aid", onclick: press }, text("rule", { rule })),
    root.querySelector(".rule-text"),
  );
}

/** The player's aid, once it was asked for. @type {Promise<Document> | null} */
let aid = null;

/** The text of a rule beside the prompt. @param {HTMLElement} root @param {string} rule @param {string} address */
async function showRule(root, rule, address) {
  aid ??= request(page.urls.aid, { headers: { Accept: "text/html" } }).then((answer) =>
    new DOMParser().parseFromString(answer.words, "text/html"),
  );
  const found = await aid.then((rules) => rules.getElementById(`rule-${rule}`)).catch(() => null);
  if (!found) {
    aid = null;
    window.open(address, "aid");
    return;
  }
  // A chapter is shown whole.
  const part = found.tagName === "H2" ? (found.parentElement ?? found) : found;
  root.querySelector(".rule-text")?.remove();
  const close = () => hidePopover(shown);
  const shown = html(
    "div",
    { class: "rule-text", popover: "auto", role: "dialog", "aria-label": text("rule", { rule }) },
    html(
      "div",
      { class: "rule-words", tabindex: 0 },
      [...part.childNodes].map((node) => document.importNode(node, true)),
    ),
    html(
      "p",
      { class: "buttons" },
      html("a", { class: "button", href: address, target: "aid" }, text("open-aid")),
      html("button", { type: "button", onclick: close }, text("close")),
    ),
  );
  for (const inside of shown.querySelectorAll("[id]")) inside.removeAttribute("id");
  root.append(shown);
  showPopover(shown);
}

/**
 * Says whose turn it is, to this person.
 *
 * @param {View} view
 * @param {boolean} yours
 */
function describeAwaited(view, yours) {
  if (view.result || view.awaited.length === 0) return "";
  const others = view.awaited
    .filter((/** @type {string} */ side) => side !== view.you)
    .map(sideName)
    .join(", ");
  const you = view.you ? text("you-are", { side: sideName(view.you) }) : text("you-watch");
  if (yours && !others) return `${you} · ${text("your-turn")}`;
  return `${you} · ${yours ? text("your-turn-at-once") : text("their-turn", { sides: others })}`;
}
