// What the narrator and the headline make of entries, as the scripts of the game page do: reads `{entries, side, view,
// weights}` and writes JSON.

import { readFileSync } from "node:fs";

import { chaptersOf } from "../../frontend/static/frontend/js/log/chapters.js";
import { headlineOf } from "../../frontend/static/frontend/js/log/headline.js";
import { stepsOf, stepsOfChapter } from "../../frontend/static/frontend/js/log/steps.js";

const { entries, side, view, weights } = JSON.parse(readFileSync(0, "utf8"));
const { older, newest } = chaptersOf(entries, side, weights);
const steps = [
  ...older.flatMap((chapter) => stepsOfChapter(chapter, side, weights)),
  ...stepsOf(
    newest.flatMap(({ events }) => events),
    side,
    weights,
  ),
];
console.log(JSON.stringify({ headline: headlineOf(entries, side, null, view, weights), older, steps }));
