// The first page's battle: the real stage, a battle that the rules have played, over and over until somebody stops it.

import { drawArmsSymbols } from "../blocks/emblems.js";
import { Stage } from "../battle/stage.js";
import { mediaQuery, onVisibilityChange } from "../page/browser.js";
import { byId, html } from "../page/dom.js";
import { preventDoubleSubmit } from "../page/once.js";
import { page, text } from "../page/page.js";

/** @typedef {{view: import("../battle/scenery.js").View, events: import("../battle/blow.js").Fact[]}} Step */

const BETWEEN = 650;
const AT_THE_END = 4000;
const PACE = 0.85;

const { steps = [] } = /** @type {{steps?: Step[]}} */ (/** @type {unknown} */ (page));
const moves = !mediaQuery("(prefers-reduced-motion: reduce)") && document.documentElement.dataset.motion !== "off";
const root = byId("showing");
document.body.append(drawArmsSymbols());
const stage = new Stage(root, {
  press: () => {},
  changed: () => {},
  opened: () => {},
  skip: () => stage.show.finish(),
});
let at = 0;
let running = false;

const button = html(
  "button",
  { type: "button", class: "quiet showing-button", onclick: () => (running ? stop() : run()) },
  "",
);
root.after(button);

/**
 * Shows a moment of the battle.
 *
 * @param {number} n
 * @param {boolean} animated
 */
async function show(n, animated) {
  const before = steps[at];
  at = n;
  const { view, events } = steps[n];
  // At the end the stage stays as the last blow has left it.
  if (!view.battle) {
    if (animated) await stage.play(before.view, view, events, PACE);
    return;
  }
  const eventsSoFar = steps.slice(0, n + 1).flatMap((step) => step.events);
  stage.draw(view, eventsSoFar, {
    able: new Set(),
    chosen: new Set(),
    acting: new Set(view.battle["to-act"]),
    does: () => "",
  });
  if (animated) await stage.play(before.view, view, events, PACE);
}

/** Plays the battle on and on, until stopped. */
async function run() {
  running = true;
  say();
  while (running) {
    const last = at >= steps.length - 1;
    await show(last ? 0 : at + 1, !last);
    await new Promise((resolve) => window.setTimeout(resolve, at >= steps.length - 1 ? AT_THE_END : BETWEEN));
  }
}

function stop() {
  running = false;
  say();
}

function say() {
  button.textContent = text(running ? "replay-pause" : "replay-play");
}

preventDoubleSubmit();
if (steps.length > 0) {
  stage.turnTo(true);
  // Where nothing moves it stands still in the middle of the battle, with blocks that have shown themselves and dice on
  // the table.
  show(
    moves
      ? 0
      : Math.max(
          0,
          steps.findIndex(({ events }) => events.some(({ type, hits }) => type === "block-fired" && Number(hits) > 0)),
        ),
    false,
  );
  say();
  // It begins when it is seen, and rests while it is not.
  if (moves) {
    onVisibilityChange(root, (visible) => {
      if (visible && !running && document.visibilityState === "visible") run();
      else if (!visible) stop();
    });
  }
}
