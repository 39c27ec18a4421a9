// Where each block of a view lies on the sheet: a pure function of the view, so that a view can be compared with the
// one before.
//
// Each town has a room of its own for blocks (layout.js, `stands`), where they hide no name and no other town. There
// the castle comes first, inside its walls, then the field, then reserves. A side's hidden blocks are one pile with a
// count. A few blocks are drawn large, many smaller, but never so small that they could not be read from where the map
// is seen: before that they overlap, as a pile with a count.

import { drawBacks, drawBlock, FLAGS, SIZE } from "../blocks/faces.js";
import { blockName, page, text, townName } from "../page/page.js";
import { names, places, size, stands } from "./layout.js";
import { boxes, LETTER } from "./map.js";

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
 * @typedef {{key: string, x: number, y: number, scale: number, look: string, draw: () => SVGElement[], label: () =>
 *   string,
 *   block: string | null, side: string, strength: number, town: string, area: string, piled?: boolean}} Token
 *   `piled`: others lie over it
 * @typedef {{town: string, stack: Stack, x: number, y: number, wide: number, high: number}} Frame  around a castle, a
 *   reserve, one of two fields
 * @typedef {{town: string, x: number, y: number, scale: number, count: number, side: string}} Pile  where the count of
 *   a pile stands
 * @typedef {{tokens: Map<string, Token>, frames: Frame[], piles: Pile[], leaders: string[]}} Layout  `leaders`: lines
 *   from blocks to a town far off
 */

/** @type {WeakMap<object, Layout>} */
let known = new WeakMap();

/** How small blocks may be drawn, in parts of their full size: it depends on how far off the map is seen. */
let least = 0.38;
/** So many pixels wide is a block at least. */
let leastPixels = 0;
/** However far off: larger ones would hide the land. */
const LARGEST = 1.75;
const STEP = 1.07;

/**
 * @param {number} pixels  the least that a block shall be wide on the screen
 * @param {number} zoom
 * @returns {boolean} whether things lie otherwise now
 */
export function setMinimumSize(pixels, zoom) {
  leastPixels = pixels;
  const found = leastAt(zoom);
  if (found === least) return false;
  least = found;
  known = new WeakMap();
  return true;
}

/** How small blocks may be drawn at this zoom. @param {number} zoom */
function leastAt(zoom) {
  // In steps, so that not every turn of a wheel lays all out anew.
  const wanted = STEP ** Math.ceil(Math.log(leastPixels / zoom / SIZE) / Math.log(STEP) - 1e-9);
  return Math.min(LARGEST, Math.max(0.38, wanted));
}

/**
 * The box round the blocks of a town as they are drawn at a zoom, on the sheet; null if none are there.
 * @param {View} view
 * @param {string} town
 * @param {number} zoom
 * @returns {import("./extent.js").Box | null}
 */
export function boxOfBlocks(view, town, zoom) {
  /** @type {Layout} */
  const layout = { tokens: new Map(), frames: [], piles: [], leaders: [] };
  const before = least;
  least = leastAt(zoom);
  layTown(town, view.map[town]?.stacks ?? [], layout);
  least = before;
  const found = [...layout.tokens.values()];
  if (found.length === 0) return null;
  const at = (/** @type {(token: Token) => number} */ edge) => found.map(edge);
  return {
    left: Math.min(...at(({ x, scale }) => x - (SIZE / 2) * scale)) - EDGE,
    top: Math.min(...at(({ y, scale }) => y - (SIZE / 2) * scale)) - EDGE,
    right: Math.max(...at(({ x, scale }) => x + (SIZE / 2) * scale)) + EDGE,
    bottom: Math.max(...at(({ y, scale }) => y + (SIZE / 2 + EDGE) * scale)) + EDGE,
  };
}

/**
 * Finds the places of all blocks of a view on the sheet.
 *
 * @param {View} view
 * @returns {Layout}
 */
export function layOut(view) {
  const before = known.get(view);
  if (before) return before;
  /** @type {Layout} */
  const layout = { tokens: new Map(), frames: [], piles: [], leaders: [] };
  for (const [town, { stacks }] of Object.entries(view.map)) {
    layTown(town, stacks, layout);
    layLeader(town, layout);
  }
  for (const [box, ids] of Object.entries(view.staging ?? {})) layStaging(box, ids, layout);
  layAssassins(view.assassins, layout);
  known.set(view, layout);
  return layout;
}

/** How large blocks are drawn: the largest of these at which a town's blocks fit into its room. */
const SCALES = [1, 0.92, 0.84, 0.77, 0.7, 0.64, 0.58, 0.52, 0.47, 0.42, 0.38];
const ROWS = [1, 2, 3, 4, 5];

/** @typedef {{stack: Stack, pieces: Piece[]}} Part */

/**
 * Finds the places of a town's blocks: side by side, in rows, or in piles where there is no room.
 *
 * @param {string} town
 * @param {Stack[]} stacks
 * @param {Layout} layout
 */
function layTown(town, stacks, layout) {
  if (!stands[town]) return;
  const order = ["castle", "field", "reserve"];
  const sorted = [...stacks].sort(
    (one, other) => order.indexOf(one.area) - order.indexOf(other.area) || (one.round ?? 0) - (other.round ?? 0),
  );
  const parts = sorted
    .map((stack) => ({ stack, pieces: piecesOf(town, stack) }))
    .filter(({ pieces }) => pieces.length > 0);
  if (parts.length === 0) return;
  const height = stands[town][3];
  const walled = parts.some(({ stack }) => stack.area === "castle") ? BATTLEMENTS : 0;
  let { scale, rows } = fit(parts, stands[town][2], height - walled);
  const [left, top, width, , near] = roomAt(town, (SIZE + GAP + EDGE) * scale + walled);
  if (rows > 0 && acrossAll(parts, rows, scale) > width) ({ scale, rows } = fit(parts, width, height - walled));
  if (rows === 0) {
    layPiles(town, parts, scale, layout);
    return;
  }
  const wide = (SIZE + GAP) * scale;
  const high = (SIZE + GAP + EDGE) * scale;
  const whole = acrossAll(parts, rows, scale);
  // The castle stands at the end nearest the town.
  const row = near === "end" ? [...parts].reverse() : parts;
  let x = near === "start" ? left : near === "end" ? left + width - whole : left + (width - whole) / 2;
  const deepest = Math.max(...parts.map(({ pieces }) => Math.ceil(pieces.length / Math.ceil(pieces.length / rows))));
  // Beside the town the blocks stand level with it, above it and below it close to it.
  const spare = height - walled - deepest * high;
  const y =
    top +
    walled +
    (spare < 0 ? beyond(town, top, spare) : near !== "middle" ? spare / 2 : top > places[town][1] ? 0 : spare);
  for (const { stack, pieces } of row) {
    const columns = Math.ceil(pieces.length / rows);
    const deep = Math.ceil(pieces.length / columns);
    if (stack.area !== "field" || parts.length > 1)
      layout.frames.push({ town, stack, x, y, wide: columns * wide, high: deep * high });
    pieces.forEach((piece, i) => {
      const at = {
        x: x + ((i % columns) + 0.5) * wide,
        y: y + Math.floor(i / columns) * high + (SIZE / 2 + 1) * scale,
      };
      layout.tokens.set(piece.key, { ...piece, ...at, scale });
    });
    x += columns * wide + APART;
  }
}

/** From here on a line says whose blocks they are. */
const NEAR_ENOUGH = 82;

/**
 * A line from a town to its blocks, where a name lies between them: under the name.
 * @param {string} town
 * @param {Layout} layout
 */
function layLeader(town, layout) {
  const [left, , , , near] = stands[town] ?? [];
  if (left === undefined || near === "middle") return;
  const [x, y] = places[town];
  let edge = near === "end" ? -Infinity : Infinity;
  let deep = -Infinity;
  for (const token of layout.tokens.values()) {
    if (token.town !== town || token.area === "staging") continue;
    const half = (SIZE / 2) * token.scale;
    edge = near === "end" ? Math.max(edge, token.x + half) : Math.min(edge, token.x - half);
    deep = Math.max(deep, token.y + half);
  }
  const gap = near === "end" ? x - edge : edge - x;
  if (!Number.isFinite(gap) || gap < NEAR_ENOUGH) return;
  const level = Math.min(deep - 3, y + 15);
  layout.leaders.push(`M${Math.round(edge)} ${Math.round(level)}L${near === "end" ? x - 20 : x + 20} ${y + 15}`);
}

/**
 * How wide the stacks of a town are side by side, each in so many rows.
 * @param {Part[]} parts
 * @param {number} rows
 * @param {number} scale
 */
function acrossAll(parts, rows, scale) {
  const columns = parts.reduce((sum, { pieces }) => sum + Math.ceil(pieces.length / rows), 0);
  return columns * (SIZE + GAP) * scale + (parts.length - 1) * APART;
}

/**
 * How large, in how many rows; in none if they must overlap.
 * @param {Part[]} parts
 * @param {number} width
 * @param {number} height
 * @returns {{scale: number, rows: number}}
 */
function fit(parts, width, height) {
  const longest = Math.max(...parts.map(({ pieces }) => pieces.length));
  const scales = least >= 1 ? [least] : [...SCALES.filter((scale) => scale > least), least];
  for (const scale of scales) {
    for (const rows of ROWS) {
      if (rows > longest || (rows > 1 && rows * (SIZE + GAP + EDGE) * scale > height + 2)) break;
      if (acrossAll(parts, rows, scale) <= width) return { scale, rows };
    }
  }
  return { scale: least, rows: 0 };
}

/**
 * Blocks higher than their room go beyond it where the name of the town is not.
 * @param {string} town
 * @param {number} top
 * @param {number} spare
 */
function beyond(town, top, spare) {
  const line = names[town][1];
  if (line > top - 40 && line < top + 12) return 0;
  return line > top + 40 ? spare : spare / 2;
}

/**
 * The room of a town for blocks so high. At a port it lies under the town's name; blocks that have no room there,
 * because the map is seen from afar, stand aside of the names.
 * @param {string} town
 * @param {number} high
 * @returns {[number, number, number, number, string]}
 */
function roomAt(town, high) {
  const room = stands[town];
  const [left, , width, height, near] = room;
  if (high <= height + 3 || !overRoom(town)) return room;
  const middle = places[town][1];
  let right = left + width;
  for (const other of Object.keys(names)) {
    const [end, line] = names[other];
    if (!overRoom(other) || line < middle - high / 2 || line - NAME_HIGH > middle + high / 2) continue;
    right = Math.min(right, end - LETTER * NAME_HIGH * townName(other).length - 10);
  }
  const start = Math.max(INSET, right - width);
  return [start, middle - height / 2, right - start, height, near];
}

const NAME_HIGH = 26;
/** Between blocks and the edge of the sheet. */
const INSET = 4;
/** Whether the name of a town stands on the water over the room of its blocks. @param {string} town */
function overRoom(town) {
  const [end, line, anchor] = names[town];
  const [left, top, width, , near] = stands[town];
  return anchor === "end" && near === "end" && end > left + width + 20 && line < top && line > top - 20;
}

/** How much of a block in a pile is seen at least, in parts of its width. */
const SEEN = 0.14;

/**
 * Each stack as a pile, one beside the other.
 * @param {string} town
 * @param {Part[]} parts
 * @param {number} scale
 * @param {Layout} layout
 */
function layPiles(town, parts, scale, layout) {
  const cell = (SIZE + GAP) * scale;
  const high = (SIZE + GAP + EDGE) * scale;
  const [left, top, width, height, near] = roomAt(
    town,
    high + (parts.some(({ stack }) => stack.area === "castle") ? BATTLEMENTS : 0),
  );
  const covered = parts.reduce((sum, { pieces }) => sum + pieces.length - 1, 0);
  const apart = Math.min(APART, Math.max(4, (width - parts.length * cell) / parts.length));
  const free = width - parts.length * cell - (parts.length - 1) * apart;
  const step = Math.min(cell, Math.max(SEEN * cell, covered > 0 ? free / covered : 0));
  const whole = parts.length * cell + covered * step + (parts.length - 1) * apart;
  const start = near === "start" ? left : near === "end" ? left + width - whole : left + (width - whole) / 2;
  let x = Math.max(INSET, Math.min(start, size.width - INSET - whole));
  const spare = height - high;
  const y = Math.max(
    INSET,
    Math.min(top + (spare < 0 ? beyond(town, top, spare) : spare / 2), size.height - INSET - high),
  );
  for (const { stack, pieces } of near === "end" ? [...parts].reverse() : parts) {
    const wide = cell + (pieces.length - 1) * step;
    if (stack.area !== "field" || parts.length > 1) layout.frames.push({ town, stack, x, y, wide, high });
    pieces.forEach((piece, i) => {
      layout.tokens.set(piece.key, {
        ...piece,
        x: x + cell / 2 + i * step,
        y: y + (SIZE / 2 + 1) * scale,
        scale,
        piled: pieces.length > 1 && step < 0.95 * cell,
      });
    });
    if (pieces.length > 1 && step < 0.95 * cell)
      layout.piles.push({ town, x: x + wide - 4, y: y + 4, scale, count: stack.count, side: stack.side });
    x += wide + apart;
  }
}

/** @typedef {Omit<Token, "x" | "y" | "scale">} Piece */

/** @param {string} town @param {Stack} stack @returns {Piece[]} */
function piecesOf(town, stack) {
  const pieces = stack.blocks.map((seen) => namedPiece(seen, town, stack.area));
  if (stack.hidden > 0) pieces.push(hiddenPiece(stack, town));
  return pieces;
}

/**
 * Nothing here may tell one hidden block from another: the key is the place, and the label says what everybody sees.
 * @param {Stack} stack
 * @param {string} town
 * @returns {Piece}
 */
function hiddenPiece(stack, town) {
  const { side, area, hidden } = stack;
  return {
    key: `hidden-${town}-${area}-${stack.round ?? 0}-${side}`,
    look: `${side}${hidden}`,
    draw: () => drawBacks(side, hidden),
    label: () =>
      text("hidden-blocks", {
        count: hidden,
        side: text(`side-${side}`),
        town: townName(town),
        where: text(`area-${area}`),
      }),
    block: null,
    side,
    strength: 0,
    town,
    area,
  };
}

/**
 * Makes the piece of a block that is known.
 *
 * @param {Seen} seen
 * @param {string} town
 * @param {string} area
 * @returns {Piece}
 */
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

/**
 * Finds the places of the blocks in a staging box.
 *
 * @param {string} box
 * @param {string[]} ids
 * @param {Layout} layout
 */
function layStaging(box, ids, layout) {
  const place = boxes[box];
  if (!place) return;
  ids.forEach((id, i) => {
    const x = place[0] + (i - (ids.length - 1) / 2) * (SIZE + 8) * Math.max(1, least);
    layout.tokens.set(id, {
      ...namedPiece({ id, strength: page.blocks[id]?.steps ?? 0 }, box, "staging"),
      x,
      y: place[1] + 14,
      scale: Math.max(1, least),
    });
  });
}

/** The Assassins sit at Masyaf when they are not on an errand. @param {string | null} where @param {Layout} layout */
function layAssassins(where, layout) {
  if (!where || !stands[where]) return;
  const [left, top, width, , near] = stands[where];
  const piece = namedPiece({ id: "assassins", strength: page.blocks["assassins"]?.steps ?? 3 }, where, "castle");
  layout.tokens.set("assassins", {
    ...piece,
    x: near === "start" ? left + SIZE / 2 : near === "end" ? left + width - SIZE / 2 : left + width / 2,
    y: top + SIZE / 2,
    scale: Math.max(0.92, least),
  });
}
