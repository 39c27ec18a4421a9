// How a battle stood after each of its facts, from how it stood before them. Pure: animation.js shows it.
//
// The server tells how things were before and are now. What came between is read from the facts, so that each volley is
// seen on the board as it stood then.

/** @typedef {import("./blow.js").Fact} Fact @typedef {import("./scenery.js").View} View */
/** @typedef {import("./ranks.js").Stack} Stack @typedef {import("../blocks/faces.js").Seen} Seen */
/** @typedef {import("./scenery.js").Battle} Battle */

/**
 * The view of a battle after a fact; the same view where the fact changes nothing on the stage.
 * @param {View} view
 * @param {Fact} fact
 * @returns {View}
 */
export function afterFact(view, fact) {
  const { battle } = view;
  if (!battle || (fact.town && fact.town !== battle.town)) return view;
  const stacks = view.map[battle.town]?.stacks ?? [];
  const [changed, placed] = goOn(battle, stacks, fact);
  if (changed === battle && placed === stacks) return view;
  const town = { ...view.map[battle.town], stacks: placed.filter(({ count }) => count > 0) };
  return { ...view, battle: changed, map: { ...view.map, [battle.town]: town } };
}

/**
 * How a battle that began among these facts stood at its beginning, from how it stands after them: nobody has fired,
 * and who was hit or went away is there.
 * @param {View} view  with the battle
 * @param {Fact[]} facts  of this battle, oldest first
 * @returns {View}
 */
export function beforeFacts(view, facts) {
  const { battle } = view;
  if (!battle) return view;
  const here = facts.filter(({ town }) => !town || town === battle.town);
  /** @type {Map<string, {face: Seen, area: string}>} */
  const revealed = new Map();
  for (const fact of here)
    for (const face of facesOf(fact))
      if (!revealed.has(face.id))
        revealed.set(face.id, { face, area: fact.type === "castle-revealed" ? "castle" : "field" });
  let stacks = view.map[battle.town]?.stacks ?? [];
  for (const { type, block = "", side } of here) {
    if (type !== "block-eliminated" && type !== "block-retreated") continue;
    const { face, area } = revealed.get(block) ?? { face: { id: block, strength: 1 }, area: "field" };
    // The last step falls with the block; those before it are given back below.
    const there = type === "block-eliminated" ? { ...face, strength: 1 } : face;
    stacks = added(stacks, side ?? "", area, [there], 0);
  }
  for (const { type, block, strength } of [...here].reverse())
    if (type === "block-reduced" && strength !== undefined) stacks = marked(stacks, { strength: strength + 1 }, block);
  const round = here.find(({ type }) => type === "round-begun")?.round ?? battle.round;
  return {
    ...view,
    battle: { ...battle, step: "fight", round, "to-act": [], hits: null, "half-hit": null },
    map: { ...view.map, [battle.town]: { ...view.map[battle.town], stacks: marked(stacks, { acted: false }) } },
  };
}

/**
 * Returns the battle and its blocks after a fact.
 *
 * @param {Battle} battle
 * @param {Stack[]} stacks
 * @param {Fact} fact
 * @returns {[Battle, Stack[]]}
 */
function goOn(battle, stacks, fact) {
  const { type, block = "" } = fact;
  const side = fact.side ?? "";
  switch (type) {
    case "round-begun":
      return [
        { ...battle, step: "fight", round: fact.round ?? battle.round, "to-act": [], hits: null },
        marked(stacks, { acted: false }),
      ];
    case "block-fired":
      return [{ ...battle, "to-act": [block], hits: null }, marked(stacks, { acted: true }, block)];
    case "half-hit":
      return [{ ...battle, "half-hit": block }, stacks];
    case "block-reduced":
      return [
        battle["half-hit"] === block ? { ...battle, "half-hit": null } : battle,
        marked(stacks, { strength: fact.strength }, block),
      ];
    case "block-eliminated":
    case "block-retreated":
      return [battle, without(stacks, side, [block])];
    case "storm-declared":
      return [{ ...battle, storm: true }, placed(stacks, side, "field", facesOf(fact), { storming: true })];
    case "storm-ended":
    case "storm-cancelled":
      return [over(battle), marked(stacks, { storming: false })];
    case "field-won":
    case "town-taken":
    case "battle-ended":
      return [over(battle), stacks];
    case "castle-revealed":
      return [battle, placed(stacks, side, "castle", facesOf(fact))];
    case "field-revealed":
      return [battle, placed(stacks, side, "field", facesOf(fact))];
    case "sally-declared":
      return [battle, placed(stacks, side, "field", facesOf(fact), { sallying: true })];
    case "block-withdrew":
      return [
        battle,
        fact.to === "castle"
          ? placed(stacks, side, "castle", seen(stacks, block), { sallying: false })
          : marked(stacks, { storming: false }, block),
      ];
    case "reserves-arrived":
      return [battle, joined(stacks, side, battle.round)];
  }
  return [battle, stacks];
}

/**
 * Nobody acts any more, so nothing is said of how the round ends, of the storm, of hits to take or of ways out.
 * @param {Battle} battle
 * @returns {Battle}
 */
function over(battle) {
  return { ...battle, step: "", storm: false, "to-act": [], hits: null, "half-hit": null, jihad: null };
}

/**
 * The view before the facts with which a battle ended, its blocks still as they were, with the battle as it is after them.
 * @param {View} view
 * @param {Fact[]} facts
 * @returns {View}
 */
export function withBattleAfter(view, facts) {
  return { ...view, battle: facts.reduce(afterFact, view).battle };
}

/** @param {Fact} fact @returns {Seen[]} */
function facesOf({ blocks = [] }) {
  return Array.isArray(blocks) ? blocks.filter((face) => typeof face !== "string") : [];
}

/** @param {Stack[]} stacks @param {string} id @returns {Seen[]} */
function seen(stacks, id) {
  return stacks.flatMap(({ blocks }) => blocks.filter((one) => one.id === id));
}

/**
 * These flags or figures, for one block or all that are seen.
 * @param {Stack[]} stacks
 * @param {Partial<Seen>} marks
 * @param {string} [id]
 */
function marked(stacks, marks, id) {
  return stacks.map((stack) => ({
    ...stack,
    blocks: stack.blocks.map((one) => (id === undefined || one.id === id ? { ...one, ...marks } : one)),
  }));
}

/**
 * These blocks are gone; one that was hidden was one of its side's backs in a part of the town.
 * @param {Stack[]} stacks
 * @param {string} side
 * @param {string[]} ids
 * @param {string} [area]  where those stood that were hidden
 */
function without(stacks, side, ids, area = "field") {
  const known = new Set(stacks.flatMap(({ blocks }) => blocks.map(({ id }) => id)));
  let backs = ids.filter((id) => !known.has(id)).length;
  return stacks.map((stack) => {
    const blocks = stack.blocks.filter(({ id }) => !ids.includes(id));
    const fewer = stack.side === side && stack.area === area ? Math.min(backs, stack.hidden) : 0;
    backs -= fewer;
    return { ...stack, blocks, hidden: stack.hidden - fewer, count: blocks.length + stack.hidden - fewer };
  });
}

/**
 * These blocks stand there, to be seen.
 * @param {Stack[]} stacks
 * @param {string} side
 * @param {string} area
 * @param {Seen[]} faces
 * @param {Partial<Seen>} [marks]
 */
function placed(stacks, side, area, faces, marks = {}) {
  const ids = faces.map(({ id }) => id);
  // Who sallies came out of the castle.
  const rest = without(stacks, side, ids, marks.sallying ? "castle" : area);
  const blocks = faces.map((face) => ({ ...seen(stacks, face.id)[0], ...face, ...marks }));
  return added(rest, side, area, blocks, 0);
}

/** Reserves of these rounds stand in the field. @param {Stack[]} stacks @param {string} side @param {number} round */
function joined(stacks, side, round) {
  const comes = (/** @type {Stack} */ one) => one.side === side && one.area === "reserve" && (one.round ?? 0) <= round;
  const come = stacks.filter(comes);
  if (come.length === 0) return stacks;
  const backs = come.reduce((sum, { hidden }) => sum + hidden, 0);
  return added(
    stacks.filter((one) => !comes(one)),
    side,
    "field",
    come.flatMap(({ blocks }) => blocks),
    backs,
  );
}

/**
 * Returns the stacks with these blocks added to one of them.
 *
 * @param {Stack[]} stacks
 * @param {string} side
 * @param {string} area
 * @param {Seen[]} blocks
 * @param {number} hidden
 * @returns {Stack[]}
 */
function added(stacks, side, area, blocks, hidden) {
  const there = stacks.find((one) => one.side === side && one.area === area);
  const all = [...(there?.blocks ?? []), ...blocks];
  const backs = (there?.hidden ?? 0) + hidden;
  const stack = { ...there, side, area, blocks: all, hidden: backs, count: all.length + backs };
  return there ? stacks.map((one) => (one === there ? stack : one)) : [...stacks, stack];
}
