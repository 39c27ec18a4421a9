// The blocks of a plan, each a chip under the road that it takes: it can be left out, or go by another road, into the
// main attack or into reserve. Who is left out keeps their place: else another chip would come under the finger.

import { html } from "../page/dom.js";
import { blockName, text, townName } from "../page/page.js";
import { keyedButton } from "./buttons.js";
import { entryNotice, isHostile, landsInCastle, planMove, roadOptions, entryRound } from "./plan.js";

/**
 * @typedef {import("./choices.js").Selection} Selection
 * @typedef {import("./choices.js").Where} Where
 * @typedef {import("./choices.js").Hands} Hands
 * @typedef {import("./plan.js").Plan} Plan
 */

/**
 * Those chosen and those left out since, each in the place that it had.
 * @param {Selection} selection @returns {string[]}
 */
export function membersOf({ blocks, listed }) {
  const all = Object.keys(listed);
  return all.length > 0 ? all : blocks;
}

/**
 * "main attack · Legio". Who joins a battle or relieves a castle by the main road after round 1 makes no main attack.
 * @param {string} road @param {boolean} isLate  whether others come before @param {number} first  round of the main road
 */
export function roadInWords(road, isLate, first) {
  const key = isLate ? "in-reserve" : first > 1 ? "by-main-road" : "main-attack";
  return `${text(key)} · ${townName(road)}`;
}

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
  const members = membersOf(selection);
  if (members.length < 2) return null;
  const isOut = (/** @type {string} */ block) => !selection.blocks.includes(block);
  const found = entryNotice(view, plan.town);
  const roads = isHostile(view, plan.town) && !landsInCastle(view, plan);
  const main = found?.main ?? [...plan.entries.keys()][0] ?? null;
  const first = found?.first ?? 1;
  const isLate = (/** @type {string} */ road) => entryRound({ main: found?.main, first }, road, main) > first;
  // Who was left out before a town was chosen had no road yet.
  const leftFrom = (/** @type {string} */ block) => selection.listed[block] || main;
  const groups = roads
    ? [...new Set([...plan.entries.keys(), ...members.filter(isOut).map(leftFrom)])]
        .filter((road) => road !== null)
        .map((road) => ({
          name: roadInWords(road, isLate(road), first),
          road,
          blocks: members.filter((block) =>
            isOut(block) ? leftFrom(block) === road : plan.entries.get(road)?.includes(block),
          ),
        }))
    : [
        {
          name: "",
          road: "",
          blocks: members.filter((block) => !plan.left.includes(block)),
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
      membersOf(selection).map((block) => drawChip(block, "", [], selection, hands)),
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
  const { blocks } = selection;
  const out = !blocks.includes(block);
  const toggle = () => {
    const listed = membersOf(selection).map((one) => [one, one === block ? road : (selection.listed[one] ?? "")]);
    hands.select({
      ...selection,
      blocks: out ? [...blocks, block] : blocks.filter((other) => other !== block),
      listed: Object.fromEntries(listed),
    });
  };
  const move = () => hands.select({ ...selection, roads: { ...selection.roads, [block]: next } });
  const label = movable ? text("send-by", { block: name, road: townName(next) }) : "";
  const does = text(out ? "take-along" : "leave-out", { block: name });
  return html(
    "span",
    { class: out ? "plan-chip out" : "plan-chip", "data-chip": block },
    movable && !out
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
        class: out ? "chip-on" : "chip-off",
        "data-key": `off-${block}`,
        "aria-label": does,
        title: does,
        onclick: toggle,
      },
      out ? "+" : "×",
    ),
  );
}

/**
 * The buttons that choose none and all for a muster. Both are always there: one that came would move the others.
 * @param {string[]} all @param {Selection} selection @param {Hands} hands
 */
export function drawNoneAndAll(all, selection, hands) {
  const chosen = selection.blocks.length;
  const draw = (/** @type {string} */ key, /** @type {string} */ words, /** @type {string[]} */ blocks) => {
    const button = keyedButton(key, words, () => hands.select({ ...selection, blocks }));
    button.toggleAttribute("disabled", blocks.length === chosen);
    return button;
  };
  return [
    draw("muster-none", text("choose-none"), []),
    draw("muster-all", text("choose-all", { count: all.length }), all),
  ];
}

/** What keeps its size while chips are pressed, and by which side. */
const KEPT = /** @type {const} */ ([
  [".what, .follows, .plan-list", "minHeight", "height"],
  [".plan-chip, .primary", "minWidth", "width"],
]);

/**
 * Measures what is above and around chips. What is returned gives what has been drawn since at least the same size: words
 * and chips that shrink would bring others under the finger.
 * @param {HTMLElement} root @returns {() => void}
 */
export function measureSizes(root) {
  const find = () =>
    KEPT.flatMap(([selector, side, measure]) =>
      [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))].map((element, i) => {
        const { chip = `${element.parentElement?.className} ${selector} ${i}` } = element.dataset;
        return { key: chip, side, size: element.getBoundingClientRect()[measure], element };
      }),
    );
  const before = new Map(find().map(({ key, size }) => [key, size]));
  return () => {
    for (const { key, side, element } of find()) {
      const size = before.get(key) ?? 0;
      if (size === 0) continue;
      element.style[side] = `${size}px`;
      // An empty list is not shown else.
      if (element.matches(".follows:empty")) element.style.display = "block";
    }
  };
}
