// Where each block of a view lies on the sheet: a pure function of the view, so that a view can be compared with the one before.
//
// Each town has a room of its own for blocks (layout.js, `stands`), where they hide no name and no other town. There the castle comes
// first, inside its walls, then the field, then reserves. A side's hidden blocks are one pile with a count. A few blocks are drawn large,
// many smaller, so that a siege of a dozen fits between two towns.

import { drawBacks, drawBlock, FLAGS, SIZE } from "../blocks/faces.js";
import { blockName, page, text, townName } from "../page/page.js";
import { places, stands } from "./layout.js";
import { boxes } from "./map.js";

/** Between two blocks: the edge of the wood shows below each. */
const GAP = 3;
const EDGE = 4;
/** How far two stacks of a town stand apart. */
const APART = 14;
/** How high the battlements of a castle stand above its blocks. */
const BATTLEMENTS = 7;

/**
 * @typedef {import("../blocks/faces.js").Seen} Seen
 * @typedef {{side: string, area: string, round?: number, count: number, hidden: number, blocks: Seen[]}} Stack
 * @typedef {{key: string, x: number, y: number, scale: number, look: string, draw: () => SVGElement[], label: () => string,
 *   block: string | null, side: string, strength: number, town: string, area: string}} Token
 * @typedef {{town: string, stack: Stack, x: number, y: number, wide: number, high: number}} Frame  around a castle, a reserve, one of two fields
 * @typedef {{tokens: Map<string, Token>, frames: Frame[]}} Layout
 */

/** @type {WeakMap<object, Layout>} */
const known = new WeakMap();

/** @param {any} view @returns {Layout} */
export function layOut(view) {
  const before = known.get(view);
  if (before) return before;
  /** @type {Layout} */
  const layout = { tokens: new Map(), frames: [] };
  for (const [town, { stacks }] of Object.entries(view.map)) layTown(town, stacks, layout);
  for (const [box, ids] of Object.entries(view.staging ?? {})) layStaging(box, ids, layout);
  layAssassins(view.assassins, layout);
  known.set(view, layout);
  return layout;
}

/** How large blocks are drawn: the largest of these at which a town's blocks fit into its room. */
const SCALES = [1, 0.92, 0.84, 0.77, 0.7, 0.64, 0.58, 0.52, 0.47, 0.42, 0.38];
const ROWS = [1, 2, 3, 4, 5];

/** @typedef {{stack: Stack, pieces: Piece[]}} Part */

/** @param {string} town @param {Stack[]} stacks @param {Layout} layout */
function layTown(town, stacks, layout) {
  if (!stands[town]) return;
  const order = ["castle", "field", "reserve"];
  const sorted = [...stacks].sort((one, other) => order.indexOf(one.area) - order.indexOf(other.area) || (one.round ?? 0) - (other.round ?? 0));
  const parts = sorted.map((stack) => ({ stack, pieces: piecesOf(town, stack) })).filter(({ pieces }) => pieces.length > 0);
  if (parts.length === 0) return;
  const [left, top, width, height, near] = stands[town];
  const walled = parts.some(({ stack }) => stack.area === "castle") ? BATTLEMENTS : 0;
  const { scale, rows } = fit(parts, width, height - walled);
  const wide = (SIZE + GAP) * scale;
  const high = (SIZE + GAP + EDGE) * scale;
  const whole = acrossAll(parts, rows, scale);
  // The castle stands at the end nearest the town.
  const row = near === "end" ? [...parts].reverse() : parts;
  let x = near === "start" ? left : near === "end" ? left + width - whole : left + (width - whole) / 2;
  const deepest = Math.max(...parts.map(({ pieces }) => Math.ceil(pieces.length / Math.ceil(pieces.length / rows))));
  // Beside the town the blocks stand level with it, above it and below it close to it.
  const spare = height - walled - deepest * high;
  const y = top + walled + (near !== "middle" ? spare / 2 : top > places[town][1] ? 0 : spare);
  for (const { stack, pieces } of row) {
    const columns = Math.ceil(pieces.length / rows);
    const deep = Math.ceil(pieces.length / columns);
    if (stack.area !== "field" || parts.length > 1) layout.frames.push({ town, stack, x, y, wide: columns * wide, high: deep * high });
    pieces.forEach((piece, i) => {
      const at = { x: x + ((i % columns) + 0.5) * wide, y: y + Math.floor(i / columns) * high + (SIZE / 2 + 1) * scale };
      layout.tokens.set(piece.key, { ...piece, ...at, scale });
    });
    x += columns * wide + APART;
  }
}

/** How wide the stacks of a town are side by side, each in so many rows. @param {Part[]} parts @param {number} rows @param {number} scale */
function acrossAll(parts, rows, scale) {
  const columns = parts.reduce((sum, { pieces }) => sum + Math.ceil(pieces.length / rows), 0);
  return columns * (SIZE + GAP) * scale + (parts.length - 1) * APART;
}

/** @param {Part[]} parts @param {number} width @param {number} height @returns {{scale: number, rows: number}} */
function fit(parts, width, height) {
  const longest = Math.max(...parts.map(({ pieces }) => pieces.length));
  for (const scale of SCALES) {
    for (const rows of ROWS) {
      if (rows > longest || rows * (SIZE + GAP + EDGE) * scale > height + 2) break;
      if (acrossAll(parts, rows, scale) <= width) return { scale, rows };
    }
  }
  return { scale: SCALES[SCALES.length - 1], rows: 3 };
}

/** @typedef {Omit<Token, "x" | "y" | "scale">} Piece */

/** @param {string} town @param {Stack} stack @returns {Piece[]} */
function piecesOf(town, stack) {
  const pieces = stack.blocks.map((seen) => namedPiece(seen, town, stack.area));
  if (stack.hidden > 0) pieces.push(hiddenPiece(stack, town));
  return pieces;
}

/** Nothing here may tell one hidden block from another: the key is the place, and the label says what everybody sees. @param {Stack} stack @param {string} town @returns {Piece} */
function hiddenPiece(stack, town) {
  const { side, area, hidden } = stack;
  return {
    key: `hidden-${town}-${area}-${stack.round ?? 0}-${side}`,
    look: `${side}${hidden}`,
    draw: () => drawBacks(side, hidden),
    label: () => text("hidden-blocks", { count: hidden, side: text(`side-${side}`), town: townName(town), where: text(`area-${area}`) }),
    block: null,
    side,
    strength: 0,
    town,
    area,
  };
}

/** @param {Seen} seen @param {string} town @param {string} area @returns {Piece} */
function namedPiece(seen, town, area) {
  const facts = page.blocks[seen.id];
  const flags = FLAGS.filter((flag) => seen[flag]);
  return {
    key: seen.id,
    look: `${seen.strength}${flags.join()}`,
    draw: () => drawBlock(seen, flags),
    label: () =>
      text("block-at", {
        block: blockName(seen.id),
        rating: facts?.rating ?? "",
        strength: seen.strength,
        steps: facts?.steps ?? "",
        move: facts?.move ?? "",
        town: townName(town),
        where: text(`area-${area}`),
      }),
    block: seen.id,
    side: facts?.side ?? "frank",
    strength: seen.strength,
    town,
    area,
  };
}

/** @param {string} box @param {string[]} ids @param {Layout} layout */
function layStaging(box, ids, layout) {
  const place = boxes[box];
  if (!place) return;
  ids.forEach((id, i) => {
    const x = place[0] + (i - (ids.length - 1) / 2) * (SIZE + 8);
    layout.tokens.set(id, { ...namedPiece({ id, strength: page.blocks[id]?.steps ?? 0 }, box, "staging"), x, y: place[1] + 14, scale: 1 });
  });
}

/** The Assassins sit at Masyaf when they are not on an errand. @param {string | null} where @param {Layout} layout */
function layAssassins(where, layout) {
  if (!where || !stands[where]) return;
  const [left, top, width, , near] = stands[where];
  const piece = namedPiece({ id: "assassins", strength: page.blocks["assassins"]?.steps ?? 3 }, where, "castle");
  layout.tokens.set("assassins", { ...piece, x: near === "start" ? left + SIZE / 2 : near === "end" ? left + width - SIZE / 2 : left + width / 2, y: top + SIZE / 2, scale: 0.92 });
}
