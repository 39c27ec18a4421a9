// A button of the bar, and one that does an action.

import { html } from "../page/dom.js";
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
