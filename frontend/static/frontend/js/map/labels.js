// Which names of the map can be read at a zoom: where two would lie on each other, or one on blocks, the lesser gives way.

import { SIZE } from "../blocks/faces.js";
import { areMeeting } from "./extent.js";
import { layOut } from "./stacks.js";

/** @typedef {import("./extent.js").Box} Box */
/** @typedef {{id: string, rank: number, box: Box}} Label  `rank`: the higher is the more important */

/** Of a line's height, what is blank above its letters and below them. */
const [ABOVE, BELOW] = [0.16, 0.08];
/** So much of a name may lie on blocks, and be read all the same. */
const ON_BLOCKS = 0.12;
/** A town that a chosen block can go to, a victory city: whatever lies below, they are named. */
const [GOAL, CITY, CASTLE, MINOR, REALM] = [4, 3, 2, 1, 0];

/**
 * The labels that give way.
 * @param {Label[]} labels @param {Box[]} blocks @returns {Set<string>} by their ids
 */
export function crowdedLabels(labels, blocks) {
  /** @type {Label[]} */
  const kept = [];
  const crowded = new Set();
  for (const label of [...labels].sort((one, other) => other.rank - one.rank)) {
    const { id, rank, box } = label;
    const covered = rank < CITY && rank > REALM && shareOn(blocks, box) > ON_BLOCKS;
    if (covered || kept.some((other) => areMeeting(other.box, box))) crowded.add(id);
    else kept.push(label);
  }
  return crowded;
}

/** How much of a box lies on blocks: of the one that takes most of it. @param {Box[]} blocks @param {Box} box */
function shareOn(blocks, box) {
  const area = (box.right - box.left) * (box.bottom - box.top);
  const shares = blocks.map((block) => {
    const wide = Math.min(box.right, block.right) - Math.max(box.left, block.left);
    const high = Math.min(box.bottom, block.bottom) - Math.max(box.top, block.top);
    return (Math.max(0, wide) * Math.max(0, high)) / area;
  });
  return Math.max(0, ...shares);
}

/**
 * Shows the names that have room, as they are drawn now.
 * @param {HTMLElement} stage  with the land and the sheet @param {View} view
 */
export function thinLabels(stage, view) {
  const texts = /** @type {NodeListOf<SVGTextElement>} */ (stage.querySelectorAll(".names .name, .realm-name"));
  const labels = [...texts].flatMap((element, i) => {
    const { x, y, width, height } = element.getBBox();
    // What is not drawn at this zoom has no extent.
    if (width === 0) return [];
    const box = { left: x, top: y + ABOVE * height, right: x + width, bottom: y + (1 - BELOW) * height };
    return [{ id: String(i), rank: rankOf(element.classList), box }];
  });
  const blocks = [...layOut(view).tokens.values()].map(({ x, y, scale }) => {
    const half = (SIZE / 2) * scale;
    return { left: x - half, top: y - half, right: x + half, bottom: y + half };
  });
  const crowded = crowdedLabels(labels, blocks);
  texts.forEach((element, i) => element.classList.toggle("crowded", crowded.has(String(i))));
}

/** @param {DOMTokenList} look */
function rankOf(look) {
  if (look.contains("realm-name")) return REALM;
  if (look.contains("goal-name")) return GOAL;
  if (look.contains("victory")) return CITY;
  return look.contains("minor") ? MINOR : CASTLE;
}
