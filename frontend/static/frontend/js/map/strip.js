// The battles to come, from the moment they are declared: where, and who stands against whom. A press goes there, and
// where the battle is this player's to begin it begins.

import { sideMark } from "../blocks/faces.js";
import { html, replaceIfChanged } from "../page/dom.js";
import { sideName, text, townName } from "../page/page.js";
import { declaredBattles, forceFigure, forcesInWords } from "./clashes.js";

/**
 * @param {HTMLElement} root
 * @param {import("./clashes.js").Declared} view
 * @param {{opens: (town: string) => boolean, go: (town: string) => void}} hands
 * @param {boolean} away  while towns and blocks below it are to be pressed
 */
export function drawStrip(root, view, { opens, go }, away) {
  const found = [...declaredBattles(view)].map(([town, forces]) => /** @type {const} */ ([town, forces, opens(town)]));
  root.hidden = away || found.length === 0;
  replaceIfChanged(root, found, () =>
    found.map(([town, forces, begins]) =>
      html(
        "li",
        {},
        html(
          "button",
          {
            type: "button",
            class: begins ? "begins" : "",
            "data-key": `clash-${town}`,
            "data-strip": town,
            onclick: () => go(town),
            "aria-label": [begins && text("verb-choose-battle"), townName(town), forcesInWords(forces)]
              .filter(Boolean)
              .join(", "),
          },
          html("span", { class: "strip-town" }, `⚔ ${townName(town)}`),
          html(
            "span",
            { class: "strip-forces" },
            forces.map((force, i) => [
              i > 0 ? ` ${text("versus")} ` : "",
              html("b", { class: force.side, title: sideName(force.side) }, sideMark(force.side), forceFigure(force)),
            ]),
          ),
          begins && html("span", { class: "strip-begins" }, text("verb-choose-battle")),
        ),
      ),
    ),
  );
}
