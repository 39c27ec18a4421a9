// A block's figures in words: its rating, its strength, how far it moves.

import { page, text } from "../page/page.js";

/** "B2, strength 3 of 4, moves 2". @param {string} block @param {number | undefined} strength */
export function figuresInWords(block, strength) {
  const facts = page.blocks[block];
  if (!facts) return "";
  return text("figures", {
    rating: facts.rating,
    strength: strength ?? facts.steps,
    steps: facts.steps,
    move: facts.move,
  });
}

/**
 * These blocks, those that hit hardest first: by dice times firepower; of two alike the one that fires earlier.
 * @param {string[]} blocks
 * @param {Map<string, {strength?: number}>} where
 */
export function strongestFirst(blocks, where) {
  const might = (/** @type {string} */ block) => {
    const facts = page.blocks[block];
    if (!facts) return 0;
    return (
      (where.get(block)?.strength ?? facts.steps) * Number(facts.rating.slice(1)) +
      ("CBA".indexOf(facts.rating[0]) + 1) / 4
    );
  };
  return [...blocks].sort((one, other) => might(other) - might(one));
}
