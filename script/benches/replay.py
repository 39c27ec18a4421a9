"""Processor time of replays of a long game. usage: script/bench replay [--actions N] [--seed S] [--steps N] [--json]

Plays a game by lot on SQLite in a folder of its own and ends it. Printed are, for each pair of eyes, what a stretch of
forty views costs the server and weighs, what a single view costs, and the marks; and in Chromium, slowed down as a
phone is, the time from a key to the picture of the next moment, with the fetching of stretches in it. Other work on the
machine shows in the figures.
"""

import argparse
import gzip
import json
import os
import statistics
import tempfile
import time
import uuid
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
STRETCH, SLOWED = 40, 4
EYES = ("frank", "public", "all")
DESK: Any = {"width": 1440, "height": 900}

# Presses the arrow so many times, each when the moment before has been painted, and returns the milliseconds to each
# picture.
STEPS = """async (count) => {
  const main = document.querySelector("main"), times = [];
  for (let i = 0; i < count; i += 1) {
    const begun = performance.now(), before = main.dataset.moment;
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    const end = await new Promise((done) => {
      const painted = () => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(performance.now());
        channel.port2.postMessage(0);
      });
      if (main.dataset.moment !== before) painted();
      else new MutationObserver((_, watch) => {
        if (main.dataset.moment === before) return;
        watch.disconnect();
        painted();
      }).observe(main, { attributes: true });
    });
    times.push(end - begun);
  }
  return times;
}"""


def play(actions: int, seed: int, people: dict[str, Any] | None = None, *, resigned: bool = True) -> tuple[Any, Any]:
    """Plays a random game of so many actions, which the Franks then resign unless `resigned` is false.

    Returns it and their player.
    """
    from games.access import find_game
    from games.models import User
    from games.services.lobby import lobby
    from games.services.play.play import resign, submit
    from games.services.record.state import load_state
    from games.services.views.view import view_of
    from tests.games.helpers import DONE, choose

    random = Random(seed)
    people = people or {"frank": User.objects.create_user("Richard"), "saracen": User.objects.create_user("Saladin")}
    game = lobby.create_game(user=people["frank"], side="frank").game
    lobby.join_game(user=people["saracen"], game_id=game.public_id, invitation=game.invitation_token)
    for _ in range(actions):
        for side, user in people.items():
            view = view_of(load_state(find_game(user=user, game_id=game.public_id)), side)
            if view["actions"] and side in view["awaited"]:
                done = DONE in view["actions"] and random.random() < 0.2
                action = DONE if done else choose(view, random, seldom=("take-back-card", "done"))
                submit(
                    game_id=game.public_id,
                    user=user,
                    actions=[action],
                    expected_version=view["version"],
                    idempotency_key=uuid.uuid4(),
                )
                break
        else:
            break
    game.refresh_from_db()
    if resigned and game.status == "active":
        resign(game_id=game.public_id, user=people["frank"], idempotency_key=uuid.uuid4())
    return game, people["frank"]


def timed(client: Any, path: str, **query: Any) -> tuple[float, bytes]:
    begun = time.perf_counter()
    answer = client.get(path, query)
    spent = (time.perf_counter() - begun) * 1000
    assert answer.status_code == 200, answer.content
    return spent, answer.content


def serving_costs(game: Any, user: Any) -> list[dict[str, Any]]:
    from django.test import Client

    client = Client()
    client.force_login(user)
    path = f"/api/v1/games/{game.public_id}/"
    found = []
    for perspective in EYES:
        marked, marks = timed(client, f"{path}replay/marks/", side=perspective)
        count = json.loads(marks)["count"]
        stretches = [
            timed(client, f"{path}replay/", side=perspective, after=after, limit=STRETCH)
            for after in range(0, count, STRETCH)
        ]
        singles = [
            timed(client, f"{path}history/{n}/view/", side=perspective)[0] for n in range(5, count, max(1, count // 40))
        ]
        found.append(
            {
                "eyes": perspective,
                "entries": count,
                "stretch ms": statistics.median(spent for spent, _ in stretches),
                "worst ms": max(spent for spent, _ in stretches),
                "stretch kB": statistics.mean(len(body) for _, body in stretches) / 1000,
                "gzip kB": statistics.mean(len(gzip.compress(body)) for _, body in stretches) / 1000,
                "single ms": statistics.median(singles),
                "marks ms": marked,
            }
        )
    return found


def stepping(folder: str, session: str, game: Any, steps: int) -> list[float]:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import ARGUMENTS, find_chromium
    from tests.browser.server import running

    with running(Path(folder) / "server.log") as port, sync_playwright() as playwright:
        address = f"http://127.0.0.1:{port}"
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        context = browser.new_context(base_url=address, viewport=DESK, reduced_motion="reduce")
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        page = context.new_page()
        page.goto(f"/games/{game.public_id}/?at=1&as=frank")
        page.wait_for_selector("main[data-moment^=frank]")
        page.wait_for_load_state("networkidle")
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        times = [float(spent) for spent in page.evaluate(STEPS, steps)]
        browser.close()
        return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "VAR_FOLDER": folder,
            "API_RATE": "1000000/min",
            "PROCESSOR_SECONDS": "1000000",
            "DICE_WAIT_HOURS": "0",
        }
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.test import Client

        settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0)
        game, frank = play(given.actions, given.seed)
        rows = serving_costs(game, frank)
        client = Client()
        client.force_login(frank)
        times = sorted(
            stepping(folder, client.cookies["sessionid"].value, game, min(given.steps, rows[0]["entries"] - 4))
        )
    steps = {
        "steps": len(times),
        "median ms": statistics.median(times),
        "p95 ms": times[int(len(times) * 0.95)],
        "worst ms": times[-1],
    }
    if given.json:
        print(json.dumps({"server": rows, "page": steps}))
        return
    for row in rows:
        print(
            "  ".join(
                f"{name} {value:.1f}" if isinstance(value, float) else f"{name} {value}" for name, value in row.items()
            )
        )
    print(
        f"page, processor slowed {SLOWED} times: " + "  ".join(f"{name} {value:.0f}" for name, value in steps.items())
    )


if __name__ == "__main__":
    main()
