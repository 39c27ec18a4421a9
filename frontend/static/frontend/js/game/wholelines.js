// On a phone what is said above the map takes a third of the screen at most. Where it is longer, whole lines of it are
// seen, and below them a button that opens the rest. Where the page is scrolled to what stands below the map, only the
// line of the year and the question stay, over it.

import { isPhone, onContentChange, onResize } from "../page/browser.js";
import { byId, html, isCut, setText } from "../page/dom.js";
import { text } from "../page/page.js";

/** Pixels that the button is high at least. */
const LEAST = 26;
/** Pixels that stay of the box below its question. */
const EDGE = 3;
/** So many lines the computer may say before the rest is opened. */
const SAID = 2;

/** Watches what is said above the map: called once. */
export function keepLinesWhole() {
  const box = byId("prompt-box");
  const prompt = byId("prompt");
  const more = html("button", { type: "button", class: "prompt-more", "data-key": "prompt-more", hidden: true });
  box.append(more);
  more.addEventListener("click", () => {
    box.classList.toggle("whole");
    box.scrollTop = 0;
    draw(box, more);
  });
  let frame = 0;
  const later = () => {
    frame ||= window.requestAnimationFrame(() => {
      frame = 0;
      draw(box, more);
    });
  };
  onContentChange(box, (changes) => {
    const others = changes.filter(({ target }) => !more.contains(target));
    // Something else is asked: what was opened belongs to what was before.
    if (others.some(({ target }) => prompt.contains(target))) box.classList.remove("whole");
    if (others.length > 0) later();
  });
  box.addEventListener("scroll", later, { passive: true });
  // What stands below the map leaves it more room, or less.
  onResize(box, later);
  later();
  let scrolled = 0;
  const cover = () => {
    scrolled ||= window.requestAnimationFrame(() => {
      scrolled = 0;
      coverLess(box, prompt);
    });
  };
  window.addEventListener("scroll", cover, { passive: true });
  onResize(box, cover);
}

/**
 * Cuts the box off below the question once the map is scrolled out of sight. It keeps its height, so that nothing jumps.
 * @param {HTMLElement} box @param {HTMLElement} prompt
 */
function coverLess(box, prompt) {
  const { bottom } = box.getBoundingClientRect();
  const map = byId("map").parentElement?.getBoundingClientRect();
  const away = isPhone() && map && map.height > 0 && map.bottom < bottom && !box.classList.contains("whole");
  const end = Math.max(prompt.getBoundingClientRect().bottom, byId("brief").getBoundingClientRect().bottom) + EDGE;
  const rest = Math.round(bottom - end);
  box.style.clipPath = away && rest > EDGE ? `inset(0 0 ${rest}px)` : "";
  box.classList.toggle("cut", box.style.clipPath !== "");
}

/**
 * Shows the button where there is more, so high that it covers what the foot of the box would cut.
 * @param {HTMLElement} box @param {HTMLElement} more
 */
function draw(box, more) {
  const opened = box.classList.contains("whole");
  more.hidden = true;
  const shorter = keepSentences(box, opened);
  const longer = isPhone() && isCut(box);
  more.hidden = !longer && !shorter && !opened;
  if (more.hidden) return;
  setText(more, text(opened ? "read-less" : "read-all"));
  more.setAttribute("aria-expanded", String(opened));
  more.style.height = `${longer ? heightOver(box, more) : LEAST}px`;
}

/**
 * Keeps of what the computer says the first sentence, and each other for which there is room. Returns whether one is left
 * out.
 * @param {HTMLElement} box @param {boolean} opened
 */
function keepSentences(box, opened) {
  const spoken = box.querySelector("#told");
  if (!spoken) return false;
  const sentences = [...spoken.querySelectorAll("span")];
  for (const sentence of sentences) sentence.classList.remove("later");
  if (opened || !isPhone()) return false;
  const most = SAID * parseFloat(window.getComputedStyle(spoken).lineHeight) + 1;
  for (const sentence of sentences.slice(1).reverse()) {
    if (spoken.scrollHeight <= most) break;
    sentence.classList.add("later");
  }
  return sentences.some((sentence) => sentence.classList.contains("later"));
}

/** @param {HTMLElement} box @param {HTMLElement} more */
function heightOver(box, more) {
  // At its end nothing lies below.
  if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) return LEAST;
  const { bottom } = box.getBoundingClientRect();
  const lines = linesIn(box, more);
  let edge = bottom - LEAST;
  for (;;) {
    const cut = lines.filter((line) => line.top < edge - 1 && line.bottom > edge + 1);
    if (cut.length === 0) return Math.round(bottom - edge);
    edge = Math.min(...cut.map(({ top }) => top));
  }
}

/**
 * The lines of text and the buttons in the box, as they lie on the screen.
 * @param {HTMLElement} box @param {HTMLElement} more
 */
function linesIn(box, more) {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found = [...box.querySelectorAll("button")]
    .filter((one) => one !== more)
    .map((one) => one.getBoundingClientRect());
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (!node.textContent?.trim() || node.parentElement?.closest(".only-read, .prompt-more, #told")) continue;
    range.selectNodeContents(node);
    found.push(...range.getClientRects());
  }
  // It is seen whole, or not.
  const spoken = box.querySelector("#told");
  return spoken ? [...found, spoken.getBoundingClientRect()] : found;
}
