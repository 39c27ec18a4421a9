// Whose page this is.

/** A mark of the account that the page was made for, "nobody" of a visitor's. */
export function accountMark() {
  return document.querySelector("meta[name=reader]")?.getAttribute("content") ?? "";
}
