// The analysis of a finished game: a curve of the chance to win, and the decisions that moved it most, each a way into
// the replay.

import { numberFormat } from "../page/browser.js";
import { byId, html, replaceIfChanged, svg } from "../page/dom.js";
import { page, sideName, text } from "../page/page.js";
import { showTab, onTabOpened } from "../page/side.js";
import { callPatiently } from "../server/api.js";

/**
 * @typedef {{n: number, chance: number}} Point
 * @typedef {{n: number, side: import("../page/page.js").Side, when: string, before: number, gain: number, played:
 *   string, king: string | null, why: string}} Decision
 * @typedef {{state: "none" | "waiting" | "made" | "impossible", curve: Point[], decisions: Decision[]}} Analysis
 */

/** Milliseconds between two times that the page asks whether it is made. */
const PATIENCE = 3000;
const [WIDE, HIGH] = [320, 120];

const percent = numberFormat({ percent: true });

const state = {
  /** @type {import("../page/side.js").Tools | null} */ tools: null,
  /** @type {Analysis | null} */ found: null,
  problem: "",
  asking: false,
  wanted: false,
};
/** @type {number | undefined} */
let timer;

/** @type {import("../page/side.js").Panel} */
export const analysisPanel = {
  start(tools) {
    state.tools = tools;
    onTabOpened("analysis", () => {
      state.wanted = true;
      look();
    });
  },
  draw(view) {
    if (view.status !== "over") return;
    showTab("analysis");
    if (location.hash === "#side-analysis") state.wanted = true;
    if (!state.found) look();
  },
};

function look() {
  if (state.wanted && !state.asking && state.tools?.view()?.status === "over" && state.found?.state !== "made")
    void ask("GET");
}

/**
 * Asks for the analysis, or asks the server to make it (POST), and draws the answer.
 *
 * @param {"GET" | "POST"} method
 */
async function ask(method) {
  window.clearTimeout(timer);
  state.asking = true;
  const answer = await callPatiently(method, page.urls.analysis, method === "GET" ? undefined : {}, () => {
    state.problem = text("trying");
    draw();
  });
  state.asking = false;
  if (answer?.ok) state.found = answer.body;
  state.problem = answer?.ok ? "" : (answer?.body.detail ?? text("offline-odds"));
  draw();
  if (state.found?.state === "waiting") timer = window.setTimeout(look, PATIENCE);
}

/** Draws the panel of the analysis. */
function draw() {
  const { found, problem } = state;
  replaceIfChanged(byId("analysis"), [found, problem], () => [
    problem ? html("p", { class: "notice", role: "alert" }, problem) : null,
    found ? drawFound(found) : null,
  ]);
}

/**
 * Draws the analysis, or the button that asks for it.
 *
 * @param {Analysis} found
 */
function drawFound(found) {
  if (found.state === "made")
    return found.curve.length > 1
      ? [drawCurve(found), html("p", { class: "hint" }, text("analysis-of")), drawDecisions(found)]
      : html("p", {}, text("analysis-short"));
  if (found.state === "none" && page.sides.length > 0) {
    return [
      html("p", {}, text("analysis-offer")),
      html("button", { type: "button", "data-key": "ask-analysis", onclick: () => ask("POST") }, text("analysis-ask")),
    ];
  }
  return html("p", { class: found.state === "waiting" ? "thinking" : "hint" }, text(`analysis-${found.state}`));
}

/**
 * A line for the chance of the Franks, from the bottom to the top; the same in words for who does not see it.
 * @param {Analysis} found
 */
function drawCurve({ curve, decisions }) {
  const [first, last] = [curve[0], curve[curve.length - 1]];
  const across = (/** @type {number} */ n) =>
    Math.round(((n - first.n) / Math.max(1, last.n - first.n)) * WIDE * 10) / 10;
  const up = (/** @type {number} */ chance) => Math.round((1 - chance) * HIGH * 10) / 10;
  const line = curve.map(({ n, chance }) => `${across(n)},${up(chance)}`).join(" ");
  const dots = decisions.map(({ n, side, before }, index) => {
    const [x, y] = [across(n), up(side === "frank" ? before : 1 - before)];
    // The figure stands where there is room for it.
    return svg(
      "g",
      { class: side },
      svg("circle", { cx: x, cy: y, r: 5 }),
      svg("text", { x, y: y < 20 ? y + 17 : y - 8 }, String(index + 1)),
    );
  });
  const said = text("analysis-curve", {
    begin: percent(first.chance),
    most: percent(Math.max(...curve.map(({ chance }) => chance))),
    least: percent(Math.min(...curve.map(({ chance }) => chance))),
    end: percent(last.chance),
  });
  return html(
    "figure",
    { class: "analysis-curve" },
    html(
      "div",
      { class: "analysis-sides", "aria-hidden": "true" },
      html("span", {}, sideName("frank")),
      html("span", {}, "50 %"),
      html("span", {}, sideName("saracen")),
    ),
    svg(
      "svg",
      { viewBox: `-8 -6 ${WIDE + 16} ${HIGH + 12}`, role: "img", "aria-label": said },
      svg("rect", { class: "franks", x: 0, y: 0, width: WIDE, height: HIGH / 2 }),
      svg("rect", { class: "saracens", x: 0, y: HIGH / 2, width: WIDE, height: HIGH / 2 }),
      svg("line", { class: "even", x1: 0, y1: HIGH / 2, x2: WIDE, y2: HIGH / 2 }),
      svg("polyline", { points: line }),
      dots,
    ),
    html("figcaption", {}, said),
  );
}

/** @param {Analysis} found */
function drawDecisions({ decisions }) {
  if (decisions.length === 0) return html("p", {}, text("analysis-even"));
  return html("ol", { class: "analysis-decisions" }, decisions.map(drawDecision));
}

/**
 * Draws a decision: what was played, what the king would have, and what that changed.
 *
 * @param {Decision} decision
 */
function drawDecision({ n, side, when, before, gain, played, king, why }) {
  const visit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void state.tools?.visit(n, "all");
  };
  return html(
    "li",
    {},
    html(
      "p",
      {},
      html("a", { href: `?at=${n}&as=all`, "data-key": `analysis-${n}`, onclick: visit }, `${sideName(side)}, ${when}`),
      " ",
      html("strong", { class: gain < 0 ? "lost" : "won" }, `${percent(before)} → ${percent(before + gain)}`),
    ),
    html("p", {}, html("b", {}, text("analysis-played")), ` ${played}`),
    king === null ? null : html("p", {}, html("b", {}, text("analysis-king")), ` ${king}`),
    html("p", { class: "faint" }, why),
  );
}
