"""Views that are sent to pages that follow are made once for all whose eyes are the same, and players come before
spectators.
"""

import asyncio
import json
import threading
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation

from crusader_site.threads import ACTS, PLAYERS_VIEWS, SPECTATORS, RequestThreads
from games import budget, consumers
from games.access import Access, Viewer, find_game
from games.api import pushes
from games.api.acts import view_and_news
from games.models import Game, Sanction, StaffAction, User
from games.services.agreements import offers
from games.services.lobby import lobby
from games.services.views.view import view_of
from tests.games.conftest import started
from tests.games.helpers import DONE, Player, ok
from tests.games.test_socket_acts import Pageful

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(transactional_db: None, new_player: Callable[[str], Player]) -> dict[str, Player]:
    return {name: new_player(name) for name in ("Richard", "Saladin", "Baldwin", "Raymond")}


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    pushes.shared_views.clear()
    yield
    pushes.shared_views.clear()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Viewer]:
    """The viewers for whom views are made to be sent, one after the other."""
    found: list[Viewer] = []
    monkeypatch.setattr(pushes, "view_of", lambda table, viewer: found.append(viewer) or view_of(table, viewer))  # type: ignore[func-returns-value]
    return found


async def opened(people: dict[str, Player], *names: str | None, **options: Any) -> tuple[Game, list[Pageful]]:
    game = await sync_to_async(started)(people["Richard"], people["Saladin"], **options)
    return game, [await Pageful.open(people[name] if name else None, game) for name in names]


async def test_a_view_is_made_once_for_each_side_and_once_for_all_who_watch(
    people: dict[str, Player], made: list[Viewer]
) -> None:
    game, pages = await opened(people, "Saladin", "Saladin", "Baldwin", None, None, "Raymond", None)
    made.clear()
    await sync_to_async(people["Richard"].act)(game, DONE)
    heard = [await page.hear() for page in pages]
    assert {message["version"] for message in heard} == {4}
    assert len({json.dumps(message) for message in heard[:2]}) == 1
    assert len({json.dumps(message) for message in heard[2:]}) == 1
    assert sorted(made, key=str) == [None, "saracen"]
    for page in pages:
        await page.close()


async def test_each_language_has_its_own(people: dict[str, Player], made: list[Viewer]) -> None:
    assert people["Baldwin"].user is not None
    await sync_to_async(User.objects.filter(pk=people["Baldwin"].user.pk).update)(language="fr", time_zone="Asia/Tokyo")
    game, pages = await opened(people, "Baldwin", "Raymond", None)
    made.clear()
    await sync_to_async(people["Richard"].act)(game, DONE)
    french, english, visitor = [await page.hear() for page in pages]
    assert french["view"]["prompt"]["text"] != english["view"]["prompt"]["text"]
    assert french["view"]["time"]["zone"] == "Asia/Tokyo"
    assert english == visitor
    assert made == [None, None]
    for page in pages:
        await page.close()


def test_what_is_sent_rests_on_whose_eyes_it_is_for_and_on_nothing_of_the_person(people: dict[str, Player]) -> None:
    """No matter who asked first, each is sent what they would be sent alone: players, spectators of every kind, before
    and after the end.
    """
    game = started(people["Richard"], people["Saladin"])
    users = {name: player.user for name, player in people.items()}
    assert users["Baldwin"] is not None
    assert users["Raymond"] is not None
    reviewer = User.objects.create_user("Heraclius", is_staff=True, is_superuser=True)
    action = StaffAction.objects.create(
        actor=reviewer, kind=StaffAction.Kind.SUSPEND, person=users["Baldwin"], reason="Deserved."
    )
    until = timezone.now() + timedelta(days=1)
    Sanction.objects.create(person=users["Baldwin"], kind=Sanction.Kind.SUSPENSION, until=until, action=action)
    viewers: list[tuple[Any, str | None]] = [
        (users["Richard"], None), (users["Saladin"], None), (users["Baldwin"], None), (reviewer, None),
        (AnonymousUser(), None),
    ]  # fmt: skip

    def message(access: Access, viewer: Viewer, since: int) -> bytes:
        return pushes.to_json(pushes.shared_views.make(access, viewer, since))

    def alone(access: Access, viewer: Viewer, since: int) -> Any:
        view = view_and_news(access, viewer, since)
        return {
            "game": str(game.public_id),
            "version": view["version"],
            "side": viewer,
            "news": view.pop("news"),
            "view": view,
        }

    def compare(asked: list[tuple[Any, str | None]]) -> None:
        for language in ("en", "fr"):
            for order in (asked, asked[::-1]):
                pushes.shared_views.clear()
                for person, side in order:
                    access = find_game(user=person, game_id=game.public_id)
                    viewer = access.viewer(side)
                    for since in (0, 2, access.version(viewer) - 1):
                        with translation.override(language):
                            assert json.loads(message(access, viewer, since)) == json.loads(
                                pushes.to_json(alone(access, viewer, since))
                            )

    with time_machine.travel(timezone.now(), tick=False):
        compare(viewers)
        ok(people["Richard"].act(game, {"type": "place", "block": "balian", "town": "ascalon"}))
        compare(viewers)
        ok(people["Richard"].act(game, DONE))
        assert users["Saladin"] is not None
        offers.make_offer(game_id=game.public_id, user=users["Saladin"], kind="end", idempotency_key=uuid.uuid4())
        compare(viewers)
        people["Saladin"].post(f"games/{game.public_id}/resign/", {"key": str(uuid.uuid4())})
        assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
        compare([(person, side) for person, _ in viewers for side in ("frank", "saracen", None)])


def test_a_private_game_is_not_found_among_what_is_shared(people: dict[str, Player]) -> None:
    game = started(people["Richard"], people["Saladin"], visibility="private")
    access = find_game(user=people["Richard"].user, game_id=game.public_id)
    for viewer in ("frank", None):
        pushes.shared_views.make(access, viewer, 0)
        assert pushes.shared_views.find(pushes.view_key(access, viewer), 0, least=1) is None


async def test_a_spectator_who_falls_behind_gets_the_newest_view_alone(
    people: dict[str, Player], made: list[Viewer]
) -> None:
    game, (spectator, visitor, player) = await opened(people, "Baldwin", None, "Saladin")
    async with consumers.spectators.turn():
        ok(await sync_to_async(people["Richard"].act)(game, DONE))
        assert (await player.hear())["version"] == 4
        for version, kind in ((5, "end"), (6, "annul")):
            offer = {
                "game_id": game.public_id,
                "user": people["Saladin"].user,
                "kind": kind,
                "idempotency_key": uuid.uuid4(),
            }
            await sync_to_async(offers.make_offer)(**offer)
            assert (await player.hear())["version"] == version
        made.clear()
        assert await spectator.silent()
    for page in (spectator, visitor):
        message = await page.hear()
        assert message["version"] == 6
        assert message["news"]["anew"] is False
        assert len(message["news"]["entries"]) == 3, "nothing is left out of the news"
        assert await page.silent()
    assert made == [None]
    for page in (spectator, visitor, player):
        await page.close()


@pytest.mark.parametrize("who", ["Baldwin", None])
async def test_who_has_used_up_their_processor_time_is_told_when_to_ask(
    who: str | None, people: dict[str, Player], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, (page, other) = await opened(people, who, "Raymond")
    moment = budget.now()
    monkeypatch.setattr(budget, "now", lambda: moment)
    user = people[who].user if who else None
    asker = f"person {user.pk}" if user else "address "
    budget.seconds_used.charge(asker, settings.PROCESSOR_SECONDS)
    ok(await sync_to_async(people["Richard"].act)(game, DONE))
    refused = await page.hear()
    assert refused.pop("retry-after") > 0
    assert refused == {"game": str(game.public_id), "version": 4, "side": None}
    assert "view" in await other.hear(), "somebody else is served"
    budget.seconds_used.clear()
    assert (await page.ask("follow", since=3))["answer"]["view"]["version"] == 4
    for one in (page, other):
        await one.close()


async def test_a_view_that_was_made_for_others_is_charged_as_well(
    people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, pages = await opened(people, "Baldwin", None, "Raymond", None)
    moment = budget.now()
    monkeypatch.setattr(budget, "now", lambda: moment)
    assert people["Raymond"].user is not None
    askers = [f"person {people['Raymond'].user.pk}", "address "]
    before = [budget.seconds_used.used(asker) for asker in askers]
    ok(await sync_to_async(people["Richard"].act)(game, DONE))
    for page in pages:
        await page.hear()
    paid = [budget.seconds_used.used(asker) - used for asker, used in zip(askers, before, strict=True)]
    # Two sums of floats are compared: a nanosecond either way is rounding.
    assert paid[0] >= pushes.OF_A_PUSH - 1e-9
    assert paid[1] >= 2 * pushes.OF_A_PUSH - 1e-9
    for page in pages:
        await page.close()


async def test_alone_nothing_is_shared_between_the_sides(people: dict[str, Player]) -> None:
    richard = people["Richard"]
    game = (await sync_to_async(lobby.create_game)(user=richard.user, solo=True)).game
    pages = [await Pageful.open(richard, game, follow=False) for _ in range(2)]
    for page, side in zip(pages, ("frank", "saracen"), strict=True):
        await page.hear()
        assert (await page.ask("follow", side=side, since=0))["answer"]["view"]["you"] == side
        await page.close()


async def test_a_free_thread_takes_acts_first_then_players_views_then_spectators() -> None:
    threads, begun, freed, order = RequestThreads(1), threading.Event(), threading.Event(), list[str]()

    def hold() -> None:
        begun.set()
        freed.wait(60)

    held = asyncio.create_task(threads.run(hold))
    assert await asyncio.to_thread(begun.wait, 60)
    waiting = [
        asyncio.create_task(threads.run(order.append, name, rank=rank))
        for name, rank in (
            ("spectator 1", SPECTATORS), ("view 1", PLAYERS_VIEWS), ("act 1", ACTS),
            ("spectator 2", SPECTATORS), ("view 2", PLAYERS_VIEWS), ("act 2", ACTS), ("gone", ACTS),
        )
    ]  # fmt: skip
    await asyncio.sleep(0)
    gone = waiting.pop()
    gone.cancel()
    await asyncio.wait([gone])
    freed.set()
    await asyncio.gather(held, *waiting)
    assert order == ["act 1", "act 2", "view 1", "view 2", "spectator 1", "spectator 2"]
    with pytest.raises(ZeroDivisionError):
        await threads.run(lambda: 1 / 0)


async def test_spectators_let_players_go_first_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, freed = RequestThreads(1), threading.Event()
    await threads.after_players()
    spectating = asyncio.create_task(threads.run(freed.wait, 60, rank=SPECTATORS))
    await asyncio.sleep(0)
    await threads.after_players()
    playing = asyncio.create_task(threads.run(int))
    await asyncio.sleep(0)
    monkeypatch.setattr("crusader_site.threads.LONGEST_COURTESY", 0.0)
    await threads.after_players()
    monkeypatch.setattr("crusader_site.threads.LONGEST_COURTESY", 3600.0)
    courteous = asyncio.create_task(threads.after_players())
    for _ in range(20):  # it is given its chance to run, and does not take it
        await asyncio.sleep(0)
    assert not courteous.done()
    freed.set()
    await asyncio.gather(spectating, playing, courteous)
