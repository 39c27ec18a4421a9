// How many blocks each road still takes in this movement (5.1).

import { roads } from "../map/layout.js";

const KINDS = new Map(roads.map(([a, b, kind]) => [roadKey([a, b]), kind]));

/** The name of a road, whichever way it is gone. @param {string[]} step  its ends */
export function roadKey([a, b]) {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** @param {string[]} step  the ends of a road */
export function isMinor(step) {
  return KINDS.get(roadKey(step)) === "minor";
}

/** How many blocks each road still takes. */
export class Room {
  /** @param {View} view */
  constructor(view) {
    this.limits = view.prospects?.limits ?? { major: 4, minor: 2 };
    /** @type {Map<string, number>} */
    this.left = new Map(
      (view.prospects?.room ?? []).map(([a, b, left]) => [roadKey([String(a), String(b)]), Number(left)]),
    );
    const { battle, you } = view;
    const retreats = you && battle?.retreats[you];
    if (retreats)
      for (const [town, left] of Object.entries(retreats)) this.left.set(roadKey([battle.town, town]), left);
  }

  /** @param {string[]} step */
  of(step) {
    return this.left.get(roadKey(step)) ?? this.limit(step);
  }

  /** How many a road takes in a whole movement. @param {string[]} step */
  limit(step) {
    return this.limits[isMinor(step) ? "minor" : "major"];
  }

  /** @param {string[][]} steps */
  takes(steps) {
    /** @type {Map<string, number>} */
    const needed = new Map();
    for (const step of steps) needed.set(roadKey(step), (needed.get(roadKey(step)) ?? 0) + 1);
    return [...needed].every(([name, count]) => this.of(name.split(" ")) >= count);
  }

  /** @param {string[][]} steps */
  use(steps) {
    for (const step of steps) this.left.set(roadKey(step), this.of(step) - 1);
  }
}
