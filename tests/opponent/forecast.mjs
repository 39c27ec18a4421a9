// What the game page forecasts of a storm, a sally or a fight in the field, as its script does: reads `{page, view, type,
// blocks, town, attacker}` and writes the forecast.

import { readFileSync } from "node:fs";

import { stubPage } from "../scripts/page.mjs";

const { page, view, type, blocks, town, attacker } = JSON.parse(readFileSync(0, "utf8"));
stubPage(page);
const { forecastOfField, forecastOfSet } = await import("../../frontend/static/frontend/js/decisions/forecast.js");
const { locateBlocks } = await import("../../frontend/static/frontend/js/map/whereabouts.js");
const where = locateBlocks(view);
const found =
  type === "field" ? forecastOfField(view, town, attacker, null, where) : forecastOfSet(view, type, blocks, where);
console.log(JSON.stringify(found));
