// What the game page makes of hints to storm, as its script does: reads `{page, hints: [{view, action}]}`, and writes for
// each the action that is proposed in the end and whether the page calls it likely bad.

import { readFileSync } from "node:fs";

import { stubPage } from "../scripts/page.mjs";

const { page, hints } = JSON.parse(readFileSync(0, "utf8"));
stubPage(page);
const { forecastOfSet, isLikelyBad } = await import("../../frontend/static/frontend/js/decisions/forecast.js");
const { insteadOfBad } = await import("../../frontend/static/frontend/js/game/hintodds.js");
const { locateBlocks } = await import("../../frontend/static/frontend/js/map/whereabouts.js");
const told = hints.map(({ view, action }) => {
  const where = locateBlocks(view);
  const instead = insteadOfBad(view, action, where, []);
  const proposed = instead?.action ?? action;
  const isBad = ({ type, blocks }) => {
    const forecast = blocks.length > 0 ? forecastOfSet(view, type, blocks, where) : null;
    return forecast !== null && isLikelyBad(forecast);
  };
  return { proposed, was: isBad(action), is: isBad(proposed), why: instead?.why ?? "" };
});
console.log(JSON.stringify(told));
