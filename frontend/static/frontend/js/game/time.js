// All that a player sees of time: clocks beside the names, the round, vacations, pauses, what is due first and why a
// clock stands still; and what the players do about time and the end of the game: offers, pauses, gifts, claims.
//
// The server says what is left and whether it runs; the page counts on from there and asks again now and then, and when
// a clock has come to nothing. What can be done is what the server offers in `time.may`.

import { closeDialog, momentWords, showDialog } from "../page/browser.js";
import { byId, html, replaceIfChanged } from "../page/dom.js";
import { otherSide, page, sideName, text } from "../page/page.js";
import { callApi, callPatiently, newIdempotencyKey } from "../server/api.js";

/**
 * @typedef {{left: number | null, running: boolean, stopped: string, until: string | null, "away-until": string |
 *   null}} Clock
 * @typedef {{kind: string, side: string, "made-at": string}} Offer
 * @typedef {{tournament: string, number: number | null, state: string, "ends-at": string | null, "grace-days": number,
 *   used: Record<string, number>}} RoundTime
 * @typedef {{what: string, side: string | null, at: string}} Due
 * @typedef {{pace: string, stopped: string, resumes: string | null, round: RoundTime | null, due: Due | null, sides:
 *   Record<string, Clock>, offers: Offer[], may: string[], gift: string, notice: string, zone: string}} Time
 */

const OFFERS = ["pause", "more-time", "end", "annul"];
/** What ends the game, or may, is asked about before it is done. */
const ASKED = new Set(["end", "annul", "claim-win", "claim-computer", "claim-annul", "accept-end", "accept-annul"]);
const AGAIN = 5 * 60_000;
const DAY = 86_400;

const state = {
  /** @type {Time | null} */ time: null,
  /** When it was read. */ at: 0,
  /** @type {string | null} */ you: null,
  over: false,
  problem: "",
  sending: false,
  /** Asked again because a clock came to nothing. */ asked: false,
};

/** @type {import("../page/side.js").Tools | null} */
let tools = null;

/** @type {import("../page/side.js").Panel} */
export const timePanel = {
  start(given) {
    tools = given;
    window.setInterval(tick, 1000);
    window.setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
    byId("time-no").addEventListener("click", () => closeDialog(dialog()));
  },
  /** Draws clocks, offers, and the acts of time. */
  draw(view) {
    state.asked = false;
    applyView(view);
  },
};

/** @param {View} view */
function applyView(view) {
  Object.assign(state, { time: view.time ?? null, at: Date.now(), you: view.you, over: Boolean(view.result) });
  draw();
}

/** Ask for the time alone: the page draws the rest of a view when its version is new. */
async function look() {
  if (!state.time || state.over || document.visibilityState === "hidden") return;
  const side = tools?.side() ?? null;
  const answer = await callApi("GET", side ? `${page.urls.view}?side=${side}` : page.urls.view);
  if (answer?.ok && answer.body.you === state.you) applyView(answer.body);
}

function draw() {
  const { time } = state;
  if (!time) return;
  for (const side of Object.keys(time.sides)) drawClock(side);
  drawBox(byId("time-box"), time);
  const acts = document.getElementById("time-acts");
  if (acts) drawActs(acts, time);
}

/** Draws the running clocks anew; asks the server once when one has run out. */
function tick() {
  const { time } = state;
  if (!time) return;
  for (const [side, clock] of Object.entries(time.sides)) {
    if (!clock.running) continue;
    drawClock(side);
    if (leftOf(clock) <= 0 && !state.asked) {
      state.asked = true;
      look();
    }
  }
}

/** Seconds left now. @param {Clock} clock */
function leftOf(clock) {
  const passed = clock.running ? (Date.now() - state.at) / 1000 : 0;
  return Math.max(0, Math.round((clock.left ?? 0) - passed));
}

/**
 * Draws the clock of a side beside its player's name.
 *
 * @param {string} side
 */
function drawClock(side) {
  const clock = state.time?.sides[side];
  const place = document.querySelector(`[data-player-more="${side}"]`);
  if (!clock || !place) return;
  let root = place.querySelector(".clock");
  if (!root) {
    root = html(
      "span",
      { class: "clock" },
      html("span", { class: "clock-time", role: "timer", "aria-live": "off" }),
      html("span", { class: "clock-note" }),
    );
    place.append(root);
  }
  const [shown, note] = root.children;
  const left = clock.left === null ? null : leftOf(clock);
  const words = left === null ? "" : counted(left);
  if (shown.textContent !== words) {
    shown.textContent = words;
    shown.setAttribute(
      "aria-label",
      left === null ? "" : text("clock-of", { side: sideName(side), time: spoken(left) }),
    );
  }
  root.classList.toggle("running", clock.running && left !== 0);
  root.classList.toggle("out", left === 0 && !state.over);
  root.classList.toggle("short", left !== null && left > 0 && left < 3600);
  const why = state.over
    ? ""
    : clock["away-until"]
      ? text("away-until", { day: dayBefore(clock["away-until"]) })
      : clock.stopped
        ? text(`clock-${clock.stopped}`)
        : "";
  if (note.textContent !== why) note.textContent = why;
  const until = clock.running && clock.until ? text("time-ends", { moment: momentOf(clock.until) }) : "";
  if (root.getAttribute("title") !== until) root.setAttribute("title", until);
}

/** "3 d 04:05", "4:05:09", "5:09": always of one width from one second to the next. @param {number} left */
function counted(left) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [days, hours, minutes, seconds] = [
    Math.floor(left / DAY),
    Math.floor(left / 3600) % 24,
    Math.floor(left / 60) % 60,
    left % 60,
  ];
  if (days > 0) return text("days-and", { days, time: `${two(hours)}:${two(minutes)}` });
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** The same for who hears it. @param {number} left */
function spoken(left) {
  const parts = [
    ["days", Math.floor(left / DAY)],
    ["hours", Math.floor(left / 3600) % 24],
    ["minutes", Math.floor(left / 60) % 60],
  ];
  const words = parts.filter(([, count]) => Number(count) > 0).map(([unit, count]) => text(`count-${unit}`, { count }));
  return words.slice(0, 2).join(", ") || text("less-than-a-minute");
}

/** By the reader's clock, as the account has it. @param {number | string} moment @param {boolean} [withTime] */
function momentOf(moment, withTime = true) {
  const day = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short" });
  const hour = withTime ? /** @type {const} */ ({ hour: "numeric", minute: "2-digit" }) : {};
  return momentWords(moment, { ...day, ...hour }, state.time?.zone);
}

/** The last day before a moment. @param {string} moment */
function dayBefore(moment) {
  return momentOf(Date.parse(moment) - 1000, false);
}

/** What is to be answered, and what stands. @param {HTMLElement} root @param {Time} time */
function drawBox(root, time) {
  replaceIfChanged(
    root,
    [time.offers, time.may, time.stopped, time.resumes, time.round, state.problem, state.you, state.over],
    () => {
      const own = /** @type {import("../page/page.js").Side | null} */ (state.you);
      const parts = [
        time.stopped &&
          html(
            "p",
            { class: "time-line" },
            time.resumes ? text("paused-until", { moment: momentOf(time.resumes) }) : text(`all-${time.stopped}`),
            may("end-pause") && button("end-pause", text("end-pause", { notice: time.notice })),
          ),
        may("claim") &&
          own &&
          html(
            "div",
            { class: "time-line" },
            html(
              "p",
              {},
              html("strong", {}, text("time-is-up", { side: sideName(otherSide(own)) })),
              ` ${text("time-is-up-hint")}`,
            ),
            html(
              "div",
              { class: "buttons" },
              may("claim-computer")
                ? button("claim-computer", text("claim-computer"), "primary")
                : button("claim-win", text("claim-win"), "primary"),
              button("give-time", text("give-time", { gift: time.gift })),
              button("claim-annul", text("claim-annul")),
            ),
          ),
        ...(page.sides.length > 0 ? time.offers.filter((offer) => offer.side !== own) : []).map(offerLine),
        time.round &&
          !state.over &&
          presses(time.round, time.due) &&
          html("p", { class: "time-line" }, html("strong", {}, roundEnd(time.round))),
        state.problem && html("p", { class: "notice", role: "status" }, state.problem),
      ].filter(Boolean);
      root.hidden = parts.length === 0;
      return parts;
    },
  );
}

/**
 * Whether the end of the round is to be seen beside the decision: it comes before any clock's, or has come.
 * @param {RoundTime} round
 * @param {Due | null} due
 */
function presses(round, due) {
  return round.state !== "runs" || due?.what === "round";
}

/** @param {RoundTime} round */
function roundEnd(round) {
  const name =
    round.number === null ? round.tournament : text("round-of", { number: round.number, name: round.tournament });
  return round["ends-at"] ? text(`round-${round.state}`, { name, moment: momentOf(round["ends-at"]) }) : name;
}

/** The round, and what both have used in it. @param {RoundTime} round */
function roundLines(round) {
  const used = Object.entries(round.used).map(([side, seconds]) =>
    text("round-used", { side: sideName(/** @type {import("../page/page.js").Side} */ (side)), time: spoken(seconds) }),
  );
  return [html("p", {}, roundEnd(round)), html("p", {}, `${used.join(" · ")}. ${text("round-decides")}`)];
}

/** What happens first by the clock alone. @param {Due | null} due */
function dueLine(due) {
  if (!due) return null;
  const side = due.side ? sideName(/** @type {import("../page/page.js").Side} */ (due.side)) : "";
  return html("p", { class: "time-due" }, text(`due-${due.what}`, { side, moment: momentOf(due.at) }));
}

/** What the other offers. @param {Offer} offer */
function offerLine({ kind }) {
  return html(
    "div",
    { class: "time-line" },
    html("p", {}, text(`offer-${kind}`)),
    html(
      "div",
      { class: "buttons" },
      button(`accept-${kind}`, text("accept"), "primary"),
      button(`decline-${kind}`, text("decline")),
    ),
  );
}

/** What can be offered or given, and what one has offered. @param {HTMLElement} root @param {Time} time */
function drawActs(root, time) {
  replaceIfChanged(root, [time.may, time.offers, time.gift, time.round, time.due, state.you], () => {
    const openKinds = new Set(time.offers.map((offer) => offer.kind));
    const own = time.offers.filter((offer) => offer.side === state.you);
    return [
      time.round && roundLines(time.round),
      dueLine(time.due),
      own.map(({ kind }) =>
        html("p", { class: "time-line" }, text(`offered-${kind}`), button(`withdraw-${kind}`, text("withdraw-offer"))),
      ),
      html(
        "div",
        { class: "buttons" },
        OFFERS.filter((kind) => may(kind) && !openKinds.has(kind)).map((kind) => button(kind, text(`make-${kind}`))),
        may("give-time") && button("give-time", text("give-time", { gift: time.gift }), "", "gift"),
      ),
    ];
  });
}

/** @param {string} what */
function may(what) {
  return state.time?.may.includes(what) ?? false;
}

/**
 * Draws the button of an act of time.
 *
 * @param {string} what
 * @param {string} words
 * @param {string} [look]
 * @param {string} [key]
 */
function button(what, words, look = "", key = what) {
  return html(
    "button",
    { type: "button", class: look || null, "data-key": `time-${key}`, onclick: () => press(what) },
    words,
  );
}

/** @returns {HTMLDialogElement} */
function dialog() {
  return /** @type {HTMLDialogElement} */ (byId("time-dialog"));
}

/**
 * Takes an act of time, after a question for those that need one.
 *
 * @param {string} what
 */
function press(what) {
  if (!ASKED.has(what)) {
    act(what);
    return;
  }
  byId("time-title").textContent = text(`ask-${what}`);
  byId("time-words").textContent = text(`ask-${what}-hint`);
  byId("time-form").onsubmit = (event) => {
    event.preventDefault();
    closeDialog(dialog());
    act(what);
  };
  showDialog(dialog());
}

/**
 * Sends an act of time.
 *
 * @param {string} what
 */
async function act(what) {
  if (state.sending) return;
  state.sending = true;
  const [address, body] = request(what);
  const sent = { ...body, key: newIdempotencyKey() };
  const answer = await callPatiently("POST", address, sent, () => {
    state.problem = text("trying");
    draw();
  });
  state.sending = false;
  // somebody else sits there: names, talk and menu are of before
  if (answer?.ok && what === "claim-computer") return location.reload();
  state.problem = answer?.ok ? "" : answer ? (answer.body.detail ?? "") : text("offline");
  if (answer?.ok) await tools?.refresh();
  else await look();
  draw();
}

/**
 * Returns the address and the body of an act of time.
 *
 * @param {string} what
 * @returns {[string, Record<string, string>]}
 */
function request(what) {
  const [verb, ...rest] = what.split("-");
  const kind = rest.join("-");
  if (verb === "accept" || verb === "decline" || verb === "withdraw")
    return [`${page.urls.offers}${kind}/`, { answer: verb }];
  if (verb === "claim") return [page.urls.claim, { claim: kind }];
  if (what === "give-time" || what === "end-pause") return [page.urls[what], {}];
  return [page.urls.offers, { kind: what }];
}
