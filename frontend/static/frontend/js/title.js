// The title of the page: how many games wait stands before the words, whoever changes which of the two.

let words = document.title.replace(/^\(\d+\) /, "");
let count = Number(/^\((\d+)\) /.exec(document.title)?.[1] ?? 0);

/** @param {string} said */
export function setTitle(said) {
  words = said;
  show();
}

/** @param {number} games */
export function setWaiting(games) {
  count = games;
  show();
}

function show() {
  const title = count > 0 ? `(${count}) ${words}` : words;
  if (document.title !== title) document.title = title;
}
