// The map's buttons: nearer and farther, the whole map, where something is to be done. They always stand at the same place
// (css/board.css, `.map-tools`): buttons that move are pressed by mistake.

import { byId, html, svg } from "../page/dom.js";
import { text } from "../page/page.js";

/** @param {{nearer: () => void, farther: () => void, showWhole: () => void, showAction: () => void}} camera */
export function drawTools(camera) {
  byId("map-tools").append(
    button("zoom-in", "M3 10h14M10 3v14", () => camera.nearer()),
    button("zoom-out", "M3 10h14", () => camera.farther()),
    button("zoom-whole", "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4", () => camera.showWhole()),
    button("zoom-action", "M10 2v4M10 14v4M2 10h4M14 10h4M10 5a5 5 0 1 0 .1 0Z", () => camera.showAction()),
  );
}

/**
 * Draws a button of the map.
 *
 * @param {string} key
 * @param {string} lines  the sign on it, as a path
 * @param {() => void} press
 */
function button(key, lines, press) {
  const sign = svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, svg("path", { d: lines }));
  return html(
    "button",
    { type: "button", "data-tool": key, "aria-label": text(key), title: text(key), onclick: press },
    sign,
  );
}
