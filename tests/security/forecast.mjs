// What a storm's forecast says of the enemy's fire, as the scripts of the game page do: reads `{page, view, blocks}`
// and writes the sentence.

import { readFileSync } from "node:fs";

import { stubPage } from "../scripts/page.mjs";

const { page, view, blocks } = JSON.parse(readFileSync(0, "utf8"));
stubPage(page);
const { answeringFire } = await import("../../frontend/static/frontend/js/decisions/odds.js");
console.log(answeringFire(view, "storm", blocks));
