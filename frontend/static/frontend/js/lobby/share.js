// The link of an invitation: shared by what the device has for it, or copied. Without scripts, or where neither is
// allowed, the link stands there. The buttons are found when they are pressed, since the page that waits for a player
// draws them anew.

import { canCopy, canShare, copyText, shareLink } from "../page/browser.js";

document.documentElement.classList.toggle("can-copy", canCopy());
document.documentElement.classList.toggle("can-share", canShare());

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-needs]") : null;
  const place = button?.closest("[data-share]");
  if (!button || !(place instanceof HTMLElement)) return;
  const { share: url = "", copied = "", refused = "", words = "" } = place.dataset;
  if (button.matches("[data-needs=share]")) {
    shareLink(url, words);
    return;
  }
  const done = await copyText(url);
  if (done) button.textContent = copied;
  const line = place.querySelector("[role=status]");
  if (line) line.textContent = done ? "" : refused;
});
