// Where everything stands on the stage: two facing flanks, in each a bay for the field, the castle and each round's
// reserve. Pure.
//
// On a wide stage the flanks stand left and right of a lane for the dice, on a tall one below and above it. One's own
// side is left, or below. Blocks are as large as all of them fit in without scrolling.

/**
 * @typedef {import("../blocks/faces.js").Seen} Seen
 * @typedef {{side: string, area: string, round?: number, count: number, hidden: number, blocks: Seen[]}} Stack
 * @typedef {{width: number, height: number}} Room
 * @typedef {{left: number, top: number, width: number, height: number}} Box
 * @typedef {{key: string, side: string, area: string, round: number, count: number, box: Box}} Bay
 * @typedef {{x: number, y: number}} Spot  the left upper corner of a block
 * @typedef {{size: number, wide: boolean, lane: Box, flanks: Record<string, Box>, bays: Bay[], spots: Map<string,
 *   Spot>}} Ranks
 * @typedef {{key: string, side: string, area: string, round: number, pieces: string[]}} Group
 * @typedef {{group: Group, columns: number, width: number, height: number, inset: number}} Crate  a bay before it has a
 *   place; `inset`: from its edge to its blocks
 * @typedef {{width: number, height: number, rise: number, crates: Crate[]}} Shelf  `rise`: room for towers above it
 */

/**
 * Few blocks grow to the first where there is room; to the second on a phone, whose stage has a ribbon and dice in its
 * middle: so large they are with more to be read above and below it, too.
 */
const [LARGEST, LARGEST_TALL] = [150, 90];
/** Dice, and above them a line of what is special about them. */
const LANE_TALL = 70;
/** As much more has the lane of a tall stage where blocks leave it: what is special about dice may take two lines. */
const LANE_SPARE = 26;
/** On a wide stage dice and their words get more where blocks leave it. */
const LANE_MOST = 220;
/** Between the flanks where no dice lie. */
const LANE_BARE = 10;
/** However many stand there, all are seen. */
const SMALLEST = 16;
/** How wide a castle is at least: its name is written between two towers. */
const CASTLE = 128;
/** How high its towers stand above its wall: so far they keep off the names of the sides, and off other bays. */
const TOWERS = 15;
/** So is a reserve, for its name and its round: with small blocks and with large ones. */
const RESERVE = { small: 116, large: 136 };
/** From here on the stage has a look for a desk. */
const ROOMY = 580;
const ORDER = ["field", "castle", "reserve"];

/** A block is a little higher than wide: the edge of the wood shows below. @param {number} size */
export function heightOf(size) {
  return Math.round(size * 1.08);
}

/** @param {number} width @param {number} height @returns {boolean} */
export function isWide(width, height) {
  return width >= ROOMY && width > height * 0.9;
}

/**
 * The keys of what stands in a stack: a block's id, or for each hidden block the place and a number.
 * @param {Stack} stack
 * @returns {string[]}
 */
export function stackKeys(stack) {
  const backs = Array.from(
    { length: stack.hidden },
    (_, i) => `back-${stack.side}-${stack.area}-${stack.round ?? 0}-${i}`,
  );
  return [...stack.blocks.map((seen) => seen.id), ...backs];
}

/**
 * Finds the places of all blocks on the stage.
 *
 * @param {Stack[]} stacks  of the town fought over
 * @param {string[]} sides  one's own first
 * @param {Room} room
 * @param {{most?: number, dice?: boolean}} [options]  how large a block is at most; whether dice have room on a tall
 *   stage
 * @returns {Ranks}
 */
export function arrangeRanks(stacks, sides, { width, height }, { most = LARGEST, dice = true } = {}) {
  const wide = isWide(width, height);
  const groups = sides.map((side) => groupsOf(stacks, side));
  const lane = wide ? Math.min(150, Math.max(92, width * 0.125)) : dice ? LANE_TALL : LANE_BARE;
  const gap = wide ? 4 : 0;
  const space = wide ? { width: (width - lane) / 2 - gap, height } : { width, height: height - lane };
  for (let size = Math.min(most, wide ? LARGEST : LARGEST_TALL); ; size -= 2) {
    const flanks = groups.map((each) => shelve(each, size, space.width));
    const deep = flanks.map((shelves) => depth(shelves, size));
    const fits = wide ? Math.max(...deep) <= space.height : deep[0] + deep[1] <= space.height;
    if (!fits && size > SMALLEST) continue;
    const widest = Math.max(...flanks.flat().map((shelf) => shelf.width), 0);
    const free = wide ? Math.min(LANE_MOST, width - 2 * (widest + gap)) : 0;
    return place({ flanks, deep, sides, size, wide, lane: Math.max(lane, free), width, height });
  }
}

/**
 * Groups a side's blocks by the part of the town where they stand.
 *
 * @param {Stack[]} stacks
 * @param {string} side
 * @returns {Group[]}
 */
function groupsOf(stacks, side) {
  return stacks
    .filter((stack) => stack.side === side && stack.count > 0)
    .sort((one, other) => ORDER.indexOf(one.area) - ORDER.indexOf(other.area) || (one.round ?? 0) - (other.round ?? 0))
    .map((stack) => ({
      key: `${side}-${stack.area}-${stack.round ?? 0}`,
      side,
      area: stack.area,
      round: stack.round ?? 0,
      pieces: stackKeys(stack),
    }));
}

/** From here on words beside blocks are as large as elsewhere. */
const LARGE = 70;

/** How wide a bay is at least for what is written over it. @param {string} area @param {number} size */
function leastWidth(area, size) {
  if (area === "castle") return CASTLE;
  return area === "reserve" ? (size >= LARGE ? RESERVE.large : RESERVE.small) : 0;
}

/** What lies round the blocks of a bay, by their size. @param {number} size */
function margins(size) {
  const roomy = size >= LARGE;
  return { pad: roomy ? 7 : 3, label: roomy ? 22 : 18, gap: roomy ? 6 : 3, between: roomy ? 10 : 6 };
}

/**
 * Bays side by side while there is room, else below one another.
 * @param {Group[]} groups
 * @param {number} size
 * @param {number} width
 * @returns {Shelf[]}
 */
function shelve(groups, size, width) {
  const { pad, label, gap, between } = margins(size);
  const most = Math.max(1, Math.floor((width - 2 * pad + gap) / (size + gap)));
  /** @type {Shelf[]} */
  const shelves = [];
  for (const group of groups) {
    const count = Math.max(1, group.pieces.length);
    const rows = Math.ceil(count / most);
    const columns = Math.ceil(count / rows);
    const blocks = columns * (size + gap) - gap + 2 * pad;
    const full = Math.max(blocks, Math.min(leastWidth(group.area, size), width));
    const crate = {
      group,
      columns,
      width: full,
      inset: pad + (full - blocks) / 2,
      height: rows * (heightOf(size) + gap) - gap + label + pad,
    };
    const rise = group.area === "castle" ? TOWERS - between : 0;
    const last = shelves.at(-1);
    if (last && last.width + between + crate.width <= width) {
      last.width += between + crate.width;
      last.height = Math.max(last.height, crate.height);
      last.rise = Math.max(last.rise, rise);
      last.crates.push(crate);
    } else shelves.push({ width: crate.width, height: crate.height, rise, crates: [crate] });
  }
  return shelves;
}

/** @param {Shelf[]} shelves @param {number} size */
function depth(shelves, size) {
  const { between } = margins(size);
  return shelves.reduce((sum, shelf) => sum + shelf.rise + shelf.height + between, between);
}

/**
 * Finds the places of all blocks once sizes are known.
 *
 * @param {{flanks: Shelf[][], deep: number[], sides: string[], size: number, wide: boolean, lane: number, width:
 *   number, height: number}} plan
 * @returns {Ranks}
 */
function place({ flanks, deep, sides, size, wide, lane, width, height }) {
  const { between } = margins(size);
  /** @type {Ranks} */
  const ranks = { size, wide, lane: { left: 0, top: 0, width, height: lane }, flanks: {}, bays: [], spots: new Map() };
  const spare = Math.max(0, height - (wide ? Math.max(...deep) : deep[0] + deep[1] + lane));
  if (wide) {
    const half = (width - lane) / 2;
    ranks.lane = { left: half, top: 0, width: lane, height };
    flanks.forEach((shelves, i) => {
      const left = i === 0 ? 0 : half + lane;
      ranks.flanks[sides[i]] = { left, top: 0, width: half, height };
      let y = between + spare / 2;
      for (const shelf of shelves) {
        // Toward the lane, so that the ranks face each other.
        fill(ranks, shelf, i === 0 ? half - shelf.width : left, y + shelf.rise, i === 1);
        y += shelf.rise + shelf.height + between;
      }
    });
    return ranks;
  }
  const more = lane === LANE_TALL ? Math.min(LANE_SPARE, spare) : 0;
  lane += more;
  const above = deep[1] + (spare - more) / 2;
  ranks.lane = { left: 0, top: above, width, height: lane };
  ranks.flanks = {
    [sides[0]]: { left: 0, top: above + lane, width, height: height - above - lane },
    [sides[1]]: { left: 0, top: 0, width, height: above },
  };
  let y = above + lane + between;
  for (const shelf of flanks[0]) {
    fill(ranks, shelf, (width - shelf.width) / 2, y + shelf.rise, true);
    y += shelf.rise + shelf.height + between;
  }
  y = above - between;
  for (const shelf of flanks[1]) {
    fill(ranks, shelf, (width - shelf.width) / 2, y - shelf.height, true);
    y -= shelf.rise + shelf.height + between;
  }
  return ranks;
}

/**
 * Sets the places of the blocks on a shelf.
 *
 * @param {Ranks} ranks
 * @param {Shelf} shelf
 * @param {number} left
 * @param {number} top
 * @param {boolean} forward  the first bay is the leftmost
 */
function fill(ranks, shelf, left, top, forward) {
  const { label, gap, between } = margins(ranks.size);
  let x = left;
  for (const crate of forward ? shelf.crates : [...shelf.crates].reverse()) {
    const { key, side, area, round, pieces } = crate.group;
    ranks.bays.push({
      key,
      side,
      area,
      round,
      count: pieces.length,
      box: { left: x, top, width: crate.width, height: crate.height },
    });
    pieces.forEach((piece, i) => {
      const [column, row] = [i % crate.columns, Math.floor(i / crate.columns)];
      ranks.spots.set(piece, {
        x: x + crate.inset + column * (ranks.size + gap),
        y: top + label + row * (heightOf(ranks.size) + gap),
      });
    });
    x += crate.width + between;
  }
}
