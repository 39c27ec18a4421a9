"""Weight and speed of the game page in Chromium, slowed down as a phone is.

    script/bench board [--rounds N] [--local] [--json]

Starts the site in a folder of its own, as in production (`--local`: as `script/server` serves it), and opens a game.
Printed are: what the page loads, compressed, on the first and on the second visit; the largest contentful paint; the
time from a new view of 63 blocks to the picture, by median and best of several rounds; and the frames while much moves
on the map, and while dice fall on the stage of the fullest siege. Other work on the machine shows in the figures.
"""

import argparse
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from rules import game
from rules.roster import BLOCKS
from tests.browser.backstage import ROOT
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.playing import Player
from tests.browser.server import running
from tests.browser.sieges import fight_at_jerusalem
from tests.rules.scene import Table, moving

# Milliseconds until a page has fetched all: it never falls silent, since it tells the site that somebody is there.
SETTLED = 3000
SLOWED = 4
PHONE: Any = {"viewport": {"width": 412, "height": 915}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
DESK: Any = {"viewport": {"width": 1440, "height": 900}}

# Everything on the map; and the same a turn later, with a third of it elsewhere and weaker.
PLACES = {
    "acre": (
        "king-guy acre-hospitallers conrad saladin al-adil turks-1 kurds-1 arabs-2 tuman keukburi taqi-al-din bahram"
    ),
    "tyre": "walter balian richard genoa-pilgrims",
    "jerusalem": "jerusalem-templars reynald-kerak josselin jerusalem-hospitallers",
    "antioch": "bohemond antioch-templars antioch-turcopoles sicily-pilgrims",
    "tripoli": "raymond-tripoli crossbows gaza-templars robert philip",
    "sidon": "reynald-sidon raymond-tiberias hugh james",
    "krak": "krak-hospitallers tartus-templars barbarossa",
    "beirut": "beirut-turcopoles brittany-pilgrims frederick leopold",
    "egypt": "al-aziz qara-qush yuzpah arabs-1 arabs-3",
    "damascus": "al-afdal al-mashtub sanjar kurds-2 qaimaz",
    "aleppo": "al-zahir zangi turks-2 jurdik turks-3",
    "hama": "shirkuh kurds-3 turks-4",
    "homs": "sulaiman yazkuj arabs-4 kurds-4",
}
MARCHES = {
    "damascus": "banyas",
    "egypt": "gaza",
    "aleppo": "zerdana",
    "homs": "lacum",
    "sidon": "beaufort",
    "jerusalem": "nablus",
}

# Asks for the view as the page does when it wakes up, and takes the time from the answer to the frame after it was
# drawn.
NEW_VIEW = """async () => {
  const main = document.querySelector("main"), before = main.dataset.drawn;
  let begun = 0;
  const json = Response.prototype.json;
  Response.prototype.json = async function () {
    const data = await json.call(this);
    if (this.url.includes("/view/")) begun = performance.now();
    return data;
  };
  const drawn = new Promise((done) => new MutationObserver((_, watch) => {
    if (main.dataset.drawn === before) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now());
      channel.port2.postMessage(0);
    });
  }).observe(main, { attributes: true }));
  document.dispatchEvent(new Event("visibilitychange"));
  const end = await drawn;
  Response.prototype.json = json;
  return end - begun;
}"""

# The time between frames from the moment the map begins to move until all is still.
FRAMES = """async () => {
  const map = document.getElementById("map"), frames = [];
  const next = () => new Promise(requestAnimationFrame);
  document.dispatchEvent(new Event("visibilitychange"));
  for (const end = performance.now() + 8000; map.dataset.moving !== "true" && performance.now() < end;) await next();
  let last = await next();
  while (map.dataset.moving === "true") { const now = await next(); frames.push(now - last); last = now; }
  return frames;
}"""

# The same while dice fall, blocks are hit and topple on the stage.
FRAMES_ON_STAGE = """async () => {
  const stage = document.getElementById("battle"), frames = [];
  const next = () => new Promise(requestAnimationFrame);
  const ends = ({ effect }) => Number.isFinite(effect.getComputedTiming().endTime);
  const moves = () => stage.getAnimations({ subtree: true }).some((one) => one.playState === "running" && ends(one));
  const dice = () => [...stage.querySelectorAll(".die")].some((die) => die.getAnimations().length > 0);
  document.dispatchEvent(new Event("visibilitychange"));
  for (const end = performance.now() + 8000; !dice() && performance.now() < end;) await next();
  let last = await next();
  for (let still = 0, end = last + 12000; still < 30 && last < end;) {
    const now = await next();
    still = moves() ? 0 : still + 1;
    if (!still) frames.push(now - last);
    last = now;
  }
  return frames;
}"""

LARGEST_PAINT = """() => new Promise((done) => new PerformanceObserver(
  (list) => done(list.getEntries().at(-1).startTime))
  .observe({ type: "largest-contentful-paint", buffered: true }))"""


@contextmanager
def serving(local: bool) -> Iterator[str]:
    """Serves a site with an empty database, and yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        unset = ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG")
        environment = {name: value for name, value in os.environ.items() if name not in unset}
        environment |= {
            "VAR_FOLDER": folder,
            "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
            "API_RATE": "100000/min",
            "PROCESSOR_SECONDS": "1000000",
        }
        if not local:
            environment |= {
                "PRODUCTION": "1",
                "SECRET_KEY": "b" * 60,
                "ALLOWED_HOSTS": "localhost",
                "DICE_KEY": "A" * 43 + "=",
                "SIGNING_KEY": "ab" * 32,
                "SECURE_SSL_REDIRECT": "0",
                "SECURE_HSTS_SECONDS": "0",
            }
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True)
        if not local:
            subprocess.run(
                [*manage, "collectstatic", "--no-input", "--verbosity", "0"], cwd=ROOT, env=environment, check=True
            )
        with running(Path(folder) / "server.log", environment) as port:
            yield f"http://localhost:{port}"


def views() -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    """Two views of all 63 blocks, as of a finished game, and the facts between them."""
    before = {town: blocks.split() for town, blocks in PLACES.items()}
    after = {town: list(blocks) for town, blocks in before.items()}
    events: list[dict[str, Any]] = []
    for origin, goal in MARCHES.items():
        for block in before[origin][:3]:
            after[origin].remove(block)
            after.setdefault(goal, []).append(block)
            events.append(
                {
                    "type": "group-moved",
                    "side": side_of(block),
                    "block": block,
                    "path": [origin, goal],
                    "cost": 0,
                    "forced": False,
                }
            )
    for block in ("saladin", "al-adil"):
        target = "king-guy"
        events.append(
            {"type": "block-fired", "side": "saracen", "town": "acre", "block": block, "dice": [1, 3, 5, 6], "hits": 1}
        )
        events.append(
            {
                "type": "block-reduced",
                "side": "frank",
                "town": "acre",
                "block": target,
                "strength": 3 if block == "saladin" else 2,
            }
        )
    return view_of_all(before, {}), view_of_all(after, {"king-guy": 2, "bohemond": 1, "zangi": 1}), events


def battle_views() -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    """The fullest siege before Saladin fires with four dice, and when his three hits are taken; and the facts
    between.
    """
    table = Table(fight_at_jerusalem(), {"fire:jerusalem:1:saladin": [1, 3, 2, 6]})
    before = dict(game.observe(table.position, "saracen"))
    events = list(table.do("saracen", "fire saladin").events)
    while table.step == "hits":
        events += table.do("frank", f"take-hit {min(table.options('frank', 'take-hit', 'block'))}").events
    return before, dict(game.observe(table.position, "saracen")), events


def side_of(block: str) -> str:
    return "frank" if next(found.side for found in BLOCKS if found.id == block) == 0 else "saracen"


def view_of_all(places: dict[str, list[str]], strengths: dict[str, int]) -> dict[str, Any]:
    """Returns the Franks' view of a position to be drawn, in which the Saracens' blocks are shown face-up too."""
    lines = []
    for town, blocks in places.items():
        words = [f"{block}@{strengths[block]}" if block in strengths else block for block in blocks]
        lines.append(
            f"{town}: {' '.join(f'[{word}]' if town == 'acre' and i < 3 else word for i, word in enumerate(words))}"
        )
    position = moving("\n".join(lines))
    franks, saracens = (dict(game.observe(position, side)) for side in ("frank", "saracen"))
    for town, found in franks["map"].items():
        for i, stack in enumerate(found["stacks"]):
            other = saracens["map"][town]["stacks"][i]
            stack |= {"hidden": 0, "blocks": max(stack["blocks"], other["blocks"], key=len)}
    return franks


class Bench:
    """One browser, and the game that it opens."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.state: Any = None
        self.game = ""

    def sign_up(self) -> None:
        with self.opened(DESK) as page:
            Player(page).sign_up("Richard")
            page.wait_for_url("**/games/")
            self.game = page.evaluate("""async () => {
                  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
                  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
                  const ask = async (path, body) => (await fetch(path, { method: "POST", headers,
                    body: JSON.stringify(body) })).json();
                  const { dice } = await ask("/api/v1/dice/", {});
                  const made = await ask("/api/v1/games/", { solo: true, dice, randomness: "0f".repeat(16) });
                  return `/games/${made.id}/`;
                }""")
            self.state = page.context.storage_state()

    @contextmanager
    def opened(self, device: dict[str, Any], **more: Any) -> Iterator[Page]:
        context: BrowserContext = self.browser.new_context(
            base_url=self.address, storage_state=self.state, **device, **more
        )
        context.set_default_timeout(60_000)
        try:
            yield context.new_page()
        finally:
            context.close()

    def slow(self, page: Page) -> CDPSession:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        return session

    def weights(self) -> dict[str, Any]:
        """Returns the bytes transferred, headers included, on the first visit and on the second."""
        with self.opened(PHONE) as page:
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            arrived: list[float] = []
            session.on("Network.loadingFinished", lambda event: arrived.append(event["encodedDataLength"]))
            found: dict[str, Any] = {}
            for visit in ("first", "second"):
                arrived.clear()
                page.goto(self.game)
                page.wait_for_selector("main[data-drawn]")
                page.wait_for_timeout(SETTLED)
                found[visit] = {"kb": round(sum(arrived) / 1000, 1), "requests": sum(1 for size in arrived if size)}
                page.goto("about:blank")
            return found

    def largest_paint(self) -> float:
        with self.opened(PHONE) as page:
            self.slow(page)
            page.goto(self.game)
            page.wait_for_selector("main[data-drawn]")
            page.wait_for_timeout(SETTLED)
            return float(page.evaluate(LARGEST_PAINT))

    def drawing(self, device: dict[str, Any], rounds: int) -> tuple[list[float], list[float]]:
        """Returns the milliseconds from each of several new views to its picture, two views by turns, and the page's
        processor time for it.

        The second figure is for a busy machine, where the first holds the waiting too. It covers all until the page is
        still again.
        """
        before, after, _events = views()
        with self.opened(device, reduced_motion="reduce") as page:
            answers = Answers(page, before)
            page.goto(self.game)
            page.wait_for_selector("main[data-drawn]")
            page.wait_for_timeout(SETTLED)
            session = self.slow(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            times, worked = [], []
            for i in range(rounds):
                answers.turn_to(before if i % 2 else after)
                spent = busy(session)
                times.append(float(page.evaluate(NEW_VIEW)))
                page.wait_for_timeout(300)
                worked.append(busy(session) - spent)
            return times, worked

    def frames(self, device: dict[str, Any], *, stage: bool = False) -> tuple[list[float], list[float]]:
        """Returns the milliseconds between the frames of one long motion, and the page's processor time between
        them.
        """
        before, after, events = battle_views() if stage else views()
        with self.opened(device, reduced_motion="no-preference") as page:
            answers = Answers(page, before)
            page.goto(self.game)
            page.wait_for_selector("main[data-drawn]")
            page.wait_for_timeout(SETTLED)
            self.slow(page)
            answers.turn_to(after, events)
            self.browser.start_tracing(
                page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"]
            )
            between = [float(frame) for frame in page.evaluate(FRAMES_ON_STAGE if stage else FRAMES)]
            trace = json.loads(self.browser.stop_tracing())["traceEvents"]
            return between, worked_between(trace)[-len(between) :]


class Answers:
    """Answers the page in place of the server: the view with news, a hundred entries at first and one more for each
    view.
    """

    def __init__(self, page: Page, view: dict[str, Any]) -> None:
        self.version = 0
        self.view = view
        self.history: list[dict[str, Any]] = []
        # The log of some turns: it is on the page while the next view is drawn.
        for _ in range(100):
            self.turn_to(view)
        page.route_web_socket(
            re.compile("/ws/"), lambda socket: socket.close()
        )  # through which the real views would come
        page.route(re.compile("/view/"), lambda route: route.fulfill(json=self.shown(route.request.url)))

    def entry(self, events: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "n": self.version,
            "at": "1187-07-04T12:00:00Z",
            "side": "frank",
            "kind": "action",
            "undone": False,
            "events": events,
        }

    def turn_to(self, view: dict[str, Any], events: list[dict[str, Any]] | None = None) -> None:
        self.version += 1
        self.view = view
        line = {"type": "moved", "text": f"Line {self.version} of what happened, as long as most are."}
        self.history.append(self.entry([*(events or []), line]))

    def shown(self, address: str) -> dict[str, Any]:
        asked = re.search(r"since=(\d+)", address)
        since = int(asked[1]) if asked else 0
        news = {"anew": since == 0, "entries": [entry for entry in self.history if entry["n"] > since]}
        prompt = self.view["prompt"] | {"text": "Move."}
        more = {
            "version": self.version,
            "status": "active",
            "solo": True,
            "players": {},
            "can-undo": True,
            "can-restart": True,
        }
        return self.view | {"prompt": prompt, "news": news, **more}


def worked_between(trace: list[dict[str, Any]]) -> list[float]:
    """Processor time of the page's main thread from each animation frame to the next."""
    main = {(event["pid"], event["tid"]) for event in trace if event["name"] == "FireAnimationFrame"}
    mine = sorted(
        (event for event in trace if event.get("ph") == "X" and (event["pid"], event["tid"]) in main),
        key=lambda event: event["ts"],
    )
    spent: list[float] = []
    inside = 0.0
    for event in mine:
        if event["name"] == "RunTask" and event["ts"] >= inside:
            inside = event["ts"] + event["dur"]
            if spent:
                spent[-1] += event.get("tdur", 0) / 1000
        elif event["name"] == "FireAnimationFrame":
            # The task that holds the frame began before it, and belongs to it.
            spent.append(0.0)
    return spent


def busy(session: CDPSession) -> float:
    """Milliseconds of processor time the page's main thread has used for its tasks so far."""
    found = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return float(found["TaskDuration"]) * 1000


def summary(values: list[float]) -> dict[str, float]:
    return {"best": round(min(values), 1), "median": round(statistics.median(values), 1), "most": round(max(values), 1)}


def measure(options: argparse.Namespace) -> dict[str, Any]:
    with serving(options.local) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium() or shutil.which("chromium"), args=ARGUMENTS
        )
        bench = Bench(browser, address)
        bench.sign_up()
        found: dict[str, Any] = {"weight": bench.weights()}
        found["largest contentful paint, ms"] = summary(
            [bench.largest_paint() for _ in range(max(2, options.rounds // 3))]
        )
        for name, device in (("desk", DESK), ("phone", PHONE)):
            times, worked = bench.drawing(device, options.rounds)
            found[f"new view of 63 blocks, {name}, ms"] = summary(times)
            found[f"  its processor time, {name}, ms"] = summary(worked)
            print(f"    {name}: new view {summary(times)}, {summary(worked)}", file=sys.stderr)
            for what, stage in (("a long motion", False), ("falling dice", True)):
                frames, spent = bench.frames(device, stage=stage)
                late = sum(1 for frame in frames if frame > 33.4)
                found[f"frames of {what}, {name}, ms"] = summary(frames) | {"frames": len(frames), "over 33 ms": late}
                heavy = sum(1 for frame in spent if frame > 33.4)
                found[f"  their processor time, {name}, ms"] = summary(spent) | {"over 33 ms": heavy}
        browser.close()
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--local", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    begun = time.perf_counter()
    found = measure(options)
    if options.json:
        print(json.dumps(found))
        return
    print(
        f"{'as script/server serves it' if options.local else 'as in production'}, CPU slowed {SLOWED} times but for"
        " the weight"
    )
    for visit, weight in found.pop("weight").items():
        print(f"    {visit + ' visit':38} {weight['kb']:8.1f} KB in {weight['requests']} requests")
    for what, figures in found.items():
        print(f"    {what:38} " + "   ".join(f"{name} {value:g}" for name, value in figures.items()))
    print(
        f"    ({time.perf_counter() - begun:.0f} s, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores of"
        f" {socket.gethostname()})"
    )


if __name__ == "__main__":
    main()
