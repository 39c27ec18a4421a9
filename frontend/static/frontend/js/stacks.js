// Where each block of a view lies on the sheet: a pure function of the view, so that a view can be compared with the one before.
//
// A town's blocks hang below its mark in rows: the castle first, inside its walls, then the field, then reserves. A side's hidden
// blocks are one pile with a count. A few blocks are drawn large, many smaller, so that a siege of a dozen fits between two towns.

import { drawBacks, drawBlock, FLAGS, SIZE } from "./faces.js";
import { places } from "./layout.js";
import { boxes } from "./map.js";
import { blockName, page, text, townName } from "./page.js";

/** Between two blocks: the edge of the wood shows below each. */
const GAP = 3;
const EDGE = 4;
/** Blocks in a row at most, and how far two stacks in a row stand apart. */
const ACROSS = 4;
const APART = 14;
/** The rows of a town's blocks begin below its mark. */
const TOP = 20;
/** How high the battlements of a castle stand above its blocks. */
const BATTLEMENTS = 7;

/**
 * @typedef {import("./faces.js").Seen} Seen
 * @typedef {{side: string, area: string, round?: number, count: number, hidden: number, blocks: Seen[]}} Stack
 * @typedef {{key: string, x: number, y: number, scale: number, look: string, draw: () => SVGElement[], label: string,
 *   block: string | null, side: string, strength: number, town: string, area: string}} Token
 * @typedef {{town: string, stack: Stack, x: number, y: number, wide: number, high: number}} Frame  around a castle, a reserve, one of two fields
 * @typedef {{tokens: Map<string, Token>, frames: Frame[]}} Layout
 */

/** @param {any} view @returns {Layout} */
export function layOut(view) {
  /** @type {Layout} */
  const layout = { tokens: new Map(), frames: [] };
  for (const [town, { stacks }] of Object.entries(view.map)) layTown(town, stacks, layout);
  for (const [box, ids] of Object.entries(view.staging ?? {})) layStaging(box, ids, layout);
  layAssassins(view.assassins, layout);
  return layout;
}

/** How much of the full size the blocks of a town have, by their number. @param {number} pieces */
function scaleOf(pieces) {
  return pieces <= 2 ? 1 : pieces <= 6 ? 0.84 : 0.7;
}

/** @param {string} town @param {Stack[]} stacks @param {Layout} layout */
function layTown(town, stacks, layout) {
  const place = places[town];
  if (!place) return;
  const order = ["castle", "field", "reserve"];
  const sorted = [...stacks].sort((one, other) => order.indexOf(one.area) - order.indexOf(other.area) || (one.round ?? 0) - (other.round ?? 0));
  const laid = sorted.map((stack) => ({ stack, pieces: piecesOf(town, stack) }));
  const scale = scaleOf(laid.reduce((sum, { pieces }) => sum + pieces.length, 0));
  const wide = (SIZE + GAP) * scale;
  const high = (SIZE + GAP + EDGE) * scale;
  let top = place[1] + TOP;
  for (const row of inRows(laid)) {
    if (row.some(({ stack }) => stack.area === "castle")) top += BATTLEMENTS;
    const columns = row.reduce((sum, part) => sum + part.columns, 0);
    let left = place[0] - (columns * wide + (row.length - 1) * APART) / 2;
    for (const { stack, pieces, columns: across } of row) {
      const rows = Math.ceil(pieces.length / across);
      if (stack.area !== "field" || sorted.length > 1) layout.frames.push({ town, stack, x: left, y: top, wide: across * wide, high: rows * high });
      pieces.forEach((piece, i) => {
        const x = left + ((i % across) + 0.5) * wide;
        const y = top + Math.floor(i / across) * high + (SIZE / 2 + 1) * scale;
        layout.tokens.set(piece.key, { ...piece, x, y, scale });
      });
      left += across * wide + APART;
    }
    top += Math.max(...row.map((part) => Math.ceil(part.pieces.length / part.columns))) * high + 6;
  }
}

/**
 * Stacks side by side as long as a row has room, each at most so many blocks across.
 *
 * @template {{pieces: any[]}} Part
 * @param {Part[]} parts
 * @returns {(Part & {columns: number})[][]}
 */
function inRows(parts) {
  /** @type {(Part & {columns: number})[][]} */
  const rows = [];
  let room = 0;
  for (const part of parts) {
    if (part.pieces.length === 0) continue;
    const columns = Math.min(part.pieces.length, ACROSS);
    if (columns > room || rows.length === 0) {
      rows.push([]);
      room = ACROSS;
    }
    rows[rows.length - 1].push({ ...part, columns });
    room -= columns;
  }
  return rows;
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
    label: text("hidden-blocks", { count: hidden, side: text(`side-${side}`), town: townName(town), where: text(`area-${area}`) }),
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
    label: text("block-at", {
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
  const place = where ? places[where] : undefined;
  if (!where || !place) return;
  const piece = namedPiece({ id: "assassins", strength: page.blocks["assassins"]?.steps ?? 3 }, where, "castle");
  layout.tokens.set("assassins", { ...piece, x: place[0] + 24 + SIZE / 2, y: place[1] + 4, scale: 0.84 });
}
