// What the game page forecasts of storms, sallies and fights in the field, as its script does: reads `{page, forecasts:
// [{view, type, blocks, town, attacker}]}` and writes the forecasts.

import { readFileSync } from "node:fs";

import { stubPage } from "../scripts/page.mjs";

const { page, forecasts } = JSON.parse(readFileSync(0, "utf8"));
stubPage(page);
const { forecastOfField, forecastOfSet } = await import("../../frontend/static/frontend/js/decisions/forecast.js");
const { locateBlocks } = await import("../../frontend/static/frontend/js/map/whereabouts.js");
const found = forecasts.map(({ view, type, blocks, town, attacker }) => {
  const where = locateBlocks(view);
  return type === "field"
    ? forecastOfField(view, town, attacker, null, where)
    : forecastOfSet(view, type, blocks, where);
});
console.log(JSON.stringify(found));
