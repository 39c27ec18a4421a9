"""Five people: Richard (Franks) and Saladin (Saracens) play, William and Heraclius review, Baldwin has nothing to do
with it.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Permission

from games.disputes import acting, filing, reviewing
from games.disputes.acting import ReviewRequest
from games.models import CaseEntry, DisputeCase, Game, GameEvent, Notice, StaffAction, User
from games.services.lobby import lobby
from games.services.play import play
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, new_key, prove_second_factor

LOOKS = (StaffAction.Kind.LOOKED,)


@pytest.fixture
def people(db: None) -> dict[str, Player]:
    found = {}
    for name in ("Richard", "Saladin", "William", "Heraclius", "Baldwin"):
        found[name] = Player(User.objects.create_user(name))
    for name in ("William", "Heraclius"):
        make_reviewer(found[name])
    return found


def make_reviewer(player: Player) -> None:
    assert player.user is not None
    player.user.is_staff = True
    player.user.save()
    player.user.user_permissions.add(Permission.objects.get(codename="review_disputes"))
    prove_second_factor(player.client, player.user)


@pytest.fixture
def richard(people: dict[str, Player]) -> Player:
    return people["Richard"]


@pytest.fixture
def saladin(people: dict[str, Player]) -> Player:
    return people["Saladin"]


@pytest.fixture
def william(people: dict[str, Player]) -> Player:
    return people["William"]


@pytest.fixture
def heraclius(people: dict[str, Player]) -> Player:
    return people["Heraclius"]


@pytest.fixture
def baldwin(people: dict[str, Player]) -> Player:
    return people["Baldwin"]


NewGame = Callable[..., Game]


@pytest.fixture
def new_game(richard: Player, saladin: Player) -> NewGame:
    """A running game of the two, with the clocks of the pace `slow`."""

    def make(**options: Any) -> Game:
        created = lobby.create_game(user=of(richard), side="frank", **({"pace": "slow"} | options)).game
        lobby.join_game(user=of(saladin), game_id=created.public_id, invitation=created.invitation_token)
        return Game.objects.get(pk=created.pk)

    return make


@pytest.fixture
def game(new_game: NewGame) -> Game:
    return new_game()


@pytest.fixture
def case(game: Game, richard: Player) -> DisputeCase:
    return report(richard, game)


@pytest.fixture
def taken(case: DisputeCase, william: Player) -> DisputeCase:
    return reviewing.take(user=of(william), number=case.pk)


def of(player: Player) -> User:
    assert player.user is not None
    return player.user


def report(player: Player, game: Game, **more: str) -> DisputeCase:
    said = {"category": "rules", "wish": "rewind", "text": "That muster went too far."} | more
    return filing.report(user=of(player), game_id=game.public_id, **said)


def act(
    player: Player, case: DisputeCase, kind: str, *, settles: bool = False, key: UUID | None = None, **params: str
) -> StaffAction:
    rests_on = [2, 3]
    request = ReviewRequest(
        kind=kind, reason="Rule 5.1 says otherwise.", params=params, rests_on=rests_on, settles=settles
    )
    return acting.perform(user=of(player), number=case.pk, request=request, key=key or uuid4())


def decide(player: Player, case: DisputeCase) -> StaffAction:
    return act(player, case, "answer")


def deploy(player: Player, game: Game) -> GameEvent:
    """The Franks move a block, which can still be taken back."""
    result = play.submit(
        game_id=game.public_id,
        user=of(player),
        actions=[BALIAN_TO_ASCALON],
        expected_version=version(player, game),
        idempotency_key=UUID(new_key()),
    )
    return result.events[0]


def finish(player: Player, game: Game) -> GameEvent:
    """Ends what the player has to decide, behind a wall."""
    result = play.submit(
        game_id=game.public_id,
        user=of(player),
        actions=[DONE],
        expected_version=version(player, game),
        idempotency_key=UUID(new_key()),
    )
    return result.events[0]


def version(player: Player, game: Game) -> int:
    return int(game.seats.get(user=of(player)).version)


def resign(player: Player, game: Game) -> None:
    play.resign(game_id=game.public_id, user=of(player), idempotency_key=uuid4())


def mails_to(player: Player, case: DisputeCase) -> list[Notice]:
    return list(Notice.objects.filter(user=of(player), game=case.game, kind="dispute", target=None).order_by("pk"))


def fresh(row: Any) -> Any:
    return type(row).objects.get(pk=row.pk)


def entries(case: DisputeCase) -> list[str]:
    return [entry.kind for entry in CaseEntry.objects.filter(case=case).order_by("number")]
