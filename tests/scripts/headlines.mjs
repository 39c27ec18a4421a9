// What tests of the line of results build views and entries of.

export const WEIGHTS = {
  "town-taken": "strong",
  "siege-begun": "strong",
  "field-won": "strong",
  "block-eliminated": "strong",
  "battle-begun": "strong",
  "attrition-rolled": "told",
  "group-moved": "move",
  "block-retreated": "told",
  "block-left": "told",
  "block-regrouped": "told",
};

/** Entries of one side, each of one fact. */
export function entries(side, ...facts) {
  return facts.map((fact, i) => ({ n: i + 1, side, kind: "action", events: [fact], undone: false }));
}

/** A view with these blocks, by town, and these cities. */
export function view(places, cities = {}) {
  return {
    cities,
    map: Object.fromEntries(
      Object.entries(places).map(([town, sides]) => [town, { stacks: sides.map((side) => ({ side, count: 1 })) }]),
    ),
  };
}

export function move(...path) {
  return { type: "group-moved", side: "frank", path };
}

/** The parts as words a test can name. */
export function told(headline) {
  return headline.parts.map(
    ({ key, town, count, strong }) => `${key.replace("headline-", "")} ${town ?? count}${strong ? "!" : ""}`,
  );
}
