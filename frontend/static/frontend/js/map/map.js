// The sheet of towns, names and boxes. Blocks are drawn on it by tokens.js.
//
// It is three drawings one above the other: the towns, the blocks, and the names with what stands above all. The land
// lies under them in one more (terrain.js). So the browser paints land, towns and names once and keeps them: a new
// view, and every frame of a motion, go through the blocks alone.

import { html, svg } from "../page/dom.js";
import { page, text, townName } from "../page/page.js";
import { names, places, size, staging } from "./layout.js";
import { drawMark } from "./marks.js";

/** Where the middle of the boxes beside the map is. @type {Record<string, [number, number]>} */
export const boxes = Object.fromEntries(
  Object.entries(staging).map(([box, [left, top, wide, high]]) => [box, [left + wide / 2, top + high / 2]]),
);

/**
 * @typedef {object} Sheet
 * @property {HTMLElement} root
 * @property {SVGElement} tokens           where blocks are drawn: under the names, above the marks
 * @property {SVGElement} above            the drawing of the names, for what stands above the blocks
 * @property {Map<string, SVGElement>} towns
 */

/** The width of a letter that the places of the names were made for, in parts of its height. */
export const LETTER = 0.53;
/** What a place has beyond its letters, for letters 100 high. */
const MARGIN = 20;
const SMALLEST = 0.75;

/**
 * Draws the sheet of the map, with layers for what lies on it.
 *
 * @returns {Sheet}
 */
export function drawSheet() {
  const tokens = svg("g", { class: "tokens" });
  /** @type {Map<string, SVGElement>} */
  const towns = new Map();
  for (const town of Object.keys(places)) towns.set(town, drawMark(town, describeTown(town)));
  const above = drawing(svg("g", { class: "names", "aria-hidden": "true" }, Object.keys(places).map(drawName)));
  const root = html(
    "div",
    { class: "sheet", role: "group", "aria-label": text("map") },
    drawing(
      svg("g", { class: "boxes" }, Object.keys(staging).map(drawBox)),
      svg("g", { class: "marks" }, [...towns.values()]),
    ),
    drawing(tokens),
    above,
  );
  return { root, tokens, above, towns };
}

/** @param {...SVGElement} parts */
function drawing(...parts) {
  return svg("svg", { viewBox: `0 0 ${size.width} ${size.height}` }, parts);
}

/** A name can be pressed as the town can. @param {string} town */
function drawName(town) {
  const [x, y, anchor] = names[town];
  const look = page.towns[town]?.victory ? "name victory" : page.towns[town]?.rating ? "name" : "name minor";
  return svg("text", { x, y, "text-anchor": anchor, class: look, "data-town": town }, townName(town));
}

/**
 * Makes names smaller that take more room than their places have: how wide letters are depends on the fonts that this
 * machine has.
 * @param {Sheet} sheet  on the page already, where the fonts are known
 */
export function fitNames({ above }) {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return;
  /** @type {Map<string, string>} */
  const fonts = new Map();
  for (const element of /** @type {NodeListOf<SVGElement>} */ (above.querySelectorAll(".name"))) {
    const look = String(element.getAttribute("class"));
    if (!fonts.has(look)) {
      const { fontStyle, fontWeight, fontFamily } = getComputedStyle(element);
      fonts.set(look, `${fontStyle} ${fontWeight} 100px ${fontFamily}`);
    }
    pen.font = String(fonts.get(look));
    const letters = element.textContent ?? "";
    const room = LETTER * 100 * letters.length + MARGIN;
    const wide = pen.measureText(letters).width;
    if (wide > room) element.style.setProperty("--fit", Math.max(room / wide, SMALLEST).toFixed(3));
  }
}

/**
 * Draws a staging box.
 *
 * @param {string} box
 */
function drawBox(box) {
  const [x, y, width, height] = staging[box];
  return svg(
    "g",
    { class: "box" },
    svg("rect", { x, y, width, height, rx: 4 }),
    svg("rect", { x: x + 5, y: y + 5, width: width - 10, height: height - 10, rx: 2, class: "inner" }),
    svg("text", { x: x + width / 2, y: y + 27, class: "box-name" }, townName(box)),
  );
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
