// Where each block of a view stands.

/**
 * Where each block of a view stands and how strong it is.
 * @param {Pick<View, "map"> & Partial<Pick<View, "staging">>} view
 */
export function locateBlocks(view) {
  /**
   * @type {Map<string, {town: string, area: string, strength: number | undefined, seen:
   *   View["map"][string]["stacks"][number]["blocks"][number] | null}>}
   */
  const found = new Map();
  for (const [town, { stacks }] of Object.entries(view.map)) {
    for (const stack of stacks) {
      for (const seen of stack.blocks) found.set(seen.id, { town, area: stack.area, strength: seen.strength, seen });
    }
  }
  for (const [box, ids] of Object.entries(view.staging ?? {})) {
    for (const id of ids)
      if (!found.has(id)) found.set(id, { town: box, area: "staging", strength: undefined, seen: null });
  }
  return found;
}
