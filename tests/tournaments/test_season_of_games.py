"""A small season in simulated time whose games are played: begun, resigned, lost by time, slept through, paused, and
one to its end; with a night without the site.
"""

import uuid
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import time_machine

from games.models import Game, Heartbeat, Notice, Pairing
from games.services.agreements import offers
from games.services.clocks import outages
from games.services.play import play
from games.tasks import beat, begin_games, keep_tournaments
from games.tournaments import entering
from games.tournaments.pairing.scores import Pair
from tests.games.helpers import Player, choose, ok, stand
from tests.rules.playing import positions
from tests.tournaments import laws
from tests.tournaments.conftest import made

START = datetime(2027, 1, 11, 9, tzinfo=UTC)


def last_winter():
    """The position of a game by chance in the last turn of its last year."""
    return next(position for position in positions("season") if (position.year, position.turn) == (1192, 6))


def play_on(game):
    """Plays a game by chance to its end, as two programs would."""
    random, players = Random(1187), {seat.side: Player(seat.user) for seat in game.seats.select_related("user")}
    stand(game, last_winter())
    while True:
        views = {side: player.view(game) for side, player in players.items()}
        awaited = sorted(views["frank"]["awaited"])
        if not awaited:
            return
        side = random.choice(awaited)
        ok(
            players[side].act(
                game, choose(views[side], random, seldom=("take-back-card",)), version=views[side]["version"]
            )
        )


def resign(pairing):
    play.resign(game_id=pairing.game.public_id, user=pairing.saracen.user, idempotency_key=uuid.uuid4())


def pause(row):
    common = {"game_id": row.game.public_id, "kind": "pause"}
    offers.make_offer(user=row.frank.user, idempotency_key=uuid.uuid4(), **common)
    offers.answer_offer(user=row.saracen.user, answer="accept", idempotency_key=uuid.uuid4(), **common)


def claim(pairing):
    """The Saracens claim the win: the Franks, who begin, have let their time run out."""
    offers.claim(game_id=pairing.game.public_id, user=pairing.saracen.user, what="win", idempotency_key=uuid.uuid4())


def test_a_season_of_games_goes_from_round_to_round_by_their_ends(
    eleanor, club, django_capture_on_commit_callbacks, settings
):
    settings.SESSION_COOKIE_AGE = 365 * 24 * 3600
    with time_machine.travel(START, tick=False) as time:

        def happens(what, *given):
            """What is queued when something is committed runs at once, as a worker would run it."""
            with django_capture_on_commit_callbacks(execute=True):
                what(*given)

        people = club(8)
        cup = made(eleanor, number_of_rounds=3, round_days=20, pace="live")
        for person in people:
            entering.sign_up(user=person, tournament_id=cup.public_id)
        time.shift(timedelta(days=4))
        happens(keep_tournaments)
        seasons = []
        for number in (1, 2, 3):
            cup.refresh_from_db()
            assert (cup.state, cup.round) == ("running", number)
            time.shift(timedelta(hours=25))
            happens(begin_games)  # without parts of the dice games wait for a day
            rows = list(
                Pairing.objects.filter(round__tournament=cup, round__number=number).select_related(
                    "game", "frank__user", "saracen__user"
                )
            )
            assert {row.game.status for row in rows} == {Game.Status.ACTIVE}
            seasons.append([Pair(row.frank_id, row.saracen_id) for row in rows])
            one, two, three, four = rows
            happens(*((play_on, one.game) if number == 1 else (resign, one)))
            time.shift(timedelta(hours=2))
            happens(claim, two)
            happens(resign, three)
            cup.refresh_from_db()
            assert cup.round == number  # the fourth is still out
            if number == 1:  # a night without the site, which the round gets back
                happens(beat)
                time.shift(timedelta(hours=9))
                happens(beat)
                Heartbeat.objects.all().delete()  # from here on the scheduler is there, and nobody beats for it
                outages.clear_cache()
                time.shift(timedelta(days=18, hours=20))
                happens(keep_tournaments)
                cup.refresh_from_db()
                assert cup.round == 1
                time.shift(timedelta(days=1))
                happens(keep_tournaments)
            elif number == 2:  # paused by both: the grace, and then a day
                happens(pause, four)
                for days in (21, 8):
                    time.shift(timedelta(days=days))
                    happens(keep_tournaments)
                    cup.refresh_from_db()
                    assert cup.round == 2
                time.shift(timedelta(hours=25))
                happens(keep_tournaments)
            else:
                happens(resign, four)  # the last end of all ends the tournament, with no clock in between
        cup.refresh_from_db()
        assert (cup.state, cup.round) == ("over", 3)
        laws.nobody_twice(seasons)
        played = Pairing.objects.filter(round__tournament=cup).select_related("game")
        assert Counter(row.how for row in played) == {"game": 10, "deadline": 2}
        assert all(row.result == row.game.winner for row in played if row.how == "game")
        endings = Counter(row.game.ending for row in played if row.how == "game")
        assert (endings["time-out"], endings["resignation"]) == (3, 6)
        assert endings["victory-cities"] + endings["sudden-death"] == 1
        assert {row.result for row in played if row.how == "deadline"} == {"saracen"}  # who used more time has lost
        assert Notice.objects.filter(tournament=cup, data__what="end", target=None).count() == 8
