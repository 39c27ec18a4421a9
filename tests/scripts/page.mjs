// A page as far as modules that draw nothing ask for one: what the server wrote into it, and its language.

/** @param {Record<string, unknown>} data  names, texts and what else `page` has */
export function stubPage(data) {
  const written = JSON.stringify({ blocks: {}, towns: {}, cards: {}, texts: {}, sides: [], urls: {}, ...data });
  globalThis.window = globalThis;
  globalThis.addEventListener ??= () => {};
  globalThis.location ??= { protocol: "https:", host: "site", search: "" };
  globalThis.document = {
    getElementById: () => ({ textContent: written, dataset: {} }),
    documentElement: { lang: "en", dataset: {} },
    addEventListener() {},
    querySelector: () => null,
  };
}
