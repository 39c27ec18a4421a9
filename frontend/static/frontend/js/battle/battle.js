// The battle being fought: the rounds, the order of fire, who stands where, what the last dice did, what ends it, and the ways out.

import { FACE, FLAGS, drawBlock } from "../blocks/faces.js";
import { figures } from "../blocks/figures.js";
import { html, replace, svg } from "../page/dom.js";
import { blockName, otherSide, page, sideName, text, townName } from "../page/page.js";

/** @typedef {import("../map/tokens.js").Stack} Stack @typedef {import("../map/tokens.js").Seen} Seen */

const ROUNDS = [1, 2, 3];

/** @param {HTMLElement} root @param {any} view @param {any[]} events  what has happened, oldest first */
export function drawBattle(root, view, events) {
  const battle = view.battle;
  root.hidden = !battle && !(view.battles?.length > 0);
  const coming = view.battles?.length > 0 && html("p", { class: "hint" }, text("battles-to-come", { towns: view.battles.map(townName).join(", ") }));
  if (!battle) {
    replace(root, root.hidden ? null : coming);
    return;
  }
  const stacks = /** @type {Stack[]} */ (view.map[battle.town]?.stacks ?? []);
  const sides = battle.attacker ? [battle.attacker, otherSide(battle.attacker)] : ["frank", "saracen"];
  const blow = lastBlow(events.slice(events.findLastIndex((event) => event.type === "battle-begun") + 1));
  replace(
    root,
    html("h2", {}, text("battle-of", { town: townName(battle.town) })),
    drawRounds(battle),
    html("p", { class: "battle-facts" }, facts(battle)),
    drawOrder(battle, stacks),
    drawBlow(blow),
    html("div", { class: "battle-sides" }, sides.map((side) => drawSide(side, battle, stacks, blow))),
    html("p", { class: "battle-end" }, ending(battle, stacks)),
    coming,
  );
}

/** @param {any} battle */
function drawRounds(battle) {
  if (!battle.round) return null;
  return html(
    "ol",
    { class: "track rounds", "aria-label": text("round-of", { round: battle.round }) },
    ROUNDS.map((round) => html("li", { class: round === battle.round ? "now" : round < battle.round ? "past" : "", "aria-current": round === battle.round ? "step" : null }, text("round-number", { round }))),
  );
}

/** @param {any} battle */
function facts(battle) {
  const parts = [];
  if (battle.storm) parts.push(text("storm-on"));
  if (battle.jihad && battle.round <= 1) parts.push(text("jihad-on", { side: sideName(battle.jihad) }));
  if (battle.hits) parts.push(text("hits-to-take", { side: sideName(battle.hits.side), count: battle.hits.count }));
  if (battle["half-hit"]) parts.push(text("half-hit-on", { block: typeof battle["half-hit"] === "string" ? blockName(battle["half-hit"]) : text("a-hidden-block") }));
  return parts.join(" · ");
}

/** What brings the round or the battle to its end. @param {any} battle @param {Stack[]} stacks */
function ending(battle, stacks) {
  if (battle.storm) return text("end-storm");
  if (!["fight", "hits", "must-retreat"].includes(battle.step)) return "";
  if (battle.round < ROUNDS.length) return text("end-round");
  if (stacks.some((stack) => stack.blocks.some((block) => block.sallying))) return text("end-last-sallied");
  return text("end-last", { side: sideName(battle.attacker) });
}

/** The order of fire as a track: a letter and a side after the other, those who have acted dimmed. @param {any} battle @param {Stack[]} stacks */
function drawOrder(battle, stacks) {
  if (!battle.order?.length) return null;
  const seen = new Map(stacks.flatMap((stack) => stack.blocks).map((block) => [block.id, block]));
  const acting = new Set(battle["to-act"] ?? []);
  return html(
    "ol",
    { class: "order", "aria-label": text("order-of-fire") },
    battle.order.map((/** @type {{side: string, blocks: string[]}} */ turn) =>
      html(
        "li",
        { class: turn.side },
        html("span", { class: "letter", "aria-hidden": "true" }, (page.blocks[turn.blocks[0]]?.rating ?? "")[0] ?? ""),
        turn.blocks.map((id) => html("span", { class: acting.has(id) ? "now" : seen.get(id)?.acted ? "past" : "", title: name(id, seen.get(id)) }, face(seen.get(id) ?? { id, strength: 0 }))),
      ),
    ),
  );
}

/** @param {string} side @param {any} battle @param {Stack[]} stacks @param {ReturnType<typeof lastBlow>} blow */
function drawSide(side, battle, stacks, blow) {
  const role = battle.attacker === side ? text("attacker") : battle.defender === side ? text("defender") : "";
  const mine = stacks.filter((stack) => stack.side === side);
  const roads = Object.entries(battle.retreats?.[side] ?? {});
  return html(
    "div",
    { class: `battle-side ${side}` },
    html("h3", {}, sideName(side), role && html("small", {}, ` ${role}`)),
    mine.length === 0 && html("p", { class: "hint" }, text("nobody-left")),
    mine.map((stack) => drawStack(stack, battle, blow)),
    ["fight", "hits", "must-retreat"].includes(battle.step) &&
      !battle.storm &&
      html("p", { class: "ways-out" }, roads.length === 0 ? text("no-way-out") : text("ways-out", { towns: roads.map(([town, room]) => `${townName(town)} (${room})`).join(", ") })),
  );
}

/** @param {Stack} stack @param {any} battle @param {ReturnType<typeof lastBlow>} blow */
function drawStack(stack, battle, blow) {
  const title = stack.area === "reserve" ? text("reserve-of-round", { round: stack.round ?? "" }) : text(`area-${stack.area}`);
  const acting = new Set(battle["to-act"] ?? []);
  return html(
    "div",
    { class: `battle-area ${stack.area}` },
    html("h4", {}, title),
    html(
      "ul",
      { class: "battle-blocks" },
      stack.blocks.map((seen) => {
        const lost = blow?.lost.get(seen.id) ?? 0;
        const look = [acting.has(seen.id) ? "acting" : seen.acted ? "acted" : "", lost || blow?.half === seen.id ? "struck" : ""].join(" ");
        return html("li", { class: look, title: name(seen.id, seen) }, face(seen), html("small", {}, note(seen, lost, blow?.half === seen.id)));
      }),
      stack.hidden > 0 && html("li", { class: "backs" }, text("unseen", { count: stack.hidden })),
    ),
  );
}

/** @param {Seen} seen */
function face(seen) {
  const flags = FLAGS.filter((flag) => seen[flag] && flag !== "face-up" && flag !== "moved");
  return svg("svg", { viewBox: FACE, class: "battle-block", role: "img", "aria-label": name(seen.id, seen) }, drawBlock(seen, flags));
}

/** @param {string} id @param {Seen | undefined} seen */
function name(id, seen) {
  return `${blockName(id)} ${seen ? figures(id, seen.strength) : ""}`;
}

/** @param {Seen} seen @param {number} lost @param {boolean} half */
function note(seen, lost, half) {
  const words = ["storming", "sallying"].filter((flag) => seen[flag]).map((flag) => text(flag));
  if (lost > 0) words.unshift(text("steps-lost", { count: lost }));
  else if (half) words.unshift(text("half-a-hit"));
  return words.join(", ");
}

/**
 * The last fire and what it did.
 *
 * @param {any[]} events  since this battle began
 */
function lastBlow(events) {
  const at = events.findLastIndex((event) => Array.isArray(event.dice) && event.dice.length > 0);
  if (at < 0) return null;
  /** @type {Map<string, number>} */
  const lost = new Map();
  let half = null;
  const fallen = [];
  for (const event of events.slice(at + 1)) {
    if (event.type === "block-reduced") lost.set(event.block, (lost.get(event.block) ?? 0) + 1);
    else if (event.type === "half-hit") half = event.block;
    else if (event.type === "block-eliminated") fallen.push(event.block);
  }
  return { fired: events[at], lost, half, fallen };
}

/** The dice of the last fire, as dice, and where the hits fell. @param {ReturnType<typeof lastBlow>} blow */
function drawBlow(blow) {
  if (!blow) return null;
  const { fired, lost, half, fallen } = blow;
  const who = fired.block ? blockName(fired.block) : fired.town ? townName(fired.town) : "";
  const hits = fired.hits ?? fired.losses;
  const most = fired.firepower ?? 0;
  const fell = [
    ...[...lost].map(([block, count]) => `${blockName(block)} ${text("steps-lost", { count })}`),
    ...(half && !lost.has(half) ? [`${blockName(half)} ${text("half-a-hit")}`] : []),
    ...fallen.filter(Boolean).map((block) => text("has-fallen", { block: blockName(block) })),
  ];
  return html(
    "div",
    { class: "blow" },
    html(
      "p",
      { class: "dice" },
      html("span", {}, text("last-dice", { who })),
      fired.dice.map((/** @type {number} */ die) => html("span", { class: die <= most ? "die hit" : "die", role: "img", "aria-label": text(die <= most ? "die-hit" : "die", { die }) }, die)),
      typeof hits === "number" && html("strong", {}, text("hits", { count: hits })),
    ),
    fell.length > 0 && html("p", { class: "fell" }, fell.join(" · ")),
  );
}
