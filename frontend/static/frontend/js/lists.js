// Lists of games that keep up with what happens: the page is asked for again and its lists take the place of the old ones. They wait
// while a finger or a pointer is about to press something, so that no line moves away under it.

const POLL = 30_000;
const REST = 1200;
const lists = document.getElementById("lists");
const kinds = (lists?.dataset.live ?? "").split(" ");
let timer = 0;
let moved = 0;
let first = true;

/** @param {number} [wait] */
function soon(wait = 150 + Math.random() * 600) {
  clearTimeout(timer);
  timer = window.setTimeout(refresh, wait);
}

async function refresh() {
  if (document.visibilityState === "hidden" || !lists) return;
  const rest = moved + REST - Date.now();
  if (rest > 0) {
    soon(rest);
    return;
  }
  try {
    // The header has the server keep what it has to say for a page that shows it.
    const response = await fetch(location.href, { headers: { Accept: "text/html", "X-Lists": "1" } });
    if (!response.ok || response.redirected) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("lists");
    if (fresh) put(fresh);
  } catch {
    // The next time will do.
  }
}

/** @param {HTMLElement} fresh */
function put(fresh) {
  if (!lists || withoutTokens(lists) === withoutTokens(fresh)) return;
  const active = document.activeElement;
  const key = active instanceof HTMLElement && lists.contains(active) ? active.dataset.key : undefined;
  lists.replaceChildren(...fresh.childNodes);
  if (!key) return;
  const same = lists.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}

/** Tokens of forms differ each time. @param {HTMLElement} element */
function withoutTokens(element) {
  return element.innerHTML.replace(/(name="(?:csrfmiddlewaretoken|key)" value=")[^"]*/g, "$1");
}

document.addEventListener("site", (event) => {
  const message = /** @type {CustomEvent} */ (event).detail;
  // The first word of the socket says what the page shows already.
  if (message.type === "turns" && first) first = false;
  else if (kinds.includes(message.type)) soon();
});
document.addEventListener("visibilitychange", () => soon());
for (const kind of ["pointermove", "pointerdown", "touchstart"]) {
  lists?.addEventListener(kind, () => (moved = Date.now()), { passive: true });
}
window.setInterval(() => {
  if (!document.documentElement.dataset.live) soon();
}, POLL);
