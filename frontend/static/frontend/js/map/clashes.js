// The battles that are declared, with how many stand against how many.

import { sideName, text } from "../page/page.js";

/**
 * @typedef {import("./stacks.js").Stack} Stack
 * @typedef {{side: string, now: number, later: number}} Force  `later`: in reserve
 * @typedef {{map: Record<string, {stacks: Stack[]}>, arrivals?: {town: string, side: string}[], battles?: string[],
 *   battle?: {town: string} | null, you?: string | null}} Declared  a view, as far as it is read here
 */

/**
 * The battles that are declared and not over: everywhere one's own side first, to spectators the Franks.
 * @param {Declared} view
 * @returns {Map<string, Force[]>}
 */
export function declaredBattles(view) {
  const arrivals = view.arrivals ?? [];
  const declared = new Set([
    ...arrivals.map(({ town }) => town),
    ...(view.battles ?? []),
    ...(view.battle ? [view.battle.town] : []),
  ]);
  const own = view.you ?? "frank";
  /** @type {Map<string, Force[]>} */
  const found = new Map();
  for (const town of declared) {
    const stacks = view.map[town]?.stacks ?? [];
    const forces = [own, own === "frank" ? "saracen" : "frank"].map((side) => force(stacks, side));
    if (forces.every(({ now, later }) => now + later > 0)) found.set(town, forces);
  }
  return found;
}

/**
 * Counts a side's blocks at a town: those that fight now, and those that come later.
 *
 * @param {Stack[]} stacks
 * @param {string} side
 * @returns {Force}
 */
function force(stacks, side) {
  const sum = (/** @type {boolean} */ late) =>
    stacks
      .filter((stack) => stack.side === side && (stack.area === "reserve") === late)
      .reduce((count, stack) => count + stack.count, 0);
  return { side, now: sum(false), later: sum(true) };
}

/** "4 (+2)": those in the field or castle, and in reserve. @param {Force} force */
export function forceFigure({ now, later }) {
  return later > 0 ? `${now} (+${later})` : String(now);
}

/** For those who hear the page. @param {Force[]} forces */
export function forcesInWords(forces) {
  return text("battle-declared", {
    forces: forces.map((each) => `${sideName(each.side)} ${forceFigure(each)}`).join(" : "),
  });
}
