// A block's figures in words: its rating, its strength, how far it moves.

import { page, text } from "../page/page.js";

/** "B2, strength 3 of 4, moves 2". @param {string} block @param {number | undefined} strength */
export function figuresInWords(block, strength) {
  const facts = page.blocks[block];
  if (!facts) return "";
  return text("figures", { rating: facts.rating, strength: strength ?? facts.steps, steps: facts.steps, move: facts.move });
}
