// Crossed swords at the towns where a battle is declared, with how many stand against how many.

import { sideName, text } from "../page/page.js";
import { svg } from "../page/dom.js";
import { places } from "./layout.js";

/**
 * @typedef {import("./stacks.js").Stack} Stack
 * @typedef {{side: string, now: number, later: number}} Force  `later`: in reserve
 * @typedef {{map: Record<string, {stacks: Stack[]}>, arrivals?: {town: string, side: string}[], battles?: string[], battle?: {town: string} | null,
 *   first: string | null}} View  as far as it is read here
 */

const SWORDS = "M-9-9L9 9M-9 9L9-9M-10 4L-4 10M10 4L4 10";

/** The battles that are declared and not over: the one who came first. @param {View} view @returns {Map<string, Force[]>} */
export function clashes(view) {
  const arrivals = view.arrivals ?? [];
  const declared = new Set([...arrivals.map(({ town }) => town), ...(view.battles ?? []), ...(view.battle ? [view.battle.town] : [])]);
  /** @type {Map<string, Force[]>} */
  const found = new Map();
  for (const town of declared) {
    const stacks = view.map[town]?.stacks ?? [];
    const comes = arrivals.find((arrival) => arrival.town === town)?.side ?? view.first ?? "frank";
    const forces = [comes, comes === "frank" ? "saracen" : "frank"].map((side) => force(stacks, side));
    if (forces.every(({ now, later }) => now + later > 0)) found.set(town, forces);
  }
  return found;
}

/** @param {Stack[]} stacks @param {string} side @returns {Force} */
function force(stacks, side) {
  const sum = (/** @type {boolean} */ late) => stacks.filter((stack) => stack.side === side && (stack.area === "reserve") === late).reduce((count, stack) => count + stack.count, 0);
  return { side, now: sum(false), later: sum(true) };
}

/** "4 (+2)": those in the field or castle, and in reserve. @param {Force} force */
export function figure({ now, later }) {
  return later > 0 ? `${now} (+${later})` : String(now);
}

/** For those who hear the page. @param {Force[]} forces */
export function inWords(forces) {
  return text("battle-declared", { forces: forces.map((each) => `${sideName(each.side)} ${figure(each)}`).join(" : ") });
}

/** @param {View} view @returns {SVGElement[]} */
export function drawClashes(view) {
  return [...clashes(view)].filter(([town]) => places[town]).map(([town, [one, other]]) => {
    const [x, y] = places[town];
    const letters = figure(one).length + figure(other).length;
    const wide = 62 + letters * 14;
    return svg(
      "g",
      { class: "clash", transform: `translate(${x - wide / 2} ${y - 66})`, "data-clash": town },
      svg("rect", { x: 0, y: -20, width: wide, height: 40, rx: 20 }),
      svg("path", { d: SWORDS, transform: "translate(20 0)" }),
      svg("text", { x: 36, y: 9 }, svg("tspan", { class: one.side }, figure(one)), svg("tspan", {}, ":"), svg("tspan", { class: other.side }, figure(other))),
    );
  });
}
