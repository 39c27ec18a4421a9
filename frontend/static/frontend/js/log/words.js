// Headlines and chapters in words.

import { html } from "../page/dom.js";
import { blockName, semicolon, sideName, text, townName } from "../page/page.js";
import { sentencesOf } from "./headline.js";
import { inSentences } from "./sentences.js";

/**
 * @typedef {import("./headline.js").Headline} Headline
 * @typedef {import("./headline.js").Part} Part
 * @typedef {import("./chapters.js").Chapter} Chapter
 */

/** Stands in the sentence where its parts are put. */
const HERE = "\u0000";

/** The sentences of a headline, what weighs emphasized. @param {Headline} headline @returns {Child[]} */
export function emphasized(headline) {
  return sentencesOf(headline).flatMap(({ key, parts }, n) => {
    const [first, last] = text(key, { side: sideName(headline.side), news: HERE }).split(HERE);
    return [
      n > 0 ? ". " : "",
      first,
      ...parts.flatMap((part, i) => [
        i > 0 ? semicolon() : "",
        part.strong ? html("strong", {}, inWords(part)) : inWords(part),
      ]),
      last,
    ];
  });
}

/** The sentences that a chapter is told in. @param {Chapter} chapter */
export function sentenceOf({ headline, fact }) {
  if (!headline) return inSentences([fact.text]);
  return inSentences(
    sentencesOf(headline).map(({ key, parts }) =>
      text(key, { side: sideName(headline.side), news: parts.map(inWords).join(semicolon()) }),
    ),
  );
}

/**
 * Towns with how many blocks there, as "Homs 2", "Acre 1"; of one town its name alone.
 * @param {Record<string, number>} counts
 */
export function countedTowns(counts) {
  const towns = Object.entries(counts);
  return towns.map(([town, count]) => (towns.length > 1 ? `${townName(town)}\u00a0${count}` : townName(town)));
}

/** @param {Part} part */
function inWords({ key, town, to, block, count, towns = [], counts, blocks = [], lost = [] }) {
  const named = { town: town ? townName(town) : "", to: to ? townName(to) : "", block: block ? blockName(block) : "" };
  const words = text(key, { ...named, count: count ?? 0 });
  const who = blocks.map((id) =>
    lost.includes(id) ? text("block-for-good", { block: blockName(id) }) : blockName(id),
  );
  const names = [...(counts ? countedTowns(counts) : towns.map(townName)), ...who];
  return names.length > 0 ? `${words} (${names.join(", ")})` : words;
}
