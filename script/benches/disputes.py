"""Server time of a reviewer's case page of a long game. usage: script/bench disputes [--events N] [--seed S] [--limit
MS] [--json]

Plays a game by lot on SQLite in a folder of its own until it has so many events, reports a problem of it, and opens its
case page as reviewers do: sealed, with everything open, with another event chosen, filtered. The time is taken in the
server, from the request arriving to the answer leaving. Ends with status 1 if a page takes longer than the limit, by
the median.
"""

import argparse
import json
import multiprocessing
import os
import socket
import sys
import tempfile
import uuid
from random import Random
from typing import Any

from script.benches import http

LIMIT = 300.0
ROUNDS = 15


def play(game_id: uuid.UUID, events: int, random: Random) -> int:
    """Plays at random, with many undos, until the game has so many events or is over. Returns how many it has."""
    from games.access import find_game
    from games.models import Game, User
    from games.services.play import play as playing
    from games.services.record.state import load_state
    from games.services.views.view import view_of
    from tests.games.helpers import choose

    people = {"frank": User.objects.get(username="Richard"), "saracen": User.objects.get(username="Saladin")}
    while True:
        access = find_game(user=people["frank"], game_id=game_id)
        if access.game.version >= events or access.game.status != Game.Status.ACTIVE:
            return access.game.version
        table = load_state(access)
        side = random.choice(sorted(table.live.awaited))
        access = find_game(user=people[side], game_id=game_id)
        view = view_of(load_state(access), side)
        sent = {
            "game_id": game_id,
            "user": people[side],
            "expected_version": view["version"],
            "idempotency_key": uuid.uuid4(),
        }
        if view["can-undo"] and random.random() < 0.7:
            playing.undo(**sent)
        else:
            ending = {"type": "done"} in view["actions"] and random.random() < 0.1
            action = {"type": "done"} if ending else choose(view, random, seldom=("take-back-card",))
            playing.submit(**sent, actions=[action])


def prepare(game_id: uuid.UUID) -> tuple[int, str]:
    """Creates a case about the game, taken by a reviewer who has unsealed it.

    Returns its number and the reviewer's session.
    """
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import Permission
    from django.contrib.sessions.backends.db import SessionStore

    from games.disputes import filing, reviewing
    from games.models import User
    from games.people import second_factor

    case = filing.report(
        user=User.objects.get(username="Richard"),
        game_id=game_id,
        category="rules",
        wish="rewind",
        text="That muster went too far.",
    )
    william = User.objects.create_user("William", is_staff=True)
    william.user_permissions.add(Permission.objects.get(codename="review_disputes"))
    TOTP.activate(william, generate_totp_secret())
    session = SessionStore()
    session[SESSION_KEY] = str(william.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = william.get_session_auth_hash()
    session[second_factor.SESSION_KEY] = william.pk
    session.save()
    reviewing.take(user=william, number=case.pk)
    return case.pk, str(session.session_key)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=LIMIT)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        os.environ |= {
            "VAR_FOLDER": folder,
            "API_RATE": "10000/s",
            "PROCESSOR_SECONDS": "1000000",
            "DICE_WAIT_HOURS": "0",
        }
        for name in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG"):
            os.environ.pop(name, None)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        game, _sessions = http.set_up()
        recorded = play(game, options.events, Random(options.seed))
        server = multiprocessing.get_context("spawn").Process(target=http.serve, args=(port,), daemon=True)
        server.start()
        try:
            http.wait_for(port)
            number, session = prepare(game)
            times: http.Times = {}
            reviewer = http.Browser(port, session, times)
            look(reviewer, number, recorded, Random(options.seed))
        finally:
            server.terminate()
    result: dict[str, Any] = {"events": recorded, **http.figures(times)}
    slow = [what for what, figure in http.figures(times).items() if figure["server_ms"]["p50"] > options.limit]
    if options.json:
        print(json.dumps(result | {"slow": slow}))
    else:
        print(f"a game of {recorded} events; limit {options.limit:.0f} ms")
        for what, figure in http.figures(times).items():
            server_ms, processor = figure["server_ms"], figure["processor_ms"]
            took = (
                f"server p50 {server_ms['p50']:6.1f} ms  p99 {server_ms['p99']:6.1f} ms  processor p50"
                f" {processor['p50']:6.1f} ms"
            )
            print(f"{what:28} {took}")
        print(f"too slow: {', '.join(slow)}" if slow else "every page within the limit")
    sys.exit(bool(slow))


def look(reviewer: Any, number: int, events: int, random: Random) -> None:
    """Opens the pages that reviewers open."""
    from games.disputes import reviewing
    from games.models import User

    page = f"/review/{number}/"
    for _ in range(ROUNDS):
        reviewer.ask("case, as spectators see it", page)
    reviewing.unseal(user=User.objects.get(username="William"), number=number)
    for _ in range(ROUNDS):
        reviewer.ask("case, everything open", page)
        reviewer.ask("case, another event", f"{page}?at={random.randrange(3, events)}")
        reviewer.ask("case, filtered", f"{page}?side=frank&kind=action&not_undone=on&page=2")
        reviewer.ask("board of an event", f"{page}board/?at={random.randrange(3, events)}")


if __name__ == "__main__":
    main()
