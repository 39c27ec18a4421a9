"""When the time is up: the opponent claims the win, gives time, or has the game annulled; until then the late may
move.
"""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games import errors
from games.models import Game, Notice, Seat, User
from games.services.agreements import endings, freezing, offers
from games.services.archive.check import first_difference
from games.services.clocks import clocks
from games.services.lobby import lobby
from games.services.play import play
from tests.games.clocks.conftest import DAY, HOUR, Time, deploy, left, play_card, post
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok, problem


def test_the_opponent_may_claim_the_win_when_the_clock_is_at_zero(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    version = richard.view(game)["version"]
    time.forward(7 * DAY - HOUR / 3600 / 1000)
    assert "claim" not in saladin.view(game)["time"]["may"]
    problem(post(saladin, game, "claim", claim="win"), 409, "not-run-out")
    time.forward(HOUR / 3600 / 1000)
    assert "claim" in saladin.view(game)["time"]["may"]
    problem(post(richard, game, "claim", claim="win"), 409, "your-turn")
    ok(post(saladin, game, "claim", claim="win"))
    assert "claimed the win" in problem(richard.act(game, DONE, version=version), 409, "game-over")["detail"]
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending, game.ended_by) == ("over", "saracen", "time-out", saladin.user)
    text = richard.view(game)["prompt"]["text"]
    assert text == "The game is over: the time of the Franks was up, and the Saracens claimed the win."
    assert Notice.objects.filter(user=richard.user, kind="over", state="queued").exists()
    assert first_difference(game) is None


def test_the_opponent_may_have_the_game_annulled(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(8 * DAY)
    ok(post(saladin, game, "claim", claim="annul"))
    game.refresh_from_db()
    assert (game.winner, game.ending, game.ending_reason) == ("", "annulled", "late")
    assert richard.view(game)["prompt"]["text"] == "The game was annulled by Saladin: the opponent's time was up."
    assert first_difference(game) is None


def test_the_opponent_may_give_time_instead(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(20 * DAY)
    ok(post(saladin, game, "give-time"))
    assert left(richard, game, "frank") == 3 * DAY
    problem(post(saladin, game, "claim", claim="win"), 409, "not-run-out")


def test_a_move_made_before_the_claim_counts(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(20 * DAY)
    ok(richard.act(game, DONE))
    assert problem(post(saladin, game, "claim", claim="win"), 409, "your-turn")["detail"].startswith(
        "The game waits for you"
    )


def test_provisional_acts_do_not_keep_the_claim_away(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(8 * DAY)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(post(saladin, game, "claim", claim="win"))
    game.refresh_from_db()
    assert first_difference(game) is None


def test_where_both_decide_nothing_is_claimed_before_one_has_decided(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    """Else the answer would tell whether the other has finished."""
    deploy(richard, saladin, game)
    time.forward(20 * DAY)
    problem(post(saladin, game, "claim", claim="win"), 409, "your-turn")
    play_card(richard, game)
    problem(post(saladin, game, "claim", claim="win"), 409, "your-turn")
    play_card(saladin, game)
    assert post(saladin, game, "claim", claim="win").json()["code"] in ("not-run-out", "your-turn")


def test_who_has_decided_claims_from_who_has_not(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    deploy(richard, saladin, game)
    play_card(richard, game)
    time.forward(20 * DAY)
    ok(post(richard, game, "claim", claim="win"))


def test_nothing_is_claimed_while_the_clocks_stand(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(8 * DAY)
    ok(post(richard, game, "offers", kind="pause"))
    ok(post(saladin, game, "offers/pause", answer="accept"))
    problem(post(saladin, game, "claim", claim="win"), 409, "clocks-stand")


@pytest.mark.django_db
def test_a_frozen_game_cannot_be_claimed_and_goes_on_where_it_stood(
    time: Time, game: Game, richard: Player, saladin: Player
) -> None:
    time.forward(6 * DAY)
    _staff(game, freezing.freeze, reason="a report")
    time.forward(6 * DAY)
    problem(post(saladin, game, "claim", claim="win"), 409, "clocks-stand")
    assert left(richard, game, "frank") == DAY
    _staff(game, freezing.unfreeze)
    _staff(game, freezing.grant_time, to="frank", amount=DAY, reason="for the wait")
    time.forward(DAY)
    assert left(richard, game, "frank") == DAY
    kinds = [event.payload["type"] for event in game.events.filter(kind="staff")]
    assert kinds == ["clocks-frozen", "clocks-resumed", "time-granted"]


def test_a_game_ended_by_time_can_be_restored(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    time.forward(8 * DAY)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(post(saladin, game, "claim", claim="win"))
    time.forward(DAY)
    _staff(game, endings.restore, reason="The site was down")
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending, game.ended_at) == ("active", "", "", None)
    assert left(richard, game, "frank") == 3 * DAY
    assert Seat.objects.get(game=game, side="frank").awaited
    assert first_difference(game) is None
    ok(richard.act(game, DONE))


def test_a_clock_that_runs_can_be_lifted_for_somebody_who_takes_the_seat(
    time: Time, game: Game, richard: Player
) -> None:
    time.forward(5 * DAY)
    _staff(game, clocks.keep_at_least, least={"frank": 7 * DAY})
    assert left(richard, game, "frank") == 7 * DAY
    time.forward(DAY)
    assert left(richard, game, "frank") == 6 * DAY


def test_acts_of_staff_earn_no_increment(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.act(game, DONE))
    assert left(richard, game, "frank") == 8 * DAY
    ok(saladin.resign(game))
    _staff(game, endings.restore, reason="A slip")
    assert (left(richard, game, "frank"), left(richard, game, "saracen")) == (8 * DAY, 7 * DAY)


def test_staff_set_and_annul_results(time: Time, game: Game, richard: Player, saladin: Player) -> None:
    ok(richard.resign(game))
    _staff(game, endings.annul, reason="It was played by two sharing an account.")
    game.refresh_from_db()
    assert (game.status, game.winner, game.ending) == ("over", "", "annulled")
    assert "two sharing an account" in saladin.view(game)["prompt"]["text"]
    _staff(game, endings.set_result, ending="resignation", winner="saracen", reason="On appeal.")
    game.refresh_from_db()
    assert (game.winner, game.ending) == ("saracen", "resignation")
    assert first_difference(game) is None


def _staff(game: Game, act: Callable[..., Any], **arguments: Any) -> None:
    from django.db import transaction

    from games.access import Access, find_game_for_the_site

    reviewer, _ = User.objects.get_or_create(username="Heraclius")
    with transaction.atomic():
        access = find_game_for_the_site(game.public_id)
        act(Access(access.game, access.seats, reviewer), **arguments)


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["win", "computer"])
def test_of_a_move_and_a_claim_at_the_same_moment_one_wins_and_the_other_is_told(what: str) -> None:
    richard, saladin = (User.objects.create_user(name) for name in ("Richard", "Saladin"))
    game = lobby.create_game(user=richard, side="frank", pace="slow", take_over=what == "computer").game
    lobby.join_game(user=saladin, game_id=game.public_id)
    seat = Seat.objects.get(game=game, side="frank")
    assert seat.runs_since is not None
    Seat.objects.filter(pk=seat.pk).update(runs_since=seat.runs_since - 8 * DAY)
    barrier, said = threading.Barrier(2), {}

    def attempt(name: str, act: Callable[[], object]) -> None:
        try:
            barrier.wait(timeout=60)
            act()
            said[name] = "ok"
        except errors.Refused as refused:
            said[name] = refused.code
        finally:
            connection.close()

    def move() -> object:
        return play.submit(
            game_id=game.public_id,
            user=richard,
            actions=[DONE],
            expected_version=seat.version,
            idempotency_key=uuid.uuid4(),
        )

    def claim() -> object:
        return offers.claim(game_id=game.public_id, user=saladin, what=what, idempotency_key=uuid.uuid4())

    threads = [threading.Thread(target=attempt, args=one) for one in (("move", move), ("claim", claim))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    too_late = "game-over" if what == "win" else "not-a-player"
    assert said in ({"move": "ok", "claim": "your-turn"}, {"move": too_late, "claim": "ok"})
    game.refresh_from_db()
    assert (game.taken_over == "frank" if what == "computer" else game.status == "over") == (said["claim"] == "ok")
    assert first_difference(game) is None
