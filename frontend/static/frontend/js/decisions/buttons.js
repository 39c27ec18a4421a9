// A button of the bar, and one that does an action.

import { html, svg } from "../page/dom.js";
import { blockName, text } from "../page/page.js";
import { actionLabel } from "./labels.js";

/**
 * A button that keeps the focus when the page is drawn anew: `key` names it.
 * @param {string} key
 * @param {string} words
 * @param {() => void} press
 * @param {string} [look]
 * @param {string | null} [type]
 */
export function keyedButton(key, words, press, look = "", type = null) {
  return html("button", { type: "button", class: look, "data-key": key, "data-type": type, onclick: press }, words);
}

/** What stands above the words of small buttons, by their keys: drawings of 20 by 20 units. */
const SIGNS = {
  "hint-turn": "M7.5 17H12.5M8 14.2C8 11.8 5 11 5 7.5A5 5 0 0 1 15 7.5C15 11 12 11.8 12 14.2Z",
  undo: "M7 3L3 7L7 11M3 7H12A4.5 4.5 0 0 1 12 16H8",
  restart: "M6 3L2 7L6 11M10.5 3L6.5 7L10.5 11M6.5 7H13A4.5 4.5 0 0 1 13 16H7",
  "muster-turn": "M5 18V2L15 5.5L5 9.5M12 18V13M16 18V13M9 18V13",
};

/**
 * A button with a sign above its words: several of them have room beside each other on a phone.
 * @param {keyof typeof SIGNS} key
 * @param {string} words
 * @param {() => void} press
 * @param {Record<string, unknown>} [more]  attributes
 */
export function signedButton(key, words, press, more = {}) {
  const sign = svg(
    "svg",
    { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" },
    svg("path", { d: SIGNS[key] }),
  );
  return html("button", { type: "button", class: "tool", "data-key": key, ...more, onclick: press }, sign, words);
}

/**
 * Draws the button that takes an action.
 *
 * @param {import("./offers.js").Choice} choice
 * @param {{act: (action: GameAction) => void}} hands
 * @param {string} [look]
 * @param {string | HTMLElement[]} [small]
 * @param {string} [words]
 */
export function actionButton(choice, hands, look = "", small = "", words = actionLabel(choice)) {
  const { block } = choice.action;
  return html(
    "button",
    {
      type: "button",
      class: look,
      "data-key": JSON.stringify(choice.action),
      "data-type": choice.action.type,
      onclick: () => hands.act(choice.action),
    },
    words,
    small.length > 0 ? html("small", {}, small) : null,
    // Beside a heading eyes know which block is meant; a list of buttons read aloud has no headings.
    block && !words.includes(blockName(block))
      ? html("span", { class: "hidden" }, ` ${text("of-block", { block: blockName(block) })}`)
      : null,
  );
}
