// What somebody is in the middle of: text in fields, and what parts of the page hand over. Kept in the tab while its
// owner logs in again, and given back to the same person at the same address.

import { sessionStore } from "./browser.js";
import { accountMark } from "./reader.js";

/** @typedef {{reader: string, fields: Record<string, string>, parts: Record<string, unknown>}} Unfinished */

const LONGEST = 200_000;
const FIELDS =
  "textarea, input:not([type=password], [type=hidden], [type=checkbox], [type=radio], [type=file], [type=submit])";

/** @type {Map<string, () => unknown>} */
const parts = new Map();
/** What was kept here when this page was left. @type {Unfinished | null} */
let found = null;

function place() {
  return `unfinished ${location.pathname}`;
}

/**
 * A name of a field that is the same when the page is loaded again.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
function nameOf(field) {
  return field.id || `${field.form?.getAttribute("action") ?? ""} ${field.name}`;
}

/** @returns {(HTMLInputElement | HTMLTextAreaElement)[]} */
function fields() {
  return [...document.querySelectorAll(FIELDS)].filter(
    (one) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement,
  );
}

/**
 * Has a part of the page kept with the rest.
 * @param {string} name
 * @param {() => unknown} value  as JSON can say it; null: nothing
 */
export function registerDraft(name, value) {
  parts.set(name, value);
}

/** Keeps everything that is unfinished. */
export function saveDrafts() {
  /** @type {Unfinished} */
  const kept = { reader: accountMark(), fields: {}, parts: {} };
  for (const field of fields()) if (field.value !== field.defaultValue) kept.fields[nameOf(field)] = field.value;
  for (const [name, value] of parts) kept.parts[name] = value();
  const words = JSON.stringify(kept);
  if (words.length < LONGEST) sessionStore.set(place(), words);
}

/** Takes what was kept here, once, and puts text back into the fields. Another person's is thrown away. */
export function restoreDrafts() {
  const words = sessionStore.get(place());
  if (words === null) return;
  sessionStore.remove(place());
  try {
    const kept = JSON.parse(words);
    if (kept.reader !== accountMark()) return;
    found = kept;
  } catch {
    return;
  }
  for (const field of fields()) {
    const value = found?.fields[nameOf(field)];
    if (value === undefined) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** The text that a field held, once, for parts that fill theirs later. @param {string} id @returns {string | null} */
export function draftText(id) {
  const words = found?.fields[id] ?? null;
  if (found) delete found.fields[id];
  return words;
}

/** What a part of the page handed over, once. @param {string} name */
export function draftPart(name) {
  const value = found?.parts[name] ?? null;
  if (found) delete found.parts[name];
  return value;
}
