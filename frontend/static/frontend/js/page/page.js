// What the server wrote into the page for the scripts: names, texts, addresses.

import { pluralForm } from "./browser.js";
import { byId } from "./dom.js";

/**
 * @typedef {"frank" | "saracen"} Side
 * @typedef {{name: string, mark: string, homes: string[], side: Side | "assassin", kind: string, move: number, steps:
 *   number, rating: string, permanent?: string[]}} BlockFacts
 *   `mark`: a letter or a figure that tells blocks of one name apart; `permanent`: the editions in which it is lost for
 *   good
 * @typedef {{name: string, side: string, region: string, rating: number, port: boolean, fortified: boolean, victory:
 *   boolean, seats: string[]}} TownFacts
 * @typedef {Record<string, "strong" | "told" | "move">} Weights
 * @typedef {object} Page
 * @property {string} game
 * @property {Record<string, string>} urls
 * @property {Side[]} sides              the sides this person plays: none for an onlooker, both in a solo game
 * @property {boolean} solo
 * @property {Side | null} computer     the side that the computer plays, if any
 * @property {boolean} [lesson]  whether each prompt is explained
 * @property {boolean} [siege-lesson]  whether it is the second lesson
 * @property {boolean} [explained]  whether the first decision of each kind is: against the gentlest level of the
 *   computer
 * @property {Record<string, BlockFacts>} blocks
 * @property {Record<string, TownFacts>} towns
 * @property {Record<string, string>} cards
 * @property {Weights} weights  what counts among facts, by their type, the weightiest first: `games/weights.py`
 * @property {string} relief  the address of the picture of the hills
 * @property {Record<string, string | Record<string, string>>} texts  a text that counts has a form for each plural of
 *   the language
 */

/** @type {Page} */
export const page = JSON.parse(byId("page-data").textContent || "{}");

/**
 * The text with this key in the reader's language, `{name}` replaced by `values.name`.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
  const found = page.texts[key];
  if (found === undefined) return key;
  const words = typeof found === "string" ? found : (found[pluralForm(Number(values.count))] ?? found.other);
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Words with the colon of this language behind them. @param {string} words */
export function withColon(words) {
  return text("with-colon", { words });
}

/** The semicolon between the parts of a list, spaced as this language does. */
export function semicolon() {
  return text("in-a-list", { some: "", last: "" });
}

/** @param {string} id */
export function townName(id) {
  return page.towns[id]?.name ?? (`place-${id}` in page.texts ? text(`place-${id}`) : id);
}

/** The name of a block, with its mark where others bear the same name: "Templars G". @param {string} id */
export function blockName(id) {
  const facts = page.blocks[id];
  return facts ? [facts.name, facts.mark].filter(Boolean).join(" ") : id;
}

/** @param {string} id */
export function cardName(id) {
  return page.cards[id] ?? id;
}

/** @param {string} side */
export function sideName(side) {
  return text(`side-${side}`);
}

/** @param {Side} side @returns {Side} */
export function otherSide(side) {
  return side === "frank" ? "saracen" : "frank";
}
