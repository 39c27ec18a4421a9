"""The site of one process on SQLite, with `OWN_RUNTIME=off`: it runs on what Django and Channels bring, and does the
scheduler's work as well.

That the settings name no part of ours then, on PostgreSQL and Redis too, is shown by `test_starting.py`.
"""

import time
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils import timezone

from games import errors
from games.models import GameEvent, Heartbeat, Outage, Seat, User
from games.people import tokens
from games.services.agreements import offers
from games.services.clocks import outages
from games.services.lobby import lobby
from script.parts.site import Web
from tests.games.helpers import new_key
from tests.players import PATIENCE, Person, Table
from tests.processes import site_environment

DECISIONS, MOST = 12, 100
NIGHT, HOUR = timedelta(hours=9), timedelta(hours=1)


class PlainWeb(Web):
    application = "tests.parts.plain_site:application"


@pytest.mark.django_db(transaction=True)
def test_a_game_is_played_and_the_night_that_the_site_was_away_is_given_back(tmp_path: Path) -> None:
    if connection.vendor == "postgresql" or settings.REDIS_URL:
        pytest.skip("a site of one process has neither")
    people = [User.objects.create_user(name) for name in ("Richard", "Saladin")]
    made = lobby.create_game(user=people[0], side="frank", pace="slow").game
    timed = lobby.join_game(user=people[1], game_id=made.public_id, invitation=made.invitation_token).game
    # All of this was nine hours ago, and Richard had an hour left.
    Seat.objects.filter(game=timed, side="frank").update(runs_since=F("runs_since") - NIGHT, time_left=HOUR)
    Heartbeat.objects.create(pk=1, at=timezone.now() - NIGHT)
    more = {"DICE_WAIT_HOURS": "0", "HEARTBEAT_EVERY": "1", "OWN_RUNTIME": "off", "API_RATE": "100000/s"}
    environment = site_environment(redis=False, VAR_FOLDER=str(tmp_path / "var"), **more)
    web = PlainWeb("web", tmp_path, environment)
    table = Table(
        [Person([web.port], tokens.make(user=one, name="test", scope="play")[1]) for one in people], Random(7)
    )
    web.start()
    try:
        table.begin()
        while len(table.acknowledged) < DECISIONS or not any(person.told for person in table.people):
            assert len(table.acknowledged) < MOST, "nobody is sent the other's acts"
            table.decide()
        end = time.monotonic() + PATIENCE
        while not Outage.objects.filter(told_at__isnull=False).exists():
            assert time.monotonic() < end, "the site does not find out that it was away"
            time.sleep(0.1)
    finally:
        table.close()
        web.stop()
    assert table.by_socket == len(table.acknowledged)
    outages.clear_cache()
    away = Outage.objects.get()
    assert NIGHT <= away.ends_at - away.starts_at < NIGHT + timedelta(seconds=PATIENCE)
    assert [event.payload["type"] for event in GameEvent.objects.filter(game=timed)][-1] == "site-away"
    with pytest.raises(errors.NotRunOut):
        offers.claim(game_id=timed.public_id, user=people[1], what="win", idempotency_key=new_key())
