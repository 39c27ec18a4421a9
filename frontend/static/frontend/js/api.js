// Talking to the server: the view, one action at a time, undo.

import { page } from "./page.js";

/**
 * @typedef {{kind: "view", state: any} | {kind: "stale", state: any} | {kind: "refused", reason: string}
 *   | {kind: "offline"}} Answer
 */

/** crypto.randomUUID exists only on https and localhost; a game on the local network is plain http. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function csrfToken() {
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  return field instanceof HTMLInputElement ? field.value : "";
}
