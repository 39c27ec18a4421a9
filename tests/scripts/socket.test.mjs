import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const listeners = new Map();
const listen = (kind, hear) => listeners.set(kind, [...(listeners.get(kind) ?? []), hear]);
globalThis.window = globalThis;
globalThis.addEventListener = listen;
globalThis.location = { protocol: "https:", host: "site" };
globalThis.document = {
  documentElement: { lang: "en", dataset: {}, classList: { add() {} } },
  visibilityState: "visible",
  addEventListener: listen,
  getElementById: () => null,
  cookie: "",
  querySelector: () => ({ getAttribute: () => "mark" }),
};
Math.random = () => 0.5;

const [PING, PONG] = ['{"ping":1}', '{"pong":1}'];
/** @type {FakeSocket[]} */
let made = [];
class FakeSocket {
  readyState = 0;
  sent = [];
  hears = new Map();
  constructor(address) {
    this.address = address;
    made.push(this);
  }
  addEventListener(kind, hear) {
    this.hears.set(kind, hear);
  }
  send(words) {
    this.sent.push(words);
  }
  close() {
    this.readyState = 2; // a frozen network never confirms it
  }
  opens() {
    this.readyState = 1;
    this.hears.get("open")();
  }
  says(data) {
    this.hears.get("message")({ data });
  }
  ends(code) {
    this.readyState = 3;
    this.hears.get("close")({ code });
  }
}
const { BEAT, LiveSocket, PATIENCE, SHORT } = await import("../../frontend/static/frontend/js/server/socket.js");
const { SILENCE } = await import("../../frontend/static/frontend/js/page/contact.js");

/** A socket that has been opened, and what was told of it. */
function opened(more = {}) {
  const told = { heard: [], proved: [], codes: [] };
  const live = new LiveSocket("/ws/user/", {
    heard: (words) => told.heard.push(words),
    proved: (works) => told.proved.push(works),
    closed(code) {
      told.codes.push(code);
      return more.closed?.(code);
    },
  });
  live.open();
  return { live, told };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  made = [];
  listeners.clear();
  globalThis.WebSocket = FakeSocket;
});

test("it works once it has said something, not when it is open: a proxy may keep all words to itself", () => {
  const { live, told } = opened();
  assert.equal(made[0].address, "wss://site/ws/user/?of=mark");
  made[0].opens();
  assert.equal(live.works, false);
  made[0].says(PONG);
  assert.equal(live.works, true);
  assert.deepEqual(told.proved, [true]);
  assert.deepEqual(told.heard, []);
});

test("a silent socket is asked, and without an answer closed and opened anew within half a minute", () => {
  const { live, told } = opened();
  made[0].opens();
  made[0].says("hello");
  mock.timers.tick(BEAT - 1);
  assert.deepEqual(made[0].sent, [PING], "the first is sent on opening");
  mock.timers.tick(1);
  assert.deepEqual(made[0].sent, [PING, PING]);
  mock.timers.tick(PATIENCE);
  assert.equal(live.works, false);
  assert.deepEqual(told.proved, [true, false]);
  assert.equal(made[0].readyState, 2);
  assert.ok(BEAT + PATIENCE < SILENCE);
  mock.timers.tick(2000);
  assert.equal(made.length, 2);
  // What the dead one says when the network thaws is not heard.
  made[0].says("late");
  assert.deepEqual(told.heard, ["hello"]);
});

test("one that answers is kept for ever", () => {
  const { live } = opened();
  made[0].opens();
  for (let i = 0; i < 100; i += 1) {
    made[0].says(PONG);
    mock.timers.tick(BEAT);
  }
  assert.equal(live.works, true);
  assert.equal(made.length, 1);
});

test("one that never opens, or opens and says nothing, is given up", () => {
  opened();
  mock.timers.tick(PATIENCE);
  mock.timers.tick(2000);
  assert.equal(made.length, 2);
  made[1].opens();
  mock.timers.tick(PATIENCE);
  mock.timers.tick(4000);
  assert.equal(made.length, 3);
});

test("it is opened ever more slowly, at most once a minute, and never not at all", () => {
  opened();
  const waits = [];
  for (let i = 0; i < 9; i += 1) {
    const before = made.length;
    made.at(-1).ends(1006);
    let waited = 0;
    while (made.length === before) {
      mock.timers.tick(1000);
      waited += 1;
    }
    waits.push(waited);
  }
  assert.deepEqual(waits, [2, 4, 8, 16, 32, 60, 60, 60, 60]);
});

test("an answer that was left out closes it at once", () => {
  const { live, told } = opened();
  made[0].opens();
  made[0].says("hello");
  live.drop();
  assert.equal(live.works, false);
  assert.equal(live.send("act"), false);
  assert.deepEqual(told.codes, [0]);
});

for (const [kind, event] of [
  ["visibilitychange", {}],
  ["online", {}],
  ["offline", {}],
  ["pageshow", { persisted: true }],
  ["resume", {}],
]) {
  test(`on ${kind} the other end has but a short while to answer`, () => {
    const { live } = opened();
    made[0].opens();
    made[0].says("hello");
    for (const hear of listeners.get(kind)) hear(event);
    mock.timers.tick(SHORT);
    assert.equal(live.works, false);
  });
}

test("a timer that slept with its page asks once more before it gives up", () => {
  const { live } = opened();
  made[0].opens();
  made[0].says("hello");
  mock.timers.tick(BEAT);
  mock.timers.setTime(Date.now() + 3_600_000); // the laptop was closed for an hour
  mock.timers.tick(0);
  assert.equal(live.works, true);
  made[0].says(PONG);
  mock.timers.tick(SHORT);
  assert.equal(live.works, true);
});

test("a browser without sockets, or that forbids them, is asked again later", () => {
  globalThis.WebSocket = class {
    constructor() {
      throw new Error("forbidden");
    }
  };
  const { live } = opened();
  assert.equal(live.works, false);
  assert.equal(live.send("act"), false);
  globalThis.WebSocket = FakeSocket;
  mock.timers.tick(2000);
  assert.equal(made.length, 1);
});

test("one that is closed for good stays closed, whatever wakes the page", () => {
  const { live } = opened({ closed: () => true });
  made[0].ends(4404);
  live.wake();
  mock.timers.tick(600_000);
  assert.equal(made.length, 1);
});
