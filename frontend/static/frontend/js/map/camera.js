// Where the map looks: wheel, keys and buttons, and the towns that the page brings into sight; pointers.js has drag and
// pinch.

import { onResize } from "../page/browser.js";
import { TARGET, areMeeting, around, nearestFirst, neighborsOf, targetOf, widened } from "./extent.js";
import { places, size } from "./layout.js";
import { CLOSEST, Lens, inFrame } from "./lens.js";
import { buttonsOver, sideOfTools } from "./overlays.js";
import { followPointers } from "./pointers.js";
import { drawTools } from "./tools.js";

const STEP = 1.3;
/** A name is 26 units high; below this it can hardly be read. */
const LEGIBLE = 0.42;
/** How near the page zooms without being asked, and how far it goes away to show several towns at once. */
const NEAR = 1.05;
const AWAY = 0.36;
/** The same on a phone, whose blocks are larger: from farther off they would lie on names and on each other's towns. */
const AWAY_NARROW = 0.44;
/** How wide a town can be pressed, in pixels at least. */
const PRESSED = 24;
/** Round so few towns their neighbors are shown as well. */
const FEW_TOWNS = 6;

/** @typedef {import("./extent.js").Box} Box */

export class Camera extends Lens {
  /** @param {HTMLElement} frame @param {HTMLElement} sheet */
  constructor(frame, sheet) {
    super(frame, sheet);
    /** Where the frame stood on the screen, and how high it was. @type {{top: number, height: number} | null} */
    this.stood = null;
    /**
     * What was seen before the map went away to show where chosen blocks can go, and how far it went.
     * @type {{zoom: number, x: number, y: number, away: number} | null}
     */
    this.left = null;
    /** Whether a frame that grows leaves the map where it is, though the sheet's foot goes up in it. */
    this.keepsStill = false;
    /** The towns where something is to be done. @type {string[]} */
    this.action = [];
    /** Whether these are where chosen blocks stand and can go. */
    this.choosing = false;
    /** How far off the reader has gone: from there what the page shows may be seen, too. */
    this.farthest = Infinity;
    /**
     * The box round a town's blocks, as they are drawn at a zoom.
     * @type {(town: string, zoom: number) => Box | null}
     */
    this.blocksAt = () => null;
    drawTools(this);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("focusin", (event) => this.follow(event));
    followPointers(this);
    this.measure();
    this.start();
    onResize(frame, () => this.resized());
  }

  /** The frame has another size: on a phone what is seen stays where the thumb is, elsewhere in the middle. */
  resized() {
    this.measure();
    const { top } = this.frame.getBoundingClientRect();
    const now = { top, height: this.frame.clientHeight };
    const { top: before, height } = this.stood ?? now;
    this.stood = now;
    const { x, y } = this.middle();
    if (this.whole) this.refit();
    else if (!this.narrow) {
      this.centered = this.frame.clientHeight;
      this.place(this.zoom, x, y);
    } else {
      // Else a sheet less high than the frame would have all that the frame has won below it, blank.
      if (!this.keepsStill) this.centered = this.frame.clientHeight;
      // What stands above the frame took what it lost: then its foot has stayed on the screen, else its head.
      const pushed = Math.abs(now.top + now.height - before - height) < 2 ? now.top - before : 0;
      const wanted = this.scrolled + pushed;
      const { left } = this.seen();
      this.place(this.zoom, left, (wanted - this.margin(this.zoom).y) / this.zoom, { x: 0, y: 0 });
      // At the foot of the sheet a frame that has grown draws it down: nothing but land is below.
      const missing = wanted - this.scrolled;
      if (this.keepsStill && missing > 0) {
        this.below.style.height = `${(this.foot + missing) / this.zoom}px`;
        this.frame.scrollTop = this.scrolled = wanted;
        this.listeners.moved();
      }
    }
  }

  /**
   * While blocks are chosen the map keeps still, whatever grows or shrinks; after it the blank land below goes, and what
   * was seen before comes back where the map went away for the choice and was not zoomed since: moved as little as must
   * be to have in sight where the blocks went.
   * @param {boolean} on
   * @param {string[]} went  to these towns
   */
  hold(on, went) {
    const over = this.keepsStill && !on;
    // What was said and listed for the choice has gone: the frame has grown.
    if (over) this.refit();
    this.keepsStill = on;
    if (!over) return;
    const { left: before } = this;
    this.left = null;
    this.measure();
    if (before && Math.abs(this.zoom - before.away) < 0.001) this.goNear(before, went);
    else if (went.length > 0 && !this.sees(this.room(went, this.zoom)))
      this.goNear({ zoom: this.zoom, ...this.middle() }, went);
    else if (this.narrow) {
      this.centered = this.frame.clientHeight;
      const { left, top } = this.seen();
      if (!this.whole) this.place(this.zoom, left, top, { x: 0, y: 0 });
    }
  }

  /**
   * To another part of the map, moved as little as must be to have towns with their blocks in sight.
   * @param {{zoom: number, x: number, y: number}} view  `x` and `y`: its middle @param {string[]} towns
   */
  goNear({ zoom, x, y }, towns) {
    if (towns.length > 0) {
      this.measure(this.seenFrom(zoom, x, y));
      // Blocks that came to others may need more room than is seen from so near.
      zoom = Math.min(zoom, Math.max(this.least(), this.zoomFor(this.room(towns, zoom))));
      ({ x, y } = this.movedTo(this.room(towns, zoom), { zoom, x, y }));
    }
    this.go({ zoom, x, y }, towns);
  }

  /** The middle of a view that is moved as little as must be to have a box in it. @param {Box} box @param {{zoom: number, x: number, y: number}} view */
  movedTo({ left, top, right, bottom }, { zoom, x, y }) {
    const [wide, high] = [this.frame.clientWidth / zoom / 2, this.frame.clientHeight / zoom / 2];
    return {
      x: Math.min(Math.max(x, right - wide), left + wide),
      y: Math.min(Math.max(y, bottom + this.foot / zoom - high), top - this.head / zoom + high),
    };
  }

  /**
   * To another part of the map, beside the buttons. Nearer than the reader has gone, the page goes no more as far off.
   * @param {{zoom: number, x: number, y: number}} to @param {string[]} towns  that stay in sight
   */
  go(to, towns) {
    if (to.zoom > this.farthest + 0.001) this.farthest = Infinity;
    this.fly(to.zoom, ...this.besideButtons(to, towns));
  }

  /**
   * The smallest zoom for its reader: the whole sheet, on a phone from top to bottom, so that nothing is blank; every
   * town wide enough to be pressed.
   */
  least() {
    return Math.max(PRESSED / TARGET, this.narrow ? this.frame.clientHeight / size.height : this.fitted());
  }

  /** Nearer, about the middle. */
  nearer() {
    const zoom = Math.min(CLOSEST, this.zoom * STEP);
    this.farthest = zoom;
    this.fly(zoom, ...this.besideButtons({ ...this.middle(), zoom }));
  }

  /** Farther off, but not farther than `least`, unless it is so already. */
  farther() {
    const zoom = Math.max(Math.min(this.zoom, this.least()), this.zoom / STEP);
    this.farthest = zoom;
    this.fly(zoom, ...this.besideButtons({ ...this.middle(), zoom }));
  }

  /**
   * The middle of what is to be seen, moved aside where a town in which something is to be done would lie under buttons.
   * @param {{zoom: number, x: number, y: number}} view
   * @param {string[]} [keep]  these towns stay in sight
   * @returns {[number, number]}
   */
  besideButtons({ zoom, x, y }, keep = []) {
    for (let tries = 0; tries < 3; tries += 1) {
      const seen = this.seenFrom(zoom, x, y);
      const [hidden] = this.action.flatMap((town) => this.hiddenBy(town, seen, zoom) ?? []);
      if (!hidden) break;
      const { box, button } = hidden;
      const [across, down] = [box.right - button.left + 1, box.bottom - button.top + 1];
      const [nextX, nextY] = across < down ? [x + across, y] : [x, y + down];
      if (keep.length > 0 && !this.sees(this.room(keep, zoom), this.seenFrom(zoom, nextX, nextY), zoom)) break;
      [x, y] = [nextX, nextY];
    }
    return [x, y];
  }

  /**
   * Where a town with its blocks would lie under a button of the map, on the sheet; null where it would not.
   * @param {string} town @param {Box} seen @param {number} zoom
   * @returns {{box: Box, button: Box} | null}
   */
  hiddenBy(town, seen, zoom) {
    const { left, top } = seen;
    const box = this.pressable(town, zoom);
    for (const over of buttonsOver(this.frame, this.lineAt(seen) > 0)) {
      const button = {
        left: left + over.left / zoom,
        top: top + over.top / zoom,
        right: left + over.right / zoom,
        bottom: top + over.bottom / zoom,
      };
      if (areMeeting(box, button)) return { box, button };
    }
    return null;
  }

  /** Shows the map for the first time: the whole of it where its names can be read then, else its middle. */
  start() {
    if (!this.narrow && this.least() >= this.away()) this.showWhole();
    else
      this.place(
        Math.max(LEGIBLE, this.away(), Math.min(1, this.frame.clientWidth / size.width)),
        size.width / 2,
        size.height / 2,
      );
  }

  /** How far off the page goes without being asked. */
  away() {
    return Math.min(this.narrow ? AWAY_NARROW : AWAY, this.farthest);
  }

  showWhole() {
    this.farthest = this.fitted();
    this.fly(this.fitted(), size.width / 2, size.height / 2);
  }

  /** Where something is to be done, as near as all of it can be seen at once. */
  showAction() {
    if (this.choosing) this.showAll(this.action, { closer: true, every: true });
    else if (this.action.length > FEW_TOWNS) this.showAll(this.action, { closer: true });
    else if (this.action.length > 0) this.showAround(this.action);
    else this.showWhole();
  }

  /** Towns with their neighbors: a town alone would be nowhere. @param {string[]} towns */
  showAround(towns) {
    this.showAll(new Set([...towns, ...towns.flatMap(neighborsOf)]), { closer: true, most: towns[0] });
  }

  /**
   * Bring towns into sight, all at once: nothing moves if they are in sight and legible already. Of towns that have no
   * room together so many are shown as have, from one of them outward.
   *
   * @param {Iterable<string>} towns
   * @param {object} [how]
   * @param {boolean} [how.closer]  come as near as can be
   * @param {boolean} [how.every]  leave none out, from however far: where one can go must not be hunted for
   * @param {number} [how.above]  room above them, on the sheet
   * @param {string} [how.most]  the town to begin with; else one in their middle, and cities come before the rest
   * @returns {number | undefined}  the zoom to which it flies, if it does
   */
  showAll(towns, { closer = false, every = false, above = 0, most = "" } = {}) {
    this.refit();
    const known = nearestFirst(
      [...towns].filter((town) => town in places),
      most,
      closer,
    );
    if (known.length === 0) return undefined;
    const away = every ? this.fitted() : Math.max(Math.min(this.least(), this.farthest), closer ? AWAY : this.away());
    const wish = { away, nearest: closer ? NEAR : Math.max(this.zoom, Math.min(LEGIBLE, this.farthest)), above };
    // What the page goes close to keeps clear of words that are told large; else these make way (motion/moments.js).
    this.measure(this.seen(), closer);
    let to = this.fit(known, wish);
    if (!closer && this.zoom >= away && this.sees(this.room(to.shown, this.zoom, above)) && !this.isCovered(to.shown))
      return undefined;
    // The line of what is out of sight there takes room, or none any more.
    this.measure(this.seenFrom(to.zoom, to.x, to.y), closer);
    to = this.fit(known, wish);
    const there = this.seenFrom(to.zoom, to.x, to.y);
    if (to.shown.some((town) => this.hiddenBy(town, there, to.zoom)))
      to = this.fit(known, { ...wish, aside: sideOfTools(this.frame) });
    this.go(to, to.shown);
    return Math.min(CLOSEST, Math.max(this.fitted(), to.zoom));
  }

  /**
   * From where so many of these towns as have room are seen, clear of what lies over the frame.
   * @param {string[]} known  the nearest first
   * @param {{away: number, nearest: number, above: number, aside?: number}} wish  the zoom, at least and at most; room
   *   above the towns, on the sheet; room at the right of the frame, in pixels
   * @returns {{shown: string[], zoom: number, x: number, y: number}}
   */
  fit(known, { away, nearest, above, aside = 0 }) {
    const fits = (/** @type {Box} */ box) => this.zoomFor(box, aside);
    /** @type {string[]} */
    const shown = [];
    for (const town of known)
      if (shown.length === 0 || fits(this.room([...shown, town], away, above)) >= away) shown.push(town);
    const zoomAt = (/** @type {number} */ zoom) =>
      Math.max(away, Math.min(fits(this.room(shown, zoom, above)), nearest));
    // Farther off blocks are drawn larger on the sheet.
    const zoom = Math.min(zoomAt(this.zoom), zoomAt(zoomAt(this.zoom)));
    const { left, top, right, bottom } = this.room(shown, zoom, above);
    return {
      shown,
      zoom,
      x: (left + right + aside / zoom) / 2,
      y: (top + bottom + (this.foot - this.head) / zoom) / 2,
    };
  }

  /** The nearest zoom at which a box has room in what is not covered. @param {Box} box @param {number} [aside]  pixels */
  zoomFor({ left, top, right, bottom }, aside = 0) {
    const high = this.frame.clientHeight - this.foot - this.head;
    return Math.min((this.frame.clientWidth - aside) / (right - left), high / (bottom - top));
  }

  /** Whether towns can be shown all at once, as near as the page goes by itself. @param {string[]} towns */
  hasRoomFor(towns) {
    this.measure();
    const away = Math.max(Math.min(this.least(), this.farthest), this.away());
    const { shown } = this.fit(towns, { away, nearest: LEGIBLE, above: 0 });
    return shown.length === towns.length;
  }

  /**
   * Bring into sight where chosen blocks can go, from however far.
   * @param {string[]} towns @param {number} [above]  room above them, on the sheet
   */
  showGoals(towns, above = 0) {
    const known = towns.filter((town) => town in places);
    if (this.keepsGoals(known, above)) return;
    const before = { zoom: this.zoom, ...this.middle() };
    const away = this.showAll(known, { every: true, above });
    if (away !== undefined && away < before.zoom - 0.001) this.left = { ...(this.left ?? before), away };
  }

  /**
   * Whether all of these towns can be pressed where the map is, or once it has moved aside at the same zoom: names and
   * land around them need not be whole.
   * @param {string[]} towns @param {number} above  room above them, on the sheet
   */
  keepsGoals(towns, above) {
    this.refit();
    this.measure();
    const { zoom } = this;
    if (towns.length === 0 || zoom < Math.min(LEGIBLE, this.farthest)) return false;
    const box = this.boxOf(towns, zoom);
    box.top = Math.max(0, box.top - above);
    if (this.zoomFor(box) < zoom) return false;
    const { x, y } = this.movedTo(box, { zoom, ...this.middle() });
    const there = this.seenFrom(zoom, x, y);
    if (!this.sees(box, there) || towns.some((town) => this.hiddenBy(town, there, zoom))) return false;
    if (!this.sees(box)) this.fly(zoom, x, y);
    return true;
  }

  /**
   * Whether a box of the sheet is in sight, now or where this is seen.
   *
   * @param {Box} box @param {Box} [seen] @param {number} [zoom]
   */
  sees(box, seen = this.seen(), zoom = this.zoom) {
    return (
      box.left >= seen.left - 1 &&
      box.right <= seen.right + 1 &&
      box.top >= seen.top - 1 + this.head / zoom &&
      box.bottom <= seen.bottom + 1 - this.foot / zoom
    );
  }

  /** Whether names can be read. */
  isLegible() {
    return this.zoom >= LEGIBLE;
  }

  /** Whether a town with its blocks is in sight. @param {string} town */
  shows(town) {
    return town in places && this.sees(this.room([town], this.zoom)) && !this.isCovered([town]);
  }

  /** Where a town with its blocks is in the frame, when the map has come to rest. @param {string} town @returns {Box} */
  boxAtRest(town) {
    const { zoom, x, y } = this.heading ?? { zoom: this.zoom, ...this.middle() };
    return inFrame(this.pressable(town, zoom), this.seenFrom(zoom, x, y), zoom);
  }

  /** The box round a town and its blocks, without its name. @param {string} town @param {number} zoom */
  pressable(town, zoom) {
    const blocks = this.blocksAt(town, zoom);
    return blocks ? widened(blocks, targetOf(town)) : targetOf(town);
  }

  /** The box round towns and their blocks, without their names. @param {string[]} towns @param {number} zoom @returns {Box} */
  boxOf(towns, zoom) {
    return { ...towns.map((town) => this.pressable(town, zoom)).reduce(widened) };
  }

  /** Whether buttons lie over some of these towns now. @param {string[]} towns */
  isCovered(towns) {
    return towns.some((town) => this.hiddenBy(town, this.seen(), this.zoom) !== null);
  }

  /**
   * The box round towns with all of their blocks.
   * @param {string[]} towns @param {number} zoom @param {number} [above]  more room above them @returns {Box}
   */
  room(towns, zoom, above = 0) {
    const blocks = towns.flatMap((town) => this.blocksAt(town, zoom) ?? []);
    const box = blocks.reduce(widened, around(towns));
    return { ...box, top: Math.max(0, box.top - above) };
  }

  /** The frame may have another size since the map was fitted into it, of which the browser tells only later. */
  refit() {
    if (this.stood && this.stood.height !== this.frame.clientHeight) this.resized();
    const { x, y } = this.middle();
    if (!this.whole) return;
    this.centered = this.frame.clientHeight;
    this.place(this.fitted(), x, y);
  }

  /** Bring a town into sight, unless it is there already. @param {string} town */
  show(town) {
    if (!(town in places)) return;
    this.refit();
    this.measure();
    if (this.shows(town)) return;
    const zoom = Math.max(this.zoom, LEGIBLE);
    const { left, top, right, bottom } = this.room([town], zoom);
    this.goNear({ zoom, x: (left + right) / 2, y: (top + bottom) / 2 }, [town]);
  }

  /**
   * The wheel of a mouse zooms; two fingers on a pad move the map, and pinching them zooms.
   * @param {WheelEvent} event
   */
  wheel(event) {
    const notch = event.deltaMode !== 0 || (event.deltaX === 0 && Math.abs(event.deltaY) >= 50);
    event.preventDefault();
    this.halt();
    if (event.shiftKey || (!event.ctrlKey && !notch)) {
      this.frame.scrollLeft += event.shiftKey ? event.deltaY : event.deltaX;
      this.frame.scrollTop += event.shiftKey ? 0 : event.deltaY;
      return;
    }
    const factor = notch ? (event.deltaY < 0 ? 1.16 : 1 / 1.16) : Math.exp(-event.deltaY / 100);
    const box = this.frame.getBoundingClientRect();
    const at = { x: event.clientX - box.x, y: event.clientY - box.y };
    const point = this.sheetPoint(at);
    this.farthest = Math.max(this.least(), this.zoom * factor);
    this.place(this.farthest, point.x, point.y, at);
  }

  /**
   * Handles a key: zoom in and out, the whole map, or where something is to be done.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") this.nearer();
    else if (event.key === "-") this.farther();
    else if (event.key === "0") this.showWhole();
    else if (event.key === "a") this.showAction();
  }

  /**
   * What the keyboard comes to must be in sight. The browser's own scrolling knows nothing of names and stacks.
   * @param {FocusEvent} event
   */
  follow(event) {
    const at =
      event.target instanceof Element && event.target.matches(":focus-visible")
        ? event.target.closest("[data-at], [data-town]")
        : null;
    const town = at?.getAttribute("data-at") ?? at?.getAttribute("data-town");
    if (town) this.show(town);
  }
}
