"""Whatever happens in whatever order, no offer is accepted that its present player, or the position, did not make.

The record is read by a second program that knows nothing of how consent lapses: between an offer and its acceptance
there is no act by which a person or the position became another.
"""

import uuid
from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.access import find_game
from games.accounts import leaving
from games.accounts.deletion import delete_account
from games.disputes import acting, banning, reviewing
from games.disputes.acting import ReviewRequest
from games.errors import Refused
from games.models import DisputeCase, Game, GameEvent, Offer, Sanction, StaffAction, User
from games.services.agreements import offers
from games.services.agreements.consent import Cause
from games.services.archive import check
from games.services.play import play
from games.services.record.state import load_state
from games.services.views.view import view_of
from rules import actions
from tests.disputes.conftest import NewGame, finish, of, report
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
SIDES = ("frank", "saracen")
KINDS = ("pause", "end", "annul", "more-time")
OTHER = {"frank": "saracen", "saracen": "frank"}
ACTS = (
    *("offer", "accept", "move") * 2,
    "replace",
    "rewind",
    "restore",
    "resign",
    "ban",
    "suspend",
    "end_pause",
    "delete",
)
STEP = st.tuples(st.sampled_from(ACTS), st.sampled_from(SIDES), st.sampled_from(KINDS))


class Table:
    """A game in which anything happens. People who take a seat over are made as they are needed."""

    def __init__(self, game: Game, reviewer: User, case: DisputeCase) -> None:
        self.game, self.reviewer, self.case, self.made = game, reviewer, case, 0

    def player(self, side: str) -> User:
        found = self.game.seats.get(side=side).user
        assert found is not None
        return User.objects.get(pk=found.pk)

    def offer(self, side: str, kind: str) -> None:
        offers.make_offer(user=self.player(side), game_id=self.game.public_id, kind=kind, idempotency_key=uuid.uuid4())

    def accept(self, side: str, kind: str) -> None:
        key = uuid.uuid4()
        offers.answer_offer(
            user=self.player(side), game_id=self.game.public_id, kind=kind, answer="accept", idempotency_key=key
        )

    def end_pause(self, side: str, kind: str) -> None:
        offers.end_pause(user=self.player(side), game_id=self.game.public_id, idempotency_key=uuid.uuid4())

    def move(self, side: str, kind: str) -> None:
        user = self.player(side)
        access = find_game(user=user, game_id=self.game.public_id)
        offered = [one for one in view_of(load_state(access), side)["actions"] if one["type"] in ("done", "play-card")]
        if offered:
            chosen = {
                name: value["any"][0] if isinstance(value, dict) else value
                for name, value in offered[0].items()
                if name != "about"
            }
            version, key = access.seats[side].version, uuid.uuid4()
            action = actions.from_json(chosen).to_json()
            play.submit(
                game_id=self.game.public_id, user=user, actions=[action], expected_version=version, idempotency_key=key
            )

    def resign(self, side: str, kind: str) -> None:
        play.resign(game_id=self.game.public_id, user=self.player(side), idempotency_key=uuid.uuid4())

    def replace(self, side: str, kind: str) -> None:
        self.made += 1
        name = f"Knight{self.made}"
        User.objects.create_user(name)
        self.staff("replace", side=side, name=name, agreed="on")

    def rewind(self, side: str, kind: str) -> None:
        walls = (
            GameEvent.objects.filter(game=self.game, kind="action", wall=True)
            .order_by("seq")
            .values_list("seq", flat=True)
        )
        self.staff("rewind", event=str(walls[0]))

    def restore(self, side: str, kind: str) -> None:
        self.staff("restore", hours="24")

    def staff(self, kind: str, **params: str) -> None:
        acting.perform(
            user=self.reviewer, number=self.case.pk, request=ReviewRequest(kind, "Rule 5.1.", params), key=uuid.uuid4()
        )

    def ban(self, side: str, kind: str) -> None:
        leaving.lock_person(self.player(side))
        banning.impose(self.player(side), self.logged("ban", side))

    def suspend(self, side: str, kind: str) -> None:
        person = self.player(side)
        leaving.lock_person(person)
        action = self.logged("suspend", side)
        Sanction.objects.create(person=person, kind="suspend", until=action.created_at, action=action)
        leaving.leave_all(person, Cause.SUSPENDED)

    def delete(self, side: str, kind: str) -> None:
        delete_account(user=self.player(side))

    def logged(self, kind: str, side: str) -> StaffAction:
        self.game.refresh_from_db()
        return StaffAction.objects.create(
            actor=self.reviewer, kind=kind, game=self.game, person=self.player(side), event=self.game.version
        )


def look(game: Game) -> None:
    """Reads the record: what lies between each acceptance and the offer that it accepts."""
    events = list(GameEvent.objects.filter(game=game).order_by("seq"))
    shut_out = list(StaffAction.objects.filter(game=game, kind__in=("ban", "suspend")).values_list("event", flat=True))
    for accepted in events:
        if accepted.payload.get("answer") != "accept":
            continue
        kind, by = accepted.payload["offer"], OTHER[accepted.side]
        made = [
            one for one in events if one.seq < accepted.seq and one.payload.get("type") == "offer" and one.side == by
        ]
        offer = [one for one in made if one.payload["offer"] == kind][-1]
        between = [one for one in events if offer.seq < one.seq < accepted.seq]
        assert not [
            one for one in between if one.payload.get("type") in ("replace", "rewind", "game-restored", "claim")
        ]
        assert not [seq for seq in shut_out if offer.seq <= (seq or 0) < accepted.seq]
        if kind in ("end", "annul"):
            assert not [
                one for one in between if one.wall and one.kind == "action" and (one.side != by or one.by_orders)
            ]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEP, min_size=4, max_size=14))
def test_no_offer_is_accepted_that_its_present_player_or_position_did_not_make(steps, scene: Table) -> None:
    with transaction.atomic():
        table = Table(Game.objects.get(pk=scene.game.pk), scene.reviewer, scene.case)
        for what, side, kind in steps:
            with suppress(Refused, IndexError), transaction.atomic():
                getattr(table, what)(side, kind)
            for offer in Offer.objects.filter(game=table.game, state="open"):
                assert offer.person == table.game.seats.get(side=offer.side).user
        look(table.game)
        assert check.first_difference(Game.objects.get(pk=table.game.pk)) is None
        transaction.set_rollback(True)


@pytest.fixture
def scene(new_game: NewGame, richard: Player, saladin: Player, william: Player) -> Table:
    """A game in which both are to choose a card, with a dispute that lets its clocks run."""
    game = new_game(take_over=True)
    finish(richard, game)
    finish(saladin, game)
    case = reviewing.take(user=of(william), number=report(richard, game).pk)
    table = Table(game, of(william), case)
    table.staff("resume")
    return table
