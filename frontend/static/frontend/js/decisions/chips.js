// The blocks of a plan, each a chip under the road that it takes: it can be left out, or go by another road, into the
// main attack or into reserve.

import { html } from "../page/dom.js";
import { blockName, text, townName } from "../page/page.js";
import { entryNotice, isHostile, landsInCastle, planMove, roadOptions, entryRound } from "./plan.js";

/**
 * @typedef {import("./choices.js").Selection} Selection
 * @typedef {import("./choices.js").Where} Where
 * @typedef {import("./choices.js").Hands} Hands
 * @typedef {import("./plan.js").Plan} Plan
 */

/**
 * Draws the blocks of a plan, each with the road it takes.
 *
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Hands} hands
 * @param {Plan} plan
 */
export function drawChips(view, selection, where, hands, plan) {
  if (selection.blocks.length < 2) return null;
  const found = entryNotice(view, plan.town);
  const roads = isHostile(view, plan.town) && !landsInCastle(view, plan);
  const main = found?.main ?? [...plan.entries.keys()][0] ?? null;
  const first = found?.first ?? 1;
  const going = new Set([...plan.entries.values()].flat());
  const isLate = (/** @type {string} */ road) => entryRound({ main: found?.main, first }, road, main) > first;
  const groups = roads
    ? [...plan.entries].map(([road, blocks]) => ({
        name: `${text(isLate(road) ? "in-reserve" : "main-attack")} · ${townName(road)}`,
        road,
        blocks,
      }))
    : [
        {
          name: "",
          road: "",
          blocks: selection.blocks.filter(
            (block) => !plan.left.includes(block) && (going.has(block) || plan.entries.size === 0 || !roads),
          ),
        },
      ];
  const late = plan.left.length > 0 ? [{ name: text("no-road-left"), road: "", blocks: plan.left }] : [];
  return html(
    "ul",
    { class: "plan-chips" },
    [...groups, ...late].map(({ name, road, blocks }) =>
      html(
        "li",
        {},
        name && html("span", { class: "chips-of" }, name),
        blocks.map((block) =>
          drawChip(block, road, roads ? roadsFor(view, selection, where, plan, block) : [], selection, hands),
        ),
      ),
    ),
  );
}

/**
 * The roads by which a block can go, of those with room for it beside the others (5.1).
 * @param {View} view
 * @param {Selection} selection
 * @param {Where} where
 * @param {Plan} plan
 * @param {string} block
 */
function roadsFor(view, { blocks, road: main, roads }, where, plan, block) {
  return roadOptions(view, where, block, plan.town).filter((road) => {
    const made = planMove(view, where, blocks, plan.town, { road: main, roads: { ...roads, [block]: road } });
    return made && made.left.length <= plan.left.length && made.entries.get(road)?.includes(block);
  });
}

/**
 * The blocks chosen together, before it is said where they go: on a phone, whose map has no room for them then.
 * @param {Selection} selection
 * @param {Hands} hands
 */
export function drawMembers(selection, hands) {
  return html(
    "ul",
    { class: "plan-chips on-phone", "data-list": "members" },
    html(
      "li",
      {},
      selection.blocks.map((block) => drawChip(block, "", [], selection, hands)),
    ),
  );
}

/**
 * @param {string} block
 * @param {string} road  the one it takes
 * @param {string[]} options  those it could take
 * @param {Selection} selection
 * @param {Hands} hands
 */
function drawChip(block, road, options, selection, hands) {
  // Where every other road is full, or there is but one, nothing else can be wished for.
  const movable = road !== "" && options.some((option) => option !== road);
  const next = options[(options.indexOf(road) + 1) % options.length];
  const name = blockName(block);
  const off = () => hands.select({ ...selection, blocks: selection.blocks.filter((other) => other !== block) });
  const move = () => hands.select({ ...selection, roads: { ...selection.roads, [block]: next } });
  const label = movable ? text("send-by", { block: name, road: townName(next) }) : "";
  return html(
    "span",
    { class: "plan-chip", "data-chip": block },
    movable
      ? html(
          "button",
          { type: "button", "data-key": `chip-${block}`, "aria-label": label, title: label, onclick: move },
          name,
          html("small", {}, text("or-by", { road: townName(next) })),
        )
      : html("span", { class: "chip-name" }, name),
    html(
      "button",
      {
        type: "button",
        class: "chip-off",
        "data-key": `off-${block}`,
        "aria-label": text("leave-out", { block: name }),
        title: text("leave-out", { block: name }),
        onclick: off,
      },
      "×",
    ),
  );
}
