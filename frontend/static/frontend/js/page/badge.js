// That something waits, on the icon of the page's tab, and as a number on that of the site where it is kept as an app.

import { setIconCount } from "./browser.js";

/** @param {number} count */
export function setBadge(count) {
  const icon = document.querySelector("link[rel=icon]");
  if (icon instanceof HTMLLinkElement) {
    icon.dataset.plain ??= icon.href;
    const wanted = (count > 0 && icon.dataset.waiting) || icon.dataset.plain;
    if (icon.getAttribute("href") !== wanted) icon.href = wanted;
  }
  setIconCount(count);
}
