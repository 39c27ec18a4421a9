"""What answers cost the site: nobody takes more of its processors than their share, and what stays the same is made
once.
"""

import time
import uuid
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator

from games import budget
from games.access import find_game
from games.models import Game
from games.services.archive.importing import import_game
from games.services.play.rewinding import rewind
from games.services.views import kept_replays, replay
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok, problem
from tests.rules.recorded_games import read

pytestmark = pytest.mark.django_db
VISITOR = {"REMOTE_ADDR": "192.0.2.1"}


class Meter:
    """A clock, and what each request takes of a processor: both stand still but for what a test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, each: float) -> None:
        self.seconds, self.each, self.taken = time.monotonic(), each, 0.0
        monkeypatch.setattr(budget, "now", lambda: self.seconds)
        monkeypatch.setattr(budget, "processor_seconds", self._tick)

    def _tick(self) -> float:
        """Asked once before and once after a request."""
        self.taken += self.each / 2
        return self.taken * 2


@pytest.fixture
def meter(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Callable[[float], Meter]:
    settings.PROCESSOR_SECONDS, settings.PROCESSOR_SHARE = 12.0, 0.1
    return lambda each: Meter(monkeypatch, each)


def view(game: Game) -> str:
    return f"games/{game.public_id}/view/"


# --- the budget
# -------------------------------------------------------------------------------------------------------------


def test_who_has_used_up_the_processor_time_of_one_person_waits_and_is_told_how_long(
    richard: Player, saladin: Player, game: Game, meter: Callable[[float], Meter]
) -> None:
    clock = meter(4.0)
    assert [richard.get(view(game)).status_code for _ in range(3)] == [200, 200, 200]
    refused = richard.get(view(game))
    told = problem(refused, 429, "too-many-requests")
    assert told["used-up"] == "processor-time"
    assert refused["Retry-After"] == str(told["retry-after"])
    assert "12 seconds of processor time" in told["detail"]
    assert f"Try again in {told['retry-after']} seconds." in told["detail"]
    assert saladin.get(view(game)).status_code == 200, "somebody else's budget is their own"
    clock.each = 0.0
    clock.seconds += told["retry-after"] - 1
    assert richard.get(view(game)).status_code == 429
    clock.seconds += 60
    assert richard.get(view(game)).status_code == 200


def test_who_waited_as_long_as_they_were_told_is_served_again(
    richard: Player, game: Game, meter: Callable[[float], Meter]
) -> None:
    clock = meter(13.0)
    ok(richard.get(view(game)))
    clock.each = 0.0
    clock.seconds += int(richard.get(view(game))["Retry-After"])
    assert richard.get(view(game)).status_code == 200


def test_pages_are_refused_as_pages_in_the_language_of_the_reader(
    richard: Player, meter: Callable[[float], Meter]
) -> None:
    assert richard.user is not None
    richard.user.language = "fr"
    richard.user.save()
    meter(13.0)
    richard.client.get(reverse("my-games"))
    refused = richard.client.get(reverse("home"))
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    with translation.override("fr"):
        said = translation.gettext("Too much at once")
    assert said != "Too much at once"
    assert said in refused.content.decode()


def test_an_address_that_is_none_costs_as_well(richard: Player, meter: Callable[[float], Meter]) -> None:
    meter(13.0)
    assert [richard.client.get("/nothing/here/").status_code for _ in range(2)] == [404, 429]


def test_a_script_that_reads_too_much_leaves_its_owner_room_to_move(
    richard: Player, saladin: Player, game: Game, meter: Callable[[float], Meter]
) -> None:
    version = richard.view(game)["version"]
    clock = meter(13.0)
    ok(richard.get(view(game)))
    clock.each = 0.1
    assert richard.get(view(game)).status_code == 429
    ok(richard.act(game, BALIAN_TO_ASCALON, version=version))
    clock.each = 13.0
    richard.act(game, DONE, version=version)
    problem(richard.act(game, DONE, version=version), 429, "too-many-requests")


def test_visitors_of_one_address_share_a_budget_and_who_logs_in_has_their_own(
    richard: Player, game: Game, meter: Callable[[float], Meter]
) -> None:
    meter(13.0)
    visitor, other = Client(), Client()
    path = f"/api/v1/{view(game)}"
    assert visitor.get(path, **VISITOR).status_code == 200
    assert other.get(path, **VISITOR).status_code == 429
    assert other.get(path, REMOTE_ADDR="192.0.2.2").status_code == 200
    assert richard.client.get(path, **VISITOR).status_code == 200


def test_one_network_of_ipv6_is_one_visitor(game: Game, meter: Callable[[float], Meter]) -> None:
    meter(13.0)
    path = f"/api/v1/{view(game)}"
    addresses = ("2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:db8:1:3::1")
    assert [Client().get(path, REMOTE_ADDR=address).status_code for address in addresses] == [200, 429, 200]


def test_no_request_is_owed_for_more_than_twice_the_budget(
    richard: Player, game: Game, meter: Callable[[float], Meter]
) -> None:
    clock = meter(10_000.0)
    ok(richard.get(view(game)))
    assert int(richard.get(view(game))["Retry-After"]) <= 2 * 12 / 0.1
    clock.seconds += 2 * 12 / 0.1
    assert richard.get(view(game)).status_code == 200


def test_so_many_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = budget.SecondsUsed()
    for number in range(budget.MOST_REMEMBERED + 100):
        accounts.charge(f"address {number}", 1.0)
    assert accounts.used("address 0") == 0.0
    assert accounts.used(f"address {budget.MOST_REMEMBERED + 99}") > 0.5


def test_the_count_of_requests_is_refused_as_clearly(
    richard: Player, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rest_framework.throttling import UserRateThrottle

    monkeypatch.setattr(UserRateThrottle, "rate", "1/min", raising=False)
    ok(richard.get(view(game)))
    refused = richard.get(view(game))
    told = problem(refused, 429, "too-many-requests")
    assert (told["used-up"], refused["Retry-After"]) == ("requests", str(told["retry-after"]))
    assert "more requests" in told["detail"]


@pytest.mark.parametrize("address", ["language", "account_reset_password"])
def test_every_form_refused_for_its_number_says_when_to_send_it_again(
    address: str, richard: Player, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"post": "1/m/key"} if address == "language" else {"reset_password": "1/m/ip"}
    answers = [
        richard.client.post(reverse(address), {"language": "fr", "email": f"{uuid.uuid4().hex}@example.org"})
        for _ in range(2)
    ]
    assert answers[1].status_code == 429
    assert int(answers[1]["Retry-After"]) > 0


@pytest.mark.usefixtures("api_rates_of_the_site")
def test_six_tabs_and_fast_clicks_meet_no_limit_where_each_request_takes_40_milliseconds(
    richard: Player, game: Game, meter: Callable[[float], Meter]
) -> None:
    """By the limits of a site that nobody configured: as many requests as six tabs make that look back through a long
    game, and a hundred clicks, without any time coming back.
    """
    assert richard.user is not None
    meter(0.04)
    path = f"games/{game.public_id}/replay/"
    assert richard.client.get(f"/games/{game.public_id}/").status_code == 200
    ok(richard.get(f"{path}marks/", side="frank"))
    ok(richard.get(path, side="frank", limit=40))
    ok(richard.get(view(game)))
    # Which address is asked is the same to both limits; this one answers soonest.
    for _request in range(6 * 22 + 100 - 4):
        ok(richard.get("vacations/"))
    used = budget.seconds_used.used(f"person {richard.user.pk}")
    assert used == pytest.approx(232 * 0.04)
    assert used < 12.0


@pytest.mark.whole
@pytest.mark.usefixtures("api_rates_of_the_site")
def test_six_tabs_that_look_back_through_a_long_game_and_fast_clicks_meet_no_limit(
    richard: Player, saladin: Player, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the limits of a site that nobody configured, on the clock of this machine's processor, and without anything
    coming back.
    """
    game = import_game(read("purposeful"), owner=richard.user, players={"frank": richard.user, "saracen": saladin.user})
    settings.PROCESSOR_SECONDS = 12.0
    moment = time.monotonic()
    monkeypatch.setattr(budget, "now", lambda: moment)
    kept_replays.clear()
    for _tab in range(6):
        assert richard.client.get(f"/games/{game.public_id}/").status_code == 200
        ok(richard.get(f"games/{game.public_id}/replay/marks/", side="frank"))
        count = ok(richard.get(view(game)))["version"]
        for after in range(0, count, 40):
            ok(richard.get(f"games/{game.public_id}/replay/", side="frank", after=after, limit=40))
    for _click in range(100):
        ok(richard.get(view(game)))
    assert 0 < budget.seconds_used.used(f"person {richard.user.pk}") < 12.0


# --- the description of the API
# ---------------------------------------------------------------------------------------------


def test_the_description_of_the_api_is_made_once_for_each_language_and_form(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.api import schema

    schema.description.cache_clear()
    made = []
    make = SchemaGenerator.get_schema
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *args, **more: made.append(1) or make(*args, **more))
    for _ in range(3):
        for asked in ({}, {"lang": "fr"}, {"format": "json"}, {"version": str(uuid.uuid4())}):
            assert client.get("/api/v1/schema/", asked).status_code == 200
    assert len(made) == 3


@pytest.mark.parametrize("asked", ["lang=xx", "lang=%00"])
def test_a_language_without_a_description_is_refused_with_those_there_are(asked: str, client: Client) -> None:
    answer = client.get(f"/api/v1/schema/?{asked}")
    assert problem(answer, 400, "no-such-language")["languages"] == ["en", "fr", "pl"]


def test_a_line_end_in_the_version_asked_for_breaks_no_header(client: Client) -> None:
    assert client.get("/api/v1/schema/?version=1%0aX-Header:1").status_code == 200


# --- replays
# ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def finished(richard: Player, saladin: Player, game: Game) -> Game:
    """A short game that is over: some forty entries."""
    from random import Random

    from tests.games.helpers import choose

    kept_replays.clear()
    random = Random(5)
    seen, person = richard.view(game), richard
    for _ in range(40):
        if not seen["actions"]:
            person = saladin if person is richard else richard
            seen = person.view(game)
        seen = ok(person.act(game, choose(seen, random, seldom=("take-back-card",)), version=seen["version"]))["view"]
    ok(richard.resign(game))
    game.refresh_from_db()
    return game


def replayed(person: Player, game: Game, **query: Any) -> Any:
    return ok(person.get(f"games/{game.public_id}/replay/", **query))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries were put into words and positions, by each time it was done."""
    counts: list[int] = []
    make = replay.pages
    monkeypatch.setattr(
        replay, "pages", lambda access, eyes, chosen: counts.append(len(chosen)) or make(access, eyes, chosen)
    )
    return counts


def test_a_finished_game_is_replayed_from_memory_for_all_who_see_the_same(
    richard: Player, baldwin: Player, new_player: Callable[[str], Player], finished: Game, made: list[int]
) -> None:
    count = replayed(baldwin, finished, limit=100)["count"]
    assert sum(made) == count
    made.clear()
    for after in range(0, count, 7):
        replayed(baldwin, finished, after=after, limit=40)
        replayed(new_player(f"Reader{after}"), finished, after=after, limit=40)
    assert not made
    replayed(richard, finished, limit=100)
    assert made, "who played it reads what his own orders did"


def test_what_is_kept_is_what_would_be_made(richard: Player, baldwin: Player, finished: Game) -> None:
    for person, eyes in product((richard, baldwin), ("frank", "saracen", "public", "all")):
        access = find_game(user=person.user, game_id=finished.public_id)
        through = access.perspective(eyes)
        lines = replay.replay_lines(access, through)
        marked = ok(person.get(f"games/{finished.public_id}/replay/marks/", side=eyes))
        assert (marked["entries"], marked["results"]) == replay.marks(access, through)
        for after, limit in (
            (0, 100),
            (19, 5),
            (20, 37),
            (len(lines) - 1, 5),
            (len(lines) + 1, 1),
        ):
            chosen = [line for line in lines if line.number > after][:limit]
            following = chosen[-1].number if chosen and chosen[-1] != lines[-1] else None
            expected = {"count": len(lines), "next": following, "results": replay.pages(access, through, chosen)}
            assert replayed(person, finished, side=eyes, after=after, limit=limit) == expected, (eyes, after, limit)


def test_each_language_has_its_own_words(richard: Player, finished: Game) -> None:
    said = {}
    assert richard.user is not None
    for language in ("en", "fr", "pl", "en"):
        richard.user.language = language
        richard.user.save()
        said[language] = str(replayed(richard, finished, limit=100))
    assert len(set(said.values())) == 3


def test_nothing_is_kept_of_a_game_that_runs(richard: Player, game: Game, made: list[int]) -> None:
    kept_replays.clear()
    for _ in range(2):
        replayed(richard, game, limit=100)
    assert len(made) == 2


def test_a_game_that_is_taken_up_again_is_not_shown_from_memory(
    richard: Player, saladin: Player, baldwin: Player, finished: Game
) -> None:
    shown = replayed(baldwin, finished, limit=100, side="all")
    assert shown["count"]
    access = find_game(user=richard.user, game_id=finished.public_id, lock=True)
    rewind(access, to=min(access.game.snapshots.walls_from(0, access.game.version - 1)))
    problem(baldwin.get(f"games/{finished.public_id}/replay/", side="all"), 409, "not-over")
    assert replayed(baldwin, finished)["count"] < shown["count"] + 2


def test_what_is_kept_has_an_end(richard: Player, finished: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from cachetools import TTLCache

    small: TTLCache[Any, bytes] = TTLCache(6000, 600, getsizeof=len)
    monkeypatch.setattr(kept_replays, "_kept", small)
    before = [replayed(richard, finished, side=eyes, limit=100) for eyes in ("frank", "saracen", "public", "all")]
    assert 0 < small.currsize <= 6000
    assert before == [
        replayed(richard, finished, side=eyes, limit=100) for eyes in ("frank", "saracen", "public", "all")
    ]


# --- other answers
# ----------------------------------------------------------------------------------------------------------


def test_the_names_of_time_zones_are_read_from_the_disk_once(richard: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    import zoneinfo

    richard.client.get(reverse("preferences"))
    monkeypatch.setattr(zoneinfo, "available_timezones", lambda: pytest.fail("read again"))
    assert richard.client.get(reverse("preferences")).status_code == 200
