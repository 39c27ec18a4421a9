// In a game against the computer: that it thinks, or waits for this side where both decide at once, how many games it
// has before this one, and what the page or the squire says of its movement.

import { byId, html, replaceIfChanged, setText } from "../page/dom.js";
import { request } from "../page/http.js";
import { page, text } from "../page/page.js";

/** Milliseconds before the page asks how long it may take, and between two times that it asks. */
const PATIENCE = 2500;

/** Stands in the line where what is said is put. */
const HERE = "\u0000";
/** A sentence, with the space behind it. */
const SENTENCE = /.+?(?:[.!?](?=\s|$)\s*|$)/gu;

/** @type {number | undefined} */
let timer;

/** @type {import("../page/side.js").Panel} */
export const computerPanel = {
  draw(view) {
    window.clearTimeout(timer);
    // In a game from an exercise it does nothing until the decision is judged and its player goes on.
    const held = document.getElementById("decision")?.hasAttribute("data-held");
    const awaited = page.computer !== null && !held && !view.result && view.awaited.includes(page.computer);
    // Where both decide at once nobody is told whether the other has: what the game lacks is this side's decision.
    const waits = awaited && view.you && view.awaited.includes(view.you);
    document.getElementById("computer")?.toggleAttribute("hidden", !awaited);
    if (waits) setText(byId("computer"), text(view.phase === "cards" ? "computer-waits-card" : "computer-waits"));
    drawSaid(view);
    if (!awaited || waits) return;
    setText(byId("computer"), text("computer-thinks"));
    timer = window.setTimeout(look, PATIENCE);
  },
};

/**
 * What the page or the squire says of its last movement, a part for each sentence: with the next card that is over.
 * @param {View} view
 */
function drawSaid({ said, phase }) {
  const line = document.getElementById("told");
  if (!line) return;
  line.hidden = !said || phase === "cards";
  const [before, after] = text(line.dataset.says ?? "squire-says", { said: HERE }).split(HERE);
  replaceIfChanged(line, said ?? "", () =>
    said ? [before, ...(said.match(SENTENCE) ?? []).map((sentence) => html("span", {}, sentence)), after] : null,
  );
}

/** Asks how long the computer's turn will take, and says so. */
async function look() {
  try {
    const answer = await request(page.urls.computer);
    const found = answer.ok ? answer.read() : {};
    setText(
      byId("computer"),
      found.before > 0 ? text("computer-before", { count: found.before }) : text("computer-thinks"),
    );
  } catch {
    // The page says elsewhere that the server is away.
  }
  timer = window.setTimeout(look, PATIENCE);
}
