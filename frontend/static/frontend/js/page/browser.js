// What this browser has: storage, formats of numbers and moments, watching of sizes, dialogs. Any of it may be
// forbidden, missing, or older than the site expects, and then the page does without. Other modules use none of it
// directly (tests/frontend/test_browser_features.py).

/**
 * @typedef {{get: (key: string) => string | null, set: (key: string, value: string) => void, remove: (key: string) =>
 *   void}} Memory
 */

/**
 * A storage of the browser. Where it is forbidden or full, what is written lasts as long as the page.
 *
 * @param {() => Storage} storage  whose getter throws where cookies are blocked @returns {Memory}
 */
function memoryOf(storage) {
  /** @type {Map<string, string | null>} what the storage did not take; null: removed */
  const kept = new Map();
  return {
    get(key) {
      const own = kept.get(key);
      if (own !== undefined) return own;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        storage().setItem(key, value);
        kept.delete(key);
      } catch {
        kept.set(key, value);
      }
    },
    remove(key) {
      try {
        storage().removeItem(key);
        kept.delete(key);
      } catch {
        kept.set(key, null);
      }
    },
  };
}

/** Kept in this browser. */
export const localStore = memoryOf(() => localStorage);
/** Kept in this tab. */
export const sessionStore = memoryOf(() => sessionStorage);

/** @template T @param {() => T} make @param {T} otherwise @returns {T} */
function attempt(make, otherwise) {
  try {
    return make();
  } catch {
    return otherwise;
  }
}

const language = attempt(() => document.documentElement.lang || "en", "en");

/**
 * The form of plural that a count has in the page's language: "one", "few", "many", "other".
 * @type {(count: number) => string}
 */
export const pluralForm = attempt(
  () => {
    const plurals = new Intl.PluralRules(language);
    return (count) => plurals.select(count);
  },
  (count) => (count === 1 ? "one" : "other"),
);

/**
 * Numbers in the page's language.
 *
 * @param {{percent?: boolean, decimals?: number}} how  of a percentage: 0.5 is written as 50 %
 * @returns {(value: number) => string}
 */
export function numberFormat({ percent = false, decimals = 0 } = {}) {
  return attempt(
    () => {
      const format = new Intl.NumberFormat(language, {
        style: percent ? "percent" : "decimal",
        maximumFractionDigits: decimals,
      });
      return (value) => format.format(value);
    },
    (value) => (percent ? `${Math.round(value * 100)} %` : String(Number(value.toFixed(decimals)))),
  );
}

/** Names of time zones that were changed, and what older browsers call them. @type {Record<string, string>} */
const FORMERLY = {
  "Africa/Asmara": "Africa/Asmera",
  "America/Argentina/Buenos_Aires": "America/Buenos_Aires",
  "America/Atikokan": "America/Coral_Harbour",
  "America/Nuuk": "America/Godthab",
  "Asia/Ho_Chi_Minh": "Asia/Saigon",
  "Asia/Kathmandu": "Asia/Katmandu",
  "Asia/Kolkata": "Asia/Calcutta",
  "Asia/Yangon": "Asia/Rangoon",
  "Atlantic/Faroe": "Atlantic/Faeroe",
  "Europe/Kyiv": "Europe/Kiev",
  "Pacific/Chuuk": "Pacific/Truk",
  "Pacific/Kanton": "Pacific/Enderbury",
  "Pacific/Pohnpei": "Pacific/Ponape",
};

/**
 * A moment in the page's language: by the clock of a zone, else by that of this device, whose zone is then named.
 *
 * @param {number | string | Date} moment
 * @param {Intl.DateTimeFormatOptions} how
 * @param {string} [zone]  undefined: this device's
 */
export function momentWords(moment, how, zone) {
  const when = new Date(moment);
  for (const timeZone of zone ? [zone, FORMERLY[zone]] : [undefined]) {
    if (zone && !timeZone) continue;
    const words = attempt(() => inWords(new Intl.DateTimeFormat(language, { ...how, timeZone }), when), "");
    if (words) return words;
  }
  const named = zone ? /** @type {const} */ ({ timeZoneName: "short" }) : {};
  return attempt(() => inWords(new Intl.DateTimeFormat(language, { ...how, ...named }), when), plainMoment(when, how));
}

/**
 * A moment as the server writes it in the same language: English has "3:05 p.m.", "3 p.m.", "noon" and "midnight" there,
 * and "3:05 PM" in browsers.
 *
 * @param {Intl.DateTimeFormat} format
 * @param {Date} when
 */
function inWords(format, when) {
  const parts = format.formatToParts(when);
  const hour = parts.findIndex(({ type }) => type === "hour");
  const half = parts.findIndex(({ type }) => type === "dayPeriod");
  const minute = parts.find(({ type }) => type === "minute")?.value;
  if (half < hour || hour < 0 || minute === undefined) return format.format(when);
  const late = parts[half].value.toLowerCase().startsWith("p");
  const clock = minute === "00" ? parts[hour].value : `${parts[hour].value}:${minute}`;
  const said = clock === "12" ? (late ? "noon" : "midnight") : `${clock} ${late ? "p.m." : "a.m."}`;
  return [
    ...parts.slice(0, hour).map(({ value }) => value),
    said,
    ...parts.slice(half + 1).map(({ value }) => value),
  ].join("");
}

/** "2026-11-25 14:02", of this device's clock. @param {Date} when @param {Intl.DateTimeFormatOptions} how */
function plainMoment(when, how) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const day = how.day ? `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}` : "";
  const hour = how.hour ? `${two(when.getHours())}:${two(when.getMinutes())}` : "";
  return [day, hour].filter(Boolean).join(" ");
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** "3 hours ago"; the moment itself where the browser has no words for that. @param {number | string} moment */
export function agoWords(moment) {
  const seconds = (Date.now() - new Date(moment).getTime()) / 1000;
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[2];
  return attempt(
    () =>
      new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(
        -Math.max(1, Math.round(seconds / length)),
        unit,
      ),
    momentWords(moment, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }),
  );
}

/** For sorting by the alphabet of the reader. @param {string} one @param {string} other */
export function compareWords(one, other) {
  return attempt(() => one.localeCompare(other), one < other ? -1 : Number(one > other));
}

/**
 * The names of the zone that this device is set to: the present one first, where it was changed; none where the browser
 * does not say.
 */
export function deviceTimeZones() {
  const zone = attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone, "");
  const renamed = Object.keys(FORMERLY).find((name) => FORMERLY[name] === zone);
  return [renamed, zone].filter((name) => name !== undefined && name !== "");
}

/** Whether a media query holds; one that cannot be asked does not. @param {string} query */
export function mediaQuery(query) {
  return attempt(() => matchMedia(query).matches, false);
}

/** Whether the window has the page's narrow form, with the map between prompt and bar. */
export function isPhone() {
  return mediaQuery("(max-width: 60rem)");
}

/**
 * Calls when the size of an element has changed, and once at the beginning.
 * @param {Element} element
 * @param {() => void} changed
 */
export function onResize(element, changed) {
  if (typeof ResizeObserver === "function") new ResizeObserver(changed).observe(element);
  else {
    window.addEventListener("resize", changed);
    changed();
  }
}

/**
 * Calls when what stands in an element has been drawn anew. Without the means it never does.
 * @param {Element} element
 * @param {() => void} drawn
 */
export function onRedraw(element, drawn) {
  if (typeof MutationObserver === "function")
    new MutationObserver(drawn).observe(element, { childList: true, subtree: true });
}

/**
 * Calls when an element comes into sight or leaves it. Without the means it counts as in sight.
 * @param {Element} element
 * @param {(seen: boolean) => void} changed
 */
export function onVisibilityChange(element, changed) {
  if (typeof IntersectionObserver !== "function") return changed(true);
  new IntersectionObserver((entries) => changed(entries[entries.length - 1].isIntersecting)).observe(element);
}

/**
 * Calls with what changes in an element: elements in it, their texts, and whether they are hidden. Without the means
 * nothing is called.
 * @param {Element} element
 * @param {(changes: MutationRecord[]) => void} changed
 */
export function onContentChange(element, changed) {
  if (typeof MutationObserver !== "function") return;
  const what = { childList: true, characterData: true, subtree: true, attributes: true, attributeFilter: ["hidden"] };
  new MutationObserver(changed).observe(element, what);
}

/** Whether an element can be seen, wherever the page is scrolled to. @param {Element} element */
export function isShown(element) {
  return attempt(() => element.checkVisibility(), element.getClientRects().length > 0);
}

/** Whether elements can be animated. */
export function canAnimate() {
  return typeof Element.prototype.animate === "function";
}

/** @param {HTMLDialogElement} dialog */
export function showDialog(dialog) {
  if (dialog.open) return;
  if (typeof dialog.showModal === "function") dialog.showModal();
  else dialog.setAttribute("open", "");
}

/** @param {HTMLDialogElement} dialog */
export function closeDialog(dialog) {
  if (typeof dialog.close === "function") dialog.close();
  else dialog.removeAttribute("open");
}

/** Whether parts of the page can be shown above it. */
export function hasPopovers() {
  return "showPopover" in HTMLElement.prototype;
}

/** @param {HTMLElement | null} element */
export function showPopover(element) {
  attempt(() => element?.showPopover(), undefined);
}

/** @param {HTMLElement} element */
export function hidePopover(element) {
  attempt(() => element.hidePopover(), undefined);
}

/**
 * Random bytes.
 * @param {number} count
 * @returns {Uint8Array<ArrayBuffer> | null}  null: this browser has none that are worth the name
 */
export function randomBytes(count) {
  return attempt(() => crypto.getRandomValues(new Uint8Array(count)), null);
}

/**
 * Puts words where they can be pasted from.
 * @param {string} words
 * @returns {Promise<boolean>}  false: forbidden, or not on https
 */
export async function copyText(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}

/** Whether words can be put where they can be pasted from: not without https. */
export function canCopy() {
  return attempt(() => Boolean(navigator.clipboard), false);
}

/** Whether the device has a way to send a link to somebody. */
export function canShare() {
  return attempt(() => typeof navigator.share === "function", false);
}

/**
 * Has the device send a link. Who changes their mind closes its sheet, which is no error.
 * @param {string} url
 * @param {string} words
 */
export function shareLink(url, words) {
  attempt(() => navigator.share({ title: words, text: words, url }).catch(() => {}), undefined);
}

/**
 * Changes the address of the page without loading it. Some browsers allow but so many changes in a while.
 * @param {URL} address
 */
export function replaceUrl(address) {
  attempt(() => history.replaceState(null, "", address), undefined);
}

/** The number on the icon of a site that is kept as an app. @param {number} count */
export function setIconCount(count) {
  attempt(() => navigator.setAppBadge?.(count)?.catch(() => {}), undefined);
}
