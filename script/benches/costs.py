"""Processor time of every address of the site. usage: script/bench costs [--actions N] [--times N] [--above MS]
[--json]

Plays long games by lot on SQLite in a folder of its own, one to its end and one that still runs, then asks for each
address of the URL configuration as `tests/matrix` does, as their player and as a visitor without an account, with the
largest pages an address gives. Printed is the processor time of an answer in milliseconds, the median of several and
that of the first, the most expensive addresses first.
"""

import argparse
import copy
import json
import os
import statistics
import sys
import tempfile
import time
import uuid
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")

LARGEST: dict[str, list[str]] = {
    "api-replay": ["limit=100&after={middle}", "limit=100&after={middle}&side=all", "limit=40&after={middle}"],
    "api-replay-marks": ["", "side=all"],
    "api-history": ["limit=200", "limit=200&everything=true"],
    "api-export": ["", "as=notation"],
    "api-games": ["list=mine", "list=public", "list=open", "list=waiting"],
    "api-results": ["", "player=Richard"],
    "game": ["", "at={middle}"],
}
"""Query strings by which an address does the most work; `{middle}` stands for an entry in the middle of the history."""

SIGN_UP = {"username": "Newcomer", "email": "", "password1": "a-long-way-to-acre", "password2": "a-long-way-to-acre"}


def worlds(actions: int) -> tuple[dict[str, Any], Any]:
    """The measured games by kind, and the player's user."""
    from games.models import User
    from games.services.lobby import lobby
    from games.services.talk import notebook, talk
    from script.benches.replay import play

    over, richard = play(actions, seed=7)
    saladin = User.objects.get(username="Saladin")
    people = {"frank": richard, "saracen": saladin}
    games = (play(min(actions, 300), seed=seed, people=people, resigned=False)[0] for seed in range(20))
    running = next(game for game in games if game.status == "active")
    opened = lobby.create_game(user=richard, side="frank", visibility="public").game
    with_talk = running.public_id
    talk.MOST_A_MINUTE = talk.MOST_A_DAY = 10_000
    for number in range(200):
        for user in (richard, saladin):
            talk.post(user=user, game_id=with_talk, text=f"{number} " + "Well met. " * 190, key=uuid.uuid4())
    notebook.save(user=richard, game_id=with_talk, text="Acre first. " * 800, version=0)
    return {"over": over, "running": running, "open": opened}, richard


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument(
        "--above", type=float, default=0.0, help="print what takes longer than so many milliseconds alone"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DICE_WAIT_HOURS"] = "0"
        os.environ |= {
            "VAR_FOLDER": folder,
            "API_RATE": "1000000/min",
            "API_RATE_ANONYMOUS": "1000000/min",
            "PROCESSOR_SECONDS": "1000000",
        }
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        settings.ALLOWED_HOSTS = ["*"]
        settings.ACCOUNT_RATE_LIMITS = dict.fromkeys(settings.ACCOUNT_RATE_LIMITS, "1000000/s/ip")
        call_command("migrate", verbosity=0)
        games, richard = worlds(given.actions)
        rows = sorted(measure(games, richard, given.times), key=lambda row: -row["median ms"])
    rows = [row for row in rows if row["median ms"] >= given.above]
    if given.json:
        json.dump(rows, sys.stdout)
        return
    for row in rows:
        print(
            f"{row['median ms']:8.1f} {row['first ms']:8.1f}  {row['status']}  {row['who']:8} {row['method']:4}"
            f" {row['what']}"
        )


def measure(games: dict[str, Any], richard: Any, times: int) -> Any:
    from django.test import Client
    from django.urls import reverse

    from tests.matrix.addresses import all_addresses
    from tests.matrix.rows import ROWS
    from tests.matrix.test_matrix import arguments

    addresses = all_addresses()
    player, visitor = Client(), Client()
    player.force_login(richard)
    settled = {"signup": SIGN_UP, "login": {"login": "Richard", "password": "guessed"}}
    for name, row in ROWS.items():
        kinds = (
            ["over", "running"]
            if row.game == "running" and "game_id" in addresses[name].pattern.converters
            else [row.game]
        )
        for kind in kinds:
            game = games[kind]
            address = reverse(name, kwargs=arguments(addresses[name], game) | row.args)
            for who, client in (("player", player), ("visitor", visitor)):
                for method in ("get", "post"):
                    for query in LARGEST.get(name, [""]) if method == "get" else [""]:
                        asked = query.format(middle=game.version // 2)
                        spent, status = [], 0
                        for _ in range(times + 1):
                            body = {} if method == "get" else settled.get(name) or row.body(game, richard)
                            status, seconds = once(
                                client, method, address + (f"?{asked}" if asked else ""), body, name.startswith("api-")
                            )
                            spent.append(seconds * 1000)
                        yield {
                            "what": f"{name} {asked} ({kind})",
                            "who": who,
                            "method": method.upper(),
                            "status": status,
                            "first ms": spent[0],
                            "median ms": statistics.median(spent[1:]),
                        }


def once(client: Any, method: str, address: str, body: Any, as_json: bool) -> tuple[int, float]:
    """Returns status and processor time of one request. Database and cookies are restored afterward."""
    from django.db import transaction

    cookies = copy.deepcopy(client.cookies)
    kind = {"content_type": "application/json"} if as_json and method == "post" else {}
    with transaction.atomic():
        begun = time.process_time()
        response = getattr(client, method)(address, body, **kind)
        if getattr(response, "streaming", False):
            b"".join(response.streaming_content)
        spent = time.process_time() - begun
        transaction.set_rollback(True)
    client.cookies = cookies
    return response.status_code, spent


if __name__ == "__main__":
    main()
