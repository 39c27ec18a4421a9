// What was seen in the battle that is fought: its events, and blocks that lay open in it and lie face-down again.

/** After these somebody else may lie in the castle. */
const CHANGED = new Set(["block-withdrew", "sally-declared"]);

/** @param {GameEvent[]} events  oldest first @returns {GameEvent[]} those of the battle that began last */
export function eventsOfBattle(events) {
  return events.slice(events.findLastIndex((event) => event.type === "battle-begun") + 1);
}

/**
 * The hidden blocks of the castle that is fought over, with the steps they had left, if all of them were seen in this
 * battle; else none. It rests on what was told to everybody.
 *
 * @param {View} view
 * @param {GameEvent[]} events  oldest first
 * @returns {Map<string, number>}
 */
export function blocksRemembered({ battle, map }, events) {
  /** @type {Map<string, number>} */
  const known = new Map();
  const side = battle?.["castle-of"];
  for (const event of battle ? eventsOfBattle(events) : []) {
    const { type, block = "" } = event;
    if (type === "castle-revealed" && event.town === battle?.town) {
      for (const face of Array.isArray(event.blocks) ? event.blocks : [])
        if (typeof face !== "string" && typeof face.strength === "number") known.set(face.id, face.strength);
    } else if (type === "block-reduced" && known.has(block)) known.set(block, event.strength ?? 0);
    else if (type === "block-eliminated") known.delete(block);
    else if (CHANGED.has(type) && event.side === side) known.clear();
  }
  const stacks = map[battle?.town ?? ""]?.stacks ?? [];
  for (const { id } of stacks.flatMap(({ blocks }) => blocks)) known.delete(id);
  const hidden = stacks.find((stack) => stack.side === side && stack.area === "castle")?.hidden ?? 0;
  return known.size === hidden ? known : new Map();
}
