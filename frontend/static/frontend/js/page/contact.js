// When the page last knew what it shows, and the line that says so once it has heard nothing for half a minute.

import { momentWords } from "./browser.js";

/** Milliseconds without a word after which the page says that it knows nothing. */
export const SILENCE = 30_000;
/** Milliseconds that a page which has just woken is given to ask. */
const GRACE = 4_000;
const DAY = 86_400_000;

const line = document.getElementById("no-news");
/** What the page is about: a game, or the site. Only news of that count. */
const about = line?.dataset.about ?? "";
let heard = Date.now();
let woken = 0;
let watching = false;

/** The server has said what is true now, of this subject. @param {"game" | "site"} subject */
export function noteServerContact(subject) {
  if (subject !== about) return;
  heard = Date.now();
  draw();
}

/** Since when the page knows nothing; null while it does. @param {number} now @returns {number | null} */
function silentSince(now) {
  return now - heard > SILENCE && now - woken > GRACE ? heard : null;
}

function draw() {
  if (!line || document.visibilityState === "hidden") return;
  const now = Date.now();
  const since = silentSince(now);
  /** @type {Intl.DateTimeFormatOptions} */
  const day = now - heard > DAY / 2 ? { weekday: "short", day: "numeric", month: "short" } : {};
  const words =
    since === null
      ? ""
      : (line.dataset.words ?? "").replace(
          "{time}",
          momentWords(since, { ...day, hour: "numeric", minute: "2-digit" }),
        );
  if (line.textContent !== words) line.textContent = words;
  line.classList.toggle("silent", since !== null);
}

/** Begins to watch, once. */
export function showLostContact() {
  if (!line || watching) return;
  watching = true;
  window.setInterval(draw, 1000);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") return;
    woken = Date.now();
    draw();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) woken = Date.now();
  });
}
