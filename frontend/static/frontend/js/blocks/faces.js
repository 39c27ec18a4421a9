// What a block looks like: wood of its side's color, its arms, its figures, and on the top edge a pip for each step.
// The figures and the name carry the class `detail`: the map leaves them out where they would be too small to read, and
// shows instead what carries `afar`. Nothing on a block is scaled or moved as a group: each such group costs the
// browser time at every new view.

import { svg } from "../page/dom.js";
import { page } from "../page/page.js";
import { armsOf, placeArms, FRAMES } from "./emblems.js";

/** How wide and high a block is, without the edge of the wood below it. */
export const SIZE = 56;

const HALF = SIZE / 2;
/** Corners: square for Franks, round for Saracens, as their arms are. @type {Record<string, number>} */
const CORNERS = { frank: 3, saracen: 11, assassin: 6 };

/** How wide a name is at most: the lower corners are cut off, and the frame of a chosen block is drawn inward. */
const NAME_WIDTH = SIZE - 9;
/** How wide letters are in a bold name, about: wide ones, narrow ones, capitals, all others. */
const LETTERS = { wide: 11.5, narrow: 5, capital: 9, other: 8 };

/** @typedef {{id: string, strength: number, [flag: string]: unknown}} Seen */

/** The flags that show on a block. */
export const FLAGS = ["moved", "storming", "sallying", "acted", "face-up", "half-hit"];

/** Names too long for a block: "R. Tripoli", for there are two Raymonds and two Reynalds. @param {string} block */
function shortName(block) {
  const whole = page.blocks[block]?.name ?? block;
  if (/^(raymond|reynald)-/.test(block)) return whole.replace(/^(.).* /, "$1. ");
  const name = whole.replace(/^(al-\w+).*/, "$1").replace(/^King /, "");
  return name.length > 13 ? `${name.slice(0, 12)}.` : name;
}

/**
 * The width to which a long name is squeezed; null where it has room.
 * @param {string} name @param {string} side
 */
function squeezed(name, side) {
  const most = NAME_WIDTH - (CORNERS[side] ?? 4) / 4;
  const wide = [...name].reduce((sum, letter) => {
    if (/[mwMW]/.test(letter)) return sum + LETTERS.wide;
    if (/[-.'’ ijlłftr]/.test(letter)) return sum + LETTERS.narrow;
    return sum + (letter === letter.toLowerCase() ? LETTERS.other : LETTERS.capital);
  }, 0);
  return wide > most ? Math.round(most) : null;
}

/**
 * Draws the front of a block: strength, arms, name and figures.
 *
 * @param {Seen} seen
 * @param {string[]} flags
 * @returns {SVGElement[]}
 */
export function drawBlock(seen, flags) {
  const facts = page.blocks[seen.id] ?? { side: "frank", mark: "", rating: "", move: 0, steps: seen.strength };
  const { side, mark } = facts;
  const name = shortName(seen.id);
  return [
    ...drawWood(side, flags.join(" ")),
    drawPips(seen.strength, facts.steps, flags.includes("half-hit")),
    placeArms(armsOf(seen.id), "-11-.5", "block-arms detail"),
    placeArms(armsOf(seen.id), "-7.5 4", "block-arms afar"),
    svg("text", { x: 15, y: 25, class: "block-rating afar" }, facts.rating),
    svg("text", { x: 14, y: 2, class: "block-rating detail" }, facts.rating),
    svg("text", { x: 17, y: 14, class: "block-move detail" }, facts.move),
    svg("path", { d: "M7 6.5L11 9.5L7 12.5", class: "block-hoof detail" }),
    // A long name is drawn closer rather than cut.
    svg(
      "text",
      {
        y: 24.5,
        class: "block-name detail",
        textLength: squeezed(name, side),
        lengthAdjust: "spacingAndGlyphs",
      },
      name,
    ),
    mark && svg("text", { x: -19, y: 9, class: `block-mark detail ${side}` }, mark),
    mark && svg("text", { x: -21.5, y: 25, class: `block-mark afar ${side}` }, mark),
    ...flags.map((flag) => BADGES[flag]?.()),
  ].filter((part) => part instanceof SVGElement);
}

/**
 * Draws a block of wood.
 *
 * @param {string} side
 * @param {string} look
 */
function drawWood(side, look) {
  const rx = CORNERS[side] ?? 4;
  return [
    svg("rect", { x: -HALF, y: -HALF + 4, width: SIZE, height: SIZE, rx, class: `block-edge ${side}` }),
    svg("rect", { x: -HALF, y: -HALF, width: SIZE, height: SIZE, rx, class: `block ${side} ${look}` }),
  ];
}

/**
 * The top edge: a pip a step, hollow where the step is lost.
 *
 * @param {number} strength @param {number} steps @param {boolean} [half]  one more half-hit costs a step
 */
export function drawPips(strength, steps, half = false) {
  return svg(
    "g",
    { class: "pips", "data-strength": strength },
    pips(strength, steps, half, 1, -21.1, "detail"),
    pips(strength, steps, half, 1.12, -19.1, "afar"),
  );
}

/**
 * Draws the steps of a block as dots.
 *
 * @param {number} strength
 * @param {number} steps
 * @param {boolean} half
 * @param {number} scale
 * @param {number} middle  how high they stand
 * @param {string} look
 */
function pips(strength, steps, half, scale, middle, look) {
  const [radius, hollow] = [3.8 * scale, 3.3 * scale];
  let full = "";
  let lost = "";
  for (let i = 0; i < steps; i += 1) {
    const x = (i - (steps - 1) / 2) * 9.6 * scale;
    const top = middle - radius;
    if (half && i === strength - 1) {
      full += `M${x} ${top}v${2 * radius}a${radius} ${radius} 0 0 1 0 ${-2 * radius}Z`;
      lost += `M${x} ${top}a${radius} ${radius} 0 0 1 0 ${2 * radius}`;
    } else if (i < strength) full += `M${x} ${top}a${radius} ${radius} 0 1 0 .1 0Z`;
    else lost += `M${x} ${middle - hollow}a${hollow} ${hollow} 0 1 0 .1 0Z`;
  }
  return [
    lost && svg("path", { d: lost, class: `pip lost ${look}` }),
    full && svg("path", { d: full, class: `pip ${look}` }),
  ];
}

/** Signs in the corners of a block for what it is doing. @type {Record<string, () => SVGElement>} */
const BADGES = {
  // Marched on: a hoof's arrow leaving the block
  moved: () => badge("moved", 26.5, "M-4-4L0 0L-4 4M0-4L4 0L0 4"),
  // A ladder against the wall
  storming: () => badge("storming", 26.5, "M-3-6V6M3-6V6M-3-3H3M-3 0H3M-3 3H3"),
  // An arrow out of the gate
  sallying: () => badge("sallying", 26.5, "M-6 0H5M1-4L5 0L1 4"),
  acted: () => badge("acted", 26.5, "M-4.5 0L-1 3.5L5-4"),
  // An open eye: both players see this block
  "face-up": () => badge("face-up", -26.5, "M-6 0C-3-5 3-5 6 0C3 5-3 5-6 0ZM0-1.5a1.5 1.5 0 1 0 .1 0Z"),
};

/**
 * Draws a round sign in a corner of a block, where it leaves the outermost of four pips in sight.
 *
 * @param {string} kind
 * @param {number} x
 * @param {string} sign
 */
function badge(kind, x, sign) {
  return svg(
    "g",
    { class: `badge ${kind}`, transform: `translate(${x} -25.5) scale(0.85)` },
    svg("circle", { r: 8.5 }),
    svg("path", { d: sign }),
  );
}

/** The mark of a side on the backs of its blocks: a cross, a crescent. @type {Record<string, string>} */
const MARKS = {
  frank: "M-3-11H3V-3H11V3H3V11H-3V3H-11V-3H-3Z",
  saracen: "M4-11A11.5 11.5 0 1 0 11 4A9.5 9.5 0 0 1 4-11Z",
};

/**
 * Blocks with their backs to the viewer: plain wood, the side's mark, and how many.
 * @param {string} side
 * @param {number} count
 * @returns {SVGElement[]}
 */
export function drawBacks(side, count) {
  const deep = Math.min(count, 4);
  // With those behind it a pile is as wide as a block that is shown; one alone is no smaller.
  const width = SIZE - 4 * (Math.min(deep, 3) - 1);
  const middle = width / 2 - HALF;
  const rx = CORNERS[side] ?? 4;
  const backs = [];
  for (let i = deep - 1; i >= 0; i -= 1) {
    const shift = i * 4;
    backs.push(
      svg("rect", {
        x: -HALF + shift,
        y: -HALF + 4 - shift,
        width,
        height: SIZE - 4,
        rx,
        class: `block back ${side}`,
      }),
    );
  }
  return [
    svg("rect", { x: -HALF, y: -HALF + 8, width, height: SIZE - 4, rx, class: `block-edge ${side}` }),
    ...backs,
    svg("path", {
      d: "M-20-14C-6-18 8-8 22-13M-21 2C-8-3 6 8 21 1M-20 16C-6 11 10 20 21 14",
      class: "back-grain",
      transform: `translate(${middle} 0)`,
    }),
    svg("path", {
      d: MARKS[side] ?? "",
      class: `back-mark ${side}`,
      transform: `translate(${middle} ${count > 1 ? "-6) scale(1.1)" : "2) scale(1.5)"}`,
    }),
    count > 1 ? svg("text", { x: middle, y: 23, class: `back-count ${side}` }, count) : svg("g"),
  ];
}

/** The mark of a side in the shape of its arms, to stand before its name. @param {string} side */
export function sideMark(side) {
  return svg(
    "svg",
    { viewBox: "-20 -20 40 42", width: 20, height: 21, class: `side-mark ${side}`, "aria-hidden": "true" },
    svg("path", { d: FRAMES[/** @type {keyof typeof FRAMES} */ (side)] ?? FRAMES.frank, class: "side-field" }),
    svg("path", { d: MARKS[side] ?? "", class: "side-sign" }),
  );
}
