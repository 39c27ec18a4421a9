// What presses, drags and keys on the map mean. The listeners sit on the map's frame and come before those of its
// parts, so it does not matter who drew them: whatever carries `data-block` is a block, and `data-town` or `data-at`
// says where it stands.

import { html, svg } from "../page/dom.js";

/**
 * @typedef {{add: boolean, touch: boolean, keys?: boolean}} Manner  `add`: with Shift or Ctrl; `touch`: by a finger, so
 *   a second press confirms;
 *   `keys`: by the keyboard
 * @typedef {object} Board
 * @property {(block: string, town: string, manner: Manner) => void} block
 * @property {(town: string, manner: Manner) => void} town
 * @property {(block: string) => boolean} lift     a drag begins: whether the block can be moved
 * @property {(town: string) => void} drop
 * @property {() => void} back
 * @property {(town: string | null) => void} point  what the pointer or the focus is on
 * @property {(town: string) => void} show          bring into sight
 */

const FAR = 8;
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** @param {EventTarget | null} target @returns {{element: Element, block: string | null, town: string} | null} */
function pieceAt(target) {
  const element = target instanceof Element ? target.closest("[data-block], [data-at], [data-town]") : null;
  if (!element) return null;
  const town = element.getAttribute("data-at") ?? element.getAttribute("data-town") ?? "";
  return { element, block: element.getAttribute("data-block"), town };
}

/**
 * Handles presses, drags and keys on the map.
 *
 * @param {HTMLElement} frame
 * @param {Board} board
 */
export function listenToBoard(frame, board) {
  let pointer = "mouse";
  let dragged = false;

  frame.addEventListener(
    "pointerdown",
    (event) => {
      pointer = event.pointerType;
      dragged = false;
      const piece = pieceAt(event.target);
      if (!piece?.block || event.button !== 0 || !event.isPrimary) return;
      // A finger drags only what it has chosen before; else it moves the map.
      if (pointer === "touch" && !piece.element.classList.contains("chosen")) return;
      if (!piece.element.classList.contains("able")) return;
      event.stopPropagation();
      carry(event, piece.block, piece.element);
    },
    { capture: true },
  );

  /**
   * Lets a pointer drag a block to a town.
   *
   * @param {PointerEvent} down
   * @param {string} block
   * @param {Element} element
   */
  function carry(down, block, element) {
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @type {Element | null} */
    let over = null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      if (!ghost) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR || !board.lift(block)) return;
        dragged = true;
        ghost = html(
          "div",
          { class: "drag-ghost", "aria-hidden": "true" },
          svg("svg", { viewBox: "-36 -36 72 76" }, [...element.cloneNode(true).childNodes]),
        );
        document.body.append(ghost);
      }
      event.preventDefault();
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
      const town = townUnder(event.clientX, event.clientY);
      const mark = town ? frame.querySelector(`.town[data-town="${town}"].goal`) : null;
      if (mark === over) return;
      over?.classList.remove("over");
      mark?.classList.add("over");
      over = mark;
      board.point(mark ? town : null);
    };
    const stop = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", stop);
      window.removeEventListener("pointercancel", stop);
      ghost?.remove();
      over?.classList.remove("over");
      const town = over?.getAttribute("data-town");
      if (town && event.type === "pointerup") board.drop(town);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", stop);
    window.addEventListener("pointercancel", stop);
  }

  frame.addEventListener(
    "click",
    (event) => {
      if (frame.classList.contains("dragging") || dragged) {
        event.stopPropagation();
        dragged = false;
        return;
      }
      const piece = pieceAt(event.target);
      if (!piece) return;
      event.stopPropagation();
      // A key's click has no place of its own.
      if (!piece.block && event.detail > 0) piece.town = circleAt(event.clientX, event.clientY) ?? piece.town;
      press(piece, {
        add: event.shiftKey || event.ctrlKey || event.metaKey,
        touch: event.detail > 0 && pointer === "touch",
      });
    },
    { capture: true },
  );

  /** @param {NonNullable<ReturnType<typeof pieceAt>>} piece @param {Manner} manner */
  function press(piece, manner) {
    if (piece.block) board.block(piece.block, piece.town, manner);
    else board.town(piece.town, manner);
  }

  frame.addEventListener(
    "keydown",
    (event) => {
      const piece = event.target === frame ? null : pieceAt(event.target);
      const arrow = ARROWS[event.key];
      if (piece && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        event.stopPropagation();
        press(piece, { add: event.shiftKey || event.ctrlKey, touch: false, keys: true });
      } else if (piece && arrow && !event.altKey && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        event.stopPropagation();
        step(frame, piece.element, arrow, board);
      } else if (event.target === frame && event.key === "Enter") {
        const first = frame.querySelector(".token.chosen, .token.able, .town.goal, .town");
        if (first) goTo(first, board);
      }
    },
    { capture: true },
  );

  document.addEventListener("keydown", (event) => {
    const inside =
      event.target instanceof Element &&
      event.target.closest("dialog, select, textarea, input:not([type=checkbox], [type=radio], [type=range])");
    if (event.key === "Escape" && !inside) board.back();
  });

  for (const type of ["pointerover", "focusin"]) {
    frame.addEventListener(type, (event) => {
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      board.point(pieceAt(event.target)?.town ?? null);
    });
  }
  for (const type of ["pointerleave", "focusout"]) frame.addEventListener(type, () => board.point(null));
}

/**
 * The town whose circle is there, of several the nearest: names lie over the circles of other towns.
 * @param {number} x
 * @param {number} y
 */
function circleAt(x, y) {
  const far = (/** @type {Element} */ mark) => Math.hypot(center(mark).x - x, center(mark).y - y);
  const marks = document.elementsFromPoint(x, y).flatMap((element) => element.closest(".town") ?? []);
  const [nearest] = marks.sort((one, other) => far(one) - far(other));
  return nearest?.getAttribute("data-town") ?? null;
}

/** The town whose mark, or whose blocks, are there. @param {number} x @param {number} y */
function townUnder(x, y) {
  const town = circleAt(x, y);
  if (town) return town;
  for (const element of document.elementsFromPoint(x, y)) {
    const piece = pieceAt(element);
    if (piece?.town) return piece.town;
  }
  return null;
}

/**
 * To the nearest piece in the direction of the arrow.
 * @param {Element} frame
 * @param {Element} from
 * @param {[number, number]} direction
 * @param {Board} board
 */
function step(frame, from, [right, down], board) {
  const here = center(from);
  let best = null;
  let least = Infinity;
  for (const element of frame.querySelectorAll(".town, .token")) {
    if (element === from) continue;
    const there = center(element);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * right + y * down;
    const across = Math.abs(x * down) + Math.abs(y * right);
    if (along < 3 || across > along * 2.5) continue;
    const far = along + across * 2;
    if (far < least) [best, least] = [element, far];
  }
  if (best) goTo(best, board);
}

/** @param {Element} element */
function center(element) {
  // The mark of a town is wider than what is seen of it; its middle is the same.
  const box = (element.querySelector(".hit") ?? element).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Element} element @param {Board} board */
function goTo(element, board) {
  if (!(element instanceof SVGElement)) return;
  element.focus({ preventScroll: true });
  const piece = pieceAt(element);
  if (piece?.town) board.show(piece.town);
}
