// The sheet that never changes: sea, roads, towns and their names. Blocks are drawn by tokens.js.

import { svg } from "./dom.js";
import { places, roads, shore, size } from "./layout.js";
import { page, text, townName } from "./page.js";

/** Where the boxes beside the map lie on the sheet, out at sea. @type {Record<string, [number, number]>} */
export const boxes = { germania: [190, 170], france: [190, 330], england: [190, 490] };

/**
 * @typedef {object} Sheet
 * @property {SVGElement} root
 * @property {SVGElement} tokens           where blocks are drawn: under the names, above the roads
 * @property {Map<string, SVGElement>} towns
 */

/** @returns {Sheet} */
export function drawSheet() {
  const tokens = svg("g", { class: "tokens" });
  /** @type {Map<string, SVGElement>} */
  const towns = new Map();
  const marks = svg("g", { class: "marks" });
  const names = svg("g", { class: "names", "aria-hidden": "true" });
  for (const [town, [x, y]] of Object.entries(places)) {
    const mark = drawTown(town, x, y);
    towns.set(town, mark);
    marks.append(mark);
    names.append(drawName(town, x, y));
  }
  const root = svg(
    "svg",
    { viewBox: `0 0 ${size.width} ${size.height}`, class: "sheet", role: "group", "aria-label": text("map") },
    svg("rect", { width: size.width, height: size.height, class: "land" }),
    svg("path", { d: sea(), class: "sea" }),
    svg("g", { class: "roads", "aria-hidden": "true" }, ["minor", "major"].map(drawRoads)),
    svg("g", { class: "boxes" }, Object.entries(boxes).map(([box, place]) => drawBox(box, place))),
    marks,
    tokens,
    names,
  );
  return { root, tokens, towns };
}

/** The towns of the coast, whose names are written out over the sea: so the next town may stand close below. */
const COAST = new Set("latakia margat tartus tripoli botron beirut sidon tyre acre caesarea jaffa ascalon gaza".split(" "));

/** @param {string} town @param {number} x @param {number} y */
function drawName(town, x, y) {
  const look = page.towns[town]?.victory ? "name victory" : "name";
  if (COAST.has(town)) return svg("text", { x: x - 26 - (page.towns[town]?.victory ? 26 : 0), y: y + 8, class: `${look} coast` }, townName(town));
  return svg("text", { x, y: y - 24, class: look }, townName(town));
}

/** The sea as one smooth outline: the west edge of the sheet and the shore. */
function sea() {
  const points = shore;
  let path = `M0 0L${points[0][0]} ${points[0][1]}`;
  for (let i = 1; i < points.length - 1; i += 1) {
    const [x, y] = points[i];
    const [nextX, nextY] = points[i + 1];
    path += `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  }
  const last = points[points.length - 1];
  return `${path}L${last[0]} ${last[1]}Z`;
}

/** @param {string} kind */
function drawRoads(kind) {
  return roads
    .filter((road) => road[2] === kind)
    .map(([a, b]) => {
      const [ax, ay] = places[a];
      const [bx, by] = places[b];
      return svg("line", { x1: ax, y1: ay, x2: bx, y2: by, class: `road ${kind}` });
    });
}

/** @param {string} box @param {[number, number]} place */
function drawBox(box, [x, y]) {
  return svg(
    "g",
    { class: "box" },
    svg("rect", { x: x - 140, y: y - 62, width: 280, height: 124, rx: 10 }),
    svg("text", { x, y: y - 38, class: "name" }, townName(box)),
  );
}

/** @param {string} town @param {number} x @param {number} y */
function drawTown(town, x, y) {
  const facts = page.towns[town] ?? { rating: 0, region: "", port: false };
  const mark = svg(
    "g",
    { class: `town region-${facts.region.toLowerCase()}`, transform: `translate(${x} ${y})`, "data-town": town },
    svg("title", {}, describeTown(town)),
    svg("circle", { r: 46, class: "hit" }),
    svg("circle", { r: 30, class: "ring" }),
  );
  if (facts.rating > 0) mark.append(...drawCastle(facts.rating));
  else mark.append(svg("circle", { r: 11, class: "body" }));
  if (facts.victory) mark.append(svg("path", { d: star(11), class: "star", transform: "translate(-30 -2)" }));
  if (facts.port) mark.append(drawAnchor(facts.fortified));
  return mark;
}

/** A castle: a wall with one tower more than its rating is high, so that 1 to 4 differ by shape and number. @param {number} rating */
function drawCastle(rating) {
  const half = 9 + rating * 3;
  const step = (half * 2) / (rating * 2 + 1);
  let wall = `M${-half} 13V-10`;
  for (let i = 0; i < rating * 2 + 1; i += 1) {
    const tall = i % 2 === 0;
    const right = -half + step * (i + 1);
    wall += `V${tall ? -14 : -8}H${right}`;
  }
  return [svg("path", { d: `${wall}V13Z`, class: "body" }), svg("text", { y: 9, class: "rating" }, rating)];
}

/** @param {boolean} fortified  a fortified port has a chain across its mouth */
function drawAnchor(fortified) {
  return svg(
    "g",
    { class: "anchor", transform: "translate(34 0)" },
    fortified && svg("circle", { r: 14, class: "chain" }),
    svg("path", { d: "M0 -9V9M-4 -5H4M-8 2C-8 8 -3 9 0 9C3 9 8 8 8 2" }),
  );
}

/** @param {number} radius */
function star(radius) {
  const points = [];
  for (let i = 0; i < 10; i += 1) {
    const reach = i % 2 === 0 ? radius : radius * 0.45;
    const angle = (Math.PI / 5) * i - Math.PI / 2;
    points.push(`${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}

/** The facts of a town in words, for the pointer's hint and the panel. @param {string} town */
export function describeTown(town) {
  const facts = page.towns[town];
  if (!facts) return townName(town);
  const parts = [townName(town), text(`region-${facts.region.toLowerCase()}`)];
  if (facts.rating) parts.push(text("castle-of", { rating: facts.rating }));
  if (facts.fortified) parts.push(text("fortified-port"));
  else if (facts.port) parts.push(text("port"));
  if (facts.victory) parts.push(text("victory-city"));
  return parts.join(", ");
}
