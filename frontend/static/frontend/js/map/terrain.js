// The ground: sea, land, realms, hills, waters, roads. Drawn once.

import { svg } from "../page/dom.js";
import { page, text } from "../page/page.js";
import * as ground from "./land.js";
import { roads, size } from "./layout.js";

/**
 * The names of realms: x, y of the first line. They keep out of the room for blocks and of the names of towns.
 * @type {Record<string, [number, number]>}
 */
const REALMS = { antioch: [1306, 272], tripoli: [818, 674], jerusalem: [1690, 1300], syria: [1650, 510] };
/** How far the second line of a name stands below the first, in heights of its letters: they are larger from afar. */
const LINE = 1.12;
const SEA = [165, 300];
const BEYOND = 700;
/** How far the picture of the hills goes beyond the sheet. */
const HILLS_BEYOND = 300;

/** Draws what never changes: sea, land, realms, hills, rivers, lakes, roads and names. */
export function drawGround() {
  // A frame of another shape shows what lies beyond the sheet.
  const everything = around(BEYOND);
  return svg(
    "svg",
    { viewBox: `0 0 ${size.width} ${size.height}`, class: "ground", "aria-hidden": "true" },
    svg(
      "defs",
      {},
      svg("path", { id: "land", d: ground.land, "stroke-linejoin": "round" }),
      svg("clipPath", { id: "on-land" }, svg("use", { href: "#land" })),
      Object.entries(ground.realms).map(([realm, d]) => svg("clipPath", { id: `in-${realm}` }, svg("path", { d }))),
    ),
    svg("rect", { ...everything, class: "sea" }),
    ground.waves.map((d, i) => svg("path", { d, class: `wave wave-${i}` })),
    drawRose(SEA[0], SEA[1] + 250),
    svg(
      "g",
      { "clip-path": "url(#on-land)" },
      svg("rect", { ...everything, class: "land" }),
      Object.entries(ground.realms).map(([realm, d]) =>
        svg("path", { d, class: `realm ${realm}`, "clip-path": `url(#in-${realm})` }),
      ),
      svg("image", { href: page.relief, ...around(HILLS_BEYOND), preserveAspectRatio: "none", class: "slopes" }),
      svg("path", { d: ground.desert, class: "desert" }),
      svg("path", { d: ground.shade, class: "hill-shade" }),
      svg("path", { d: ground.hills, class: "hills" }),
      ground.rivers.map(([width, d]) => svg("path", { d, class: "river", "stroke-width": width })),
      Object.values(ground.lakes).map((d) => svg("path", { d, class: "lake" })),
    ),
    svg("use", { href: "#land", class: "shore" }),
    svg("g", { class: "roads" }, ["minor", "major"].map(drawRoads)),
    svg("g", { class: "ground-names" }, drawSeaName(), Object.entries(REALMS).map(drawRealmName)),
  );
}

/** The sheet and so much more. @param {number} more */
function around(more) {
  return { x: -more, y: -more, width: size.width + 2 * more, height: size.height + 2 * more };
}

/**
 * Draws the roads of a kind.
 *
 * @param {string} kind
 */
function drawRoads(kind) {
  const these = roads
    .filter((road) => road[2] === kind)
    .map((road) => road[3])
    .join("");
  // A road is a dark line with a light one on it, so that it stands off every ground; minor ones are dashes.
  return kind === "major"
    ? [svg("path", { d: these, class: "road-edge" }), svg("path", { d: these, class: "road major" })]
    : [svg("path", { d: these, class: "road-under" }), svg("path", { d: these, class: "road minor" })];
}

/** @param {[string, [number, number]]} realm */
function drawRealmName([realm, [x, y]]) {
  return inLines(text(`region-${realm}`), { x, y, line: LINE, look: `realm-name ${realm}` });
}

function drawSeaName() {
  return inLines(text("sea-name"), { x: SEA[0], y: SEA[1], line: 1.24, look: "sea-name" });
}

/**
 * The first word of a name, and the rest below it: nowhere is there room for long lines.
 * @param {string} name
 * @param {{x: number, y: number, line: number, look: string}} where
 */
function inLines(name, { x, y, line, look }) {
  const [first, ...rest] = name.split(" ");
  return svg(
    "text",
    { class: look },
    svg("tspan", { x, y }, first),
    rest.length > 0 && svg("tspan", { x, dy: `${line}em` }, rest.join(" ")),
  );
}

/** A rose of the winds. @param {number} x @param {number} y */
function drawRose(x, y) {
  const long = "M0-78L9-14L0 0L-9-14Z";
  const short = "M0-46L8-12L0 0L-8-12Z";
  const points = [0, 90, 180, 270].map((turn) => svg("path", { d: long, transform: `rotate(${turn})` }));
  const between = [45, 135, 225, 315].map((turn) =>
    svg("path", { d: short, transform: `rotate(${turn})`, class: "lesser" }),
  );
  return svg(
    "g",
    { class: "rose", transform: `translate(${x} ${y})` },
    svg("circle", { r: 58 }),
    svg("circle", { r: 52 }),
    between,
    points,
    svg("path", { d: "M-8-86V-102L8-86V-102", class: "north" }),
  );
}
