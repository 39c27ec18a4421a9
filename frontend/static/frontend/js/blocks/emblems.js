// The arms on the blocks: our own drawings. Franks bear a shield, Saracens a roundel, the Assassins a lozenge, so that
// the side shows in the shape and not in the color alone. All are drawn about the middle of a square of 40 units.

import { svg } from "../page/dom.js";

/** Tinctures. Light and dark ones alternate, so that every charge can be told from its field without color. */
const INK = {
  g: "#b5281f",
  a: "#27549b",
  o: "#f0bd3d",
  w: "#fbf6ea",
  s: "#2a2522",
  v: "#2c6b4a",
  p: "#6d3b73",
  t: "#1d7a80",
  n: "#8a5a2b",
};

/**
 * @typedef {[tincture: string, path: string, stroke?: number | null, place?: string]} Charge  a path filled, or drawn
 *   with a stroke so wide
 */

export const FRAMES = {
  frank: "M-16-18H16V-1C16 10 8 16 0 20C-8 16-16 10-16-1Z",
  saracen: "M0-19A19 19 0 0 1 0 19A19 19 0 0 1 0-19Z",
  assassin: "M0-20L18 0L0 20L-18 0Z",
};

const CROSS = "M-4-17H4V-5H15V3H4V17L0 19L-4 17V3H-15V-5H-4Z";
const LION = [
  "M5-4.5a4.6 4.6 0 1 1 9 1.2L12 0L9 1C8 3 7 3 6 3H-7C-10 3-10-1-8-3H4Z",
  "M-8 1L-9 8M-4 2L-3 8M3 2L2 8M7 0L11 2L10 6M-8-1C-14-3-14-9-9-9",
];
/** @param {string} tincture @param {string} [place] @returns {Charge[]} */
const lion = (tincture, place) => [
  [tincture, LION[0], null, place],
  [tincture, LION[1], 2.3, place],
];
const EAGLE =
  "M0-16C3-16 4-14 4-12L8-11L4-10L4-7C8-14 13-14 16-15C17-8 15 0 13 5L11 1L9 7L7 2L5 6L4 4L3 7L7 14L3 12L0 18L-3 12L-7 14L-3 7L-4 4L-5 6L-7 2L-9 7L-11 1L-13 5C-15 0-17-8-16-15C-13-14-8-14-4-7L-4-12C-4-14-3-16 0-16Z";
const LILY =
  "M0-9C4-4 3-1 2 2H3C3-3 8-5 8 0C8 3 5 4 4 3V5H2L4 9L0 7L-4 9L-2 5H-4V3C-5 4-8 3-8 0C-8-5-3-3-3 2H-2C-3-1-4-4 0-9Z";
const STAR8 = "M0-14L4-9L10-10L9-4L14 0L9 4L10 10L4 9L0 14L-4 9L-10 10L-9 4L-14 0L-9-4L-10-10L-4-9Z";
const CRESCENT = "M6-12A13 13 0 1 0 6 12A10 10 0 1 1 6-12Z";
const SWORD = "M0-15L2.5-11V5H7V8H2.5V14H-2.5V8H-7V5H-2.5V-11Z";
const BOW = "M-6-14C10-8 10 8-6 14M-6-14V14M-11 0H11M7-4L12 0L7 4";
const HORSE = "M-9 14C-9 5-1 2-3-3L-9 1L-12-3L-5-11L-3-15L0-12C8-12 12-3 10 14Z";
const WOLF = "M-12-13L-6-8H6L12-13L13-1L5 6L2 13H-2L-5 6L-13-1ZM-7-2L-3 1L-7 2ZM7-2L3 1L7 2Z";

/** @type {Record<string, {frame: keyof typeof FRAMES, field: string, charges: Charge[]}>} */
const ARMS = {
  // Orders, pilgrims, hired men
  templars: frank("w", ["g", CROSS]),
  hospitallers: frank("s", ["w", "M-3-3L-6-14H6L3-3L13-6V6L3 3L6 15H-6L-3 3L-13 6V-6Z"]),
  turcopoles: frank("v", ["w", BOW, 2.6, "rotate(-45)"]),
  pilgrims: frank(
    "t",
    ["w", "M0 13L-4 9H-7L-5 5C-11 4-13-3-11-6C-9-11-4-13 0-13C4-13 9-11 11-6C13-3 11 4 5 5L7 9H4Z"],
    ["t", "M0 7V-10M-2 6L-6-8M2 6L6-8M-4 5L-10-3M4 5L10-3", 1.5],
  ),
  crossbows: frank("g", ["w", "M0-14V15M-11-5C-6-11 6-11 11-5M-11-5L0 2L11-5", 2.6], ["w", "M-4 15H4L2 10H-2Z"]),
  // The kingdom and its lords
  "king-guy": frank(
    "w",
    ["n", "M-2.5-13H-6V-16H6V-13H2.5V-3.5H10V-7H13V5H10V1.5H2.5V12H6V15H-6V12H-2.5V1.5H-10V5H-13V-7H-10V-3.5H-2.5Z"],
    ["n", "M-9-14V-8M-12-11H-6M9-14V-8M6-11H12M-8 6V12M-11 9H-5M8 6V12M5 9H11", 2],
  ),
  bohemond: frank(
    "g",
    ["o", "M-8 13L6-7M8 13L-6-7M6 9L10 6M-6 9L-10 6", 3],
    ["o", "M7-14a4 4 0 1 0 .1 0ZM7-11.5a1.5 1.5 0 1 1-.1 0ZM-7-14a4 4 0 1 0 .1 0ZM-7-11.5a1.5 1.5 0 1 1-.1 0Z"],
  ),
  "raymond-tripoli": frank("g", [
    "o",
    "M0-13L4-8L2.5-2.5L8-4L13 0L8 4L2.5 2.5L4 9L0 14L-4 9L-2.5 2.5L-8 4L-13 0L-8-4L-2.5-2.5L-4-8Z",
  ]),
  "raymond-tiberias": frank(
    "a",
    ["w", "M-13 0C-7-9 3-8 8-1L13-6V6L8 1C3 8-7 9-13 0Z"],
    ["a", "M-7-1.5a1.6 1.6 0 1 0 .1 0ZM-3-4C-1-1-1 1-3 4", 1.4],
  ),
  "reynald-sidon": frank("a", ["w", "M-13 4H13L8 12H-8ZM-1-14H1V2H-1Z"], ["o", "M2-12C11-9 11-3 2 1Z"]),
  "reynald-kerak": frank(
    "g",
    ["w", "M-11-6H-6V12L-11 8ZM-2.5-6H2.5V17L0 18.5L-2.5 17ZM6-6H11V8L6 12Z"],
    ["o", "M-15-17H15V-8H-15Z"],
  ),
  conrad: frank("w", ["g", "M-15-17H15V-4H-15Z"], ["s", "M-7 14V1H-4V4H-1.5V1H1.5V4H4V1H7V14L0 17Z"]),
  balian: frank("o", ["g", "M-3-3L-6-15H6L3-3L14-6V5L3 3L5 15L0 17L-5 15L-3 3L-14 5V-6Z"]),
  walter: frank("w", ["a", "M-14-11q3.5-5 7 0t7 0t7 0t7 0M-14-2q3.5-5 7 0t7 0t7 0t7 0M-11 7q3.5-5 7 0t7 0t7 0", 3.4]),
  josselin: frank("o", ["g", "M-7-12a5 5 0 1 0 .1 0ZM7-12a5 5 0 1 0 .1 0ZM0 2a5 5 0 1 0 .1 0Z"]),
  // From beyond the sea
  richard: frank("g", ...lion("o", "translate(-1 3) scale(1.08)"), ["o", "M-8-9L-10-16L-4-13L0-17L4-13L10-16L8-9Z"]),
  robert: frank("g", ...lion("o", "translate(-1 -7)"), ["w", "M-13 5H13V9H-11Z"]),
  philip: frank(
    "a",
    ["o", LILY, null, "translate(-7 -8) scale(.72)"],
    ["o", LILY, null, "translate(7 -8) scale(.72)"],
    ["o", LILY, null, "translate(0 8) scale(.72)"],
  ),
  hugh: frank("o", [
    "a",
    "M-15-12L-9-17H-2L-15-4ZM5-17H12L-14 6L-15 0ZM15-13V-6L-7 13L-11 9ZM15 0C14 8 9 13 0 18L-3 15Z",
  ]),
  james: frank("o", [
    "s",
    "M-14-9L0-17L14-9V-4L0-12L-14-4ZM-14 2L0-6L14 2C14 4 13.5 5 13 6L0-1L-13 6C-13.5 5-14 4-14 2ZM-11 10L0 4L11 10L8 14L0 9L-8 14Z",
  ]),
  barbarossa: frank("o", ["s", EAGLE]),
  frederick: frank("o", ...lion("s", "translate(-1 -9) scale(.85)"), ...lion("s", "translate(-1 4) scale(.85)")),
  leopold: frank("g", ["w", "M-15-6H15V2C15 4 14.5 5 14 6H-14C-14.5 5-15 4-15 2Z"]),
  // Saladin and his kin: gold fields
  saladin: saracen("o", ["g", EAGLE, null, "scale(.86)"]),
  "al-adil": saracen(
    "o",
    ["s", "M0-13V11M-10-9H10M-6 12H6M-10-9L-14 1H-6ZM10-9L6 1H14Z", 2.2],
    ["s", "M-14 1H-6C-7 5-13 5-14 1ZM6 1H14C13 5 7 5 6 1Z"],
  ),
  "al-aziz": saracen("o", ["a", SWORD]),
  "al-afdal": saracen("o", ["v", STAR8], ["o", "M0-5a5 5 0 1 0 .1 0Z"]),
  "al-zahir": saracen(
    "o",
    ["g", "M0-7a7 7 0 1 0 .1 0Z"],
    ["g", "M0-14V-10M0 14V10M-14 0H-10M14 0H10M-10-10L-7-7M10 10L7 7M10-10L7-7M-10 10L-7 7", 2.8],
  ),
  // Emirs
  "qara-qush": saracen("w", [
    "s",
    "M-13-10C-8-9-4-6-2-2C0-7 4-11 9-11L14-8L9-7C9 0 6 6 0 8L-2 14L-6 14L-4 8C-9 6-12-1-13-10Z",
  ]),
  zangi: saracen("g", ["w", "M-9 12L7-12L12-9M9 12L-7-12L-12-9", 3], ["w", "M0 6a3.5 3.5 0 1 0 .1 0Z"]),
  sanjar: saracen("v", ["w", CRESCENT, null, "rotate(-90) scale(.9)"], ["w", "M0-11L3-5L0 1L-3-5Z"]),
  yazkuj: saracen(
    "w",
    ["g", "M0-14A14 14 0 0 1 0 14A14 14 0 0 1 0-14ZM0-9.5A9.5 9.5 0 0 0 0 9.5A9.5 9.5 0 0 0 0-9.5Z"],
    ["g", "M0-5a5 5 0 1 0 .1 0Z"],
  ),
  sulaiman: saracen("t", ["w", "M-9-9H9V9H-9ZM0-13L13 0L0 13L-13 0Z", 2.5]),
  keukburi: saracen("w", ["a", WOLF]),
  shirkuh: saracen("p", ...lion("w", "translate(-1 0) scale(1.05)")),
  jurdik: saracen("s", ["w", SWORD, null, "rotate(45) scale(1.05)"], ["w", SWORD, null, "rotate(-45) scale(1.05)"]),
  bahram: saracen("g", ["w", "M0-15C7-7 9-2 9 3C9 9 5 13 0 14C-5 13-9 9-9 3C-9-1-6-4-5-8C-3-6-2-4-2-2C0-6 1-10 0-15Z"]),
  tuman: saracen("a", [
    "w",
    "M-7-10a3 3 0 1 0 .1 0ZM0-13a3 3 0 1 0 .1 0ZM7-10a3 3 0 1 0 .1 0ZM-10-3a3 3 0 1 0 .1 0ZM0-3a3 3 0 1 0 .1 0ZM10-3a3 3 0 1 0 .1 0ZM-7 4a3 3 0 1 0 .1 0ZM0 7a3 3 0 1 0 .1 0ZM7 4a3 3 0 1 0 .1 0Z",
  ]),
  "taqi-al-din": saracen(
    "v",
    ["w", "M-10 13V-3C-10-8-4-10 0-15C4-10 10-8 10-3V13H6V-2C6-5 3-6 0-9C-3-6-6-5-6-2V13Z"],
    ["w", "M-2.5 13V4H2.5V13Z"],
  ),
  "al-mashtub": saracen(
    "s",
    ["o", "M-10-13L-6-15L10 13L6 15Z"],
    ["o", "M9-10a3.2 3.2 0 1 0 .1 0ZM-9 4a3.2 3.2 0 1 0 .1 0Z"],
  ),
  yuzpah: saracen("n", ["w", "M-12-12L12 12M12-12L-12 12M0-17V17M-17 0H17", 2.4], ["w", "M0-6L6 0L0 6L-6 0Z"]),
  qaimaz: saracen(
    "w",
    ["t", "M-17-8H17L18-3H-18ZM-18 3H18L17 8H-17Z"],
    ["t", "M0-16a3 3 0 1 0 .1 0ZM0 10a3 3 0 1 0 .1 0Z"],
  ),
  // Peoples
  kurds: saracen("n", ["w", "M-7 15V-6M0 15V-9M7 15V-6", 2.2], ["w", "M-7-14L-4-6H-10ZM0-17L3-9H-3ZM7-14L10-6H4Z"]),
  turks: saracen("t", ["w", BOW, 2.8]),
  arabs: saracen("g", ["w", HORSE], ["g", "M-4-8a1.3 1.3 0 1 0 .1 0Z"]),
  assassins: { frame: "assassin", field: "w", charges: [["s", "M0 15L-3 8V-4H-8V-7H-2V-13H2V-7H8V-4H3V8Z"]] },
};

/** @param {string} field @param {...Charge} charges @returns {{frame: "frank", field: string, charges: Charge[]}} */
function frank(field, ...charges) {
  return { frame: "frank", field, charges };
}

/** @param {string} field @param {...Charge} charges @returns {{frame: "saracen", field: string, charges: Charge[]}} */
function saracen(field, ...charges) {
  return { frame: "saracen", field, charges };
}

/** The arms of a block: those of its order or people, where several bear the same. @param {string} block */
export function armsOf(block) {
  if (block in ARMS) return block;
  return block.replace(/^\w+-(?=(templars|hospitallers|turcopoles|pilgrims)$)/, "").replace(/-\d$/, "");
}

/**
 * Each of the arms once. They are markers: a browser paints one as a single thing, where `<use>` copies all its parts,
 * and every part that is turned or scaled costs time at each new view.
 *
 * @returns {SVGElement}
 */
export function drawArmsSymbols() {
  return svg(
    "svg",
    { class: "arms", width: 0, height: 0, "aria-hidden": "true" },
    svg(
      "defs",
      {},
      Object.entries(ARMS).map(([name, { frame, field, charges }]) =>
        svg(
          "marker",
          { id: `arms-${name}`, markerWidth: 40, markerHeight: 40, overflow: "visible" },
          drawField(frame, field),
          charges.map(drawCharge),
          drawRim(frame),
        ),
      ),
    ),
  );
}

/**
 * The arms of a block about a point; css says by `stroke-width` how large.
 * @param {string} arms
 * @param {string} at
 * @param {string} look
 */
export function placeArms(arms, at, look) {
  return svg("path", { d: `M${at}h.01`, "marker-start": `url(#arms-${arms})`, class: look });
}

/** @param {keyof typeof FRAMES} frame @param {string} field */
function drawField(frame, field) {
  return svg("path", { d: FRAMES[frame], fill: tincture(field) });
}

/** Drawn over the charges, so that what reaches the edge ends there. @param {keyof typeof FRAMES} frame */
function drawRim(frame) {
  return svg("path", { d: FRAMES[frame], fill: "none", stroke: "#1d1915", "stroke-width": 1.8 });
}

/**
 * Draws a figure of a coat of arms.
 *
 * @param {Charge} charge
 */
function drawCharge([ink, path, width, place]) {
  const lines = {
    fill: "none",
    stroke: tincture(ink),
    "stroke-width": width ?? null,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return svg("path", {
    d: path,
    transform: place ?? null,
    ...(width ? lines : { fill: tincture(ink), "fill-rule": "evenodd" }),
  });
}

/** @param {string} letter */
function tincture(letter) {
  return INK[/** @type {keyof typeof INK} */ (letter)];
}
