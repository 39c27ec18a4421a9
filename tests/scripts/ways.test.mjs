// Arrows on the map: map/ways.js.

import assert from "node:assert/strict";
import { test } from "node:test";

import { places, roads } from "../../frontend/static/frontend/js/map/layout.js";

/** An element as far as arrows are made of such. */
class Element {
  constructor(name) {
    Object.assign(this, { name, children: [], attributes: {} });
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
}
globalThis.Node = Element;
globalThis.document = { createElementNS: (_space, name) => new Element(name) };
const { drawArrivals, drawPlannedRoutes, drawRoutes } = await import("../../frontend/static/frontend/js/map/ways.js");

/** Where an arrow begins and where its head ends. */
function endsOf({ children }) {
  const [, line, head] = children.map(({ attributes }) => attributes);
  return [line.d, head.transform].map((numbers) => numbers.match(/-?\d+/g).slice(0, 2).map(Number));
}

function distance([x, y], town) {
  return Math.hypot(places[town][0] - x, places[town][1] - y);
}

for (const [from, to] of [
  ["tyre", "st-simeon"],
  ["egypt", "acre"],
  ["tripoli", "botron"],
])
  test(`an arrow by sea from ${from} to ${to} touches both ports`, () => {
    const went = drawRoutes([{ side: "frank", steps: [[from, to]], sea: true }]);
    const planned = drawPlannedRoutes({ walks: [{ steps: [], sea: [from, to] }] });
    for (const [arrow] of [went, planned]) {
      const [start, end] = endsOf(arrow);
      assert.ok(distance(start, from) < 60, `begins ${distance(start, from)} off ${from}`);
      assert.ok(distance(end, to) < 60, `ends ${distance(end, to)} off ${to}`);
      assert.ok(distance(end, to) > 20, "its head lies on the town");
    }
  });

test("an arrow along any road is whole from the mark of one town to that of the other", () => {
  for (const [one, other] of roads.filter((road) => road[0] in places && road[1] in places))
    for (const [from, to] of [
      [one, other],
      [other, one],
    ])
      for (const [arrow] of [
        drawRoutes([{ side: "frank", steps: [[from, to]], sea: false }]),
        drawPlannedRoutes({ walks: [{ steps: [[from, to]], sea: null }] }),
        drawArrivals({ arrivals: [{ town: to, side: "frank", road: from, main: true, round: 1 }] }),
      ]) {
        const [start, end] = endsOf(arrow);
        assert.ok(distance(start, from) < 42, `begins ${distance(start, from)} off ${from}, to ${to}`);
        assert.ok(distance(end, to) < 60, `ends ${distance(end, to)} off ${to}, from ${from}`);
      }
});

test("each leg of a way through towns is as whole as a way alone", () => {
  const steps = [
    ["homs", "krak"],
    ["krak", "tripoli"],
  ];
  const legs = drawPlannedRoutes({ walks: [{ steps, sea: null }] });
  assert.ok(distance(endsOf(legs[0])[1], "krak") < 60);
  assert.ok(distance(endsOf(legs[1])[0], "krak") < 42);
});
