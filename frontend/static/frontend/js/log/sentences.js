// Lines of the log as sentences. Pure.

/**
 * Lines of the log as one text: what is a heading in the log ends with a full stop here.
 * @param {(string | null | undefined)[]} lines
 */
export function inSentences(lines) {
  return lines
    .filter((line) => typeof line === "string" && line !== "")
    .map((line) => (/[.!?:;\u2026]$/.test(String(line)) ? line : `${line}.`))
    .join(" ");
}
