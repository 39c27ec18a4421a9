// The tabs beside the map: log, losses, the game itself, and whatever else stands in `#side`. Each `.side-panel` of the
// page with a `data-label` becomes a tab; an address that ends in `#side-talk` opens that one.

import { byId, html } from "./dom.js";

/** @typedef {{tab: HTMLElement, panel: HTMLElement, badge: HTMLElement, opened: (() => void)[]}} Side */

/**
 * @typedef {object} Tools
 * @property {() => View | null} view           the latest view, null before the first
 * @property {() => string | null} side whose eyes, in a solo game
 * @property {() => Promise<void>} refresh  asks the server for the view
 * @property {(n: number, viewer: string) => Promise<void>} visit  looks back at an entry of a history
 *
 * @typedef {object} Panel
 * @property {(tools: Tools) => void} [start]    once, before there is a view
 * @property {(view: View) => void} [draw]        after each new view; not while looking back or choosing
 * @property {(message: SocketMessage | null) => void} [heard]    what the game's socket says other than a version;
 *   null: it may have missed something
 */

/** @type {Map<string, Side>} */
const sides = new Map();
let current = "";

/** Make the tabs, once. The first is open, or the one that the address names. */
export function setUpTabs() {
  const list = byId("side-tabs");
  for (const panel of document.querySelectorAll("#side > .side-panel")) {
    if (!(panel instanceof HTMLElement)) continue;
    const name = panel.id.replace("side-", "");
    const badge = html("span", { class: "badge" });
    const tab = html(
      "button",
      { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, onclick: () => openTab(name) },
      panel.dataset.label ?? name,
      badge,
    );
    tab.hidden = panel.dataset.later !== undefined;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    sides.set(name, { tab, panel, badge, opened: [] });
    list.append(tab);
  }
  list.addEventListener("keydown", step);
  window.addEventListener("hashchange", openNamed);
  openTab(sides.keys().next().value ?? "");
  openNamed();
}

/** @param {string} name  as in `side-talk`, without `side-` */
export function openTab(name) {
  const found = sides.get(name);
  if (!found) return;
  current = name;
  for (const [each, { tab, panel }] of sides) {
    tab.setAttribute("aria-selected", String(each === name));
    tab.tabIndex = each === name ? 0 : -1;
    panel.hidden = each !== name;
  }
  for (const tell of found.opened) tell();
}

/** Shows the tab of a panel that is marked as `data-later`. @param {string} name */
export function showTab(name) {
  const found = sides.get(name);
  if (found) found.tab.hidden = false;
}

/** Takes the tab of a panel away, once there is nothing more in it. @param {string} name */
export function hideTab(name) {
  const found = sides.get(name);
  if (!found || found.tab.hidden) return;
  found.tab.hidden = true;
  if (current === name) openTab(sides.keys().next().value ?? "");
}

/** Whether this tab is the open one. @param {string} name */
export function isTabOpen(name) {
  return current === name;
}

/** Call this whenever the tab is opened. @param {string} name @param {() => void} tell */
export function onTabOpened(name, tell) {
  sides.get(name)?.opened.push(tell);
}

/**
 * A number beside the tab's name, with words for who hears it; nothing for zero.
 * @param {string} name
 * @param {number} count
 * @param {string} words
 */
export function setTabBadge(name, count, words) {
  const badge = sides.get(name)?.badge;
  if (!badge) return;
  badge.replaceChildren(
    count > 0 ? String(count) : "",
    ...(count > 0 ? [html("span", { class: "hidden" }, ` ${words}`)] : []),
  );
}

function openNamed() {
  const name = location.hash.replace(/^#side-/, "");
  if (!location.hash.startsWith("#side-") || !sides.has(name)) return;
  openTab(name);
  byId("side").scrollIntoView({ block: "nearest" });
}

/** @param {KeyboardEvent} event */
function step(event) {
  const names = [...sides].filter(([, { tab }]) => !tab.hidden).map(([name]) => name);
  const at = names.indexOf(current);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const name = names[(next + names.length) % names.length];
  openTab(name);
  sides.get(name)?.tab.focus();
}
