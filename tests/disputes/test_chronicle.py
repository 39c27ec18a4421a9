"""The chronicle of a game that a reviewer took back or decided."""

import pytest
from django.test import Client
from django.urls import reverse

from games.chronicle import keeping
from games.models import DisputeCase, Game, GameEvent
from tests.disputes.conftest import act, finish, fresh, resign
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db


def told(game: Game) -> str:
    address = reverse("chronicle", args=[game.public_id])
    Client().get(address)
    keeping.make_due()
    return str(Client().get(address).content.decode())


def test_what_was_rewound_is_told_nowhere(
    taken: DisputeCase, william: Player, richard: Player, saladin: Player
) -> None:
    game = taken.game
    finish(richard, game)
    finish(saladin, game)
    undone = {event.seq for event in GameEvent.record_of(game) if event.kind == GameEvent.Kind.ACTION}
    act(william, taken, "rewind", event="3", settles=True)
    resign(richard, game)
    assert "resigned" in told(fresh(game))
    row = keeping.GameChronicle.objects.get()
    chronicle = keeping.chronicle_in(row)
    assert chronicle is not None
    assert [year.year for year, _board in chronicle.years] == [1187]
    assert chronicle.years[0][0].last > max(undone)


def test_a_game_that_a_reviewer_decides_gets_another_chronicle(
    taken: DisputeCase, william: Player, saladin: Player
) -> None:
    resign(saladin, taken.game)
    assert "resigned" in told(fresh(taken.game))
    act(william, taken, "result", winner="saracen")
    text = told(fresh(taken.game))
    assert "resigned" not in text
    assert "reviewer" in text
