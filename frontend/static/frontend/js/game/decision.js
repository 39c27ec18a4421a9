// In a game that began from an exercise: what the king would have done, once the decision is judged, and the ways on.

import { byId, html, replaceIfChanged } from "../page/dom.js";
import { callApi } from "../server/api.js";

/** Milliseconds between two times that the page asks whether the decision is judged. */
const PATIENCE = 1500;

const state = { settled: false, asking: false, again: false, before: "" };
/** @type {number | undefined} */
let timer;

/** @type {import("../page/side.js").Panel} */
export const decisionPanel = {
  /** Draws the judgement. */
  draw() {
    if (document.getElementById("decision")) void look();
  },
};

/** Asks for the judgement of the decision, again until it is there. */
async function look() {
  if (state.settled) return;
  // What is being asked may be answered from before the act that was just drawn.
  state.again = state.asking;
  if (state.asking) return;
  window.clearTimeout(timer);
  state.asking = true;
  const answer = await callApi("GET", byId("decision").dataset.answer ?? "");
  state.asking = false;
  if (!answer?.ok) return;
  const found = answer.body;
  state.settled = found.state === "made" || found.state === "impossible";
  if (found.state !== "open") draw(found);
  // Above the board, where nobody looks who has just decided below it.
  if (state.before && state.settled) byId("decision").scrollIntoView({ block: "nearest" });
  state.before = found.state;
  if (found.state === "waiting" || (state.again && !state.settled))
    timer = window.setTimeout(() => void look(), PATIENCE);
}

/** @param {Record<string, any>} found */
function draw(found) {
  const words = byId("decision").dataset;
  replaceIfChanged(byId("decision-said"), found, () => [
    html("p", { class: found.solved ? "decision-verdict won" : "decision-verdict" }, html("strong", {}, found.verdict)),
    found.played
      ? html(
          "dl",
          {},
          html("dt", {}, words.you ?? ""),
          html("dd", {}, found.played),
          found.king === found.played ? null : html("dt", {}, words.king ?? ""),
          found.king === found.played ? null : html("dd", {}, found.king),
        )
      : null,
    found.gain ? html("p", {}, found.gain) : null,
    found.why ? html("p", {}, html("strong", {}, words.why ?? ""), ` ${found.why}`) : null,
    found.tally ? html("p", { class: "faint" }, found.tally) : null,
  ]);
  document.querySelector("#decision .decision-way")?.toggleAttribute("hidden", !state.settled);
}
