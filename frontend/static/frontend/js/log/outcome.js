// What a battle has cost so far, and where the reader's blocks went from it, of all its facts and not of the last alone.
// Pure.

/** @typedef {{key: string, kind: string, town: string, block?: string, blocks?: string[], count?: number}} Retreat */

/** By these a battle or a siege is decided. */
export const DECIDED = new Set(["field-won", "town-taken", "siege-begun"]);
/** By these a battle ends. */
export const ENDS = new Set([...DECIDED, "battle-ended"]);
const FALLEN = "block-eliminated";

/**
 * Whether each known fact belongs to the battle of a town that these facts end, or in which somebody falls by them.
 * @param {GameEvent[]} facts
 * @param {GameEvent[]} known  all facts that are known, with those before
 * @param {(type: string) => boolean} tells  by which facts of `facts` a battle is told of
 * @returns {(fact: GameEvent, i: number) => boolean}
 */
function ofBattles(facts, known, tells) {
  const towns = new Set(facts.flatMap(({ type, town }) => (tells(type) && town ? town : [])));
  const given = new Set(facts);
  /** @type {Map<string, number>} */
  const since = new Map();
  for (const town of towns) {
    const begun = known.findLastIndex(({ type, town: at }) => type === "battle-begun" && at === town);
    // Who falls after a battle, by hunger or by the Assassins, is none of its dead.
    const over = known.some(
      (fact, i) => i > begun && fact.type === "battle-ended" && fact.town === town && !given.has(fact),
    );
    if (begun >= 0 && !over) since.set(town, begun);
  }
  return ({ town }, i) => i > (since.get(town ?? "") ?? i);
}

/**
 * The blocks that fell, as they are told: all of a battle in which somebody fell by these facts, or that they ended.
 * @param {GameEvent[]} facts
 * @param {GameEvent[]} known
 * @returns {GameEvent[]}
 */
export function fallenIn(facts, known) {
  const isOfBattle = ofBattles(facts, known, (type) => ENDS.has(type) || type === FALLEN);
  const given = new Set(facts);
  return known.filter((fact, i) => fact.type === FALLEN && (given.has(fact) || isOfBattle(fact, i)));
}

/**
 * Where blocks of a side are that retreated, by town: from a battle that these facts ended all of them.
 * @param {GameEvent[]} facts
 * @param {GameEvent[]} known
 * @param {string} side
 * @returns {Retreat[]}
 */
export function retreatsOf(facts, known, side) {
  const isOfBattle = ofBattles(facts, known, (type) => ENDS.has(type));
  const given = new Set(facts);
  /** @type {Map<string, string[]>} */
  const towns = new Map();
  known.forEach((fact, i) => {
    const { type, block, to } = fact;
    if (type !== "block-retreated" || fact.side !== side || !block || !to) return;
    if (given.has(fact) || isOfBattle(fact, i)) towns.set(to, [...(towns.get(to) ?? []), block]);
  });
  return [...towns].map(([town, blocks]) =>
    blocks.length === 1
      ? { key: "headline-retreated", kind: "field-won", town, block: blocks[0] }
      : { key: "headline-retreated-together", kind: "field-won", town, count: blocks.length, blocks },
  );
}
