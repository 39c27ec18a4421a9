// Signs at the edge of the map's frame: which cities, where something can be done, lie beyond it, and in which
// direction. A press goes there.

import { motionAllowed } from "../page/display.js";
import { byId, html, replaceIfChanged } from "../page/dom.js";
import { page, townName } from "../page/page.js";
import { isPressed, whenReleased } from "../page/pressing.js";
import { common, placeSigns } from "./edge.js";
import { places } from "./layout.js";
import { takenBy } from "./signs.js";
import { placeTools } from "./tools.js";

const MOST = 3;
/** How far round a town a press counts for it, on the sheet, and how wide that is at least, in pixels. */
const [HIT, FINGER] = [42, 32];
/** Milliseconds after which the map has flown where it flies. */
const SETTLED = 400;
/** What lies over the map beside its signs. */
const OVERLAYS = ".battle-strip, .to-stage, #map-tools, #tip:not(:empty)";

export class EdgeSigns {
  /** @param {HTMLElement} board @param {import("./camera.js").Camera} camera */
  constructor(board, camera) {
    this.camera = camera;
    // For the eye and the pointer alone: the keyboard has every town as a stop, and lists of what can be done.
    this.root = html("div", { class: "beyond", "aria-hidden": "true" });
    board.append(this.root);
    /** What is not to be hidden, on the sheet. @type {import("./signs.js").Area[]} */
    this.taken = [];
    /** Lit towns, which are to be pressed. @type {string[]} */
    this.goals = [];
    this.decision = "";
    this.settling = 0;
    for (const scrolled of [camera.frame, document])
      scrolled.addEventListener("scroll", () => this.draw(), { passive: true });
  }

  /**
   * Another view is drawn, or its blocks in another size.
   * @param {View} view
   * @param {Iterable<string>} goals  towns that are lit
   */
  onView(view, goals) {
    this.taken = takenBy(view);
    this.goals = [...goals].filter((town) => town in places);
    this.decision = [view.year, view.turn, view.step, view.you].join();
    this.draw();
    // The map may fly to these towns first.
    window.clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.settle(), motionAllowed() ? SETTLED : 0);
  }

  /** The map has come to rest: its buttons leave the lit towns under them, but under no finger. */
  settle() {
    if (isPressed()) void whenReleased().then(() => this.settle());
    else {
      placeTools(this.camera.frame, this.litAreas(), this.decision);
      this.draw();
    }
  }

  /** Where lit towns can be pressed, in pixels of the frame. */
  litAreas() {
    const { camera } = this;
    const seen = camera.seen();
    const reach = Math.max(FINGER / 2, HIT * camera.zoom);
    return this.goals.map((town) => ({
      left: (places[town][0] - seen.left) * camera.zoom - reach,
      top: (places[town][1] - seen.top) * camera.zoom - reach,
      wide: 2 * reach,
      high: 2 * reach,
    }));
  }

  /** Draws the signs for where the map stands now. */
  draw() {
    const { camera } = this;
    const seen = camera.seen();
    const inFrame = this.taken
      .filter((area) => common(area, asArea(seen)) > 0)
      .map((area) => ({
        left: (area.left - seen.left) * camera.zoom,
        top: (area.top - seen.top) * camera.zoom,
        wide: area.wide * camera.zoom,
        high: area.high * camera.zoom,
      }));
    const out = camera.action.filter((town) => page.towns[town]?.victory && outside(places[town], seen)).slice(0, MOST);
    if (out.length > 0) camera.measure();
    const shown = out.map((town) => ({
      x: (places[town][0] - seen.left) * camera.zoom,
      y: (places[town][1] - seen.top) * camera.zoom,
    }));
    const kept = shown.length > 0 ? [...inFrame, ...overlays(camera.frame)] : [];
    const spots = placeSigns(shown, camera.frame.clientWidth, this.uncovered(), camera.head, kept, this.litAreas());
    const signs = spots.flatMap((at, i) => (at ? { town: out[i], turn: turnTo(places[out[i]], seen), ...at } : []));
    replaceIfChanged(this.root, signs, () =>
      signs.map(({ town, turn, left, top }) => {
        const arrow = html("span", { class: "beyond-arrow" }, "➤");
        arrow.style.rotate = `${turn}deg`;
        const sign = html(
          "button",
          { type: "button", tabindex: "-1", "data-beyond": town, onclick: () => this.camera.show(town) },
          arrow,
          townName(town),
        );
        sign.style.left = `${left}px`;
        sign.style.top = `${top}px`;
        return sign;
      }),
    );
  }

  /** How much of the frame, from its top, neither its buttons nor what ends a decision nor the window's edge hides. */
  uncovered() {
    const { frame, foot } = this.camera;
    const { top, bottom } = frame.getBoundingClientRect();
    const bar = byId("bar").getBoundingClientRect();
    const over = bar.left < frame.getBoundingClientRect().right && bar.height > 0 ? bar.top : Infinity;
    return Math.min(bottom - foot, over, window.innerHeight) - top;
  }
}

/** What else lies over the map, in pixels of its frame. @param {HTMLElement} frame */
function overlays(frame) {
  const { left, top } = frame.getBoundingClientRect();
  return [...(frame.parentElement?.querySelectorAll(OVERLAYS) ?? [])]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map((box) => ({ left: box.left - left, top: box.top - top, wide: box.width, high: box.height }));
}

/** @param {import("./camera.js").Box} box @returns {import("./signs.js").Area} */
function asArea({ left, top, right, bottom }) {
  return { left, top, wide: right - left, high: bottom - top };
}

/** @param {[number, number]} place @param {import("./camera.js").Box} seen */
function outside([x, y], seen) {
  return x < seen.left || x > seen.right || y < seen.top || y > seen.bottom;
}

/**
 * How far an arrow that points to the right is turned, in degrees.
 * @param {[number, number]} place
 * @param {import("./camera.js").Box} seen
 */
function turnTo([x, y], seen) {
  return Math.round((Math.atan2(y - (seen.top + seen.bottom) / 2, x - (seen.left + seen.right) / 2) * 180) / Math.PI);
}
