// The game's socket: it carries the acts of this page and their answers, and brings the views that follow. Where it is
// down the page asks by HTTP, every so often and for every act. What leaves one answer out counts as down
// (`socket.js`).

import { noteServerContact } from "../page/contact.js";
import { page } from "../page/page.js";
import { LiveSocket } from "./socket.js";

const POLL = 20_000;
/** Milliseconds after which the page asks whether it has missed something, though the socket works. */
const CONFIRM = 60_000;
/** Milliseconds that an answer may take before the socket is given up and the same is sent by HTTP. */
const PATIENCE = 4000;

/**
 * @typedef {{n: number, at: string, kind: string, side: string | null, undone: boolean, events: GameEvent[]}} Entry  of
 *   the history
 * @typedef {{anew: boolean, entries: Entry[]}} News
 * @typedef {{view: View, news: News, skipped?: boolean}} Shown  `skipped`: nothing of what led to it is to be shown
 * @typedef {{answer?: Shown & {events?: GameEvent[]}, problem?: {status: number, reason?: string, detail?: string,
 *   rule?: string, view?: View, news?: News}}} Reply
 */

/** Closed for these reasons the game is not to be seen by this page any more: HTTP says why. */
const NO_SUCH_GAME = 4404;

/** @type {LiveSocket | null} */
let socket = null;
/** @type {Map<number, (reply: Reply | null) => void>} what waits for an answer, by the number it was sent with */
const waiting = new Map();
let number = 0;

/**
 * Sends something by the socket.
 *
 * @param {"actions" | "undo" | "restart-turn" | "resign" | "follow"} act @param {Record<string, unknown>} body
 * @returns {Promise<Reply | null>}  null: there is no socket that works, or no answer came in time; it may have been
 *   carried out all the same
 */
export function sendBySocket(act, body) {
  return socket?.works ? send(socket, act, body) : Promise.resolve(null);
}

/**
 * Sends an act by the socket. Returns the answer; null if none comes in time.
 *
 * @param {LiveSocket} by
 * @param {string} act
 * @param {Record<string, unknown>} body
 * @returns {Promise<Reply | null>}
 */
function send(by, act, body) {
  number += 1;
  const id = number;
  if (!by.send(JSON.stringify({ ...body, id, act }))) return Promise.resolve(null);
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => {
      settle(id, null);
      by.drop();
    }, PATIENCE);
    waiting.set(id, (reply) => {
      clearTimeout(timer);
      resolve(reply);
    });
  });
}

/**
 * Resolves the promise of an act with its answer.
 *
 * @param {number} id
 * @param {Reply | null} reply
 */
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
 * @param {(message: SocketMessage | null) => void} hands.heard  what is said beside views and versions; null when
 *   something may have been missed
 */
export function startLiveUpdates({ known, shown, changed, connected, heard }) {
  let refused = 0;
  /** Views are on their way, or come by themselves: versions that are announced need not be asked for. */
  let following = false;

  const live = new LiveSocket(page.urls.socket, {
    async opened() {
      heard(null);
      following = true;
      if (await confirm()) return;
      following = false;
      changed(null, null);
    },
    heard(words) {
      noteServerContact("game");
      try {
        hear(JSON.parse(words));
      } catch {
        changed(null, null);
      }
    },
    ponged: () => noteServerContact("game"),
    proved(works) {
      connected(works);
      if (!works) changed(null, null);
    },
    closed(code) {
      following = false;
      for (const id of [...waiting.keys()]) settle(id, null);
      if (code === NO_SUCH_GAME) changed(null, null);
      return code === NO_SUCH_GAME;
    },
  });
  socket = live;

  /** Asks for the view, if the page has not the latest. @returns {Promise<boolean>}  whether there was an answer */
  async function confirm() {
    const reply = await send(live, "follow", known());
    if (reply?.answer?.view) shown(reply.answer);
    return Boolean(reply?.answer);
  }

  /**
   * Handles a message of the socket: an answer, a view, a version, or a note.
   *
   * @param {any} message  as parsed: what it is its fields say
   */
  function hear(message) {
    if ("id" in message) settle(message.id, message);
    else if (message.game !== page.game) return;
    else if (message.view) shown(message);
    else if (message["retry-after"]) {
      // The site sends this page no more views for now: it asks for the newest when it may.
      clearTimeout(refused);
      refused = window.setTimeout(() => changed(null, null), message["retry-after"] * 1000);
    } else if (typeof message.version !== "number") heard(message);
    else if (!following) changed(message.version, message.side ?? null);
  }

  function wake() {
    if (document.visibilityState === "hidden") return;
    changed(null, null);
    heard(null);
  }

  window.setInterval(() => !live.works && wake(), POLL);
  window.setInterval(() => {
    // An announcement that was lost between two processes of the server would never be asked for otherwise.
    if (live.works && following && document.visibilityState !== "hidden") void confirm();
  }, CONFIRM);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  connected(false);
  live.open();
}
