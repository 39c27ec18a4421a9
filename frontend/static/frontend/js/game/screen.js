// How the parts of the game page share the screen, where the focus goes, and what cannot be pressed for the moment.

import { closeDialog, isPhone, showDialog, onResize } from "../page/browser.js";
import { byId } from "../page/dom.js";
import { openTab } from "../page/side.js";

/** Pixels between what stands one above the other. */
const GAP = 8;
/** Pixels of three lines. */
const LEAST_HINT = 72;

/** @param {string} key */
export function focusOn(key) {
  const element = document.querySelector(`[data-key="${key}"]`);
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** Milliseconds in which no finger can mean a button that has just taken the place of another. */
const REACTION = 500;
/** @type {number | undefined} */
let reacting;

/** Whether something is being shown that a button ends: on the map, on the stage, or while the page looks back. */
export function isSkipShown() {
  return document.querySelector('[data-key="skip-show"], #past:not([hidden]) button') !== null;
}

/**
 * A show has ended, and other buttons stand where it could be skipped: a press that was meant for that button, or its
 * second, does nothing.
 */
export function awaitNewPress() {
  byId("main").classList.add("just-shown");
  window.clearTimeout(reacting);
  reacting = window.setTimeout(() => byId("main").classList.remove("just-shown"), REACTION);
}

/** Beside the map the panel has a scroll of its own, and what is to be decided stands at its top. */
export function showDecision() {
  byId("panel").scrollTop = 0;
}

/**
 * On a phone prompt, map and bar share the screen: the map gets what the others leave.
 * @param {boolean} past  the page looks back
 */
export function fitMapToScreen(past) {
  if (!isPhone()) return;
  const board = /** @type {HTMLElement} */ (byId("map").parentElement);
  // The answer to an exercise is shown below what is asked. However long a plan's list is in the dock, the map keeps its
  // room between both.
  for (const part of [board, document.getElementById("decision"), byId("dock")])
    part?.style.setProperty("--prompt", `${aboveMap(past)}px`);
  for (const part of [board, byId("prompt-box")])
    part.style.setProperty("--bar", `${byId(past ? "past" : "dock").offsetHeight}px`);
}

/** A hint begins below what is asked and ends above the blocks on the stage; beside the map it is scrolled to. */
export function placeHint() {
  const here = byId("hint-here");
  if (!isPhone()) here.scrollIntoView({ block: "nearest", behavior: "instant" });
  const asked = Math.max(0, byId("prompt").getBoundingClientRect().bottom);
  const blocks = [...document.querySelectorAll("#battle .fighter")].map((one) => one.getBoundingClientRect().top);
  const end = Math.min(window.innerHeight, ...blocks);
  here.style.setProperty("--asked", `${asked}px`);
  here.style.setProperty("--hint-room", `${Math.max(LEAST_HINT, end - asked)}px`);
}

/** How high the prompt is, which stands above the map on a phone; while looking back its first line alone. @param {boolean} past */
function aboveMap(past) {
  const { offsetHeight } = byId("prompt-box");
  return past && offsetHeight < GAP ? 0 : offsetHeight + GAP;
}

/** Whether prompt, map and bar fill the screen of a phone. @param {boolean} past */
export function isFramed(past) {
  return isPhone() && Math.abs(byId("map").getBoundingClientRect().top - aboveMap(past)) < 2;
}

/** No more pixels are kept for acts while dice fall. */
const ACTS = 160;
/** The battle whose acts were so high in the dock of a phone when something was asked last. */
let lastAsked = { of: "", height: 0 };

/**
 * Acts below the stage are as high as what they say. Only while dice fall they keep the room of what was asked last, and
 * the stage above them stays as it is.
 *
 * @param {string} of  the battle on the stage; empty where there is none
 * @param {boolean} asks  whether something is asked
 */
export function keepRoomOfActs(of, asks) {
  const choices = byId("choices");
  choices.style.minHeight = "";
  if (of !== lastAsked.of) lastAsked = { of, height: 0 };
  if (of === "" || !isPhone()) return;
  if (!asks) choices.style.minHeight = `${Math.min(lastAsked.height, ACTS)}px`;
  else if (!choices.querySelector("details[open]")) lastAsked.height = choices.offsetHeight;
}

/** For which decision the words above the buttons had to be how high at most. */
let words = { of: "", height: 0 };

/**
 * Beside the map the words above the buttons stay as high as they were in the same decision: what goes from them, and
 * comes back when an act is undone, moves no button.
 * @param {string} of  the decision; empty where nothing is asked of many acts
 */
export function keepRoomOfWords(of) {
  const box = byId("prompt-box");
  if (of !== words.of || isPhone()) {
    box.style.minHeight = "";
    words = { of, height: 0 };
  }
  if (of === "" || isPhone() || box.offsetHeight <= words.height) return;
  words.height = box.offsetHeight;
  box.style.minHeight = `${words.height}px`;
}

/** On a phone: prompt, map and bar fill the screen, the prompt on top. @param {boolean} past */
export function frameBoard(past) {
  if (!isPhone()) return;
  fitMapToScreen(past);
  window.scrollBy({ top: byId("map").getBoundingClientRect().top - aboveMap(past) });
}

/** The map comes back into sight on a phone whose page was scrolled to what is read below it. */
export function returnToMap() {
  if (isPhone() && byId("map").getBoundingClientRect().bottom < window.innerHeight / 4) frameBoard(false);
}

/**
 * When something else is to be decided the page shows what it takes, wherever somebody had scrolled to.
 * @param {import("../decisions/guide.js").Place | ""} place
 */
export function scrollToDecision(place) {
  showDecision();
  if (!isPhone()) window.scrollTo({ top: 0 });
  else if (place) frameBoard(false);
  else showPrompt();
}

/** Where nothing is to be decided, what is waited for must not be out of sight above. */
function showPrompt() {
  const box = byId("prompt-box");
  if (box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
}

/** Prompt and bar may grow after they were drawn: the map keeps to what they leave. @param {() => boolean} past */
export function watchScreen(past) {
  // In the next frame: what an observer of sizes changes at once, Firefox reports as an endless loop.
  const share = () => window.requestAnimationFrame(() => fitMapToScreen(past()));
  for (const id of ["prompt-box", "dock"]) onResize(byId(id), share);
}

/**
 * What is decided with stands, on a phone, in the dock at the thumb: the list, the acts of a battle, the cards.
 * Elsewhere the acts of a battle stand below the stage, all else beside the map.
 *
 * @param {boolean} staged @param {HTMLElement} foot  of the stage
 * @param {boolean} plays  a card is to be played
 */
export function placeChoices(staged, foot, plays) {
  const [dock, choices, hand] = [byId("dock"), byId("choices"), byId("hand")];
  const { asked } = byId("main").dataset;
  const phone = isPhone();
  choices.classList.toggle("acts", staged);
  if (phone && (staged || asked === "choices")) put(choices, () => dock.prepend(choices), dock);
  else if (staged) put(choices, () => foot.append(choices), foot);
  else put(choices, () => byId("town").before(choices), dock.parentElement);
  // Beside the map it stands below the buttons, which it would push down above them.
  const [bar, notice, verified] = [byId("bar"), byId("notice"), byId("verified")];
  if (phone) put(notice, () => verified.before(notice), verified.parentElement);
  else put(notice, () => dock.append(notice), dock);
  // Beside the map a hand stands first of all, and a hint for it beside its heading.
  const cards = byId("cards-box");
  if (plays && !phone) put(bar, () => cards.prepend(bar), cards);
  else put(bar, () => (notice.parentElement === dock ? notice.before(bar) : dock.append(bar)), dock);
  if (phone && asked === "cards") put(hand, () => dock.prepend(hand), dock);
  else put(hand, () => byId("played").before(hand), byId("cards-box"));
}

/**
 * Moved only where it is elsewhere: what is moved loses the focus.
 * @param {HTMLElement} element
 * @param {() => void} move
 * @param {HTMLElement | null} home
 */
function put(element, move, home) {
  if (element.parentElement !== home) move();
}

/** Until the server has answered nothing can be pressed, so that a double click counts once. */
export function lockButtons() {
  byId("main").dataset.busy = "true";
  for (const button of document.querySelectorAll("#choices button, #bar button, #hand button, #resign-form button")) {
    if (button.hasAttribute("disabled")) continue;
    button.setAttribute("disabled", "");
    button.setAttribute("data-locked", "");
  }
}

/** What was locked, and is still on the page, can be pressed again. */
export function unlockButtons() {
  for (const button of document.querySelectorAll("[data-locked]")) {
    button.removeAttribute("disabled");
    button.removeAttribute("data-locked");
  }
}

/**
 * On a phone the line of year and score opens the site's menu, which leads to what lies below the hand.
 *
 * @param {() => void} lookBack
 */
export function setUpMenu(lookBack) {
  const [brief, menu] = [byId("brief"), document.getElementById("menu")];
  brief.addEventListener("click", () => {
    menu?.classList.add("from-line");
    menu?.style.setProperty("--line-end", `${brief.getBoundingClientRect().bottom}px`);
  });
  menu?.addEventListener("toggle", (event) => {
    if (event instanceof ToggleEvent && event.newState === "closed") menu.classList.remove("from-line");
  });
  document.getElementById("to-past")?.addEventListener("click", lookBack);
  document.getElementById("to-log")?.addEventListener("click", () => {
    openTab("log");
    window.scrollBy({ top: byId("side").getBoundingClientRect().top - byId("prompt-box").offsetHeight - GAP });
  });
}

/**
 * Sets up the dialog that asks before resigning.
 *
 * @param {() => void} resign
 */
export function setUpResignDialog(resign) {
  const form = document.getElementById("resign-form");
  const dialog = document.getElementById("resign-dialog");
  if (!form || !(dialog instanceof HTMLDialogElement)) return;
  byId("resign").addEventListener("click", () => showDialog(dialog));
  byId("resign-no").addEventListener("click", () => closeDialog(dialog));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    closeDialog(dialog);
    resign();
  });
}
