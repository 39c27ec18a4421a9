// A socket that knows whether the other end still answers. What says nothing for long is asked; what leaves an answer
// out is closed, and another is opened, for ever and ever more slowly. A frozen network closes no sockets: without
// asking, one would wait for minutes.

import { accountMark } from "../page/reader.js";
import { isOtherAccount } from "../page/session.js";

/** Milliseconds of silence after which the page asks. */
export const BEAT = 15_000;
/**
 * Milliseconds that the answer may take, and the first word of a new socket. With the beat less than the half minute of
 * `contact.js`.
 */
export const PATIENCE = 10_000;
/** The same for a page that wakes: the network was away, or somebody is looking at it now. */
export const SHORT = 4_000;
/** A timer that fires so much too late was asleep with its page. */
const ASLEEP = 3_000;
const SLOWEST = 60_000;
const OPEN = 1;
const [PING, PONG] = ['{"ping":1}', '{"pong":1}'];

export class LiveSocket {
  #path;
  #hands;
  /** @type {WebSocket | null} */
  #socket = null;
  /** It has said something: it is known to work. */
  #proven = false;
  #failures = 0;
  #timer = 0;
  #due = 0;
  /** It was given another chance, since the page was asleep when the answer was due. */
  #spared = false;
  /** It is not to be opened again. */
  #over = false;

  /**
   * @param {string} path
   * @param {object} hands
   * @param {(words: string) => void} hands.heard  a message came
   * @param {() => void} [hands.ponged]  the other end answered that it is there
   * @param {() => void} [hands.opened]  it can be sent to
   * @param {(proven: boolean) => void} [hands.proved]  whether it works has changed
   * @param {(code: number) => boolean | number | void} [hands.closed]  whether it stays closed, or in how many
   *   milliseconds another is opened; 0: not by the other end
   */
  constructor(path, hands) {
    this.#path = path;
    this.#hands = hands;
    document.addEventListener("visibilitychange", () => this.wake());
    window.addEventListener("online", () => this.wake());
    window.addEventListener("offline", () => this.wake());
    window.addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("resume", () => this.wake());
  }

  /** Whether it is open and works, as far as one knows. */
  get works() {
    return this.#proven && this.#socket?.readyState === OPEN;
  }

  /** Sends, where it is open. @param {string} words @returns {boolean}  whether it was */
  send(words) {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(words);
    return true;
  }

  /** Opens the socket, and passes on what comes by it. */
  open() {
    if (isOtherAccount()) return;
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    /** @type {WebSocket} */
    let socket;
    try {
      socket = new WebSocket(`${scheme}//${location.host}${this.#path}?of=${encodeURIComponent(accountMark())}`);
    } catch {
      this.#lost(0); // this browser has none, or forbids them
      return;
    }
    this.#socket = socket;
    this.#wait(PATIENCE);
    // Events of a socket that was given up say nothing any more.
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      this.#beat(PATIENCE);
      this.#hands.opened?.();
    });
    socket.addEventListener("message", (event) => {
      if (this.#socket !== socket) return;
      this.#note();
      if (event.data === PONG) this.#hands.ponged?.();
      else this.#hands.heard(event.data);
    });
    socket.addEventListener("close", (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    });
  }

  /** Something was heard. */
  #note() {
    this.#failures = 0;
    this.#spared = false;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#beat(PATIENCE), BEAT);
    if (this.#proven) return;
    this.#proven = true;
    this.#hands.proved?.(true);
  }

  /** Asks whether the other end is there. @param {number} patience */
  #beat(patience) {
    this.send(PING);
    this.#wait(patience);
  }

  /** @param {number} patience */
  #wait(patience) {
    clearTimeout(this.#timer);
    this.#due = Date.now() + patience;
    this.#timer = window.setTimeout(() => this.#overdue(), patience);
  }

  /** Gives the socket up, as no answer came; once it waits longer after the device has slept. */
  #overdue() {
    if (Date.now() > this.#due + ASLEEP && !this.#spared) {
      this.#spared = true;
      this.#beat(SHORT);
    } else this.drop();
  }

  /** Gives up a socket that has left an answer out, and opens another in a while. */
  drop() {
    if (this.#socket) this.#lost(0);
  }

  /**
   * Notes that the socket is closed, and opens another after a while that grows.
   *
   * @param {number} code
   */
  #lost(code) {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#timer);
    try {
      socket?.close();
    } catch {
      // It is gone either way.
    }
    const proven = this.#proven;
    this.#proven = false;
    if (proven) this.#hands.proved?.(false);
    const wish = this.#hands.closed?.(code);
    this.#over = wish === true;
    if (this.#over) return;
    this.#failures += 1;
    // A little chance keeps a thousand pages from coming back at the same moment.
    const wait =
      typeof wish === "number"
        ? wish
        : Math.min(SLOWEST, 1000 * 2 ** Math.min(this.#failures, 6)) * (0.75 + Math.random() / 2);
    this.#timer = window.setTimeout(() => this.open(), wait);
  }

  /** Somebody looks at the page again, or the network has come or gone: is the other end still there? */
  wake() {
    if (document.visibilityState === "hidden" || this.#over) return;
    if (this.#socket === null) this.open();
    else if (this.#socket.readyState === OPEN) this.#beat(SHORT);
  }
}
