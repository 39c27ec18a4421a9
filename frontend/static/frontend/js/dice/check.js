// The button that checks a finished game in this browser, and compares it with what this browser was shown and added
// before.

import { request } from "../page/http.js";
import { recallDice } from "./memory.js";

const box = document.getElementById("browser-check");
const button = box?.querySelector("button");
const answer = box?.querySelector("[role=status]");

/**
 * Returns a text of the page with its gaps filled.
 *
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
function words(name, values = {}) {
  const text = box?.dataset[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
}

/**
 * Adds a line to the outcome.
 *
 * @param {string} text
 * @param {boolean | null} good  null: neither
 */
function say(text, good) {
  if (!(answer instanceof HTMLElement)) return;
  const line = document.createElement("p");
  line.className = good === null ? "not-known" : good ? "verified" : "not-verified";
  line.textContent = text;
  answer.append(line);
}

/**
 * Compares the record with what this browser has kept of the game, and says what is the same.
 *
 * @param {GameRecord} record
 * @param {string[]} stamps  all that belong to the record
 */
function compare(record, stamps) {
  const known = recallDice(record.game);
  if (!known) return say(words("nothing"), null);
  if (known.commitment) {
    // A browser that added to the dice was shown the first commitment: the true one could be put behind dice that were
    // chosen.
    const shown = known.given || known.frank || known.saracen ? record.dice.slice(0, 1) : record.dice;
    const same = shown.some((dice) => dice.commitment === known.commitment);
    say(words(same ? "same" : "other"), same);
  }
  compareParts(record, known);
  const seen = known.stamps ?? [];
  if (seen.length && seen.every((stamp) => stamps.includes(stamp))) say(words("stamps", { count: seen.length }), true);
  else if (seen.length) say(words("noStamp"), false);
}

/**
 * What stands for this player's sides in the record, against what this browser sent.
 * @param {GameRecord} record @param {import("./memory.js").Memory} known
 */
function compareParts(record, known) {
  const start = record.events.find((event) => event.kind === "system" && event.payload.type === "start");
  const first = record.events.flatMap((event) => event.draws).find((draw) => draw.n === 0)?.["made-of"];
  const added = start?.payload.contributions ?? first?.contributions;
  if (!added) return;
  for (const side of new Set((box?.dataset.sides ?? "").split(" ").filter(Boolean))) {
    const own = /** @type {"frank" | "saracen"} */ (side);
    const sent = known.given ?? known[own];
    const part = added[own];
    if (sent && part === sent) say(words("samePart", { part }), true);
    else if (sent && !known.late) say(words(part ? "otherPart" : "lostPart", { part }), false);
    else say(words(part ? "unknownPart" : "noPart", { part }), null);
  }
}

/** Checks the record in a worker, shows the outcome, and compares it with what this browser knows. */
async function run() {
  if (!(button instanceof HTMLButtonElement) || !box) return;
  if (!crypto.subtle) return say(words("insecure"), false);
  button.disabled = true;
  answer?.replaceChildren();
  try {
    const answer = await request(box.dataset.record ?? "");
    if (!answer.ok) throw new Error(answer.reason);
    const record = answer.read();
    const worker = new Worker(box.dataset.worker ?? "", { type: "module" });
    const found = await new Promise((resolve, reject) => {
      worker.addEventListener("message", (message) => resolve(message.data));
      worker.addEventListener("error", reject);
      worker.postMessage(record);
    });
    worker.terminate();
    if (found.ok) say(words("good", { events: found.events, draws: found.draws - found.unproven }), true);
    else say(words(found.event ? "bad" : "badWhole", { event: found.event ?? "" }), false);
    if (found.signed) {
      const published = (box.dataset.keys ?? "").split(" ").includes(record.signature.key);
      say(words(published ? "signed" : "otherKey"), published);
    }
    if (found.ok) compare(record, found.stamps);
  } catch {
    say(words("failed"), false);
  }
  button.disabled = false;
}

if (button instanceof HTMLButtonElement) {
  button.addEventListener("click", run);
  // Sent disabled: a press before this script runs would be lost.
  button.disabled = false;
}
