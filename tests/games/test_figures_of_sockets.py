"""What games' sockets do is counted and timed as requests are, and the alarms see it: tried by real traffic."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from games.api import pushes, sockets
from games.errors import GameNotFound
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, new_key
from tests.games.test_socket_acts import Pageful, table
from tests.parts.conftest import ask
from tests.parts.test_deployment import alarm_rules

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "a-token-of-twenty-characters"
ACTIONS = "/ws/games/<uuid:game_id>/ actions"
Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def people(transactional_db: None, new_player: Callable[[str], Player], settings: Any) -> dict[str, Player]:
    settings.METRICS_TOKEN = TOKEN
    return {name: new_player(name) for name in ("Richard", "Saladin", "Baldwin")}


async def scraped() -> Figures:
    """What Prometheus gets: each series with its value."""
    text = (await ask("/metrics", authorization=f"Bearer {TOKEN}")).body.decode()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(sample.name, frozenset(sample.labels.items())): sample.value for sample in samples}


class Traffic:
    """The figures before and after something, and what the alarms say of the difference, which Prometheus calls a
    rate.
    """

    def __init__(self, before: Figures, after: Figures) -> None:
        self.grown = {series: value - before.get(series, 0.0) for series, value in after.items()}

    def sum(self, name: str, matchers: str = "") -> float:
        return sum(self._chosen(name, matchers).values())

    def raises(self, alarm: str) -> bool:
        (expression,) = (rule["expr"] for rule in alarm_rules() if rule["alert"] == alarm)
        return any(self._holds(part) for part in expression.split(" or "))

    def _holds(self, expression: str) -> bool:
        numbers = re.sub(
            r"histogram_quantile\(([\d.]+), sum by \(le\) \(rate\((\w+)\{(.*?)\}\[\w+\]\)\)\)",
            self._quantile,
            expression,
        )
        numbers = re.sub(
            r"sum\(rate\((\w+)(?:\{(.*?)\})?\[\w+\]\)\)", lambda found: str(self.sum(found[1], found[2] or "")), numbers
        )
        left, right = numbers.split(" > ")
        factors = [float(factor) for factor in right.split(" * ")]
        return float(left) > (factors[0] * factors[1] if len(factors) == 2 else factors[0])

    def _quantile(self, found: re.Match[str]) -> str:
        buckets: dict[float, float] = {}
        for (_, labels), value in self._chosen(found[2], found[3]).items():
            le = float(dict(labels)["le"])
            buckets[le] = buckets.get(le, 0.0) + value
        wanted = float(found[1]) * buckets[float("inf")]
        # The upper end of the bucket: Prometheus looks within it, and no bucket of ours has the limits of the alarms
        # inside.
        return str(min(le for le, value in buckets.items() if value >= wanted))

    def _chosen(self, name: str, matchers: str) -> Figures:
        wanted = re.findall(r'(\w+)(=~|=)"(.*?)"', matchers)
        return {
            (one, labels): value
            for (one, labels), value in self.grown.items()
            if one == name
            and all(
                re.fullmatch(value if how == "=~" else re.escape(value), dict(labels).get(label, ""))
                for label, how, value in wanted
            )
        }


async def moves(page: Pageful, number: int) -> None:
    """So many acts of a page: each plans a move or takes it back."""
    version = 3
    for count in range(number):
        if count % 2:
            await page.ask("undo", version=version, key=new_key())
        else:
            await page.act(BALIAN_TO_ASCALON, version)
        version += 1


async def test_acts_are_counted_by_kind_and_outcome_and_timed(people: dict[str, Player]) -> None:
    game = await table(people)
    page, onlooker, other = [await Pageful.open(people[name], game) for name in ("Richard", "Baldwin", "Saladin")]
    before = await scraped()
    await moves(page, 40)
    assert (await page.refused("actions", action=DONE, version=1, key=new_key()))[0] == 409
    assert (await page.refused("no such act"))[0] == 400
    assert (await onlooker.refused("actions", action=DONE, version=3, key=new_key()))[0] == 403
    assert (await page.act(DONE, 43))["answer"]["view"]["version"] == 44
    for follower in (onlooker, other):
        assert "view" in await follower.hear()
    traffic = Traffic(before, await scraped())
    for status, number in (("200", 21), ("409", 1), ("403", 1)):
        assert (
            traffic.sum("crusader_requests_total", f'method="socket",route="{ACTIONS}",status="{status}"') == number
        ), status
    assert traffic.sum("crusader_requests_total", 'method="socket",route=~".* undo",status="200"') == 20
    assert traffic.sum("crusader_requests_total", 'method="socket",route=~".* none",status="400"') == 1
    assert traffic.sum("crusader_request_seconds_count", f'route="{ACTIONS}"') == 23
    assert 0 < traffic.sum("crusader_request_seconds_sum", f'route="{ACTIONS}"') < 60
    for to in ("player", "spectator"):
        assert traffic.sum("crusader_pushes_total", f'to="{to}",status="200"') == 1
        assert traffic.sum("crusader_push_seconds_count", f'to="{to}"') == 1
    assert (traffic.raises("Slow"), traffic.raises("Errors")) == (False, False), "refusals are no errors"
    for one in (page, onlooker, other):
        await one.close()


async def test_slow_acts_raise_the_alarm_slow(people: dict[str, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    page = await Pageful.open(people["Richard"], await table(people))
    carried_out, before = sockets.ACTS["actions"], await scraped()

    def slowly(*args: Any) -> Any:
        time.sleep(0.51)
        return carried_out(*args)

    monkeypatch.setitem(sockets.ACTS, "actions", slowly)
    assert "answer" in await page.act(BALIAN_TO_ASCALON, 3)
    traffic = Traffic(before, await scraped())
    assert (traffic.raises("Slow"), traffic.raises("Errors")) == (True, False)
    await page.close()


async def test_failing_acts_raise_the_alarm_errors(people: dict[str, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    page = await Pageful.open(people["Richard"], await table(people))
    before = await scraped()

    def fails(*_: Any) -> Any:
        raise RuntimeError("a fault of ours")

    monkeypatch.setitem(sockets.ACTS, "actions", fails)
    assert (await page.refused("actions", action=DONE, version=3, key=new_key()))[0] == 500
    traffic = Traffic(before, await scraped())
    assert (traffic.raises("Slow"), traffic.raises("Errors")) == (False, True)
    assert traffic.sum("crusader_requests_total", f'method="socket",route="{ACTIONS}",status="500"') == 1
    await page.close()


@pytest.mark.parametrize(("error", "status", "alarm"), [(RuntimeError, "500", True), (GameNotFound, "404", False)])
async def test_views_that_cannot_be_sent_are_counted_and_raise_the_alarm(
    error: type[Exception], status: str, alarm: bool, people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table(people)
    page, other = [await Pageful.open(people[name], game) for name in ("Richard", "Saladin")]
    before = await scraped()

    def fails(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(pushes, "find_game", fails)
    await page.act(DONE, 3)
    assert await other.closed_with() == (1012 if alarm else 4404)
    traffic = Traffic(before, await scraped())
    assert traffic.sum("crusader_pushes_total", f'to="player",status="{status}"') == 1
    assert traffic.raises("Errors") is alarm
    await page.close()
