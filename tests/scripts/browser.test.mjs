import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { lang: "en" } };
Object.defineProperty(globalThis, "localStorage", {
  configurable: true,
  get() {
    throw new Error("cookies are blocked");
  },
});
globalThis.sessionStorage = {
  getItem: () => null,
  setItem() {
    throw new Error("full");
  },
  removeItem() {},
};
const WholeIntl = globalThis.Intl;
const load = (name) => import(`../../frontend/static/frontend/js/page/browser.js?${name}`);

/** What is given to `work` is the module as a browser without these parts of Intl has it. */
async function without(parts, work) {
  globalThis.Intl =
    parts === null
      ? undefined
      : {
          ...Object.fromEntries(Object.getOwnPropertyNames(WholeIntl).map((name) => [name, WholeIntl[name]])),
          ...parts,
        };
  try {
    await work(await load(JSON.stringify(parts === null ? "none" : Object.keys(parts))));
  } finally {
    globalThis.Intl = WholeIntl;
  }
}

test("storage that throws remembers for as long as the page lasts", async () => {
  const { localStore, sessionStore } = await load("storage");
  for (const storage of [localStore, sessionStore]) {
    assert.equal(storage.get("key"), null);
    storage.set("key", "value");
    assert.equal(storage.get("key"), "value");
    storage.remove("key");
    assert.equal(storage.get("key"), null);
  }
});

test("a zone that the browser calls otherwise is told by its former name", async () => {
  const Strict = class extends WholeIntl.DateTimeFormat {
    constructor(language, how) {
      if (how?.timeZone === "Europe/Kyiv") throw new RangeError("Invalid time zone specified: Europe/Kyiv");
      super(language, how);
    }
  };
  await without({ DateTimeFormat: Strict }, ({ momentWords }) => {
    assert.equal(
      momentWords("2026-11-25T12:02:00Z", { hour: "2-digit", minute: "2-digit", hour12: false }, "Europe/Kyiv"),
      "14:02",
    );
  });
});

test("a zone that nobody knows is told by this device's clock, which is named", async () => {
  const { momentWords } = await load("zones");
  const words = momentWords("2026-11-25T12:02:00Z", { hour: "numeric", minute: "2-digit" }, "Nowhere/Never");
  assert.match(words, /\d:02.*[A-Z]{3}/);
});

test("without Intl numbers, moments and plurals are plain", async () => {
  await without(null, ({ numberFormat, momentWords, agoWords, pluralForm, deviceTimeZones, compareWords }) => {
    assert.equal(numberFormat({ percent: true })(0.254), "25 %");
    assert.equal(numberFormat({ decimals: 1 })(1.25), "1.3");
    assert.match(
      momentWords("2026-11-25T12:02:00Z", { day: "numeric", hour: "numeric" }, "Europe/Kyiv"),
      /^2026-11-\d\d \d\d:02$/,
    );
    assert.match(agoWords(Date.now() - 7_200_000), /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    assert.deepEqual([1, 2].map(pluralForm), ["one", "other"]);
    assert.deepEqual(deviceTimeZones(), []);
    assert.equal(compareWords("a", "b"), -1);
  });
});

test("a device that knows its zone by the former name finds it in lists of present names", async () => {
  const Old = function () {
    return { resolvedOptions: () => ({ timeZone: "Europe/Kiev" }) };
  };
  await without({ DateTimeFormat: Old }, ({ deviceTimeZones }) =>
    assert.deepEqual(deviceTimeZones(), ["Europe/Kyiv", "Europe/Kiev"]),
  );
});

test("English hours are written as the server writes them, by the clock of the zone", async () => {
  const { momentWords } = await load("hours");
  const at = (/** @type {string} */ hour, how = {}) =>
    momentWords(`2026-11-25T${hour}:00Z`, { ...how, hour: "numeric", minute: "2-digit" }, "UTC");
  assert.deepEqual(
    ["09:05", "15:05", "15:00", "12:05", "00:30", "12:00", "00:00"].map((hour) => at(hour)),
    ["9:05 a.m.", "3:05 p.m.", "3 p.m.", "12:05 p.m.", "12:30 a.m.", "noon", "midnight"],
  );
  assert.match(at("15:05", { day: "numeric", month: "short" }), /^(Nov 25|25 Nov),? 3:05 p\.m\.$/);
  document.documentElement.lang = "fr";
  const { momentWords: french } = await load("hours in French");
  assert.equal(french("2026-11-25T15:05:00Z", { hour: "numeric", minute: "2-digit" }, "UTC"), "15:05");
  document.documentElement.lang = "en";
});
