// What the narrator, the headline and the end of a year make of entries, as the scripts of the game page do: reads
// `{entries, all, side, view, weights}` and writes JSON. `entries`: those of the other side.

import { readFileSync } from "node:fs";

import { chaptersOf } from "../../frontend/static/frontend/js/log/chapters.js";
import { headlineOf } from "../../frontend/static/frontend/js/log/headline.js";
import { stepsOf, stepsOfChapter } from "../../frontend/static/frontend/js/log/steps.js";
import { yearEndOf } from "../../frontend/static/frontend/js/log/yearend.js";

const { entries, all, side, view, weights } = JSON.parse(readFileSync(0, "utf8"));
const { older, newest } = chaptersOf(entries, side, weights);
const steps = [
  ...older.flatMap((chapter) => stepsOfChapter(chapter, side, weights)),
  ...stepsOf(
    newest.flatMap(({ events }) => events),
    side,
    weights,
  ),
];
const headline = headlineOf(entries, side, null, view, weights);
console.log(JSON.stringify({ headline, older, steps, year: yearEndOf(all, side, view.ruleset.edition) }));
