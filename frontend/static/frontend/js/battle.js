// The battle being fought: who stands where, whose turn to fire it is, what the last dice showed.

import { html, replace, svg } from "./dom.js";
import { figures } from "./labels.js";
import { blockName, otherSide, sideName, text, townName } from "./page.js";
import { drawBlock } from "./tokens.js";

/** @typedef {import("./tokens.js").Stack} Stack */

/** @param {HTMLElement} root @param {any} view @param {any[]} events  what has happened, oldest first */
export function drawBattle(root, view, events) {
  const battle = view.battle;
  root.hidden = !battle && !(view.battles?.length > 0);
  if (!battle) {
    replace(root, root.hidden ? null : html("p", {}, text("battles-to-come", { towns: view.battles.map(townName).join(", ") })));
    return;
  }
  const stacks = /** @type {Stack[]} */ (view.map[battle.town]?.stacks ?? []);
  const sides = battle.attacker ? [battle.attacker, otherSide(battle.attacker)] : ["frank", "saracen"];
  replace(
    root,
    html("h2", {}, text("battle-of", { town: townName(battle.town) }), battle.round > 0 && html("small", {}, ` ${text("round-of", { round: battle.round })}`)),
    html("p", { class: "battle-facts" }, facts(battle)),
    html(
      "div",
      { class: "battle-sides" },
      sides.map((side) => drawSide(side, battle, stacks)),
    ),
    drawDice(events.slice(events.findLastIndex((event) => event.type === "battle-begun") + 1)),
    view.battles?.length > 0 && html("p", { class: "hint" }, text("battles-to-come", { towns: view.battles.map(townName).join(", ") })),
  );
}

/** @param {any} battle */
function facts(battle) {
  const parts = [];
  if (battle.storm) parts.push(text("storm-on"));
  if (battle.jihad) parts.push(text("jihad-on", { side: sideName(battle.jihad) }));
  if (battle.hits) parts.push(text("hits-to-take", { side: sideName(battle.hits.side), count: battle.hits.count }));
  if (battle["half-hit"]) parts.push(text("half-hit-on", { block: halfHit(battle["half-hit"]) }));
  return parts.join(" · ");
}

/** @param {any} half  the block with a half-hit, or only that there is one */
function halfHit(half) {
  return typeof half === "string" ? blockName(half) : text("a-hidden-block");
}

/** @param {string} side @param {any} battle @param {Stack[]} stacks */
function drawSide(side, battle, stacks) {
  const role = battle.attacker === side ? text("attacker") : battle.defender === side ? text("defender") : "";
  const mine = stacks.filter((stack) => stack.side === side);
  return html(
    "div",
    { class: `battle-side ${side}` },
    html("h3", {}, sideName(side), role && html("small", {}, ` ${role}`)),
    mine.length === 0 && html("p", { class: "hint" }, text("nobody-left")),
    mine.map((stack) => drawStack(stack, battle)),
  );
}

/** @param {Stack} stack @param {any} battle */
function drawStack(stack, battle) {
  const title = stack.area === "reserve" ? text("reserve-of-round", { round: stack.round ?? "" }) : text(`area-${stack.area}`);
  const acting = new Set(battle["to-act"] ?? []);
  return html(
    "div",
    { class: `battle-area ${stack.area}` },
    html("h4", {}, title),
    html(
      "ul",
      { class: "battle-blocks" },
      stack.blocks.map((seen) =>
        html("li", { class: acting.has(seen.id) ? "acting" : seen.acted ? "acted" : "", title: `${blockName(seen.id)} ${figures(seen.id, seen.strength)}` }, picture(seen), note(seen)),
      ),
      stack.hidden > 0 && html("li", { class: "backs" }, text("unseen", { count: stack.hidden })),
    ),
  );
}

/** @param {import("./tokens.js").Seen} seen */
function picture(seen) {
  const flags = ["acted", "storming", "sallying"].filter((flag) => seen[flag]);
  return svg("svg", { viewBox: "-34 -28 68 56", class: "battle-block", role: "img", "aria-label": `${blockName(seen.id)} ${figures(seen.id, seen.strength)}` }, drawBlock(seen, flags));
}

/** @param {import("./tokens.js").Seen} seen */
function note(seen) {
  const words = ["storming", "sallying"].filter((flag) => seen[flag]).map((flag) => text(flag));
  return words.length > 0 ? html("small", {}, words.join(", ")) : null;
}

/** The dice of the last fire, as dice. @param {any[]} events  since this battle began */
function drawDice(events) {
  const fired = events.findLast((event) => Array.isArray(event.dice) && event.dice.length > 0);
  if (!fired) return null;
  const who = fired.block ? blockName(fired.block) : fired.town ? townName(fired.town) : "";
  const hits = fired.hits ?? fired.losses;
  return html(
    "p",
    { class: "dice" },
    html("span", {}, text("last-dice", { who })),
    fired.dice.map((/** @type {number} */ die) => html("span", { class: "die", role: "img", "aria-label": text("die", { die }) }, die)),
    typeof hits === "number" && html("strong", {}, text("hits", { count: hits })),
  );
}
