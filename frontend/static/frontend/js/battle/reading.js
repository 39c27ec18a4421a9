// What a roll did lies on the table to be read: until something is pressed, or the time for it is over.

/** Milliseconds. */
const READ = 2500;
/**
 * What may end what is shown. Not the pointer's going down: the end of a show draws blocks anew, and a browser takes no
 * press for a click whose target was replaced between down and up.
 */
export const ENDED_BY = ["click", "keydown"];

/** Who reads the log meanwhile presses nothing of the battle. @param {Event} event */
export function isBesideBattle({ target }) {
  return target instanceof Element && target.closest(".log, .side") !== null;
}

/** The time in which what a roll did is read, and who waits for its end. */
export class Reading {
  /** Until when it is to be read, by the clock of the page. */
  until = 0;
  /** Lets who waits for that go on. @type {(() => void) | null} */
  resolve = null;
  /** What they wait for: one timer for all of them. @type {Promise<void> | null} */
  waiting = null;

  /** Begins the time to read: dice lie there, or what they did was added. @param {number} pace */
  begin(pace) {
    this.until = performance.now() + READ / pace;
  }

  /** Resolves when it has been read. @returns {Promise<void>} */
  over() {
    const left = this.until - performance.now();
    if (left <= 0) return Promise.resolve();
    this.waiting ??= new Promise((resolve) => {
      const press = (/** @type {Event} */ event) => {
        if (!isBesideBattle(event)) this.end();
      };
      const timer = window.setTimeout(() => this.end(), left);
      for (const type of ENDED_BY) window.addEventListener(type, press, { capture: true });
      this.resolve = () => {
        window.clearTimeout(timer);
        for (const type of ENDED_BY) window.removeEventListener(type, press, { capture: true });
        this.resolve = null;
        this.waiting = null;
        resolve();
      };
    });
    return this.waiting;
  }

  /** Ends the time to read: all who wait for it go on. */
  end() {
    this.until = 0;
    this.resolve?.();
  }
}
