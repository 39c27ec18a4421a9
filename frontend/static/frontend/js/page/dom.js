// Making elements without a template language: `html("button", {class: "primary", onclick: f}, "Done")`.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, unknown> & {[listener: `on${string}`]: Listener | null | undefined | false}} Attributes */
/**
 * @typedef {{bivarianceHack(event: Event): unknown}["bivarianceHack"]} Listener  which may take one kind of event only
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes  `on...` are listeners; null, undefined and false are left out
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {Child} children
 */
function appendChildren(element, children) {
  if (Array.isArray(children)) for (const child of children) appendChildren(element, child);
  else if (children instanceof Node) element.append(children);
  else if (children !== null && children !== undefined && children !== false) element.append(String(children));
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  appendChildren(element, children);
  return element;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  appendChildren(element, children);
  return element;
}

/**
 * Put new children in place of the old ones and leave the keyboard focus where it was: on the element
 * with the same `data-key`. Children that are there already stay where they are; a list with a name (`data-list`) stays
 * scrolled as far.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function replaceChildren(element, ...children) {
  const active = document.activeElement;
  const key = active && element.contains(active) ? active.getAttribute("data-key") : null;
  const lists = [...element.querySelectorAll("[data-list]")].map((list) => ({
    name: list.getAttribute("data-list"),
    scrolled: list.scrollTop,
    keys: key !== null && list.contains(active) ? keysFrom(list, key) : [],
  }));
  arrange(element, children);
  for (const { name, scrolled, keys } of lists) {
    const list = element.querySelector(`[data-list="${name}"]`);
    if (list && list.scrollTop !== scrolled) list.scrollTop = scrolled;
    // What was pressed may be gone by that: then what stood next to it has the focus.
    if (list && document.activeElement !== active) focusOnFirst(list, keys);
  }
  if (key !== null && document.activeElement !== active) focusOnFirst(element, [key]);
}

/**
 * The keys in a list from one of them on, then those before it, the nearest first: those of its kind.
 * @param {Element} list @param {string} key
 */
function keysFrom(list, key) {
  const kind = key.split("-")[0];
  const keys = [...list.querySelectorAll(`[data-key^="${kind}-"]`)].map((each) => each.getAttribute("data-key") ?? "");
  const at = keys.indexOf(key);
  return [...keys.slice(at), ...keys.slice(0, at).reverse()];
}

/** @param {Element} element @param {string[]} keys */
function focusOnFirst(element, keys) {
  for (const key of keys) {
    const same = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!(same instanceof HTMLElement || same instanceof SVGElement)) continue;
    same.focus({ preventScroll: true });
    return;
  }
}

/** @param {Element} element @param {Child} children */
function arrange(element, children) {
  /** @type {Node[]} */
  const order = [];
  const take = (/** @type {Child} */ child) => {
    if (Array.isArray(child)) child.forEach(take);
    else if (child instanceof Node) order.push(child);
    else if (child !== null && child !== undefined && child !== false)
      order.push(document.createTextNode(String(child)));
  };
  take(children);
  const staying = new Set(order);
  for (const old of [...element.childNodes]) if (!staying.has(old)) old.remove();
  let next = element.firstChild;
  for (const child of order) {
    if (child === next) next = next.nextSibling;
    else element.insertBefore(child, next);
  }
}

/** @type {Map<string, {facts: string, element: Element}>} */
const kept = new Map();

/**
 * A part of a list that is drawn again and again: the element made last time, unless what it shows has changed.
 *
 * @template {Element} E
 * @param {string} name  unlike all others on the page
 * @param {unknown} facts  all that it depends on
 * @param {() => E} make
 * @returns {E}
 */
export function cachedElement(name, facts, make) {
  const key = JSON.stringify(facts);
  const before = kept.get(name);
  if (before && before.facts === key) return /** @type {E} */ (before.element);
  const element = make();
  kept.set(name, { facts: key, element });
  return element;
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Draw a part of the page again only if what it shows has changed: most views differ in little.
 *
 * @param {Element} element @param {unknown} facts  all that the part depends on @param {() => Child} make
 */
export function replaceIfChanged(element, facts, make) {
  const key = JSON.stringify(facts);
  if (shown.get(element) === key) return;
  shown.set(element, key);
  replaceChildren(element, make());
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** The live region speaks when its text changes, and only then. @param {HTMLElement} element @param {string} words */
export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Whether an element holds more than is seen of it. @param {Element} element */
export function isCut(element) {
  return element.scrollHeight > element.clientHeight + 1;
}
