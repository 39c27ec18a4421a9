// A block's figures in words: its rating, its strength, how far it moves.

import { blockName, page, text } from "../page/page.js";

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

/** "Balian (2 of 3 steps)". @param {string} block @param {number} strength */
export function blockWithSteps(block, strength) {
  return text("block-steps", { block: blockName(block), steps: strength, most: page.blocks[block]?.steps ?? 1 });
}

/** How much more a block counts in a storm that fires earlier, and so before defenders who could kill it. */
const EARLY = { A: 1.5, B: 1, C: 2 / 3 };

/**
 * These blocks, those that hit hardest first: by dice times firepower; of two alike the one that fires earlier.
 * @param {string[]} blocks
 * @param {Map<string, {strength?: number}>} where
 * @param {boolean} [storm]  an earlier letter counts for more
 */
export function strongestFirst(blocks, where, storm = false) {
  const might = (/** @type {string} */ block) => {
    const facts = page.blocks[block];
    if (!facts) return 0;
    const letter = /** @type {keyof typeof EARLY} */ (facts.rating[0]);
    return (
      (where.get(block)?.strength ?? facts.steps) * Number(facts.rating.slice(1)) * (storm ? EARLY[letter] : 1) +
      ("CBA".indexOf(letter) + 1) / 4
    );
  };
  return [...blocks].sort((one, other) => might(other) - might(one));
}
