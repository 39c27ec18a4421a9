// What stands on the stage besides blocks and dice: the ground of each bay, the walls of the castle, and above it
// rounds and order of fire.

import { html, svg } from "../page/dom.js";
import { armsOf, placeArms } from "../blocks/emblems.js";
import { figuresInWords } from "../blocks/figures.js";
import { blockName, page, sideName, text, townName, withColon } from "../page/page.js";

/**
 * @typedef {import("./ranks.js").Bay} Bay
 * @typedef {import("./ranks.js").Stack} Stack
 * @typedef {import("../blocks/faces.js").Seen} Seen
 */
/**
 * @typedef {object} Battle  as the view tells it
 * @property {string} town
 * @property {number} rating
 * @property {number} round
 * @property {string} attacker
 * @property {string} defender
 * @property {string | null} castle-of
 * @property {string} step
 * @property {boolean} storm
 * @property {{side: string, blocks: string[]}[]} order
 * @property {string[]} to-act
 * @property {string | null} half-hit
 * @property {{side: string, count: number} | null} hits
 * @property {string | null} jihad
 * @property {Record<string, Record<string, number>>} retreats
 */
/**
 * @typedef {{you: string | null, year: number, turn: number, step: string, battle: Battle | null, battles: string[],
 *   first: string | null, arrivals?: {town: string, side: string}[], ruleset?: {edition: string},
 *   hunger?: Record<string, number>, sieges?: Record<string, {besieger: string}>, map: Record<string, {stacks: Stack[]}>}} View  as far as the stage reads it
 */

const MERLON = 11;

/**
 * Draws the ground of a group of blocks: castle, field or reserve, with its figure.
 *
 * @param {Bay} bay
 * @param {Battle} battle
 */
export function drawBay(bay, battle) {
  const { width, height } = bay.box;
  const figure = bay.round
    ? text("round-number", { round: bay.round })
    : bay.area === "castle" && battle.rating
      ? `${bay.count}/${battle.rating}`
      : "";
  const drawn = html(
    "div",
    {
      class: `bay ${bay.side} ${bay.area}${battle.storm && bay.area === "castle" ? " stormed" : ""}`,
      "data-bay": bay.key,
    },
    bay.area === "castle" && drawWalls(Math.round(width), Math.round(height)),
    html(
      "p",
      { class: "bay-name", title: titleOf(bay, battle) },
      figure && html("span", { class: "bay-figure" }, figure),
      html("span", { class: "bay-area" }, text(`bay-${bay.area}`)),
    ),
  );
  setPosition(drawn, bay.box);
  return drawn;
}

/** What the figure over a bay means. @param {Bay} bay @param {Battle} battle */
function titleOf(bay, battle) {
  if (bay.round) return text("reserve-of-round", { round: bay.round });
  return bay.area === "castle" && battle.rating
    ? text("castle-room", { count: bay.count, rating: battle.rating })
    : null;
}

/** @param {HTMLElement} element @param {import("./ranks.js").Box} box */
export function setPosition({ style }, { left, top, width, height }) {
  style.left = `${Math.round(left)}px`;
  style.top = `${Math.round(top)}px`;
  style.width = `${Math.round(width)}px`;
  style.height = `${Math.round(height)}px`;
}

/** A wall with battlements between two towers. @param {number} width @param {number} height */
function drawWalls(width, height) {
  const tower = 20;
  const between = width - 2 * tower;
  const merlons = Math.max(3, Math.round(between / (2 * MERLON))) * 2 - 1;
  const step = between / merlons;
  let path = `M0 ${height}V-12H6V-7H14V-12H20V0`;
  for (let i = 0; i < merlons; i += 1)
    path += `H${(tower + step * i).toFixed(1)}V${i % 2 ? 0 : -6}H${(tower + step * (i + 1)).toFixed(1)}V0`;
  path += `H${width - 20}V-12H${width - 14}V-7H${width - 6}V-12H${width}V${height}Z`;
  const courses = [];
  for (let y = 12; y < height; y += 14) courses.push(`M2 ${y}H${width - 2}`);
  return svg(
    "svg",
    { class: "walls", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    svg("path", { d: path, class: "wall" }),
    svg("path", { d: courses.join(""), class: "courses" }),
  );
}

/** The rounds as a track. @param {Battle} battle @param {number} rounds */
export function drawRounds(battle, rounds) {
  if (!battle.round) return null;
  return html(
    "ol",
    { class: "track rounds", "aria-label": text("round-of", { round: battle.round, rounds }) },
    Array.from({ length: rounds }, (_, index) => index + 1).map((round) =>
      html(
        "li",
        {
          class: round === battle.round ? "now" : round < battle.round ? "past" : "",
          "aria-current": round === battle.round ? "step" : null,
        },
        text("round-number", { round }),
      ),
    ),
  );
}

/**
 * Who fires when: a letter and a side after the other; those who have acted are dimmed.
 * @param {Battle} battle
 * @param {Stack[]} stacks
 */
export function drawOrder(battle, stacks) {
  if (!battle.order?.length) return null;
  const seen = new Map(stacks.flatMap((stack) => stack.blocks).map((block) => [block.id, block]));
  const acting = new Set(battle["to-act"] ?? []);
  return html(
    "ol",
    { class: "order", "aria-label": text("order-of-fire") },
    battle.order.map((turn) => {
      const now = turn.blocks.some((id) => acting.has(id));
      const past = !now && turn.blocks.every((id) => seen.get(id)?.acted);
      return html(
        "li",
        { class: `${turn.side}${now ? " now" : past ? " past" : ""}`, "aria-current": now ? "step" : null },
        html("span", { class: "letter", "aria-hidden": "true" }, (page.blocks[turn.blocks[0]]?.rating ?? "")[0] ?? ""),
        html("span", { class: "hidden" }, `${withColon(sideName(turn.side))} ${turn.blocks.map(blockName).join(", ")}`),
        turn.blocks.map((id) =>
          html(
            "span",
            {
              class: `chip${seen.get(id)?.acted ? " past" : ""}`,
              title: `${blockName(id)}, ${figuresInWords(id, seen.get(id)?.strength)}`,
              "aria-hidden": "true",
            },
            svg("svg", { viewBox: "-21 -21 42 42" }, placeArms(armsOf(id), "0 0", "chip-arms")),
          ),
        ),
      );
    }),
  );
}

/** Steps of a round at a castle before it is said who fights. */
const BEFORE_A_SALLY = new Set(["garrison", "storm", "exchange", "sally"]);

/** Whether a Jihad helps its side in round 1: it does attackers alone (R14). @param {Battle} battle */
function jihadKey({ jihad, attacker, step, "castle-of": inside }) {
  if (jihad === attacker) return "jihad-on";
  // Until it is said that nobody sallies those in the castle may still attack.
  return jihad === inside && BEFORE_A_SALLY.has(step) ? "jihad-on-sally" : "jihad-off";
}

/** Whether it has ended, and only its end is still shown: `progress.js` leaves it no step. @param {Battle} battle */
function isOver({ step }) {
  return step === "";
}

/**
 * What holds for the whole battle now; where nothing else does, why besiegers defend: relief or a sally attacks them
 * (6.55, 6.56).
 * @param {Battle} battle
 * @param {Siege | null} siege
 */
export function battleFacts(battle, siege) {
  const parts = [];
  if (battle.storm) parts.push(text("storm-on"));
  if (battle.jihad && battle.round <= 1) parts.push(text(jihadKey(battle), { side: sideName(battle.jihad) }));
  if (battle.hits) parts.push(text("hits-to-take", { side: sideName(battle.hits.side), count: battle.hits.count }));
  if (battle["half-hit"])
    parts.push(
      text("half-hit-on", {
        block: battle["half-hit"] in page.blocks ? blockName(battle["half-hit"]) : text("a-hidden-block"),
      }),
    );
  if (parts.length === 0 && siege?.against && !isOver(battle)) parts.push(text(`${siege.against}-attacks`));
  return parts.join(" · ");
}

/**
 * Why something happened that nobody pressed: blocks of the reader's fired by themselves in this round, attacker and
 * defender changed places in this battle.
 * @param {Battle} battle
 * @param {GameEvent[]} events  of this battle, oldest first
 * @param {string | null} you
 */
export function battleReasons(battle, events, you) {
  if (isOver(battle)) return "";
  const round = events.slice(events.findLastIndex(({ type }) => type === "round-begun") + 1);
  const alone = round.some(
    ({ type, auto, block }) => type === "block-fired" && auto && you !== null && page.blocks[block ?? ""]?.side === you,
  );
  const ways = battle.retreats?.[you ?? ""];
  const shutIn = !battle.storm && ways !== undefined && Object.keys(ways).length === 0;
  const switched = events.findLast(({ type }) => type === "control-switched");
  return [
    switched && you === null && text("now-defends", { side: sideName(switched.defender ?? "") }),
    switched && you !== null && text(switched.defender === you ? "now-defender" : "now-attacker"),
    alone && text(shutIn ? "fires-no-way-out" : "fires-alone"),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * The siege at which a battle is fought; null where none is. `against`: who attacks the besiegers in the field.
 *
 * @typedef {{besieger: string, against: "relief" | "sally" | ""}} Siege
 * @param {View} view
 * @param {Battle} battle
 * @param {Stack[]} stacks
 * @returns {Siege | null}
 */
export function siegeOf({ sieges }, battle, stacks) {
  const besieger = sieges?.[battle.town]?.besieger;
  if (!besieger) return null;
  if (battle.attacker === besieger) return { besieger, against: "" };
  const out = stacks.filter(({ side, area }) => side !== besieger && area === "field");
  // Hidden blocks have not sallied: who sallies lies open.
  const relief = out.some(({ hidden, blocks }) => hidden > 0 || blocks.some(({ sallying }) => !sallying));
  return { besieger, against: relief ? "relief" : out.length > 0 ? "sally" : "" };
}

/**
 * What is fought, in words: a battle, a siege, and at a siege a storm, a sally or a relief.
 * @param {View} view
 * @param {Battle} battle
 */
export function battleName(view, battle) {
  const siege = siegeOf(view, battle, view.map[battle.town]?.stacks ?? []);
  const kind = battle.storm ? "storm" : siege ? siege.against || "siege" : "battle";
  return text(`${kind}-of`, { town: townName(battle.town) });
}

/** What a side is in the battle, in words. @param {string} side @param {Battle} battle @param {Siege | null} siege */
function roleOf(side, battle, siege) {
  if (siege) return text(side === siege.besieger ? "role-besieger" : "role-besieged");
  return battle.attacker === side ? text("attacker") : battle.defender === side ? text("defender") : "";
}

/**
 * Whose flank it is, in which part, and by which roads they could leave.
 * @param {string} side
 * @param {Battle} battle
 * @param {boolean} nobody
 * @param {Siege | null} siege
 */
export function drawFlank(side, battle, nobody, siege) {
  const role = nobody ? "" : roleOf(side, battle, siege);
  const ways = battle.retreats?.[side];
  const roads = Object.entries(ways ?? {});
  // A view of a storm names no ways out, nor does a board made from it after the storm has ended.
  const leaving = ["fight", "hits", "must-retreat"].includes(battle.step) && !battle.storm && ways !== undefined;
  const out = leaving
    ? roads.length
      ? text("ways-out", {
          towns: roads.map(([town, count]) => text("way-out", { town: townName(town), count })).join(", "),
        })
      : text("no-way-out")
    : "";
  return [
    html("h3", {}, sideName(side), role && html("small", {}, ` ${role}`)),
    nobody && html("p", { class: "hint" }, text("no-blocks-left")),
    out && html("p", { class: "ways-out", title: roads.length ? text("ways-out-means") : null }, out),
  ];
}
