// The legal actions of a view, and how to narrow them down. Pure functions: no page, no state.
//
// An offer is an action in which a field may be `{any: [...]}` (choose one) or `{some: [...], least, most}`
// (choose a subset). Offers multiply out to thousands of actions, so nothing here ever multiplies an offer
// out before its block is chosen.

import { armsOf } from "../blocks/emblems.js";

/**
 * @typedef {GameAction} Action
 * @typedef {GameOffer} Offer
 * @typedef {{action: Action, about: About}} Choice
 */

const NOT_FIELDS = new Set(["type", "about"]);

/**
 * The values that a field of an offer may take; none where it has no such field.
 *
 * @template {keyof Action} F
 * @param {Offer} offer @param {F} field @returns {NonNullable<Action[F]>[]}
 */
export function allowedValues(offer, field) {
  const value = /** @type {unknown} */ (offer[field]);
  if (value === undefined) return [];
  return /** @type {NonNullable<Action[F]>[]} */ (value instanceof Object && "any" in value ? value.any : [value]);
}

/** The fields of the action that an offer stands for. @param {Offer | Action} offer */
function fieldsOf(offer) {
  return /** @type {(keyof Action)[]} */ (Object.keys(offer).filter((field) => !NOT_FIELDS.has(field)));
}

/**
 * The action that an offer is, where it leaves nothing to choose but perhaps a set.
 * @param {Offer} offer
 * @param {string[]} [blocks]  the set
 * @returns {Action}
 */
export function asAction({ about: _about, ...action }, blocks) {
  return /** @type {Action} */ (blocks ? { ...action, blocks } : action);
}

/**
 * Of the blocks that a subset may be made of, those that are doing already what is asked: who storms, where others may
 * take their place.
 *
 * @param {Offer[]} offers
 * @param {(block: string) => {storming?: boolean} | null | undefined} seen  a block as the view shows it
 * @returns {string[]}
 */
export function alreadyDoing(offers, seen) {
  return offers.flatMap((offer) => (offer.blocks?.some ?? []).filter((id) => Boolean(seen(id)?.storming)));
}

/**
 * The blocks that can do something, each once, in the order of the offers.
 * @param {Offer[]} offers
 * @returns {string[]}
 */
export function blocksOf(offers) {
  return [...new Set(offers.flatMap((offer) => allowedValues(offer, "block")))];
}

/**
 * The arms of all blocks that can be chosen, where one house has them all; else "".
 * @param {Offer[]} actions
 */
export function houseOf(actions) {
  const blocks = actions.flatMap((offer) => offer.blocks?.some ?? blocksOf([offer]));
  const houses = new Set(blocks.map(armsOf));
  return houses.size === 1 ? [...houses][0] : "";
}

/**
 * The block that need not be chosen, for no other can do anything; none where there are others, or acts of none.
 * @param {Offer[]} offers
 * @returns {string[]}
 */
export function onlyBlock(offers) {
  const blocks = blocksOf(offers);
  return blocks.length === 1 && offers.every((offer) => "block" in offer || offer.type === "done") ? blocks : [];
}

/**
 * The offers that are left when this block is chosen.
 * @param {Offer[]} offers
 * @param {string} block
 * @returns {Offer[]}
 */
export function offersForBlock(offers, block) {
  return offers.filter((offer) => allowedValues(offer, "block").includes(block)).map((offer) => ({ ...offer, block }));
}

/** Every action of one offer. @param {Offer} offer @returns {Choice[]} */
export function expandOffer(offer) {
  /** @type {Action[]} */
  let actions = [{ type: offer.type }];
  for (const field of fieldsOf(offer)) {
    actions = actions.flatMap((action) => allowedValues(offer, field).map((value) => ({ ...action, [field]: value })));
  }
  return actions.map((action) => ({ action, about: offer.about ?? {} }));
}

/** How many actions the offer stands for. @param {Offer} offer */
export function countActions(offer) {
  return fieldsOf(offer).reduce((product, field) => product * allowedValues(offer, field).length, 1);
}

/** Where an action leads, if anywhere: a town. @param {Action} action @returns {string | null} */
export function destination(action) {
  if (Array.isArray(action.path)) return action.path.length ? action.path[action.path.length - 1] : null;
  return action.town ?? action.to ?? action.port ?? null;
}

/**
 * The choices by where they lead, nearest first; within one destination the shortest road first and
 * forced marches last. Choices that lead nowhere are under "".
 *
 * @param {Choice[]} choices
 * @returns {Map<string, Choice[]>}
 */
export function groupByDestination(choices) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const choice of [...choices].sort((one, other) => effort(one) - effort(other))) {
    const town = destination(choice.action) ?? "";
    found.set(town, [...(found.get(town) ?? []), choice]);
  }
  return found;
}

/**
 * What a person would choose from: to each town the shortest way in by each road. Detours matter only where roads are
 * crowded.
 *
 * @param {Map<string, Choice[]>} grouped  by destination, shortest first
 * @param {string | undefined} start  where the block stands
 * @returns {Map<string, Choice[]>}
 */
export function withoutDetours(grouped, start) {
  /** @type {Map<string, Choice[]>} */
  const kept = new Map();
  for (const [town, ways] of grouped) {
    const seen = new Set();
    kept.set(
      town,
      ways.filter((way) => {
        const { action } = way;
        const key = JSON.stringify({
          ...action,
          path: Array.isArray(action.path) ? (action.path.at(-2) ?? start) : null,
        });
        return !seen.has(key) && seen.add(key);
      }),
    );
  }
  return kept;
}

/** @param {Choice} choice */
function effort(choice) {
  const steps = Array.isArray(choice.action.path) ? choice.action.path.length : 1;
  return steps + (choice.action.forced ? 100 : 0) + (choice.about.cost ?? 0) / 10;
}

/**
 * Where a victim of the Assassins stands.
 * @param {Pick<View, "map">} view
 * @param {string | {town?: string} | null | undefined} target  a block, or a hidden one of a town
 * @returns {string}
 */
export function townOfTarget(view, target) {
  if (typeof target !== "string") return target?.town ?? "";
  const found = Object.entries(view.map).find(([, { stacks }]) =>
    stacks.some(({ blocks }) => blocks.some(({ id }) => id === target)),
  );
  return found?.[0] ?? "";
}
