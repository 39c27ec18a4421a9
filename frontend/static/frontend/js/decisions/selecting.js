// What is chosen, and what a press on a block or a town makes of it.

import { describeTown } from "../map/map.js";
import { text } from "../page/page.js";
import { choiceOf, riskOf } from "./asking.js";
import { outstandingType } from "./danger.js";
import { disbandsAtOnce } from "./disbanding.js";
import * as following from "./following.js";
import { strongestFirst } from "../blocks/figures.js";
import { findGoals } from "./goals.js";
import * as kept from "./kept.js";
import { actionLabel, moveCost } from "./labels.js";
import * as offers from "./offers.js";
import { citiesEmptied } from "./opencities.js";
import * as plans from "./plan.js";
import { filledSet, setWords } from "./sets.js";
import { isAskedInWinter } from "./winter.js";

/** @typedef {import("./choices.js").Selection} Selection @typedef {import("../map/board.js").Manner} Manner */
/**
 * @typedef {object} PageState  what is read and written here of the state of the game page
 * @property {View | null} view           the latest; null before the first
 * @property {Selection} selection
 * @property {import("./choices.js").Where} where
 * @property {string | null} inspectedTown  the town looked at
 * @property {boolean} confirming         that Moves would be lost was said
 * @property {string} notice              what is told of the act before
 * @property {{type: string, towns: string[], going: string[]} | null} advised  what a hint named, though it be closed
 * @property {boolean} busy               an answer of the server is awaited
 */

/**
 * Those who are chosen for a muster at first: those whom a hint names, else all who can come, but for those that besiege
 * and for towns that would be lost by it or stand empty.
 * @param {View} view @param {import("./choices.js").Where} where @param {string} town
 * @param {PageState["advised"]} advised
 */
function musteredAtFirst(view, where, town, advised) {
  const could = plans.joiningBlocks(view, where, town);
  const named = advised?.type === "muster-to" && advised.towns.includes(town) ? advised.going : [];
  if (named.length > 0 && named.every((block) => could.includes(block))) return named;
  const all = could.filter((block) => !plans.besieges(view, where.get(block)?.town ?? ""));
  const plan = plans.planMove(view, where, all, town, { muster: true });
  if (!plan) return all;
  const dear = new Set([
    ...plans.effectsOfLeaving(view, where, plan).map((left) => left.town),
    ...citiesEmptied(view, where, plan),
  ]);
  return all.filter((block) => !dear.has(where.get(block)?.town ?? ""));
}

/** A press on a block does these at once, where nothing else can be done with it. */
const AT_ONCE = new Set(["take-hit", "strengthen", "keep-face-up"]);

/**
 * Returns a selection in which nothing is chosen.
 *
 * @returns {Selection}
 */
export function emptySelection() {
  return {
    blocks: [],
    listed: {},
    town: null,
    road: null,
    roads: {},
    type: null,
    all: false,
    routes: false,
    muster: null,
    ask: null,
    menu: null,
    given: false,
    decision: 0,
  };
}

export class Selecting {
  /**
   * @param {object} page
   * @param {PageState} page.state  of the game page
   * @param {(actions: GameAction[], notice?: string) => void} page.send  `notice`: what is said when they are done
   * @param {() => void} page.draw
   * @param {(towns: string[]) => void} page.show
   * @param {() => boolean} page.past  whether the page looks back: then nothing can be chosen
   */
  constructor({ state, send, draw, show, past }) {
    this.state = state;
    this.send = send;
    this.draw = draw;
    this.show = show;
    this.past = past;
    /** Counts the decisions that were begun. */
    this.decision = 0;
  }

  /** The latest view: before there is one, nothing can be pressed. */
  get view() {
    return /** @type {View} */ (this.state.view);
  }

  /** A new decision. @param {string[]} blocks  the only one that can act, or those that do already what is asked */
  begin(blocks) {
    this.decision += 1;
    this.state.selection = { ...emptySelection(), blocks, given: true, decision: this.decision };
  }

  /**
   * Something has changed that this player has not done: what was chosen stays, if it can still be done.
   *
   * @param {View | null} before
   * @param {string[]} blocks  as for `begin`
   * @returns {"kept" | "gone" | "new"}  gone: it cannot be done any more
   */
  goOn(before, blocks) {
    const { view } = this;
    const { selection, where } = this.state;
    const same = before !== null && kept.isSameDecision(before, view);
    if (!kept.isOwn(selection)) {
      const { decision } = selection;
      this.begin(blocks);
      // What is ticked in a form stays ticked as long as the form asks the same.
      if (same) this.state.selection.decision = decision;
      return "new";
    }
    if (same && kept.isStillOffered(selection, view, where)) return "kept";
    this.begin(blocks);
    return "gone";
  }

  /**
   * What was chosen before the page was loaded anew.
   * @param {Selection} selection
   * @param {string} step
   * @returns {boolean}  whether it can still be done
   */
  resume(selection, step) {
    const { view } = this;
    const { where } = this.state;
    const taken = { ...emptySelection(), ...selection };
    if (view.step !== step || !kept.isStillOffered(taken, view, where)) return false;
    this.state.selection = { ...taken, decision: this.state.selection.decision };
    return true;
  }

  /**
   * Sets what is chosen, and draws the page anew.
   *
   * @param {Partial<Selection>} selection
   */
  select(selection) {
    const chosen = this.withOnlyBlock({ ...emptySelection(), ...selection });
    const before = this.state.selection.blocks;
    // Where the roads have not room for all of them, the strongest go.
    this.state.selection = {
      ...chosen,
      blocks: strongestFirst(chosen.blocks, this.state.where),
      decision: this.state.selection.decision,
    };
    this.state.confirming = false;
    // It told of the act before.
    this.state.notice = "";
    const { blocks, muster } = this.state.selection;
    this.draw();
    // Who leaves one out sees where the others can go already: the map keeps still under the thumb.
    const fewer =
      blocks.length < before.length && blocks.every((/** @type {string} */ block) => before.includes(block));
    if (blocks.length > 0 && !muster && !fewer) this.lookAtGoals();
  }

  /**
   * Where nothing is chosen any more, the block that alone can act is: there is nothing else to choose.
   * @param {Selection} chosen
   * @returns {Selection}
   */
  withOnlyBlock(chosen) {
    const { blocks, town, type, muster, ask, menu } = chosen;
    const blank = blocks.length === 0 && !town && !type && !muster && !ask && !menu;
    const only = blank ? offers.onlyBlock(this.view.actions ?? []) : [];
    return only.length > 0 ? { ...chosen, blocks: only, given: true } : chosen;
  }

  /** The camera goes to where the chosen blocks can go; once a town is chosen, to their ways there. */
  lookAtGoals() {
    const { view } = this;
    const { selection, where } = this.state;
    const start = where.get(selection.blocks[0])?.town;
    const plan = this.plan();
    if (plan) {
      this.show([...new Set([plan.town, ...plan.walks.flatMap(({ steps, sea }) => sea ?? steps.flat())])]);
      return;
    }
    // What is asked before it is done is done where the block stands.
    this.show([...(start ? [start] : []), ...(selection.ask ? [] : findGoals(view, selection).keys())]);
  }

  /** The blocks that a press can choose now. @returns {Set<string>} */
  able() {
    const { view } = this;
    const { selection, where } = this.state;
    if (selection.muster) return new Set(plans.joiningBlocks(view, where, selection.muster));
    const all = /** @type {import("./offers.js").Offer[]} */ (view.actions ?? []);
    const filled = filledSet(view, selection.blocks);
    const picked = all.flatMap((offer) => (offer === filled ? selection.blocks : (offer.blocks?.some ?? [])));
    return new Set([...offers.blocksOf(all), ...picked]);
  }

  /** The blocks to be shown as chosen: those ticked in a form as well. @param {Selection} selection */
  shown(selection) {
    const ticked = [...document.querySelectorAll("#choices input[data-pick]:checked")].map(
      (box) => box.getAttribute("data-pick") ?? "",
    );
    return [...selection.blocks, ...ticked];
  }

  /** What would be done if it were confirmed now. */
  plan() {
    const { view } = this;
    const { selection, where } = this.state;
    if (!selection.town || selection.routes || selection.muster) return null;
    return plans.planMove(view, where, selection.blocks, selection.town, {
      road: selection.road,
      roads: selection.roads,
    });
  }

  /**
   * Handles a press on a block: chooses it, ticks it in a form, or presses its town.
   *
   * @param {string} block
   * @param {string} town
   * @param {Manner} manner
   */
  pressBlock(block, town, manner) {
    if (this.past() || this.state.busy) return;
    const { view } = this;
    const { selection } = this.state;
    // While it is asked where blocks are to meet, one stands for its town.
    const meets = selection.type === "muster-to" && !selection.muster && selection.blocks.length === 0;
    if (meets || !this.able().has(block)) {
      this.pressTown(town, manner);
      return;
    }
    const box = document.querySelector(`#choices input[data-pick="${block}"]`);
    if (box instanceof HTMLInputElement) {
      box.click();
      if (box.disabled) this.refuse(block);
      else this.draw();
      return;
    }
    if (selection.muster) this.select({ ...selection, blocks: toggled(selection.blocks, block) });
    else if (plans.movesInGroups(view)) this.select({ blocks: this.grouped(block, town, manner) });
    else this.chooseOne(block, manner);
  }

  /**
   * On the stage: a press chooses a block and shows beside it what it can do, a second has it fire. A finger must have
   * chosen it itself: it hides what it presses.
   *
   * @param {string} block @param {{touch: boolean}} manner
   */
  pressFighter(block, { touch }) {
    if (this.past() || this.state.busy) return;
    if (!this.able().has(block)) {
      this.refuse(block);
      return;
    }
    const { view } = this;
    const { selection } = this.state;
    const all = /** @type {import("./offers.js").Offer[]} */ (view.actions ?? []);
    if (all.some((offer) => offer.blocks)) {
      this.select({ blocks: toggled(selection.blocks, block) });
      return;
    }
    const choices = offers.offersForBlock(all, block).flatMap(offers.expandOffer);
    const [first] = choices;
    // A block that the page has chosen fires at a press of the mouse where it can do nothing else.
    const chosen = selection.blocks.includes(block) && !(selection.given && (touch || choices.length > 1));
    const usual = outstandingType(view, choices, this.state.where);
    const main = choices.length === 1 ? first : choices.find(({ action }) => action.type === usual);
    // Blocks on the stage are wide enough for a finger: where the page asks for nothing but a hit, one press is enough.
    const atOnce =
      choices.length === 1 && AT_ONCE.has(first.action.type) && (!touch || first.action.type === "take-hit");
    if (main && (chosen || atOnce)) this.send([main.action]);
    else this.select({ blocks: [block] });
  }

  /** Says why a block cannot be added to those that are picked: as many are as may be. @param {string} block */
  refuse(block) {
    const filled = filledSet(this.view, this.shown(this.state.selection));
    if (!filled?.blocks?.some.some((id) => id === block)) return;
    this.state.notice = setWords(this.view, filled).limits;
    this.draw();
  }

  /**
   * The blocks of a town are chosen together; another town's begin anew, unless they are added.
   * @param {string} block
   * @param {string} town
   * @param {Manner} manner
   */
  grouped(block, town, { add }) {
    const { selection, where } = this.state;
    const together = selection.blocks.every((/** @type {string} */ other) => where.get(other)?.town === town);
    if (!add && !together) return [block];
    return selection.given && selection.blocks.includes(block) ? selection.blocks : toggled(selection.blocks, block);
  }

  /**
   * Whether the player has chosen this block, and a press takes it back: what the page has chosen a press confirms.
   * @param {string} block
   */
  isOwnChoice(block) {
    const { blocks, given } = this.state.selection;
    return blocks.includes(block) && !given;
  }

  /**
   * Chooses a block; an act that is its only one is taken at once, by a finger at the second press.
   *
   * @param {string} block
   * @param {Manner} manner
   */
  chooseOne(block, manner) {
    const { view } = this;
    const { selection } = this.state;
    const all = (view.actions ?? []).filter((/** @type {import("./offers.js").Offer} */ offer) => !offer.blocks);
    const choices = offers.offersForBlock(all, block).flatMap(offers.expandOffer);
    if (choices.length === 1 && disbandsAtOnce(view, choices[0].action)) this.send([choices[0].action]);
    else if (choices.length === 1 && isAskedInWinter(choices[0].action)) {
      // However it is pressed: a block that disbands for good, or as the last, is named by the button that does it.
      this.select(this.isOwnChoice(block) ? {} : { ask: choices[0], blocks: [block] });
    } else if (choices.length === 1 && AT_ONCE.has(choices[0].action.type)) {
      if (manner.touch && selection.ask?.action.block !== block) this.select({ ask: choices[0] });
      else this.send([choices[0].action]);
    } else this.select({ blocks: this.isOwnChoice(block) ? [] : [block] });
  }

  /**
   * Handles a press on a town: sends the chosen blocks there, or shows the town.
   *
   * @param {string} town
   * @param {Manner} manner
   */
  pressTown(town, manner) {
    const { view } = this;
    const { selection } = this.state;
    const goals = this.past() ? new Map() : findGoals(view, selection);
    this.state.inspectedTown = town;
    if (!goals.has(town)) {
      // Who pressed beside what was meant keeps what was chosen, and what was asked of the only block.
      const only = offers.onlyBlock(view.actions ?? []).length > 0;
      if (only || selection.muster || selection.blocks.length === 0 || plans.movesInGroups(view)) this.draw();
      else this.select({});
      return;
    }
    if (selection.blocks.length > 0) {
      this.go(town, manner.touch);
      return;
    }
    const choices = goals.get(town) ?? [];
    if (choices.length > 1) this.select({ type: selection.type ?? choices[0].action.type, town });
    else if (selection.type === "muster-to") this.muster(town);
    else if (choices[0].action.type === "assassinate")
      this.select({ ask: choices[0] }); // what is rolled cannot be taken back
    else if (manner.touch && selection.ask?.action !== choices[0].action && destination(selection.ask) !== town)
      this.select({ ask: choices[0], type: selection.type });
    else this.send([choices[0].action]);
  }

  /**
   * The chosen blocks go to a town; it is asked first where that matters, or where a finger may have pressed what it
   * did not mean.
   * @param {string} town
   * @param {boolean} touch
   */
  go(town, touch) {
    const { view } = this;
    const { selection, where, busy } = this.state;
    if (busy || this.past()) return;
    const plan = plans.planMove(
      view,
      where,
      selection.blocks,
      town,
      selection.town === town ? { road: selection.road, roads: selection.roads } : {},
    );
    if (!plan) return;
    const dear = plan.cost > (view["moves-left"] ?? 99);
    const again = selection.town === town;
    const asks = choiceOf(view, where, plan, selection.blocks) || (touch ? riskOf(view, where, plan) : "");
    if (!dear && ((again && !selection.routes) || !asks)) {
      const words = touch && !again ? following.sayAtOnce(view, where, plan) : [];
      this.send(plan.actions, words.length > 0 ? text("done-at-once", { what: words.join(". ") }) : "");
    } else {
      this.select({ ...selection, town, routes: false });
      const confirm = document.querySelector("#bar [data-key=confirm]");
      if (confirm instanceof HTMLElement && !touch) confirm.focus({ preventScroll: true });
    }
  }

  /**
   * Chooses the town of a muster.
   *
   * @param {string} town
   */
  muster(town) {
    const { view } = this;
    const { where } = this.state;
    this.select({ muster: town, blocks: musteredAtFirst(view, where, town, this.state.advised) });
    this.show([town]);
  }

  /** A drag begins. @param {string} block @returns {boolean} */
  lift(block) {
    const { view } = this;
    const { selection } = this.state;
    if (this.past() || this.state.busy || selection.muster) return false;
    if (!offers.blocksOf(plans.movementOffers(view)).includes(block)) return false;
    if (!selection.blocks.includes(block)) this.select({ blocks: [block] });
    return true;
  }

  /** One step back: the town, then the blocks, then the town looked at. */
  back() {
    const { selection } = this.state;
    const own = !selection.given || offers.onlyBlock(this.view.actions ?? []).length === 0;
    if (this.state.confirming) this.state.confirming = false;
    else if (selection.town) this.state.selection = { ...selection, town: null, road: null, routes: false };
    else if ((own && selection.blocks.length > 0) || selection.muster || selection.type || selection.ask)
      this.state.selection = this.withOnlyBlock({ ...emptySelection(), decision: selection.decision });
    else this.state.inspectedTown = null;
    this.draw();
  }

  /**
   * The ways of the blocks to a town that is pointed at, else of the plan that waits.
   * @param {string | null} town
   * @returns {import("./plan.js").Plan | null}
   */
  walking(town) {
    const { view } = this;
    const { selection, where } = this.state;
    if (!view || this.past() || selection.blocks.length === 0) return null;
    if (town && town !== selection.town && !selection.muster && findGoals(view, selection).has(town))
      return plans.planMove(view, where, selection.blocks, town);
    return selection.muster
      ? plans.planMove(view, where, selection.blocks, selection.muster, { muster: true })
      : this.plan();
  }

  /** What a press on this town would do, in a line. @param {string | null} town */
  tip(town) {
    const { view } = this;
    const { selection, where } = this.state;
    if (!town || !view) return "";
    const goals = this.past() ? new Map() : findGoals(view, selection);
    const choices = goals.get(town);
    if (!choices) return describeTown(town);
    if (choices.length === 1) return actionLabel(choices[0]);
    const plan = plans.planMove(view, where, selection.blocks, town);
    if (!plan) return describeTown(town);
    const price = plan.actions.some((action) => "path" in action || "port" in action)
      ? ` (${moveCost(plan.cost)})`
      : "";
    return [describeTown(town), ...following.consequenceLines(view, where, plan)].join(" · ") + price;
  }
}

/** @param {string[]} blocks @param {string} block */
function toggled(blocks, block) {
  return blocks.includes(block) ? blocks.filter((other) => other !== block) : [...blocks, block];
}

/** @param {import("./offers.js").Choice | null} choice */
function destination(choice) {
  return choice ? offers.destination(choice.action) : null;
}
