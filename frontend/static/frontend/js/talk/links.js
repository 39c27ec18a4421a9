// Addresses in what people write, made into links. Whatever is not plainly one stays text: nothing here ever becomes
// markup.

import { html } from "../page/dom.js";

// The host in plain letters only, so that it is the one it looks like; no name or password before it, which can pass
// for a host.
const ADDRESS =
  /(?<![\p{L}\p{N}])https?:\/\/[a-z0-9.-]+(?::\d+)?(?![\p{L}\p{M}\p{N}_-])(?![a-z0-9.:-]*@)(?:[/?#][^\s"<>`\\\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]*)?/giu;
const CLOSING = ".,;:!?…»”’'*_";

/** A text as the pieces to show. @param {string} said @returns {(string | HTMLElement)[]} */
export function linkify(said) {
  /** @type {(string | HTMLElement)[]} */
  const pieces = [];
  let done = 0;
  for (const found of said.matchAll(ADDRESS)) {
    const address = trimmed(found[0]);
    if (!isAddress(address)) continue;
    pieces.push(
      said.slice(done, found.index),
      html("a", { href: address, target: "_blank", rel: "nofollow noopener noreferrer ugc" }, address),
    );
    done = found.index + address.length;
  }
  return [...pieces, said.slice(done)].filter((piece) => piece !== "");
}

/** Without the marks that end the sentence around it. @param {string} address */
function trimmed(address) {
  let end = address.length;
  while (end > 0) {
    const kept = address.slice(0, end);
    const odd = kept.endsWith(")") && kept.split(")").length > kept.split("(").length;
    if (!odd && !CLOSING.includes(kept.slice(-1))) break;
    end -= 1;
  }
  return address.slice(0, end);
}

/** @param {string} address */
function isAddress(address) {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return (protocol === "https:" || protocol === "http:") && hostname !== "" && !username && !password;
}
