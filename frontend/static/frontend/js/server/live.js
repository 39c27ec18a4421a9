// The game's socket: it carries the acts of this page and their answers, and brings the views that follow. Where it is down the page asks
// by HTTP, every so often and for every act. The socket is opened again for ever, ever more slowly.

import { page } from "../page/page.js";

const POLL = 20_000;
const SLOWEST = 60_000;
/** Milliseconds that an answer may take before the same is sent by HTTP. */
const PATIENCE = 4000;

/**
 * @typedef {{n: number, at: string, kind: string, side: string | null, undone: boolean, events: Open[]}} Entry  of the history
 * @typedef {{anew: boolean, entries: Entry[]}} News
 * @typedef {{view: View, news: News}} Shown
 * @typedef {{answer?: Shown & {events?: Open[]}, problem?: {status: number, reason?: string, detail?: string, rule?: string, view?: View, news?: News}}} Reply
 */

/** @type {WebSocket | null} */
let socket = null;
/** @type {Map<number, (reply: Reply | null) => void>} what waits for an answer, by the number it was sent with */
const waiting = new Map();
let number = 0;

/**
 * Sends something by the socket.
 *
 * @param {"actions" | "undo" | "restart-turn" | "resign" | "follow"} act @param {Record<string, unknown>} body
 * @returns {Promise<Reply | null>}  null: there is no socket, or no answer came in time; it may have been carried out all the same
 */
export function ask(act, body) {
  if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
  number += 1;
  const id = number;
  socket.send(JSON.stringify({ ...body, id, act }));
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => settle(id, null), PATIENCE);
    waiting.set(id, (reply) => {
      clearTimeout(timer);
      resolve(reply);
    });
  });
}

/** @param {number} id @param {Reply | null} reply */
function settle(id, reply) {
  waiting.get(id)?.(reply);
  waiting.delete(id);
}

/**
 * @param {object} hands
 * @param {() => {side?: string, since: number, have?: number}} hands.known  what the page has, of which side
 * @param {(shown: Shown) => void} hands.shown  a view came in
 * @param {(version: number | null, side: string | null) => void} hands.changed  null: nobody said so, but ask
 * @param {(up: boolean) => void} hands.connected
 * @param {(message: Open | null) => void} hands.heard  what is said beside views and versions; null when something may have been missed
 */
export function follow({ known, shown, changed, connected, heard }) {
  let failures = 0;
  let timer = 0;
  /** Views are on their way, or come by themselves: versions that are announced need not be asked for. */
  let following = false;

  function open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(`${scheme}//${location.host}${page.urls.socket}`);
    socket = opened;
    opened.addEventListener("open", async () => {
      connected(true);
      heard(null);
      following = true;
      const reply = await ask("follow", known());
      if (reply?.answer?.view) shown(reply.answer);
      if (reply?.answer || socket !== opened) return;
      following = false;
      changed(null, null);
    });
    opened.addEventListener("message", (event) => {
      // A socket that is refused opens as well, and is closed at once with a code.
      failures = 0;
      try {
        hear(JSON.parse(event.data));
      } catch {
        changed(null, null);
      }
    });
    opened.addEventListener("close", () => {
      socket = null;
      following = false;
      for (const id of [...waiting.keys()]) settle(id, null);
      connected(false);
      failures += 1;
      // A little chance keeps a thousand pages from coming back at the same moment.
      const wait = Math.min(SLOWEST, 1000 * 2 ** Math.min(failures, 6)) * (0.75 + Math.random() / 2);
      clearTimeout(timer);
      timer = window.setTimeout(open, wait);
    });
  }

  /** @param {any} message  as parsed: what it is its fields say */
  function hear(message) {
    if ("id" in message) settle(message.id, message);
    else if (message.game !== page.game) return;
    else if (message.view) shown(message);
    else if (typeof message.version !== "number") heard(message);
    else if (!following) changed(message.version, message.side ?? null);
  }

  function wake() {
    if (document.visibilityState === "hidden") return;
    changed(null, null);
    heard(null);
    if (socket === null) {
      clearTimeout(timer);
      open();
    }
  }

  window.setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN && document.visibilityState !== "hidden") {
      changed(null, null);
      heard(null);
    }
  }, POLL);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  open();
}
