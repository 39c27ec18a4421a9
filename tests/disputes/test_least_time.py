"""A side asked after an act of staff has a stated least of time, whatever its clock held before."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from frontend.dispute_forms import ActForm
from games.disputes import banning, reviewing
from games.disputes.acts import ACTS
from games.errors import NotRunOut
from games.models import DisputeCase, Game, Seat
from games.services.agreements import offers
from games.services.clocks import clocks
from tests.disputes.conftest import NewGame, act, decide, of, report
from tests.games.helpers import DONE, Player, new_key, ok

pytestmark = pytest.mark.django_db
DAY, GIFT = timedelta(days=1), timedelta(days=3)


@pytest.fixture
def later() -> Iterator[Callable[[timedelta], None]]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller.shift


def left(game: Game, side: str) -> timedelta:
    seats = {seat.side: seat for seat in Seat.objects.filter(game=game).select_related("game", "user")}
    reading = clocks.read(seats[side].game, seats[side],
    clocks.calendars_of([(seats[side].game, seats.values())])[seats[side].pk],
                          timezone.now(), own=True)  # fmt: skip
    assert reading is not None
    return reading.left


@pytest.fixture
def late_case(
    later: Callable[[timedelta], None], new_game: NewGame, richard: Player, saladin: Player, william: Player
) -> DisputeCase:
    """Saladin moved with nothing left; then Richard reported it, which stopped the clocks."""
    game = new_game()
    ok(richard.act(game, DONE))
    later(9 * DAY)
    assert left(game, "saracen") == timedelta(0)
    ok(saladin.act(game, DONE))
    return reviewing.take(user=of(william), number=report(richard, game).pk)


def test_a_rewind_to_a_turn_with_nothing_left_gives_a_gift_of_the_pace(
    late_case: DisputeCase, later: Callable[[timedelta], None], richard: Player, saladin: Player, william: Player
) -> None:
    game = late_case.game
    before_done = game.events.filter(side="frank", kind="action").get().seq
    act(william, late_case, "rewind", event=str(before_done), settles=True)
    assert left(game, "saracen") == GIFT
    later(GIFT - timedelta(minutes=1))
    with pytest.raises(NotRunOut):
        offers.claim(game_id=game.public_id, user=of(richard), what="win", idempotency_key=new_key())
    later(timedelta(minutes=1))
    offers.claim(game_id=game.public_id, user=of(richard), what="win", idempotency_key=new_key())


def test_the_reviewer_may_choose_another_least(late_case: DisputeCase, william: Player) -> None:
    before_done = late_case.game.events.filter(side="frank", kind="action").get().seq
    done = act(william, late_case, "rewind", event=str(before_done), least="168")
    assert left(late_case.game, "saracen") == 7 * DAY
    assert done.after["least"] == 168


@pytest.mark.parametrize("how", ["resume", "settle", "replace", "restore"])
def test_every_act_that_gives_a_state_back_leaves_the_least(
    how: str,
    later: Callable[[timedelta], None],
    new_game: NewGame,
    richard: Player,
    saladin: Player,
    baldwin: Player,
    william: Player,
) -> None:
    game = new_game()
    ok(richard.act(game, DONE))
    later(7 * DAY - timedelta(minutes=1))
    case = reviewing.take(user=of(william), number=report(saladin, game).pk)
    assert left(game, "saracen") == timedelta(minutes=1)
    if how == "resume":
        act(william, case, "resume")
    elif how == "settle":
        decide(william, case)
    elif how == "replace":
        act(william, case, "replace", side="frank", name="Baldwin", agreed="on")
    else:
        act(william, case, "result", winner="frank")
        game.refresh_from_db()
        act(william, case, "annul")
        act(william, case, "restore", hours="72")
    assert left(game, "saracen") == GIFT


@pytest.mark.parametrize("sanction", ["suspend", "ban"])
def test_whose_sanction_is_lifted_has_the_least_in_all_games_of_theirs(
    sanction: str,
    later: Callable[[timedelta], None],
    new_game: NewGame,
    richard: Player,
    saladin: Player,
    william: Player,
) -> None:
    game, other = new_game(), new_game()
    for one in (game, other):
        ok(richard.act(one, DONE))
    case = reviewing.take(user=of(william), number=report(richard, game).pk)
    lay: dict[str, Any] = {"days": "365"} if sanction == "suspend" else {"ban": banning.LAY}
    lift: dict[str, Any] = {"days": "0"} if sanction == "suspend" else {"ban": banning.LIFT}
    act(william, case, sanction, side="saracen", **lay)
    later(30 * DAY)
    assert left(other, "saracen") == timedelta(0)
    act(william, case, sanction, side="saracen", **lift)
    assert left(other, "saracen") == GIFT


def test_the_form_says_how_much_and_lets_it_be_changed() -> None:
    for kind in ("rewind", "resume"):
        field = ActForm(act=ACTS[kind]).fields["least"]
        assert field.initial == "usual"
        assert dict(field.choices)["usual"] == "as usual (live: 10 minutes, fast: 1 day, slow: 3 days)"
        assert "168" in dict(field.choices)
