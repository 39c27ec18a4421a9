// The numbers of the rules that texts cite: those of the edition that is played.

/**
 * `winter`: besiegers leave the map; `hidden-castle`, `hidden-field`: who stands there need not be shown; `garrison`,
 * `storm`: how many may be in a castle, or storm it; `winter-turn`: nobody attacks.
 * @typedef {"roads" | "losses" | "winter" | "winter-turn" | "hidden-castle" | "hidden-field" | "garrison" | "storm"} Subject
 */

/** @type {Record<string, Record<Subject, string>>} */
const NUMBERS = {
  "2.0": {
    roads: "5.1",
    losses: "6.34",
    winter: "8.3",
    "winter-turn": "8.1",
    "hidden-castle": "6.51",
    "hidden-field": "6.51",
    garrison: "6.52",
    storm: "6.52",
  },
  1.4: {
    roads: "5.4",
    losses: "6.7",
    winter: "9.03",
    "winter-turn": "9.02",
    "hidden-castle": "7.0",
    "hidden-field": "7.2",
    garrison: "7.1",
    storm: "7.31",
  },
};

/** @param {Pick<View, "ruleset">} view @param {Subject} subject */
export function ruleNumber({ ruleset }, subject) {
  return NUMBERS[ruleset.edition]?.[subject] ?? "";
}
