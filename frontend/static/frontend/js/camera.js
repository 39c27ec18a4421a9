// Looking at the map: zoom by button, wheel with Ctrl, keys; pan by scrolling, by touch, or by dragging with the mouse.

import { byId, html, svg } from "./dom.js";
import { places, size } from "./layout.js";
import { text } from "./page.js";

const CLOSEST = 1.6;
const STEP = 1.3;
/** A name is 24 units high; below this it cannot be read. */
const LEGIBLE = 0.5;
/** Below this a block's name and figures cannot be read: it shows its arms and its strength, larger (css/blocks.css, `.far`). */
const DETAILED = 0.85;

export class Camera {
  /** @param {HTMLElement} frame @param {SVGElement} sheet */
  constructor(frame, sheet) {
    this.frame = frame;
    this.sheet = sheet;
    this.zoom = 1;
    this.whole = false;
    byId("map-tools").append(
      button("zoom-out", "M3 10h14", () => this.set(this.zoom / STEP)),
      button("zoom-in", "M3 10h14M10 3v14", () => this.set(this.zoom * STEP)),
      button("zoom-whole", "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4", () => this.showWhole()),
    );
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.set(this.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    }, { passive: false });
    frame.addEventListener("keydown", (event) => {
      if (event.key === "+" || event.key === "=") this.set(this.zoom * STEP);
      else if (event.key === "-") this.set(this.zoom / STEP);
      else if (event.key === "0") this.showWhole();
    });
    this.dragging();
    this.start();
    new ResizeObserver(() => {
      if (this.whole) this.showWhole();
    }).observe(frame);
  }

  /** The whole map where its names can still be read, else as wide as the frame, but never too small to read. */
  start() {
    const { clientWidth, clientHeight } = this.frame;
    const fit = Math.min(clientWidth / size.width, clientHeight / size.height);
    if (fit >= LEGIBLE) this.showWhole();
    else this.set(Math.max(LEGIBLE, Math.min(1, clientWidth / size.width)));
  }

  showWhole() {
    const { clientWidth, clientHeight } = this.frame;
    this.set(Math.min(clientWidth / size.width, (clientHeight - 2) / size.height), true);
  }

  /** @param {number} zoom @param {boolean} [whole] */
  set(zoom, whole = false) {
    const { frame } = this;
    const middleX = (frame.scrollLeft + frame.clientWidth / 2) / this.zoom;
    const middleY = (frame.scrollTop + frame.clientHeight / 2) / this.zoom;
    this.zoom = whole ? zoom : Math.min(CLOSEST, Math.max(0.2, zoom));
    this.whole = whole;
    this.sheet.classList.toggle("far", this.zoom < DETAILED);
    this.sheet.setAttribute("width", String(Math.floor(size.width * this.zoom)));
    this.sheet.setAttribute("height", String(Math.floor(size.height * this.zoom)));
    frame.scrollLeft = middleX * this.zoom - frame.clientWidth / 2;
    frame.scrollTop = middleY * this.zoom - frame.clientHeight / 2;
  }

  /** Bring a town into sight, unless it is there already. @param {string} town */
  show(town) {
    const place = places[town];
    if (!place) return;
    const { frame } = this;
    const x = place[0] * this.zoom;
    const y = place[1] * this.zoom;
    // A stack hangs below its town: near the edge it would be cut off.
    const margin = Math.min(150, frame.clientWidth / 4, frame.clientHeight / 4);
    const inside =
      x > frame.scrollLeft + margin && x < frame.scrollLeft + frame.clientWidth - margin &&
      y > frame.scrollTop + margin && y < frame.scrollTop + frame.clientHeight - margin;
    if (!inside) frame.scrollTo({ left: x - frame.clientWidth / 2, top: y - frame.clientHeight / 2 });
  }

  dragging() {
    const { frame } = this;
    /** @type {{x: number, y: number, left: number, top: number} | null} */
    let from = null;
    frame.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop };
    });
    window.addEventListener("pointermove", (event) => {
      if (!from) return;
      const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > 6;
      if (!far && !frame.classList.contains("dragging")) return;
      frame.classList.add("dragging");
      frame.scrollLeft = from.left - (event.clientX - from.x);
      frame.scrollTop = from.top - (event.clientY - from.y);
    });
    window.addEventListener("pointerup", () => {
      from = null;
      // The click that ends a drag must still find the class, so as not to count as a click on a town.
      window.setTimeout(() => frame.classList.remove("dragging"));
    });
  }
}

/** @param {string} key @param {string} lines  the sign on it, as a path @param {() => void} press */
function button(key, lines, press) {
  const sign = svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, svg("path", { d: lines }));
  return html("button", { type: "button", "aria-label": text(key), title: text(key), onclick: press }, sign);
}
