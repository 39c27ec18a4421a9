// The notebook: saved without a press, a moment after the last letter, and never over what another page has saved meanwhile.

import { byId } from "../page/dom.js";
import { page, text } from "../page/page.js";
import { onTabOpened } from "../page/side.js";
import { draftText } from "../page/unfinished.js";
import { callApi, callPatiently } from "../server/api.js";

const PAUSE = 1_200;
const AGAIN = 10_000;

const state = {
  version: 0,
  /** What the server has. */ saved: "",
  /** What another page saved meanwhile. @type {{text: string, version: number} | null} */ other: null,
  loaded: false,
  saving: false,
  timer: 0,
};

/** @type {import("../page/side.js").Panel} */
export const notebookPanel = {
  start() {
    if (!document.getElementById("side-notes")) return;
    onTabOpened("notes", open);
    box().addEventListener("input", () => {
      say("");
      later(PAUSE);
    });
    box().addEventListener("blur", save);
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save());
    window.addEventListener("pagehide", save);
    byId("note-take").addEventListener("click", () => settle((other) => other.text));
    byId("note-keep").addEventListener("click", () => settle(() => box().value));
  },
};

/** @returns {HTMLTextAreaElement} */
function box() {
  return /** @type {HTMLTextAreaElement} */ (byId("note-text"));
}

/**
 * Shows a line about saving.
 *
 * @param {string} words
 */
function say(words) {
  byId("note-state").textContent = words;
}

/**
 * Saves after a pause.
 *
 * @param {number} wait
 */
function later(wait) {
  clearTimeout(state.timer);
  state.timer = window.setTimeout(save, wait);
}

/** Fetches the notebook when its tab is opened. */
async function open() {
  if (state.loaded && box().value !== state.saved) return;
  const answer = await callPatiently("GET", page.urls.notebook, undefined, () => say(text("trying")));
  say("");
  if (!answer?.ok) {
    say(text("note-offline"));
    return;
  }
  Object.assign(state, { version: answer.body.version, saved: answer.body.text, loaded: true });
  const unfinished = draftText("note-text");
  box().value = unfinished ?? answer.body.text;
  box().disabled = false;
  if (unfinished !== null) later(PAUSE);
}

/** Saves the notebook if it was changed; shows the other text if another page saved meanwhile. */
async function save() {
  clearTimeout(state.timer);
  if (!state.loaded || state.other || box().value === state.saved) return;
  if (state.saving) {
    later(PAUSE);
    return;
  }
  state.saving = true;
  const written = box().value;
  const answer = await callApi(
    "PUT",
    page.urls.notebook,
    { text: written, version: state.version },
    { keepalive: written.length < 15_000 },
  );
  state.saving = false;
  if (answer === null) {
    say(text("note-offline"));
    later(AGAIN);
  } else if (answer.ok) {
    state.version = answer.body.version;
    state.saved = written;
    if (box().value === written) say(text("note-saved"));
    else later(PAUSE);
  } else if (answer.status === 409) {
    state.other = { text: answer.body.text, version: answer.body.version };
    byId("note-other").textContent = answer.body.text;
    byId("note-conflict").hidden = false;
    say("");
  } else say(answer.body.detail ?? "");
}

/** One of the two texts stays. @param {(other: {text: string, version: number}) => string} choose */
async function settle(choose) {
  if (!state.other) return;
  const { text: theirs, version } = state.other;
  box().value = choose(state.other);
  Object.assign(state, { other: null, version, saved: theirs });
  byId("note-conflict").hidden = true;
  box().focus();
  await save();
  if (box().value === state.saved) say(text("note-saved"));
}
