// The map as it stands on a page that has one: the sheet in its frame, what moves it, and the blocks on it.

import { drawArmsSymbols } from "../blocks/emblems.js";
import { byId } from "../page/dom.js";
import { Camera } from "./camera.js";
import { drawSheet, fitNames } from "./map.js";
import { keepClearOfDock } from "./overlays.js";
import { Tokens } from "./tokens.js";

/** @typedef {{frame: HTMLElement, sheet: import("./map.js").Sheet, camera: Camera, tokens: Tokens}} MapParts */

/** Puts the map into the page's `#map`. @returns {MapParts} */
export function setUpMap() {
  const frame = byId("map");
  // Before anything that bears arms: WebKit never draws a marker that is defined after the path that names it was laid
  // out.
  document.body.append(drawArmsSymbols());
  const sheet = drawSheet();
  frame.append(sheet.root);
  fitNames(sheet);
  keepClearOfDock(frame);
  return { frame, sheet, camera: new Camera(frame, sheet.root), tokens: new Tokens(sheet.tokens) };
}
