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

/** @param {Part} part */
function inWords({ key, town, to, block, count, towns = [], blocks = [] }) {
  const named = { town: town ? townName(town) : "", to: to ? townName(to) : "", block: block ? blockName(block) : "" };
  const words = text(key, { ...named, count: count ?? 0 });
  const names = [...towns.map(townName), ...blocks.map(blockName)];
  return names.length > 0 ? `${words} (${names.join(", ")})` : words;
}
