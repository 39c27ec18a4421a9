// Talking to the server: the view, one action at a time, undo, the history. Views and acts go by the game's socket
// where it is open.

import { randomBytes } from "../page/browser.js";
import { noteServerContact } from "../page/contact.js";
import { request } from "../page/http.js";
import { page } from "../page/page.js";
import { sendBySocket as askSocket } from "./live.js";

/** @typedef {import("./live.js").News} News @typedef {import("./live.js").Entry} Entry */
/**
 * @typedef {{n: number, year: number, turn: number, phase: string, battle: string | null}} Mark  where something began
 */
/** @typedef {{set: Partial<View>, map?: Partial<View["map"]>}} Changes  of a view */
/** @typedef {{entry: Entry} & ({view: View} | {changes: Changes})} Replayed  the first of an answer is whole */

/**
 * What an address of the game answers.
 *
 * @template T  its form
 * @typedef {{kind: "view", view: T, events?: GameEvent[], news?: News} | {kind: "stale", view: View, news?: News} |
 *   {kind: "refused", reason: string, rule: string}
 *   | {kind: "offline"}} AnswerOf
 */
/** @typedef {AnswerOf<View>} Answer */

/**
 * Milliseconds before a lost act is sent again: a process of the server that died is back within a second or two, a
 * server that starts anew within some ten. Before that the page does not say that it cannot be reached.
 */
const PAUSES = [0, 800, 2500, 3000, 4000];
/** Milliseconds that the answer to one try may take, and after which an act is not tried again. */
const [ONE_TRY, ALL_TRIES] = [8000, 20_000];
/** Answers of a server, or of the proxy before it, that cannot serve for the moment. */
const AWAY = [502, 503, 504];

/** crypto.randomUUID exists on https and localhost only, and a game on the local network is plain http. */
export function newIdempotencyKey() {
  const bytes = randomBytes(16) ?? Uint8Array.from({ length: 16 }, () => Math.random() * 256);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** @param {string} address @param {Record<string, string | number | null>} query */
function withQuery(address, query) {
  const given = Object.entries(query).filter(([, value]) => value !== null);
  return `${address}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * @param {string | null} side  whose eyes, in a solo game
 * @param {number} since  the version whose news are known
 * @returns {Promise<Answer>}
 */
export async function fetchView(side, since) {
  const reply = await askSocket("follow", { side: side ?? undefined, since });
  return (reply && fromSocket(reply)) ?? ask(withQuery(page.urls.view, { side, since }), { patience: ONE_TRY });
}

/**
 * Entries of the history with a number greater than `after`, oldest first.
 *
 * @param {string | null} side @param {number} after @param {number} limit
 * @returns {Promise<{count: number, results: Entry[]} | null>}  null when the server cannot be reached
 */
export async function fetchHistory(side, after, limit) {
  try {
    const answer = await request(withQuery(page.urls.history, { side, after, limit }));
    return answer.ok ? answer.read() : null;
  } catch {
    return null;
  }
}

/**
 * Entries of the history with the game as it was after each.
 * @param {string} side
 * @param {number} after
 * @param {number} limit
 * @returns {Promise<AnswerOf<{count: number, results: Replayed[]}>>}
 */
export async function fetchReplay(side, after, limit) {
  return ask(withQuery(page.urls.replay, { side, after, limit }));
}

/**
 * Where turns, phases and battles began.
 * @param {string} side
 * @returns {Promise<AnswerOf<{entries: number, results: Mark[]}>>}
 */
export async function fetchMarks(side) {
  return ask(withQuery(page.urls.marks, { side }));
}

/**
 * What the socket answered; null where HTTP is to be asked.
 * @param {import("./live.js").Reply} reply
 * @returns {Answer | null}
 */
function fromSocket({ answer, problem }) {
  // A session that has ended and a fault of the server are HTTP's to tell.
  if (answer || !problem) return asAnswer(200, answer, "");
  return problem.status === 401 || problem.status >= 500 ? null : asAnswer(problem.status, problem, "");
}

/** How the acts are called at the socket. @type {Record<string, "actions" | "undo" | "restart-turn" | "resign">} */
const ACTS = { actions: "actions", undo: "undo", restart: "restart-turn", resign: "resign" };

/**
 * One act of the player, by the socket, else by HTTP. The same key is sent again when the answer is lost on the way, so
 * that nothing happens twice.
 *
 * @param {"actions" | "undo" | "restart" | "resign"} what
 * @param {{version: number, side: string | null, action?: GameAction, actions?: GameAction[]}} act
 * @param {() => void} trying  the first try has had no answer
 * @returns {Promise<Answer>}
 */
export async function postAct(what, act, trying) {
  const sent = { ...act, side: act.side ?? undefined, key: newIdempotencyKey() };
  const reply = await askSocket(ACTS[what], sent);
  const said = reply && fromSocket(reply);
  if (said) return said;
  const how = { method: /** @type {const} */ ("POST"), json: sent, patience: ONE_TRY };
  const once = () => ask(page.urls[what], how);
  return keepTrying(once, (answer) => answer.kind === "offline", trying);
}

/**
 * Asks again, after a pause, while the site cannot be reached. Only for what may be sent twice.
 *
 * @template T
 * @param {() => Promise<T>} once
 * @param {(answer: T) => boolean} isLost
 * @param {() => void} trying  the try before has had no answer
 */
async function keepTrying(once, isLost, trying) {
  const begun = Date.now();
  let answer = await once();
  for (const pause of PAUSES) {
    if (!isLost(answer) || Date.now() - begun > ALL_TRIES) break;
    trying();
    await new Promise((resolve) => setTimeout(resolve, pause));
    answer = await once();
  }
  return answer;
}

/**
 * A request that may be sent twice, tried again as acts are: one that only reads, or has a key.
 *
 * @param {"GET" | "POST" | "PUT"} method @param {string} address @param {unknown} body
 * @param {() => void} trying  the try before has had no answer
 * @returns {ReturnType<typeof callApi>}  null when the server cannot be reached
 */
export async function callPatiently(method, address, body, trying) {
  const once = () => callApi(method, address, body, { patience: ONE_TRY });
  // A held game answers so as well, and says why.
  const isAway = (/** @type {Awaited<ReturnType<typeof once>>} */ answer) =>
    answer === null || (AWAY.includes(answer.status) && (answer.body.code ?? "away") === "away");
  const answer = await keepTrying(once, isAway, trying);
  // The proxy's last word says nothing of whether it was done: no answer either.
  return isAway(answer) ? null : answer;
}

/**
 * Any other request of the page: what stands beside playing.
 *
 * @param {"GET" | "POST" | "PUT"} method
 * @param {string} address
 * @param {unknown} [body]
 * @param {import("../page/http.js").Request} [more]
 * @returns {Promise<{ok: boolean, status: number, body: any} | null>}  null when the server cannot be reached
 */
export async function callApi(method, address, body, more = {}) {
  try {
    const answer = await request(address, { method, json: body, ...more });
    return { ok: answer.ok, status: answer.status, body: answer.words ? answer.read() : {} };
  } catch {
    return null;
  }
}

/**
 * @template T
 * @param {string} address
 * @param {import("../page/http.js").Request} [how]
 * @returns {Promise<AnswerOf<T>>}
 */
async function ask(address, how) {
  try {
    const answer = await request(address, how);
    if (AWAY.includes(answer.status)) return { kind: "offline" };
    const body = answer.read();
    if (answer.ok || body.view) noteServerContact("game");
    return asAnswer(answer.status, body, answer.reason);
  } catch {
    return { kind: "offline" };
  }
}

/**
 * @param {number} status
 * @param {any} body  as parsed: its form depends on the status
 * @param {string} otherwise  the reason, where none is given
 * @returns {AnswerOf<any>}
 */
function asAnswer(status, body, otherwise) {
  if (status < 300) return { kind: "view", view: body.view ?? body, events: body.events, news: body.news };
  if (status === 409 && body.view) return { kind: "stale", view: body.view, news: body.news };
  return { kind: "refused", reason: body.reason ?? body.detail ?? otherwise, rule: body.rule ?? "" };
}
