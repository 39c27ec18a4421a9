// The picture of a moment as a download. The site draws it when it is asked for: so it is asked again until it is there.

import { html } from "../page/dom.js";
import { request } from "../page/http.js";
import { page } from "../page/page.js";

const TRIES = 10;
/** Milliseconds between two of them. */
const PAUSE = 2000;

/** Whether there are pictures of what this viewer sees: of public games, and while they run of what all see.
 * @param {string} viewer @param {string[]} viewers  those whose history may be shown */
export function hasPicture(viewer, viewers) {
  return Boolean(page.urls.moment) && (viewer === "public" || viewers.includes("all"));
}

/** Saves the picture of a moment. Returns whether there is one. @param {number} n @param {string} viewer */
export async function savePicture(n, viewer) {
  const address = `${page.urls.moment}?at=${n}&as=${viewer}`;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await request(`${address}&wanted=1`, { method: "HEAD" }).catch(() => null);
    if (answer?.status === 200) {
      const link = html("a", { href: address, download: `crusader-rex-${n}.png`, hidden: true });
      document.body.append(link);
      link.click();
      link.remove();
      return true;
    }
    if (answer?.status !== 202) return false;
    await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
  }
  return false;
}
