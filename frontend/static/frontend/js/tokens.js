// Blocks on the map: own blocks and face-up ones by name, the enemy's hidden ones as a count on their backs.
//
// Every named block keeps one element for as long as it is seen, moved by a transform: so a move is a
// transition of the browser's own and the drawing needs no timer.

import { svg } from "./dom.js";
import { places } from "./layout.js";
import { boxes } from "./map.js";
import { blockName, page, text, townName } from "./page.js";

const WIDE = 62;
const HIGH = 50;
const GAP = 3;
/** Blocks in a row at most, and how far two stacks in a row stand apart. */
const ACROSS = 4;
const APART = 14;
/** The rows of a town's blocks begin below its mark. */
const TOP = 18;

/** Names too long for a block, and the several that share one. @param {string} block */
export function shortName(block) {
  const name = blockName(block).replace(/^(al-\w+).*/, "$1").replace(/^(Reynald|Raymond) .*/, "$1").replace(/^King /, "");
  return name.length > 12 ? `${name.slice(0, 11)}.` : name;
}

/**
 * @typedef {{id: string, strength: number, [flag: string]: any}} Seen
 * @typedef {{side: string, area: string, round?: number, count: number, hidden: number, blocks: Seen[]}} Stack
 * @typedef {{key: string, x: number, y: number, scale: number, look: string, draw: () => SVGElement[], label: string,
 *   block: string | null, town: string}} Token
 */

export class Tokens {
  /** @param {SVGElement} layer */
  constructor(layer) {
    this.layer = layer;
    this.frames = svg("g", { class: "frames" });
    layer.append(this.frames);
    /** @type {Map<string, {element: SVGElement, look: string}>} */
    this.drawn = new Map();
  }

  /**
   * @param {any} view
   * @param {{chosen: string | null, able: Set<string>}} marks  blocks that can act, and the one chosen
   * @param {(block: string) => void} choose
   */
  draw(view, marks, choose) {
    /** @type {Token[]} */
    const tokens = [];
    this.frames.replaceChildren();
    for (const [town, { stacks }] of Object.entries(view.map)) this.lay(town, stacks, tokens);
    for (const [box, ids] of Object.entries(view.staging ?? {})) layStaging(box, ids, tokens);
    layAssassins(view.assassins, tokens);
    const kept = new Set(tokens.map((token) => token.key));
    for (const [key, { element }] of this.drawn) {
      if (kept.has(key)) continue;
      element.remove();
      this.drawn.delete(key);
    }
    for (const token of tokens) this.place(token, marks, choose);
  }

  /** @param {Token} token @param {{chosen: string | null, able: Set<string>}} marks @param {(block: string) => void} choose */
  place(token, marks, choose) {
    let entry = this.drawn.get(token.key);
    if (!entry) {
      entry = { element: svg("g", { class: "token" }), look: "" };
      this.drawn.set(token.key, entry);
      this.layer.append(entry.element);
      const block = token.block;
      if (block) {
        const act = (/** @type {Event} */ event) => {
          if (!entry?.element.classList.contains("able")) return;
          event.stopPropagation();
          event.preventDefault();
          choose(block);
        };
        entry.element.addEventListener("click", act);
        entry.element.addEventListener("keydown", (event) => {
          if (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " ")) act(event);
        });
      }
    }
    if (entry.look !== token.look) {
      entry.element.replaceChildren(...token.draw());
      entry.look = token.look;
    }
    const { element } = entry;
    const able = token.block !== null && marks.able.has(token.block);
    element.style.transform = `translate(${token.x}px, ${token.y}px) scale(${token.scale})`;
    element.classList.toggle("able", able);
    element.classList.toggle("chosen", token.block !== null && token.block === marks.chosen);
    element.setAttribute("data-key", `token-${token.key}`);
    if (token.block) element.setAttribute("data-block", token.block);
    if (able) {
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "0");
      element.setAttribute("aria-label", token.label);
    } else {
      element.removeAttribute("tabindex");
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", token.label);
    }
  }

  /**
   * Lay the stacks of a town in rows under its mark: castle, then field, then reserves, each side by itself.
   *
   * @param {string} town
   * @param {Stack[]} stacks
   * @param {Token[]} tokens
   */
  lay(town, stacks, tokens) {
    const [x, y] = places[town];
    const order = ["castle", "field", "reserve"];
    const sorted = [...stacks].sort(
      (one, other) => order.indexOf(one.area) - order.indexOf(other.area) || (one.round ?? 0) - (other.round ?? 0),
    );
    const laid = sorted.map((stack) => ({ stack, pieces: this.pieces(town, stack) }));
    const total = laid.reduce((sum, { pieces }) => sum + pieces.length, 0);
    const scale = total <= 2 ? 1 : total <= 6 ? 0.82 : 0.68;
    const wide = (WIDE + GAP) * scale;
    const high = (HIGH + GAP) * scale;
    let top = y + TOP;
    for (const row of inRows(laid)) {
      const columns = row.reduce((sum, part) => sum + part.columns, 0);
      let left = x - (columns * wide + (row.length - 1) * APART) / 2;
      for (const { stack, pieces, columns: across } of row) {
        const rows = Math.ceil(pieces.length / across);
        if (stack.area !== "field" || sorted.length > 1) this.frame(stack, left, top, across * wide, rows * high);
        pieces.forEach((piece, i) => {
          const place = { x: left + ((i % across) + 0.5) * wide, y: top + (Math.floor(i / across) + 0.5) * high };
          tokens.push({ ...piece, ...place, scale });
        });
        left += across * wide + APART;
      }
      top += Math.max(...row.map((part) => Math.ceil(part.pieces.length / part.columns))) * high + 6;
    }
  }

  /** @param {string} town @param {Stack} stack */
  pieces(town, stack) {
    const where = text(`area-${stack.area}`);
    const pieces = stack.blocks.map((seen) => namedPiece(seen, town, where));
    if (stack.hidden > 0) {
      const label = text("hidden-blocks", { count: stack.hidden, side: text(`side-${stack.side}`), town: townName(town), where });
      pieces.push({
        key: `hidden-${town}-${stack.area}-${stack.round ?? 0}-${stack.side}`,
        look: `${stack.side}${stack.hidden}`,
        draw: () => drawBacks(stack.side, stack.hidden),
        label,
        block: null,
        town,
      });
    }
    return pieces;
  }

  /** @param {Stack} stack @param {number} x @param {number} y @param {number} wide @param {number} high */
  frame(stack, x, y, wide, high) {
    const kind = `frame ${stack.area} ${stack.side}`;
    this.frames.append(svg("rect", { x: x - 4, y: y - 2, width: wide + 8, height: high + 3, rx: 5, class: kind }));
    if (stack.area === "reserve") {
      this.frames.append(svg("text", { x: x + wide + 8, y: y + high / 2 + 5, class: "frame-label" }, `R${stack.round ?? ""}`));
    }
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

/** @param {Seen} seen @param {string} town @param {string} where @returns {Omit<Token, "x" | "y" | "scale">} */
function namedPiece(seen, town, where) {
  const facts = page.blocks[seen.id];
  const flags = ["moved", "storming", "sallying", "acted", "face-up"].filter((flag) => seen[flag]);
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
      where,
    }),
    block: seen.id,
    town,
  };
}

/** @param {Seen} seen @param {string[]} flags @returns {SVGElement[]} */
export function drawBlock(seen, flags) {
  const facts = page.blocks[seen.id] ?? { side: "frank", rating: "", move: 0, steps: seen.strength };
  const name = shortName(seen.id);
  const pips = [];
  for (let i = 0; i < facts.steps; i += 1) {
    const x = (i - (facts.steps - 1) / 2) * 12;
    pips.push(svg("circle", { cx: x, cy: -17, r: 3.6, class: i < seen.strength ? "pip" : "pip lost" }));
  }
  return [
    svg("rect", { x: -WIDE / 2, y: -HIGH / 2, width: WIDE, height: HIGH, rx: 4, class: `block ${facts.side} ${flags.join(" ")}` }),
    ...pips,
    // A long name is drawn closer rather than cut.
    svg("text", { y: 4, class: `block-name ${facts.side}`, textLength: name.length > 7 ? WIDE - 6 : null, lengthAdjust: "spacingAndGlyphs" }, name),
    svg("text", { x: -WIDE / 2 + 5, y: 20, class: `block-figures ${facts.side}` }, facts.rating),
    svg("text", { x: WIDE / 2 - 5, y: 20, class: `block-figures right ${facts.side}` }, text("move-short", { move: facts.move })),
    ...(flags.includes("face-up") ? [svg("path", { d: "M-31 -25h14l-14 14Z", class: "turned-up" })] : []),
  ];
}

/** @param {string} side @param {number} count @returns {SVGElement[]} */
function drawBacks(side, count) {
  const backs = [];
  for (let i = Math.min(count, 3) - 1; i >= 0; i -= 1) {
    backs.push(
      svg("rect", { x: -WIDE / 2 + 6 + i * 4, y: -HIGH / 2 + 6 - i * 4, width: 46, height: 40, rx: 4, class: `block back ${side}` }),
    );
  }
  return [...backs, svg("text", { x: -2, y: 9, class: `back-count ${side}` }, count)];
}

/** @param {string} box @param {string[]} ids @param {Token[]} tokens */
function layStaging(box, ids, tokens) {
  const place = boxes[box];
  if (!place) return;
  ids.forEach((id, i) => {
    const strength = page.blocks[id]?.steps ?? 0;
    const x = place[0] + (i - (ids.length - 1) / 2) * (WIDE + 8);
    tokens.push({ ...namedPiece({ id, strength }, box, text("area-staging")), x, y: place[1] + 12, scale: 1 });
  });
}

/** The Assassins sit at Masyaf when they are not on an errand. @param {string | null} where @param {Token[]} tokens */
function layAssassins(where, tokens) {
  const place = where ? places[where] : undefined;
  if (!where || !place) return;
  const piece = namedPiece({ id: "assassins", strength: page.blocks["assassins"]?.steps ?? 3 }, where, text("area-castle"));
  tokens.push({ ...piece, x: place[0] + 24 + WIDE / 2, y: place[1] + 4, scale: 1 });
}
