// Arrows along roads: those by which armies came to a declared battle, and those that the chosen blocks would take.

import { svg } from "../page/dom.js";
import { places, roads } from "./layout.js";

/** @typedef {[number, number]} Point */
/** @typedef {{side: string, steps: [string, string][], sea: boolean}} Route  by which a block went */
/** @typedef {{town: string, side: string, road: string, main: boolean, round: number}} Arrival */

/** How far out at sea an arrow begins whose port nobody is told. */
const OUT = 130;
/** An arrow goes from the edge of a town's mark to that of the other: it begins and ends so far from their middles. */
const [EDGE, TIP] = [30, 44];

/**
 * The points of a road from one town to another: its ends and what bends it.
 * @param {string} from
 * @param {string} to
 * @returns {Point[] | null}
 */
function courseOf(from, to) {
  const road = roads.find(([one, other]) => (one === from && other === to) || (one === to && other === from));
  if (!road) return null;
  const numbers = (road[3].match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  /** @type {Point[]} */
  const points = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
  return road[0] === from ? points : points.reverse();
}

/**
 * A point of a curve of two or three points, and where it goes there.
 * @param {Point[]} points
 * @param {number} t
 * @returns {{at: Point, turn: number}}
 */
function along(points, t) {
  const [a, b] = [points[0], points[points.length - 1]];
  const c = points.length > 2 ? points[1] : /** @type {Point} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const at = (/** @type {0 | 1} */ i) => (1 - t) ** 2 * a[i] + 2 * t * (1 - t) * c[i] + t * t * b[i];
  const way = (/** @type {0 | 1} */ i) => 2 * (1 - t) * (c[i] - a[i]) + 2 * t * (b[i] - c[i]);
  return { at: [at(0), at(1)], turn: (Math.atan2(way(1), way(0)) * 180) / Math.PI };
}

/** A line with a head, whole from town to town. @param {Point[]} points @param {string} look */
function arrow(points, look) {
  const far = (/** @type {number} */ t, /** @type {Point} */ end) => {
    const [x, y] = along(points, t).at;
    return Math.hypot(x - end[0], y - end[1]);
  };
  const parts = Array.from({ length: 101 }, (_, i) => i / 100);
  const since = parts.find((t) => far(t, points[0]) >= EDGE) ?? 0;
  const until = Math.max(since, parts.findLast((t) => far(t, points[points.length - 1]) >= TIP) ?? 1);
  const steps = [];
  for (let i = 0; i <= 12; i += 1)
    steps.push(
      along(points, since + (until - since) * (i / 12))
        .at.map(Math.round)
        .join(" "),
    );
  const { at, turn } = along(points, until);
  const line = `M${steps.join("L")}`;
  return svg(
    "g",
    { class: `way ${look}` },
    svg("path", { d: line, class: "way-under" }),
    svg("path", { d: line, class: "way-line" }),
    svg("path", {
      d: "M16 0L-12-15L-6 0L-12 15Z",
      class: "way-head",
      transform: `translate(${Math.round(at[0])} ${Math.round(at[1])}) rotate(${Math.round(turn)})`,
    }),
  );
}

/**
 * From port to port, or from nowhere that is told.
 * @param {string | null} from
 * @param {string} to
 * @returns {Point[]}
 */
function sailing(from, to) {
  const [x, y] = places[to];
  const [startX, startY] = from && places[from] ? places[from] : [x - OUT, y - 20];
  return [
    [startX, startY],
    [Math.min(startX, x) - 110, (startY + y) / 2],
    [x, y],
  ];
}

/** The roads by which enemies have come to where a battle is declared. @param {{arrivals?: Arrival[]}} view */
export function drawArrivals(view) {
  return (view.arrivals ?? []).flatMap(({ town, side, road, main, round }) => {
    if (!places[town]) return [];
    const look = `arrival ${side}${main ? " main" : ""}${round > 1 && !main ? " late" : ""}`;
    if (road === "sea") return [arrow(sailing(null, town), look)];
    const course = courseOf(road, town);
    return course ? [arrow(course, look)] : [];
  });
}

/** The ways that the other side's blocks went, each road once. @param {Route[]} routes */
export function drawRoutes(routes) {
  const drawn = new Set();
  return routes.flatMap(({ side, steps, sea }) =>
    steps.flatMap(([from, to]) => {
      const course = sea ? sailing(from, to) : courseOf(from, to);
      if (drawn.has(`${from} ${to}`) || !course || !places[to]) return [];
      drawn.add(`${from} ${to}`);
      return [arrow(course, `went ${side}${sea ? " late" : ""}`)];
    }),
  );
}

/** The ways of a plan, each road once. @param {{walks: {steps: string[][], sea: string[] | null}[]} | null} plan */
export function drawPlannedRoutes(plan) {
  const drawn = new Set();
  return (plan?.walks ?? []).flatMap(({ steps, sea }) => {
    const legs = sea ? [sea] : steps;
    return legs.flatMap(([from, to]) => {
      const name = `${from} ${to}`;
      const course = sea ? sailing(from, to) : courseOf(from, to);
      if (drawn.has(name) || !course || !places[to]) return [];
      drawn.add(name);
      return [arrow(course, sea ? "walk late" : "walk")];
    });
  });
}
