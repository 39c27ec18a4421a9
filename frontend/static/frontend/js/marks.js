// The mark of a town: its castle with as many towers as its rating, each with the arms of those who have their seat there; its harbor,
// its star; who holds it, by color and by shape; who besieges it.
//
// Both shapes, the Franks' shield and the Saracens' roundel, are drawn once; a class on the mark says which one shows.

import { svg } from "./dom.js";
import { armsOf } from "./emblems.js";
import { places } from "./layout.js";
import { page } from "./page.js";

const TOWER = 17;
const SHIELD = "M-9-10H9V-1C9 6 5 9.500 0 12C-5 9.500-9 6-9-1Z";

/** @param {string} town @param {string} described */
export function drawMark(town, described) {
  const [x, y] = places[town];
  const facts = page.towns[town] ?? { rating: 0, region: "", port: false };
  const half = facts.rating ? facts.rating * TOWER * 0.5 + 3 : 11;
  return svg(
    "g",
    { class: `town region-${facts.region.toLowerCase()}`, transform: `translate(${x} ${y})`, "data-town": town, "data-key": `town-${town}`, role: "button" },
    svg("title", {}, described),
    svg("circle", { r: 42, class: "hit" }),
    svg("circle", { r: half + 15, class: "ring" }),
    facts.port && drawHarbor(-half - 17, facts.fortified),
    facts.rating > 0 ? drawCastle(facts.rating, seatsOf(town)) : drawVillage(),
    facts.victory && svg("path", { d: star(12), class: "star", transform: "translate(0 -35)" }),
    drawInside(half + 14),
  );
}

/** One of those who bear the same arms. @param {string} town @returns {string[]} */
function seatsOf(town) {
  return [...new Set((page.towns[town]?.seats ?? []).map(armsOf))];
}

/** @param {number} rating @param {string[]} seats */
function drawCastle(rating, seats) {
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
    svg("path", { d: wall, class: "body" }),
    svg("path", { d: `M${left - 1} 16V8H${-left + 1}V16Z`, class: "foot" }),
    // The foot of the castle is cut as a shield's point or round, so that its holder shows without color.
    svg("path", { d: `M${left - 1} 16H${-left + 1}L0 ${18 + rating * 2.5}Z`, class: "body for-frank" }),
    svg("path", { d: `M${left - 1} 16H${-left + 1}Q0 ${22 + rating * 2.5} ${left - 1} 16Z`, class: "body for-saracen" }),
    seats.slice(0, rating).map((arms, i) => svg("use", { href: `#arms-${arms}`, transform: `translate(${left + (i + 0.5) * TOWER} -6) scale(.36)`, class: "seat" })),
  ];
}

function drawVillage() {
  return [
    svg("path", { d: SHIELD, class: "body for-frank" }),
    svg("circle", { r: 9.5, class: "body for-saracen" }),
    svg("path", { d: "M0-11L11 0L0 11L-11 0Z", class: "body for-nobody" }),
    svg("path", { d: "M-1.500-6.500H1.500V-2.500H5.500V.5H1.500V7H-1.500V.5H-5.500V-2.500H-1.500Z", class: "charge for-frank" }),
    svg("path", { d: "M3-5A5.500 5.500 0 1 0 3 5A4.400 4.400 0 1 1 3-5Z", class: "charge for-saracen" }),
  ];
}

/** An anchor; before a fortified port a chain hangs across the mouth. @param {number} x @param {boolean} fortified */
function drawHarbor(x, fortified) {
  return svg(
    "g",
    { class: "anchor", transform: `translate(${x} -1)` },
    svg("path", { d: "M0-6V10M-5-3H5M-9 3C-8 8-4 10 0 10C4 10 8 8 9 3" }),
    svg("circle", { cy: -8.5, r: 2.6 }),
    fortified && svg("path", { d: "M-14 15a4 2.600 0 1 1 8 0a4 2.600 0 1 1 -8 0M-4 16.500a4 2.600 0 1 1 8 0a4 2.600 0 1 1 -8 0M6 15a4 2.600 0 1 1 8 0a4 2.600 0 1 1 -8 0", class: "chain" }),
  );
}

/** The side that is shut in, on the siege ring. @param {number} reach */
function drawInside(reach) {
  const at = `translate(${Math.round(reach * 0.75)} ${Math.round(-reach * 0.75)})`;
  return svg(
    "g",
    { class: "inside", transform: at },
    svg("path", { d: SHIELD, class: "of-frank" }),
    svg("circle", { r: 10, class: "of-saracen" }),
    // Bars: whoever it is cannot leave.
    svg("path", { d: "M-4-8V8M0-9V10M4-8V8", class: "bars" }),
  );
}

/** @param {number} radius */
function star(radius) {
  const points = [];
  for (let i = 0; i < 16; i += 1) {
    const reach = i % 2 === 0 ? radius : radius * 0.55;
    const angle = (Math.PI / 8) * i - Math.PI / 2;
    points.push(`${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}
