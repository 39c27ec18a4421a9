// What the script of the page finds of records of games: reads a list of records and writes a list of what was found.

import { readFileSync } from "node:fs";

globalThis.addEventListener = () => {}; // it hears of its records in a worker
const { checkRecord } = await import("../../frontend/static/frontend/js/dice/checker.js");

const found = [];
for (const record of JSON.parse(readFileSync(0, "utf8"))) found.push(await checkRecord(record));
console.log(JSON.stringify(found));
