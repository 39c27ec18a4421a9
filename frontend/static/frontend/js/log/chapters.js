// What the other side did while somebody was away, in chapters: each ends where the other side handed over or a battle
// was over. The last is told in full, each before it in a sentence. Pure.

import { headlineOf } from "./headline.js";

/**
 * @typedef {import("./story.js").Entry} Entry
 * @typedef {import("./headline.js").Headline} Headline
 * @typedef {import("../page/page.js").Weights} Weights
 */
/**
 * @typedef {{entries: Entry[], headline: Headline | null, fact: GameEvent}} Chapter  `headline`: what is told of it in
 *   a sentence; null: the sentence of `fact` is, that which weighs most
 */

const ENDS = new Set(["deployment-ended", "movement-ended", "battle-ended", "winter-ended"]);
/** What one's own page knew before does not matter to a chapter: all of it is read in its facts. */
const NOTHING_SEEN = { map: {} };

/**
 * The chapters of these entries, oldest first; what has nothing to tell is in none, unless it comes last.
 *
 * @param {Entry[]} entries
 * @param {string} side  who looks on
 * @param {Weights} weights
 * @returns {{older: Chapter[], newest: Entry[]}}
 */
export function chaptersOf(entries, side, weights) {
  /** @type {Entry[][]} */
  const parts = [[]];
  let over = false;
  for (const entry of entries) {
    if (over) parts.push([]);
    parts[parts.length - 1].push(entry);
    over = entry.events.some(({ type }) => ENDS.has(type));
  }
  const newest = parts.pop() ?? [];
  return { older: parts.flatMap((part) => chapterOf(part, side, weights) ?? []), newest };
}

/**
 * Makes a chapter of these entries, told by its weightiest fact; null if nothing is worth telling.
 *
 * @param {Entry[]} entries
 * @param {string} side
 * @param {Weights} weights
 * @returns {Chapter | null}
 */
function chapterOf(entries, side, weights) {
  const facts = entries.flatMap(({ events }) => events);
  const rank = Object.keys(weights);
  const [fact] = facts
    .filter(({ type, text }) => text && type in weights)
    .sort((one, other) => rank.indexOf(one.type) - rank.indexOf(other.type));
  return fact ? { entries, headline: headlineOf(entries, side, null, NOTHING_SEEN, weights), fact } : null;
}
