// Crossed swords on the map at the towns where a battle is declared, with how many stand against how many.

import { svg } from "../page/dom.js";
import { townName } from "../page/page.js";
import { declaredBattles, forceFigure, forcesInWords } from "./clashes.js";
import { places } from "./layout.js";
import { HIGH } from "./signs.js";

const SWORDS = "M-9-9L9 9M-9 9L9-9M-10 4L-4 10M10 4L4 10";
/** So far from its town a line leads there from the sign. */
const APART = 84;

/**
 * Draws a sign with crossed swords and both forces at each town where a battle is declared.
 *
 * @param {View} view
 * @param {ReturnType<typeof import("./signs.js").signPlacer>} room
 * @returns {SVGElement[]}
 */
export function drawClashes(view, room) {
  return [...declaredBattles(view)]
    .filter(([town]) => places[town])
    .map(([town, forces]) => {
      const [one, other] = forces;
      const letters = forceFigure(one).length + forceFigure(other).length;
      const wide = 62 + letters * 14;
      const { left, top } = room(town, wide);
      const [right, down] = [places[town][0] - left, places[town][1] - top - HIGH / 2];
      const far = Math.hypot(
        Math.max(0, Math.abs(right - wide / 2) - wide / 2),
        Math.max(0, Math.abs(down) - HIGH / 2),
      );
      return svg(
        "g",
        { class: "clash", transform: `translate(${left} ${top + HIGH / 2})`, "data-clash": town },
        svg("title", {}, `${townName(town)}, ${forcesInWords(forces)}`),
        far > APART && svg("path", { d: `M${wide / 2} 0L${right} ${down}`, class: "clash-line" }),
        svg("rect", { x: 0, y: -20, width: wide, height: 40, rx: 20 }),
        svg("path", { d: SWORDS, transform: "translate(20 0)" }),
        svg(
          "text",
          { x: 36, y: 9 },
          svg("tspan", { class: one.side }, forceFigure(one)),
          svg("tspan", {}, ":"),
          svg("tspan", { class: other.side }, forceFigure(other)),
        ),
      );
    });
}
