// The link of an invitation: copied, or shared by what the device has for it. Without scripts, or where neither is allowed, the link stands there.

import { copyWords } from "../page/browser.js";

for (const place of document.querySelectorAll("[data-share]")) {
  if (!(place instanceof HTMLElement)) continue;
  const { share: url = "", copied = "", words = "" } = place.dataset;
  const copy = place.querySelector("[data-key=copy]");
  const share = place.querySelector("[data-key=share]");
  if (copy instanceof HTMLButtonElement && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      if (await copyWords(url)) copy.textContent = copied;
    });
  }
  if (share instanceof HTMLButtonElement && typeof navigator.share === "function") {
    share.hidden = false;
    // Who changes their mind closes the sheet, which is no error.
    share.addEventListener("click", () => navigator.share({ title: words, text: words, url }).catch(() => {}));
  }
}
