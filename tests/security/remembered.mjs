// What the page remembers of castles and fields, as its scripts do: reads `{events, moments: [{count, view, area}]}` of one
// viewer, and writes for each moment the blocks with their steps and whether they were seen in an earlier battle; `some` that were
// seen, and the steps that hunger took.

import { readFileSync } from "node:fs";

import { blocksRemembered } from "../../frontend/static/frontend/js/decisions/remembered.js";

const { events, moments } = JSON.parse(readFileSync(0, "utf8"));
const told = moments.map(({ count, view, area }) => {
  const { blocks, seen, some, lost } = blocksRemembered(view, events.slice(0, count), area);
  return { blocks: Object.fromEntries(blocks), earlier: seen !== null, some: Object.fromEntries(some), lost };
});
console.log(JSON.stringify(told));
