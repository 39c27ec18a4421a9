// The talk of the two players: shown as it comes in, marked as read when it has been in sight, sent once however often
// it is pressed.

import { hidePopover, onVisibilityChange } from "../page/browser.js";
import { byId, html, replaceChildren } from "../page/dom.js";
import { page, text } from "../page/page.js";
import { isTabOpen, setTabBadge, openTab, onTabOpened } from "../page/side.js";
import { setUnreadCount } from "../page/title.js";
import { callApi, callPatiently, newIdempotencyKey } from "../server/api.js";
import { linkify } from "./links.js";

/**
 * @typedef {{number: number, own: boolean, author: string, text: string, at: string, when: string, withdrawn: boolean,
 *   unread: boolean, withdrawable: boolean}} Line
 */
/**
 * @typedef {{results: Line[], previous: string | null, unread: number, muted: boolean, "muted-everywhere": boolean,
 *   partner: string | null}} Talk  as the server sends it
 */

const WITHDRAWN_WITHIN = 120_000;

/** @type {Map<number, Line>} */
const lines = new Map();
/** Lines that were new when this page first saw them. @type {Set<number>} */
const fresh = new Set();
const state = {
  /** There are older ones than those shown. */ more: false,
  unread: 0,
  muted: false,
  everywhere: false,
  /** @type {string | null} */ partner: null,
  /** The key of what is being sent; kept until the server has answered. */ key: "",
  sending: false,
  loaded: false,
  inSight: false,
  /** Counts what was asked and sent: an answer that was on its way meanwhile knows less. */ asked: 0,
};

/** @type {import("../page/side.js").Panel} */
export const talkPanel = {
  start() {
    if (!document.getElementById("side-talk")) return;
    byId("talk-form").addEventListener("submit", (event) => {
      event.preventDefault();
      sendText();
    });
    box().addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) sendText();
    });
    box().addEventListener("input", () => say(""));
    for (const button of document.querySelectorAll("#talk-phrases [data-phrase]")) {
      button.addEventListener("click", () => {
        hidePopover(byId("talk-phrases"));
        send({ phrase: button.getAttribute("data-phrase") ?? "" });
      });
    }
    byId("talk-mute").addEventListener("click", () => mute(!state.muted));
    byId("talk-earlier").addEventListener("click", fetchEarlier);
    onTabOpened("talk", opened);
    document.addEventListener("visibilitychange", markRead);
    onVisibilityChange(byId("talk-log"), (seen) => {
      state.inSight = seen;
      markRead();
    });
  },
  heard(message) {
    if (document.getElementById("side-talk") && (message === null || message.talk)) fetchTalk();
  },
};

/** @returns {HTMLTextAreaElement} */
function box() {
  return /** @type {HTMLTextAreaElement} */ (byId("talk-text"));
}

/** @param {string} words */
function say(words) {
  byId("talk-problem").textContent = words;
}

function saysTrying() {
  say(text("trying"));
}

/** Fetches the latest messages. */
async function fetchTalk() {
  state.asked += 1;
  const asked = state.asked;
  const answer = await callApi("GET", page.urls.talk);
  if (answer?.ok && asked === state.asked) addMessages(answer.body, false);
}

async function fetchEarlier() {
  const answer = await callPatiently(
    "GET",
    `${page.urls.talk}?before=${Math.min(...lines.keys())}`,
    undefined,
    saysTrying,
  );
  say(answer ? "" : text("offline-odds"));
  if (answer?.ok) addMessages(answer.body, true);
}

/**
 * Adds fetched messages; the latest replace all that were shown from the first of them on.
 *
 * @param {Talk} body
 * @param {boolean} earlier
 */
function addMessages(body, earlier) {
  const first = Math.min(...body.results.map((line) => line.number), Infinity);
  // What is gone from the answer (the other was muted meanwhile) is gone from the page; what is older than it was not
  // asked for.
  if (!earlier)
    for (const number of [...lines.keys()]) if (number >= first || body.results.length === 0) lines.delete(number);
  for (const line of body.results) {
    lines.set(line.number, line);
    if (line.unread) fresh.add(line.number);
  }
  if (earlier || lines.size === body.results.length) state.more = body.previous !== null;
  Object.assign(state, {
    unread: body.unread,
    muted: body.muted,
    everywhere: body["muted-everywhere"],
    partner: body.partner,
    loaded: true,
  });
  draw();
  markRead();
}

/** Draws the messages and the settings of silence. */
function draw() {
  const list = byId("talk-lines");
  const log = byId("talk-log");
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const shown = [...lines.values()].sort((one, other) => one.number - other.number);
  replaceChildren(list, shown.map(drawLine));
  if (atEnd) toEnd();
  log.hidden = shown.length === 0;
  byId("talk-empty").hidden = shown.length > 0;
  byId("talk-earlier").hidden = !state.more;
  const silence = byId("talk-silence");
  silence.hidden = !(state.muted || state.everywhere);
  silence.textContent =
    state.partner === null
      ? ""
      : text(state.everywhere ? "talk-muted-everywhere" : "talk-muted", { name: state.partner });
  byId("talk-mute").textContent = text(state.muted ? "talk-unmute" : "talk-mute");
  byId("talk-mute").setAttribute("aria-pressed", String(state.muted));
  drawUnread();
}

function toEnd() {
  const log = byId("talk-log");
  log.scrollTop = log.scrollHeight;
}

/** Shows the number of unread messages at the tab, in the title and beside the opponent's name. */
function drawUnread() {
  const words = text("talk-unread", { count: state.unread });
  setTabBadge("talk", state.unread, words);
  setUnreadCount(state.unread > 0);
  for (const mark of document.querySelectorAll(".talk-mark")) mark.remove();
  const other = page.sides[0] === "frank" ? "saracen" : "frank";
  if (state.unread > 0) {
    // On a phone the tabs are out of sight below the map.
    const chip = document.querySelector(`[data-player="${other}"]`);
    const go = () => {
      openTab("talk");
      byId("side").scrollIntoView({ block: "nearest" });
      byId("talk-log").focus({ preventScroll: true });
    };
    chip?.append(
      html(
        "button",
        { type: "button", class: "talk-mark", title: words, onclick: go },
        "✉ ",
        String(state.unread),
        html("span", { class: "hidden" }, ` ${words}`),
      ),
    );
  }
}

/**
 * Draws a message.
 *
 * @param {Line} line
 */
function drawLine(line) {
  const words = line.withdrawn
    ? html("em", {}, text("talk-withdrawn"))
    : html("span", { class: "said", dir: "auto" }, linkify(line.text));
  return html(
    "li",
    { class: `${line.own ? "own" : "theirs"}${fresh.has(line.number) ? " fresh" : ""}`, "data-number": line.number },
    html(
      "span",
      { class: "talk-who" },
      line.own ? text("talk-you") : line.author,
      " ",
      html("time", { datetime: line.at }, line.when),
    ),
    words,
    line.withdrawable &&
      html(
        "button",
        { type: "button", class: "quiet", "data-key": `withdraw-${line.number}`, onclick: () => withdraw(line.number) },
        text("talk-withdraw"),
      ),
  );
}

function sendText() {
  if (box().value.trim() !== "") send({ text: box().value });
  else box().focus();
}

/**
 * Sends a message, again while the answer is lost.
 *
 * @param {{text?: string, phrase?: string}} what
 */
async function send(what) {
  if (state.sending) return;
  state.sending = true;
  state.key ||= newIdempotencyKey();
  say("");
  const body = { ...what, key: state.key };
  const answer = await callPatiently("POST", page.urls.talk, body, saysTrying);
  state.sending = false;
  say("");
  if (answer === null) {
    say(text("talk-offline"));
    return;
  }
  // Refused: nothing was written, and something else may be sent.
  state.key = "";
  if (!answer.ok) {
    say(answer.body.detail ?? "");
    return;
  }
  if (what.text !== undefined) box().value = "";
  lines.set(answer.body.number, answer.body);
  fetchTalk();
  window.setTimeout(fetchTalk, WITHDRAWN_WITHIN);
  draw();
  toEnd();
}

/**
 * Withdraws a message of one's own.
 *
 * @param {number} number
 */
async function withdraw(number) {
  const answer = await callApi("POST", `${page.urls.talk}${number}/withdraw/`, {});
  if (answer?.ok) lines.set(number, answer.body);
  else say(answer ? answer.body.detail : text("talk-offline"));
  if (answer?.ok) draw();
  else await fetchTalk();
}

/**
 * Mutes or unmutes the opponent in this game.
 *
 * @param {boolean} muted
 */
async function mute(muted) {
  const answer = await callPatiently("POST", `${page.urls.talk}mute/`, { muted }, saysTrying);
  if (answer?.ok) {
    say("");
    // What was fetched earlier may not be for showing any more.
    lines.clear();
    await fetchTalk();
  } else say(answer ? answer.body.detail : text("talk-offline"));
}

function opened() {
  if (!state.loaded) fetchTalk();
  toEnd();
  markRead();
}

/** What has come into sight is read. */
async function markRead() {
  if (state.unread === 0 || !state.inSight || !isTabOpen("talk") || document.visibilityState !== "visible") return;
  const answer = await callApi("POST", `${page.urls.talk}read/`, { number: Math.max(...lines.keys()) });
  if (!answer?.ok) return;
  state.unread = answer.body.unread;
  drawUnread();
}
