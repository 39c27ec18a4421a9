// What a hint speaks of, lit where it is pressed: on the map the block and its way, or the town; in the hand the card; on
// the stage the blocks; and the button.

import { SIZE } from "../blocks/faces.js";
import { places } from "../map/layout.js";
import { layOut } from "../map/stacks.js";
import { locateBlocks } from "../map/whereabouts.js";
import { svg } from "../page/dom.js";

/** By the type of an action: the key of a button that asks where, before the action itself can be pressed. */
const OPENERS = /** @type {Record<string, string>} */ ({ "muster-to": "muster-turn" });
/** Between a block and its ring. */
const MARGIN = 5;

/**
 * @typedef {object} Light
 * @property {string} card     that is to be played, or ""
 * @property {string} block    that is to act, or ""
 * @property {string} type     of the action
 * @property {string} to       where it withdraws or retreats to, or ""
 * @property {GameAction["target"]} target  whom the Assassins strike
 * @property {GameAction["area"]} area  castle or field, where a block from the sea may choose
 * @property {string[]} blocks  all that are to act, such as those that storm
 * @property {string[]} going   those that are to come to a muster
 * @property {string[]} towns  where it and those who go with it stand; last where it goes, or the town of the action
 * @property {{steps: string[][], sea: string[] | null}[]} walks  its way
 */

/**
 * What an action speaks of.
 * @param {Pick<View, "map" | "staging">} view @param {GameAction} action
 * @param {string[]} [going]  who goes with it, as its reason has it
 * @returns {Light}
 */
export function lightOf(
  view,
  { type, card = "", block = "", blocks, path = [], to = "", town = "", port = "", area, target },
  going = [],
) {
  const where = locateBlocks(view);
  const start = where.get(block)?.town ?? "";
  const end = path.at(-1) ?? (to || town || port);
  const way = path.length > 0 ? [start, ...path] : [start, end];
  const goes = start !== "" && end !== "" && start !== end;
  const steps = way.slice(1).map((next, i) => [way[i], next]);
  const sea = type === "sea-move" ? [start, end] : null;
  return {
    card,
    block,
    type,
    to,
    target,
    area,
    blocks: blocks ?? (block ? [block] : []),
    going,
    towns: [...new Set([start, ...going.map((one) => where.get(one)?.town ?? "")])]
      .filter((one) => one !== end)
      .concat(end)
      .filter((one) => one in places),
    walks: goes ? [{ steps, sea }] : [],
  };
}

/** Rings around the block and the town where it goes. @param {View} view @param {Light | null} light @returns {SVGElement[]} */
export function drawLight(view, light) {
  if (!light) return [];
  const token = [...layOut(view).tokens.values()].find(({ block }) => light.block !== "" && block === light.block);
  const half = token ? (SIZE / 2) * token.scale + MARGIN : 0;
  const [x, y] = places[light.towns.at(-1) ?? ""] ?? [];
  return [
    token &&
      svg("rect", {
        x: token.x - half,
        y: token.y - half,
        width: 2 * half,
        height: 2 * half,
        rx: 10,
        class: "hinted",
        "data-hinted": light.block,
      }),
    x !== undefined && svg("circle", { cx: x, cy: y, r: 48, class: "hinted", "data-hinted": light.towns.at(-1) }),
  ].filter((one) => one instanceof SVGElement);
}

/**
 * Whether what is hinted is chosen as a whole, and waits to be confirmed.
 * @param {Light} light @param {import("../decisions/choices.js").Selection} selection
 */
export function isFilledIn(light, { blocks, town, ask, muster }) {
  const end = light.towns.at(-1);
  if (muster) return light.type === "muster-to" && muster === end && light.going.length === 0;
  if (!ask) return town !== null && town === end && blocks.includes(light.block);
  const { type, block = "", target } = ask.action;
  return type === light.type && block === light.block && JSON.stringify(target) === JSON.stringify(light.target);
}

/**
 * Marks the button that does what is hinted, once the blocks are chosen that it is for.
 * @param {HTMLElement} root @param {Light | null} light
 * @param {import("../decisions/choices.js").Selection} selection
 */
export function lightButton(root, light, selection) {
  root.querySelector("button.hinted")?.classList.remove("hinted");
  const { blocks: chosen } = selection;
  if (!light) return;
  if (isFilledIn(light, selection)) {
    root.querySelector(`:is([data-key="area-${light.area ?? ""}"], [data-key="confirm"])`)?.classList.add("hinted");
    return;
  }
  const acting = chosen.length > 0 && light.going.length > 0 && !light.block ? light.going : light.blocks;
  if (acting.length !== chosen.length || !acting.every((id) => chosen.includes(id))) return;
  const leads = [...root.querySelectorAll(`button[data-type="${light.type}"]`)].find((button) => {
    const key = button.getAttribute("data-key") ?? "";
    return !light.to || !key.startsWith("{") || JSON.parse(key).to === light.to;
  });
  const opens = `button:is([data-key="group-${light.type}"], [data-key="${OPENERS[light.type] ?? ""}"])`;
  // Nobody storms, so that hunger works: the button by which all stay says so, the other one asks who leaves.
  const stay = light.type === "storm" && acting.length === 0 ? root.querySelector('[data-key="siege-on-here"]') : null;
  (stay ?? leads ?? root.querySelector(opens))?.classList.add("hinted");
}
