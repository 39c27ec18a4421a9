// Dragging, pinching and flicking the map.

import { motionAllowed } from "../page/display.js";

/**
 * @typedef {object} Camera  as far as pointers move it
 * @property {HTMLElement} frame
 * @property {HTMLElement} stage
 * @property {number} flight  of its motion
 * @property {() => void} halt  ends that
 * @property {number} zoom
 * @property {number} farthest  how far off the reader has gone
 * @property {() => number} least  the smallest zoom
 * @property {(at: {x: number, y: number}) => {x: number, y: number}} sheetPoint
 * @property {(zoom: number, x: number, y: number, at?: {x: number, y: number}) => void} place
 */

/** A finger that moved so far means to drag. */
const FAR = 7;

/** Moves and zooms the map with pointers: one drags, two pinch. @param {Camera} camera */
export function followPointers(camera) {
  const { frame } = camera;
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  /** @type {{x: number, y: number, point: {x: number, y: number}, apart: number, zoom: number} | null} */
  let hold = null;
  /** Speed of the drag, pixels a millisecond. */
  let speed = { x: 0, y: 0, at: 0 };
  const take = () => {
    const held = between(frame, down);
    hold = held && { ...held, point: camera.sheetPoint(held), zoom: camera.zoom };
  };
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    camera.halt();
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    speed = { x: 0, y: 0, at: event.timeStamp };
    take();
  });
  window.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before || !hold) return;
    const far = Math.hypot(event.clientX - before.x, event.clientY - before.y);
    if (down.size === 1 && far < FAR && !frame.classList.contains("dragging")) return;
    frame.classList.add("dragging");
    camera.stage.classList.add("moving");
    const passed = Math.max(1, event.timeStamp - speed.at);
    speed = { x: (event.clientX - before.x) / passed, y: (event.clientY - before.y) / passed, at: event.timeStamp };
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const held = between(frame, down);
    if (!held) return;
    const zoom = hold.apart && held.apart ? (hold.zoom * held.apart) / hold.apart : camera.zoom;
    if (down.size > 1) camera.farthest = Math.max(camera.least(), zoom);
    camera.place(down.size > 1 ? camera.farthest : zoom, hold.point.x, hold.point.y, held);
  });
  const up = (/** @type {PointerEvent} */ event) => {
    if (!down.delete(event.pointerId)) return;
    take();
    if (down.size) return;
    camera.stage.classList.remove("moving");
    const idle = event.timeStamp - speed.at;
    if (event.pointerType === "touch" && idle < 60) glide(camera, speed.x, speed.y);
    // The click that ends a drag must still find the class, so as not to count as a click on a town.
    window.setTimeout(() => frame.classList.remove("dragging"));
  };
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
}

/**
 * The point between the fingers, in the frame, and how far they are apart.
 * @param {HTMLElement} frame
 * @param {Map<number, {x: number, y: number}>} down
 */
function between(frame, down) {
  if (down.size === 0) return null;
  const box = frame.getBoundingClientRect();
  const [one, other = one] = down.values();
  return {
    x: (one.x + other.x) / 2 - box.x,
    y: (one.y + other.y) / 2 - box.y,
    apart: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

/**
 * Lets the map go on a little after a finger has flicked it.
 * @param {Camera} camera
 * @param {number} x
 * @param {number} y  pixels a millisecond, as `x`
 */
function glide(camera, x, y) {
  if (!motionAllowed() || Math.hypot(x, y) < 0.2) return;
  let last = performance.now();
  const step = (/** @type {number} */ now) => {
    const passed = now - last;
    last = now;
    camera.frame.scrollLeft -= x * passed;
    camera.frame.scrollTop -= y * passed;
    const rest = Math.exp(-passed / 180);
    x *= rest;
    y *= rest;
    if (Math.hypot(x, y) > 0.03) camera.flight = requestAnimationFrame(step);
  };
  camera.flight = requestAnimationFrame(step);
}
