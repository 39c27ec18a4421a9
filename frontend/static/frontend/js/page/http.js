// Requests of the page, all of them. Each has a time-out, bears the token that the browser has now, which changes with
// a log-in in another tab, and says whose page it comes from: the server refuses what another person's session would
// answer.

import { accountMark } from "./reader.js";
import { isOtherAccount, checkAccount } from "./session.js";

/** Milliseconds that an answer may take: a network that has frozen says nothing for minutes. */
const PATIENCE = 20_000;
/** The name of the header by which a page says whose it is, and by which the server says that it is not any more. */
const READER = "X-Page-Of";

/**
 * @typedef {object} Request
 * @property {"GET" | "HEAD" | "POST" | "PUT"} [method]
 * @property {unknown} [json]  the body, as JSON
 * @property {FormData} [form]  the body, as a form's
 * @property {Record<string, string>} [headers]
 * @property {number} [patience]  milliseconds
 * @property {boolean} [keepalive]  it outlives the page
 *
 * @typedef {{ok: boolean, status: number, reason: string, redirected: boolean, refused: boolean, words: string, read:
 *   () => any}} Answer
 * `refused`: it is another's page now, or nobody's; `words`: the whole body; `read`: the same as JSON, which throws
 * where it is none
 */

/** The token that proves that a request comes from a page of the site. */
export function csrfToken() {
  const cookie = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie);
  if (cookie) return cookie[1];
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  return field instanceof HTMLInputElement ? field.value : "";
}

/**
 * Sends a request and waits for the whole answer. Throws where there is none in time.
 *
 * @param {string} address @param {Request} [request] @returns {Promise<Answer>}
 */
export async function request(
  address,
  { method = "GET", json, form, headers = {}, patience = PATIENCE, keepalive = false } = {},
) {
  if (isOtherAccount()) throw new Error("this page is another person's");
  const sent = new Headers({ Accept: "application/json", ...headers });
  if (accountMark()) sent.set(READER, accountMark());
  if (method !== "GET") sent.set("X-CSRFToken", csrfToken());
  if (json !== undefined) sent.set("Content-Type", "application/json");
  const body = json === undefined ? form : JSON.stringify(json);
  const stop = typeof AbortController === "function" ? new AbortController() : null;
  /** @type {number | undefined} */
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = window.setTimeout(() => {
      stop?.abort();
      reject(new Error("no answer in time"));
    }, patience);
  });
  try {
    return await Promise.race([
      answerTo(address, { method, headers: sent, body, keepalive, credentials: "same-origin", signal: stop?.signal }),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} address @param {RequestInit} how @returns {Promise<Answer>} */
async function answerTo(address, how) {
  const response = await fetch(address, how);
  const words = await response.text();
  const found = response.headers.get(READER);
  checkAccount(found);
  return {
    ok: response.ok,
    status: response.status,
    reason: response.statusText,
    redirected: response.redirected,
    refused: found !== null,
    words,
    read: () => JSON.parse(words),
  };
}
