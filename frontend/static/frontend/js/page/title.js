// The title of the page: how many games wait stands before the words, and a letter if something was written here;
// several scripts change them.

import { setBadge } from "./badge.js";

let words = document.title.replace(/^\(\d+\) /, "");
let letters = false;
let count = Number(/^\((\d+)\) /.exec(document.title)?.[1] ?? 0);
// The server wrote what waits into the title: the icons say the same before a socket has said anything.
setBadge(count);

/** @param {string} said */
export function setTitle(said) {
  words = said;
  show();
}

/** @param {number} games */
export function setWaitingCount(games) {
  count = games;
  setBadge(count);
  show();
}

/** @param {boolean} unread */
export function setUnreadCount(unread) {
  letters = unread;
  show();
}

function show() {
  const title = `${count > 0 ? `(${count}) ` : ""}${letters ? "✉ " : ""}${words}`;
  if (document.title !== title) document.title = title;
}
