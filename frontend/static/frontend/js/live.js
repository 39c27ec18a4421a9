// Following the other player's moves: a socket that only says "there is a new version", and polling when
// the socket is down. The socket is opened again for ever, ever more slowly.

import { page } from "./page.js";

const POLL = 20_000;
const SLOWEST = 60_000;

/**
 * @param {(version: number | null, side: string | null) => void} changed  null: nobody said so, but ask
 * @param {(up: boolean) => void} connected
 * @param {(message: any) => void} heard  what is said other than a version; null when something may have been missed
 */
export function follow(changed, connected, heard) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let timer = 0;

  function open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${page.urls.socket}`);
    socket.addEventListener("open", () => {
      failures = 0;
      // The server says the version on connecting, so nothing that happened meanwhile is missed.
      connected(true);
      heard(null);
    });
    socket.addEventListener("message", (event) => {
      try {
        const message = JSON.parse(event.data);
        if (message.game !== page.game) return;
        if (typeof message.version === "number") changed(message.version, message.side ?? null);
        else heard(message);
      } catch {
        changed(null, null);
      }
    });
    socket.addEventListener("close", () => {
      socket = null;
      connected(false);
      failures += 1;
      // A little chance keeps a thousand pages from coming back at the same moment.
      const wait = Math.min(SLOWEST, 1000 * 2 ** Math.min(failures, 6)) * (0.75 + Math.random() / 2);
      clearTimeout(timer);
      timer = window.setTimeout(open, wait);
    });
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
