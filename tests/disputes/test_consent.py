"""What people agreed to lapses with the person, and with the position: the whole table of docs/consent.md, and whatever
comes in a row.
"""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import Permission
from django.utils import timezone

from games import errors
from games.access import find_game
from games.accounts.deletion import delete_account
from games.disputes import reviewing
from games.models import DisputeCase, Entrant, Game, GameEvent, Notice, Offer, Seat, Seeker, StandingOrders, User
from games.services.agreements import offers
from games.services.agreements.consent import CANNOT_MEET, LAPSES, Cause, Given
from games.services.agreements.errors import NoSuchOffer, NoTakeOver
from games.services.archive import check
from games.services.archive.export import export_record
from games.services.clocks import clocks
from games.services.computer import minds
from games.services.lobby import lobby, matching, rematches
from games.services.play import standing_orders
from games.services.record.state import load_state
from games.services.views.clock_view import time_of
from games.tournaments import creating, entering
from rules import verify
from tests.disputes.conftest import NewGame, act, deploy, finish, fresh, of, report, resign
from tests.games.helpers import Player, first, ok

pytestmark = pytest.mark.django_db
OFFERS = (Given.PAUSE_OFFER, Given.END_OFFER, Given.ANNUL_OFFER, Given.TIME_REQUEST, Given.RESIGN_OFFER)
DRAWS_ANYWHERE = {"draw": "anywhere"}
SHUT_OUT = (Cause.BANNED, Cause.SUSPENDED, Cause.DELETED)


@pytest.fixture
def travel() -> Iterator[Any]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


class World:
    """A game of Richard, who gives his consent to this and that, and Saladin; William reviews, and Baldwin may step
    in.
    """

    def __init__(self, people: dict[str, Player], game: Game, travel: Any) -> None:
        self.people, self.game, self.travel = people, game, travel
        self.richard, self.saladin, self.william = people["Richard"], people["Saladin"], people["William"]
        self.next: Game | None = None

    def deployed(self) -> None:
        """Both are to choose a card."""
        finish(self.richard, self.game)
        finish(self.saladin, self.game)

    def play_card(self, player: Player) -> None:
        ok(player.act(self.game, first(player.view(self.game), "play-card")))

    def staff(self, kind: str, **params: str) -> None:
        case = report(self.saladin, fresh(self.game))
        act(self.william, reviewing.take(user=of(self.william), number=case.pk), kind, **params)

    # --- what Richard gives

    def give(self, given: Given) -> None:
        if given in OFFERS:
            self.offer(given)
        elif given == Given.PAUSE:
            self.offer(Given.PAUSE_OFFER)
            self.answer("pause", self.saladin)
        elif given == Given.ORDERS:
            standing_orders.leave_orders(user=of(self.richard), game_id=self.game.public_id, orders=DRAWS_ANYWHERE)
        elif given == Given.PLANS:
            self.plan()
        elif given == Given.REMATCH:
            self.next = rematches.rematch(user=of(self.richard), game_id=self.game.public_id).game
        elif given == Given.UNSTARTED:
            self.next = lobby.create_game(user=of(self.richard), side="frank").game
            lobby.join_game(user=of(self.richard), game_id=self.others_game().public_id)
            matching.search(user=of(self.richard), pace="slow")
        elif given == Given.TOURNAMENT:
            self.enter_tournaments()

    def offer(self, kind: str) -> None:
        offers.make_offer(user=of(self.richard), game_id=self.game.public_id, kind=kind, idempotency_key=uuid.uuid4())

    def answer(self, kind: str, player: Player) -> None:
        key = uuid.uuid4()
        offers.answer_offer(
            user=of(player), game_id=self.game.public_id, kind=kind, answer="accept", idempotency_key=key
        )

    def others_game(self) -> Game:
        return lobby.create_game(user=of(self.people["Heraclius"]), side="frank", by_hand=True).game

    def enter_tournaments(self) -> None:
        organizer = of(self.people["Heraclius"])
        organizer.user_permissions.add(Permission.objects.get(codename="organize_tournaments"))
        organizer = User.objects.get(pk=organizer.pk)
        until = timezone.now() + timedelta(days=3)
        cup = creating.create(user=organizer, name="Cup of Acre", system="swiss", sign_up_until=until)
        ladder = creating.create_ladder(user=organizer, name="Ladder of Acre")
        full = creating.create(user=organizer, name="Cup of Tyre", system="swiss", sign_up_until=until, size=2)
        for one in (organizer, of(self.people["Baldwin"])):
            entering.sign_up(user=one, tournament_id=full.public_id)
        for tournament in (cup, ladder):
            entering.sign_up(user=of(self.richard), tournament_id=tournament.public_id)
        entering.wait(user=of(self.richard), tournament_id=full.public_id)

    def plan(self) -> None:
        if self.richard.view(self.game)["step"] == "card":
            self.play_card(self.richard)
        else:
            deploy(self.richard, self.game)

    # --- what happens

    def happen(self, cause: Cause, given: Given) -> None:
        if cause == Cause.MOVED:
            self.deployed()
        elif cause == Cause.REPLACED:
            self.staff("replace", side="frank", name="Baldwin", agreed="on")
        elif cause == Cause.COMPUTER:
            if given != Given.PLANS:
                self.play_card(self.saladin)
            self.call_computer()
        elif cause == Cause.REWOUND:
            self.staff("rewind", event=str(self.first_wall()))
        elif cause == Cause.RESTORED:
            if given != Given.REMATCH:
                resign(self.saladin, self.game)
            self.staff("restore", hours="24")
        elif cause == Cause.RULED:
            self.staff("result", winner="saracen")
        elif cause == Cause.OVER:
            resign(self.saladin, self.game)
        elif cause == Cause.BANNED:
            self.staff("ban", side="frank", ban="lay")
        elif cause == Cause.SUSPENDED:
            self.staff("suspend", side="frank", days="30")
        else:
            delete_account(user=of(self.richard))

    def call_computer(self) -> None:
        self.travel.shift(timedelta(days=40))
        user = of(self.saladin)
        offers.claim(user=user, game_id=self.game.public_id, what="computer", idempotency_key=uuid.uuid4())

    def first_wall(self) -> int:
        return int(
            GameEvent.objects.filter(game=self.game, kind="action", wall=True)
            .order_by("seq")
            .values_list("seq", flat=True)[0]
        )

    # --- what is there

    def stands(self, given: Given) -> bool:
        game = fresh(self.game)
        running = game.status == Game.Status.ACTIVE
        if given in OFFERS:
            return Offer.objects.filter(game=game, kind=given, state="open").exists()
        if given == Given.PAUSE:
            return running and clocks.is_paused(game, timezone.now() + timedelta(days=400))
        if given == Given.TAKE_OVER:
            return running and bool(game.offers_computer)
        if given == Given.ORDERS:
            return StandingOrders.objects.filter(seat__game=game, seat__side="frank").exists()
        if given == Given.PLANS:
            access = find_game(user=of(self.saladin), game_id=game.public_id)
            return bool(load_state(access).plans_of("frank"))
        if given == Given.REMATCH:
            return fresh(self.next).status == Game.Status.OPEN
        if given == Given.UNSTARTED:
            seated = Seat.objects.filter(user=of(self.richard), game__status=Game.Status.OPEN).exists()
            return seated or Seeker.objects.filter(user=of(self.richard)).exists()
        return Entrant.objects.filter(user=of(self.richard), left_at=None).exists()


@pytest.fixture
def world(people: dict[str, Player], new_game: NewGame, travel: Any) -> World:
    minds.kept.clear()
    return World(people, new_game(take_over=True), travel)


def documented() -> dict[tuple[str, str], str]:
    """The table of the page: what it says of each thing and act."""
    page = (Path(settings.BASE_DIR) / "docs" / "consent.md").read_text()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line.startswith("| ") and "---" not in line
    ]
    causes = [re.findall(r"`(\S+)`", cell)[0] for cell in rows[0][1:]]
    named = {re.findall(r"`(\S+)`", row[0])[-1]: row[1:] for row in rows[1:]}
    return {(given, cause): cell for given, cells in named.items() for cause, cell in zip(causes, cells, strict=True)}


def test_the_page_says_what_the_table_says() -> None:
    declared = {
        (str(given), str(cause)): "x" if cause in LAPSES[given] else "" if cause in CANNOT_MEET.get(given, ()) else "-"
        for given in Given
        for cause in Cause
    }
    # Where the two cannot meet, the page leaves a gap.
    declared |= {(str(given), str(cause)): "" for given, causes in CANNOT_MEET.items() for cause in causes}
    assert documented() == declared


TOLD = {Given.PAUSE: "agreed-pause-lapsed", Given.TAKE_OVER: "agreed-computer-lapsed"} | {
    kind: f"{kind}-lapsed" for kind in OFFERS
}
SAMPLE = (Cause.MOVED, Cause.COMPUTER, Cause.OVER)
"""Of what leaves things as they are: in every run these are tried, the others in whole runs."""


def cell(given: Given, cause: Cause) -> Any:
    tried = cause in LAPSES[given] or cause in SAMPLE
    return (given, cause) if tried else pytest.param(given, cause, marks=pytest.mark.whole)


CELLS = [cell(given, cause) for given in Given for cause in Cause if cause not in CANNOT_MEET.get(given, ())]


@pytest.mark.parametrize(("given", "cause"), CELLS)
def test_each_act_ends_what_the_table_says_and_nothing_else(world: World, given: Given, cause: Cause) -> None:
    if given == Given.REMATCH:
        world.deployed()
        resign(world.saladin, world.game)
    elif cause != Cause.MOVED and (given, cause) != (Given.PLANS, Cause.COMPUTER):  # who has chosen a card is not late
        world.deployed()
    world.give(given)
    assert world.stands(given)
    world.happen(cause, given)
    assert world.stands(given) is (cause not in LAPSES[given])
    game = fresh(world.game)
    assert check.first_difference(game) is None
    assert verify.check(export_record(game)).fault is None
    if given in TOLD and cause in (LAPSES[given] & {Cause.REPLACED, Cause.REWOUND, Cause.BANNED, Cause.SUSPENDED}):
        both_are_told_what_no_longer_stands_and_not_why(world, given, cause)


def both_are_told_what_no_longer_stands_and_not_why(world: World, given: Given, cause: Cause) -> None:
    lines = [fact["type"] for line in world.saladin.history(world.game) for fact in line["events"]]
    assert TOLD[given] in lines
    told = Notice.objects.filter(game=world.game, kind="offer", data__offer="lapsed", target=None)
    second = world.people["Baldwin"] if cause == Cause.REPLACED else world.richard
    assert {notice.user for notice in told} == {of(world.saladin), of(second)}
    events = GameEvent.objects.filter(game=world.game, kind="system").order_by("-seq")
    lapsed = next(event for event in events if event.payload["type"].startswith("lapse"))
    assert lapsed.person is None
    assert not any(
        word in str((lapsed.payload, lapsed.events)) for word in ("ban", "suspend", "replace", "Baldwin", "Richard")
    )


@pytest.mark.parametrize("kind", ["annul", "end"])
def test_an_offer_of_somebody_who_was_replaced_cannot_be_accepted_days_later(world: World, kind: str) -> None:
    """Saladin offers, a reviewer seats Baldwin, Richard accepts two days later."""
    world.deployed()
    offers.make_offer(user=of(world.saladin), game_id=world.game.public_id, kind=kind, idempotency_key=uuid.uuid4())
    case = report(world.richard, world.game)
    taken = reviewing.take(user=of(world.william), number=case.pk)
    act(world.william, taken, "replace", side="saracen", name="Baldwin", agreed="on")
    world.travel.shift(timedelta(days=2))
    with pytest.raises(NoSuchOffer):
        world.answer(kind, world.richard)
    assert fresh(world.game).status == "active"
    assert world.richard.view(world.game)["time"]["offers"] == []


def test_an_offer_is_refused_where_a_row_was_changed_behind_the_services(world: World) -> None:
    """Whatever forgot to let it lapse: who sits there now did not make it, or the position is another."""
    world.deployed()
    world.offer("end")
    Offer.objects.filter(game=world.game).update(person=of(world.people["Baldwin"]))
    with pytest.raises(NoSuchOffer):
        world.answer("end", world.saladin)
    Offer.objects.filter(game=world.game).update(person=of(world.richard), wall=1)
    with pytest.raises(NoSuchOffer):
        world.answer("end", world.saladin)


def test_who_goes_on_with_an_offer_on_the_table_makes_it_anew(world: World) -> None:
    world.offer("end")
    finish(world.richard, world.game)
    world.answer("end", world.saladin)
    assert fresh(world.game).ending == "agreed"


def test_who_takes_a_seat_over_has_decided_nothing(world: World, baldwin: Player) -> None:
    """Richard had chosen a card and could take it back.

    Saladin chooses his: nothing is revealed until Baldwin has chosen as well.
    """
    world.deployed()
    world.play_card(world.richard)
    world.happen(Cause.REPLACED, Given.PLANS)
    seen = world.saladin.view(world.game)
    world.play_card(world.saladin)
    assert fresh(world.game).seats.get(side="frank").awaited
    assert any(offer["type"] == "play-card" for offer in baldwin.view(world.game)["actions"])
    assert not any("took back" in str(line) for line in world.saladin.history(world.game)), seen
    world.play_card(baldwin)
    assert check.first_difference(fresh(world.game)) is None


def test_after_a_replacement_the_win_is_claimed_and_no_computer_called(world: World) -> None:
    world.deployed()
    world.play_card(world.saladin)
    world.happen(Cause.REPLACED, Given.TAKE_OVER)
    act(world.william, DisputeCase.objects.get(), "resume")
    world.travel.shift(timedelta(days=40))
    shown = time_of(find_game(user=of(world.saladin), game_id=world.game.public_id), "saracen")
    assert shown is not None
    assert {"claim"} == {name for name in shown["may"] if name.startswith("claim")}
    with pytest.raises(NoTakeOver):
        offers.claim(
            user=of(world.saladin), game_id=world.game.public_id, what="computer", idempotency_key=uuid.uuid4()
        )
    offers.claim(user=of(world.saladin), game_id=world.game.public_id, what="win", idempotency_key=uuid.uuid4())
    assert fresh(world.game).winner == "saracen"
    assert check.first_difference(fresh(world.game)) is None


def test_the_owner_alone_hears_that_standing_orders_are_gone(world: World) -> None:
    world.deployed()
    world.give(Given.ORDERS)
    world.happen(Cause.REWOUND, Given.ORDERS)
    told = Notice.objects.filter(game=world.game, data__offer="orders-lapsed", target=None)
    assert [notice.user for notice in told] == [of(world.richard)]
    assert "order" not in str(world.saladin.history(world.game)).lower()


def test_a_second_pair_may_have_a_rematch_of_a_game_that_went_on(world: World, baldwin: Player) -> None:
    world.deployed()
    resign(world.saladin, world.game)
    first_one = rematches.rematch(user=of(world.richard), game_id=world.game.public_id).game
    assert rematches.rematch(user=of(world.saladin), game_id=world.game.public_id).game.pk == first_one.pk
    assert fresh(first_one).status == "active"
    world.staff("restore", hours="24")
    act(world.william, DisputeCase.objects.get(), "replace", side="frank", name="Baldwin", agreed="on")
    resign(world.saladin, world.game)
    second = rematches.rematch(user=of(baldwin), game_id=world.game.public_id).game
    assert second.pk != first_one.pk
    assert fresh(first_one).status == "active"
    assert rematches.rematch(user=of(world.saladin), game_id=world.game.public_id).game.pk == second.pk
    assert fresh(second).status == "active"


def test_a_rematch_withdrawn_is_told_to_both(world: World) -> None:
    world.deployed()
    resign(world.saladin, world.game)
    world.give(Given.REMATCH)
    world.happen(Cause.RESTORED, Given.REMATCH)
    told = Notice.objects.filter(data__offer="rematch-lapsed", target=None, state="queued")
    assert {notice.user for notice in told} == {of(world.richard), of(world.saladin)}
    with pytest.raises(errors.NoRematch):
        rematches.rematch(user=of(world.saladin), game_id=world.game.public_id)
