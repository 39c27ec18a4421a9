// Tells the server that this game's page is in use, so that nobody is sent an alert of what they are looking at.
// Open is not enough: a page left open in a tab for days must not keep alerts from its owner.

const BETWEEN = 30_000;
const USED = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"];

const address = document.getElementById("game-alerts")?.dataset.here;
let told = 0;

function use() {
  if (!address || document.visibilityState !== "visible" || Date.now() - told < BETWEEN) return;
  told = Date.now();
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  const token = field instanceof HTMLInputElement ? field.value : "";
  fetch(address, { method: "POST", headers: { "X-CSRFToken": token, "Content-Type": "application/json" }, body: "{}" }).catch(() => {
    told = 0;
  });
}

for (const kind of USED) document.addEventListener(kind, use, { passive: true, capture: true });
document.addEventListener("visibilitychange", use);
use();
