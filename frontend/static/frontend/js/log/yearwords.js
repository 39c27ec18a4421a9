// The end of a year in words.

import { blockName, semicolon, sideName, text, townName, withColon } from "../page/page.js";
import { theirsFirst } from "./yearend.js";

/** @typedef {import("./yearend.js").YearEnd} YearEnd @typedef {import("../page/page.js").Side} Side */

/**
 * A line each: whom winter took of the other side, of one's own, which sieges it ended, whose steps came back, who can be
 * drawn again.
 * @param {YearEnd} ended @param {Side} side  whose eyes they are
 * @param {boolean} [lossesTold]  whether the losses of the other side are told elsewhere
 * @returns {string[]}
 */
export function yearEndInWords({ lost, sieges, regained, back }, side, lossesTold = false) {
  const gained = Object.entries(regained).map(([block, count]) =>
    count > 1 ? `${blockName(block)} (${count})` : blockName(block),
  );
  const returned = theirsFirst(side).flatMap((whose) =>
    back && back[whose].length > 0 ? `${withColon(sideName(whose))} ${back[whose].map(blockName).join(", ")}` : [],
  );
  return [
    ...theirsFirst(side).map((whose) => {
      if (lossesTold && whose !== side) return "";
      const named = { side: sideName(whose) };
      if (lost[whose].length === 0) return text("year-none-lost", named);
      return text("year-lost", { ...named, news: lost[whose].map(lostAt).join(semicolon()) });
    }),
    sieges.length > 0 ? text("year-sieges", { towns: sieges.map(townName).join(", ") }) : "",
    gained.length > 0 ? text("year-regained", { blocks: gained.join(", ") }) : text("year-none-regained"),
    returned.length > 0 ? text("year-back", { news: returned.join(semicolon()) }) : "",
  ].filter(Boolean);
}

/**
 * "2 blocks at Acre (Kurds 2, 1 more hidden)".
 *
 * @param {import("./yearend.js").Lost} lost
 */
function lostAt({ town, count, blocks }) {
  const words = text("year-lost-at", { count, town: townName(town) });
  if (blocks.length === 0) return words;
  const more = count - blocks.length;
  const named = [...blocks.map(blockName), more > 0 ? text("year-more-hidden", { count: more }) : ""];
  return `${words} (${named.filter(Boolean).join(", ")})`;
}
