// The battles to come, from the moment they are declared: where, and who stands against whom. A press goes there.

import { html, replaceWhenNew } from "../page/dom.js";
import { sideName, text, townName } from "../page/page.js";
import { clashes, figure, inWords } from "./clashes.js";

/** @param {HTMLElement} root @param {import("./clashes.js").Declared} view @param {(town: string) => void} go */
export function drawStrip(root, view, go) {
  const found = [...clashes(view)];
  root.hidden = found.length === 0;
  replaceWhenNew(root, found, () =>
    found.map(([town, forces]) =>
      html(
        "li",
        {},
        html(
          "button",
          { type: "button", "data-key": `clash-${town}`, "data-strip": town, onclick: () => go(town), "aria-label": `${townName(town)}, ${inWords(forces)}` },
          html("span", { class: "strip-town" }, `⚔ ${townName(town)}`),
          html("span", { class: "strip-forces" }, forces.map((force, i) => [i > 0 ? ` ${text("versus")} ` : "", html("b", { class: force.side, title: sideName(force.side) }, figure(force))])),
        ),
      ),
    ),
  );
}
