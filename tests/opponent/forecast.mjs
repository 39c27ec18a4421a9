// What the game page forecasts of a storm or a sally, as its script does: reads `{page, view, type, blocks}` and writes
// the forecast.

import { readFileSync } from "node:fs";

import { stubPage } from "../scripts/page.mjs";

const { page, view, type, blocks } = JSON.parse(readFileSync(0, "utf8"));
stubPage(page);
const { forecastOfSet } = await import("../../frontend/static/frontend/js/decisions/forecast.js");
const { locateBlocks } = await import("../../frontend/static/frontend/js/map/whereabouts.js");
console.log(JSON.stringify(forecastOfSet(view, type, blocks, locateBlocks(view))));
