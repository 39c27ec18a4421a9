// What stands in the town that was clicked last, in full words: on a small map a stack is hard to read.

import { figuresInWords } from "../blocks/figures.js";
import { html, replaceChildren } from "../page/dom.js";
import { blockName, sideName, text, townName } from "../page/page.js";
import { describeTown } from "./map.js";

/** @param {HTMLElement} root @param {View} view @param {string | null} town */
export function drawTown(root, view, town) {
  root.hidden = town === null;
  if (town === null) return;
  const stacks = view.map[town]?.stacks ?? [];
  const siege = view.sieges?.[town];
  const round = Math.max(1, view.battle?.town === town ? view.battle.round : 0);
  const arrivals = (view.arrivals ?? []).filter((arrival) => arrival.town === town);
  replaceChildren(
    root,
    html("h2", {}, describeTown(town)),
    siege &&
      html("p", {}, text("besieged-by", { besieger: sideName(siege.besieger), besieged: sideName(siege.besieged) })),
    stacks.length === 0 && html("p", { class: "hint" }, text("nobody-here")),
    stacks.map((/** @type {import("./tokens.js").Stack} */ stack) =>
      html(
        "div",
        {},
        html("h3", { class: stack.side }, `${sideName(stack.side)}, ${nameOfArea(stack)}`),
        html(
          "ul",
          {},
          stack.blocks.map((seen) =>
            html(
              "li",
              {},
              `${blockName(seen.id)} (${figuresInWords(seen.id, seen.strength)})`,
              seen.moved ? ` · ${text("moved")}` : null,
            ),
          ),
          stack.hidden > 0 && html("li", {}, text("unseen", { count: stack.hidden })),
        ),
      ),
    ),
    arrivals.length > 0 &&
      html(
        "ul",
        {},
        arrivals.map((arrival) =>
          html(
            "li",
            {},
            text(arrival.main ? "arrival-main" : arrival.round > round ? "arrival" : "arrival-fights", {
              count: arrival.count,
              side: sideName(arrival.side),
              road: townName(arrival.road),
              round: arrival.round,
            }),
          ),
        ),
      ),
  );
}

/** The part of a town where a stack stands; of a reserve, for which round. @param {import("./tokens.js").Stack} stack */
function nameOfArea({ area, round }) {
  return area === "reserve" ? text("reserve-of-round", { round: round ?? "" }) : text(`area-${area}`);
}
