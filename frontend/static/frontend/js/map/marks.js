// The mark of a town: its castle with as many towers as its rating, each with the arms of those who have their seat
// there; its harbor, its star; who holds it, by color and by shape; who besieges it.
//
// Both shapes, the Franks' shield and the Saracens' roundel, are drawn once; a class on the mark says which one shows.
// The paths are moved to the town, not their group: fifty moved groups cost the browser time at every new view.

import { armsOf, placeArms } from "../blocks/emblems.js";
import { svg } from "../page/dom.js";
import { page } from "../page/page.js";
import { places } from "./layout.js";

const TOWER = 17;
const ROUNDEL = "M0-9.800a9.800 9.800 0 1 0 .1 0Z";
const SHIELD = "M-9-10H9V-1C9 6 5 9.500 0 12C-5 9.500-9 6-9-1Z";

/**
 * @typedef {(d: string, look: string, x?: number, y?: number) => SVGElement} Draw  a path drawn about the town, or a
 *   point beside it
 */

/**
 * Draws the mark of a town: its castle or village, harbor and star.
 *
 * @param {string} town
 * @param {string} described
 */
export function drawMark(town, described) {
  const [x, y] = places[town];
  const facts = page.towns[town] ?? { rating: 0, region: "", port: false };
  const half = facts.rating ? facts.rating * TOWER * 0.5 + 3 : 11;
  /** @type {Draw} */
  const draw = (d, look, right = 0, down = 0) => svg("path", { d: translatePath(d, x + right, y + down), class: look });
  return svg(
    "g",
    {
      class: `town region-${facts.region.toLowerCase()}`,
      "data-town": town,
      "data-key": `town-${town}`,
      role: "button",
    },
    svg("title", {}, described),
    svg("circle", { cx: x, cy: y, r: 42, class: "hit" }),
    svg("circle", { cx: x, cy: y, r: half + 15, class: "ring" }),
    facts.port && drawHarbor(draw, -half - 17, facts.fortified),
    facts.rating > 0
      ? [drawCastle(draw, facts.rating), drawSeats(x, y, facts.rating, seatsOf(town))]
      : drawVillage(draw),
    facts.victory && draw(star(12), "star", 0, -35),
    drawInside(draw, half + 14),
  );
}

/** What the mark of a town covers on the sheet, its star and its harbor too. @param {string} town */
export function markExtent(town) {
  const [x, y] = places[town];
  const { rating = 0, port, victory } = page.towns[town] ?? {};
  const half = rating ? rating * TOWER * 0.5 + 3 : 11;
  const left = x - half - (port ? 30 : 4);
  const top = y - (victory ? 47 : 26);
  return { left, top, wide: x + half + 4 - left, high: y + 28 - top };
}

/** The path moved: what is relative in it stays. @param {string} path @param {number} x @param {number} y */
function translatePath(path, x, y) {
  return path.replace(/([A-Z])([^A-Za-z]*)/g, (_whole, letter, rest) => {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const moved = numbers.map((/** @type {number} */ number, /** @type {number} */ i) => {
      if (letter === "H") return number + x;
      if (letter === "V") return number + y;
      if (letter !== "A") return number + (i % 2 ? y : x);
      return i % 7 < 5 ? number : number + (i % 7 === 5 ? x : y);
    });
    return letter + moved.map((/** @type {number} */ number) => Math.round(number * 100) / 100).join(" ");
  });
}

/** One of those who bear the same arms. @param {string} town @returns {string[]} */
function seatsOf(town) {
  return [...new Set((page.towns[town]?.seats ?? []).map(armsOf))];
}

/**
 * Draws a castle with a tower for each point of its rating.
 *
 * @param {Draw} draw
 * @param {number} rating
 */
function drawCastle(draw, rating) {
  const left = (-rating * TOWER) / 2;
  let wall = `M${left - 1} 16V4`;
  for (let i = 0; i < rating; i += 1) {
    const at = left + i * TOWER;
    // A tower with three merlons, and the low wall between it and the next.
    wall += `H${at + 1}V-24h4v4h3.500v-4h4v4H${at + TOWER - 5}v-4h4V4`;
    if (i < rating - 1) wall += "h2";
  }
  wall += `H${-left + 1}V16Z`;
  return [
    draw(wall, "body"),
    draw(`M${left - 1} 16V8H${-left + 1}V16Z`, "foot"),
    // The foot of the castle is cut as a shield's point or round, so that its holder shows without color.
    draw(`M${left - 1} 16H${-left + 1}L0 ${18 + rating * 2.5}Z`, "body for-frank"),
    draw(`M${left - 1} 16H${-left + 1}Q0 ${22 + rating * 2.5} ${left - 1} 16Z`, "body for-saracen"),
  ];
}

/**
 * On each tower the arms of one who has a seat there.
 * @param {number} x
 * @param {number} y
 * @param {number} rating
 * @param {string[]} seats
 */
function drawSeats(x, y, rating, seats) {
  return seats
    .slice(0, rating)
    .map((arms, i) => placeArms(arms, `${x + (i + 0.5 - rating / 2) * TOWER} ${y - 6}`, "seat"));
}

/**
 * Draws the mark of a town without a castle.
 *
 * @param {Draw} draw
 */
function drawVillage(draw) {
  return [
    draw(SHIELD, "body for-frank"),
    draw(ROUNDEL, "body for-saracen"),
    draw("M0-11L11 0L0 11L-11 0Z", "body for-nobody"),
    draw("M-1.500-6.500H1.500V-2.500H5.500V.5H1.500V7H-1.500V.5H-5.500V-2.500H-1.500Z", "charge for-frank"),
    draw("M3-5A5.500 5.500 0 1 0 3 5A4.400 4.400 0 1 1 3-5Z", "charge for-saracen"),
  ];
}

/**
 * An anchor; before a fortified port a chain hangs across the mouth.
 * @param {Draw} draw
 * @param {number} x
 * @param {boolean} fortified
 */
function drawHarbor(draw, x, fortified) {
  return svg(
    "g",
    { class: "anchor" },
    draw("M0-6V10M-5-3H5M-9 3C-8 8-4 10 0 10C4 10 8 8 9 3M0-11.1a2.600 2.600 0 1 0 .1 0Z", "", x, -1),
    fortified &&
      draw(
        "M-14 15a4 2.600 0 1 1 8 0a4 2.600 0 1 1 -8 0M-4 16.500a4 2.600 0 1 1 8 0a4 2.600 0 1 1 -8 0M6 15a4 2.600 0 1 1 8 0a4 2.600 0 1 1 -8 0",
        "chain",
        x,
        -1,
      ),
  );
}

/** The side that is shut in, on the siege ring. @param {Draw} draw @param {number} reach */
function drawInside(draw, reach) {
  const at = Math.round(reach * 0.75);
  return svg(
    "g",
    { class: "inside" },
    draw(SHIELD, "of-frank", at, -at),
    draw(ROUNDEL, "of-saracen", at, -at),
    // Bars: the besieged cannot leave.
    draw("M-4-8V8M0-9V10M4-8V8", "bars", at, -at),
  );
}

/**
 * Returns the path of a star with eight points.
 *
 * @param {number} radius
 */
function star(radius) {
  const points = [];
  for (let i = 0; i < 16; i += 1) {
    const reach = i % 2 === 0 ? radius : radius * 0.55;
    const angle = (Math.PI / 8) * i - Math.PI / 2;
    points.push(`${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}
