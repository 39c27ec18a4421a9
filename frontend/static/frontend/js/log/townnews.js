// What became of towns since a side's last act, for the headline: lost, taken, besieged, attacked, fought over. Pure.

/**
 * @typedef {{cities?: Record<string, string>, map: View["map"]}} Seen  what is read of a view; `cities`: who holds them
 */

/** By these a castle falls. */
const HOW = new Set(["attrition-rolled", "round-begun", "assassins-struck"]);

/** The parts of a headline that tell of towns. */
export class TownNews {
  /**
   * @param {GameEvent[]} facts
   * @param {string} side  of the reader
   * @param {Seen} before  without `cities` where no view tells it
   * @param {Seen} after
   */
  constructor(facts, side, before, after) {
    this.facts = facts;
    this.side = side;
    this.enemy = side === "frank" ? "saracen" : "frank";
    this.before = before;
    this.after = after;
    const [fallen, taken] = changed(facts, side, before, after);
    const entered = townsOf(facts, (fact) => fact.type === "town-entered" && fact.side === this.enemy);
    this.lost = [...new Set([...fallen, ...entered])];
    this.taken = taken;
  }

  /**
   * The parts of the headline that tell of towns.
   * @param {string[]} ends  towns where moves of the enemy led
   */
  parts(ends) {
    const { facts, side, enemy, lost, taken, before, after } = this;
    const besieged = this.siegesOf(enemy);
    const besieging = this.siegesOf(side);
    const attacked = ends.filter(
      (town) => stands(before, town, side) && this.isShared(town) && !besieged.includes(town),
    );
    const [fieldsLost, fieldsWon] = [this.fieldsOf(enemy), this.fieldsOf(side)];
    return [
      ...lost.flatMap((town) => named(wayOfLosing(facts, town, enemy, after), "town-taken", [town])),
      ...taken.flatMap((town) => named(`taken${wayOfTaking(facts, town)}`, "town-taken", [town])),
      ...named("besieged", "siege-begun", besieged),
      ...named("besieging", "siege-begun", besieging),
      ...attacked.flatMap((town) => named(wayOfComing(before, town, side, enemy), "battle-begun", [town])),
      ...named("battle-lost", "field-won", without(fieldsLost, [...lost, ...besieged])),
      ...named("battle-won", "field-won", without(fieldsWon, [...taken, ...besieging])),
    ];
  }

  /**
   * Where a side besieges since then. The loser of a field who is still there is in the castle: that is a siege, of
   * which a fact tells once the winner has regrouped.
   * @param {string} besieger
   */
  siegesOf(besieger) {
    const begun = townsOf(this.facts, (fact) => fact.type === "siege-begun" && fact.besieger === besieger);
    return [...new Set([...begun, ...this.fieldsOf(besieger).filter((town) => this.isShared(town))])];
  }

  /** Where a side won the field. @param {string} winner */
  fieldsOf(winner) {
    return townsOf(this.facts, (fact) => fact.type === "field-won" && fact.side === winner);
  }

  /** Whether both sides stand there now. @param {string} town */
  isShared(town) {
    return stands(this.after, town, this.side) && stands(this.after, town, this.enemy);
  }
}

/** @param {string[]} towns @param {string[]} others */
function without(towns, others) {
  return towns.filter((town) => !others.includes(town));
}

/**
 * Towns that a side lost, and those that it took: the cities as the views have them, others by what is told.
 * @param {GameEvent[]} facts
 * @param {string} side
 * @param {Seen} before
 * @param {Seen} after
 */
function changed(facts, side, before, after) {
  const cities = Object.keys(after.cities ?? {}).filter(
    (town) => before.cities && before.cities[town] !== after.cities?.[town],
  );
  const taken = townsOf(
    facts,
    (fact) => fact.type === "town-taken" && (!((fact.town ?? "") in (after.cities ?? {})) || !before.cities),
  );
  const winner = (/** @type {string} */ town) =>
    cities.includes(town)
      ? after.cities?.[town]
      : facts.findLast((fact) => fact.type === "town-taken" && fact.town === town)?.side;
  const all = [...new Set([...cities, ...taken])];
  return [all.filter((town) => winner(town) !== side), all.filter((town) => winner(town) === side)];
}

/**
 * How a castle fell, as the end of a key: by storm, by its garrison's own sally, or by hunger; empty for a town that
 * changed hands otherwise.
 * @param {GameEvent[]} facts
 * @param {string} town
 */
export function wayOfTaking(facts, town) {
  const here = facts.filter((fact) => fact.town === town);
  const at = here.findLastIndex(({ type }) => type === "town-taken");
  if (at < 0) return "";
  if (here[at].sallied) return "-sally";
  const before = here.slice(0, at).findLast(({ type }) => HOW.has(type));
  if (before?.type === "assassins-struck") return "";
  return before?.type === "attrition-rolled" ? "-hunger" : "-storm";
}

/**
 * How a town was lost, as a part of a key: nobody may hold it now, or the enemy regrouped into it from a battle.
 * @param {GameEvent[]} facts
 * @param {string} town
 * @param {string} enemy
 * @param {Seen} after
 */
function wayOfLosing(facts, town, enemy, after) {
  const way = wayOfTaking(facts, town);
  if (way) return `lost${way}`;
  if (facts.some((fact) => fact.type === "block-regrouped" && fact.to === town && fact.side === enemy))
    return "lost-regrouped";
  return town in (after.cities ?? {}) && after.cities?.[town] !== enemy ? "gone" : "lost";
}

/**
 * What the enemy came for, as a part of a key: to attack, or where some of them stood before to help those, to relieve
 * their castle, or to join their siege.
 * @param {Seen} before
 * @param {string} town
 * @param {string} side
 * @param {string} enemy
 */
function wayOfComing(before, town, side, enemy) {
  if (!stands(before, town, enemy)) return "attacked";
  const stacks = before.map[town]?.stacks ?? [];
  const only = (/** @type {string} */ whose) =>
    stacks.every((stack) => stack.side !== whose || stack.area === "castle");
  if (only(enemy)) return "relieved";
  return only(side) ? "joined-siege" : "helped";
}

/**
 * How the map stood before the enemy moved, where no view tells it: as it is now, without those that came.
 * @param {GameEvent[]} moves
 * @param {Seen} after
 * @param {string} enemy
 * @returns {Seen}
 */
export function beforeMoves(moves, after, enemy) {
  const map = Object.entries(after.map).map(([town, { stacks, ...more }]) => {
    let came = moves.filter((fact) => (fact.path?.at(-1) ?? fact.to) === town).length;
    const stayed = stacks.flatMap((stack) => {
      // Who came is not in the castle.
      if (stack.side !== enemy || stack.area === "castle") return [stack];
      const gone = Math.min(came, stack.count);
      came -= gone;
      return stack.count > gone ? [{ ...stack, count: stack.count - gone }] : [];
    });
    return [town, { ...more, stacks: stayed }];
  });
  return { map: Object.fromEntries(map) };
}

/** @param {Seen} view @param {string} town @param {string} side */
function stands(view, town, side) {
  return Boolean(view.map[town]?.stacks.some((stack) => stack.side === side));
}

/**
 * The towns of these facts, each once.
 * @param {GameEvent[]} facts
 * @param {(fact: GameEvent) => boolean} counts
 * @returns {string[]}
 */
export function townsOf(facts, counts) {
  return [...new Set(facts.filter(counts).flatMap((fact) => fact.town ?? []))];
}

/**
 * Makes a part of a headline that names towns.
 *
 * @param {string} key
 * @param {string} kind
 * @param {string[]} towns
 */
function named(key, kind, towns) {
  return towns.map((town) => ({ key: `headline-${key}`, kind, town }));
}
