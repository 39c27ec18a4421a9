"""What games' sockets do is counted and timed as requests are, and the alarms see it: tried by real traffic."""

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from prometheus_client.parser import text_string_to_metric_families

from crusader_site import metrics
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


async def test_acts_are_counted_by_kind_and_outcome_and_timed(people: dict[str, Player]) -> None:
    game = await table(people)
    page, onlooker, other = [await Pageful.open(people[name], game) for name in ("Richard", "Baldwin", "Saladin")]
    before = await scraped()
    for version in (3, 5):
        await page.act(BALIAN_TO_ASCALON, version)
        await page.ask("undo", version=version + 1, key=new_key())
    assert (await page.refused("actions", action=DONE, version=1, key=new_key()))[0] == 409
    assert (await page.refused("no such act"))[0] == 400
    assert (await onlooker.refused("actions", action=DONE, version=3, key=new_key()))[0] == 403
    assert (await page.act(DONE, 7))["answer"]["view"]["version"] == 8
    for follower in (onlooker, other):
        assert "view" in await follower.hear()
    traffic = Traffic(before, await scraped())
    for status, number in (("200", 3), ("409", 1), ("403", 1)):
        assert (
            traffic.sum("crusader_requests_total", f'method="socket",route="{ACTIONS}",status="{status}"') == number
        ), status
    assert traffic.sum("crusader_requests_total", 'method="socket",route=~".* undo",status="200"') == 2
    assert traffic.sum("crusader_requests_total", 'method="socket",route=~".* none",status="400"') == 1
    assert traffic.sum("crusader_request_seconds_count", f'route="{ACTIONS}"') == 5
    assert 0 < traffic.sum("crusader_request_seconds_sum", f'route="{ACTIONS}"') < 60
    for to in ("player", "spectator"):
        assert traffic.sum("crusader_pushes_total", f'to="{to}",status="200"') == 1
        assert traffic.sum("crusader_push_seconds_count", f'to="{to}"') == 1
    assert not traffic.raises("Errors"), "refusals are no errors"
    for one in (page, onlooker, other):
        await one.close()


async def test_slow_acts_raise_the_alarm_slow(db: None, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    for seconds, slow in ((0.3, False), (0.51, True)):
        before = await scraped()
        metrics.note_request("socket", ACTIONS, 200, seconds)
        traffic = Traffic(before, await scraped())
        assert (traffic.raises("Slow"), traffic.raises("Errors")) == (slow, False)


async def test_acts_and_views_that_fail_raise_the_alarm_errors(
    people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table(people)
    page, other = [await Pageful.open(people[name], game) for name in ("Richard", "Saladin")]
    before = await scraped()
    with monkeypatch.context() as patch:
        patch.setitem(sockets.ACTS, "actions", Mock(side_effect=RuntimeError("a fault of ours")))
        assert (await page.refused("actions", action=DONE, version=3, key=new_key()))[0] == 500
    traffic = Traffic(before, await scraped())
    assert (traffic.raises("Slow"), traffic.raises("Errors")) == (False, True)
    assert traffic.sum("crusader_requests_total", f'method="socket",route="{ACTIONS}",status="500"') == 1
    await page.close()
    await other.close()
    for error, status, alarm in ((GameNotFound, "404", False), (RuntimeError, "500", True)):
        game = await table(people)
        page, other = [await Pageful.open(people[name], game) for name in ("Richard", "Saladin")]
        before = await scraped()
        with monkeypatch.context() as patch:
            patch.setattr(pushes, "find_game", Mock(side_effect=error))
            await page.act(DONE, 3)
            assert await other.closed_with() == (1012 if alarm else 4404)
        traffic = Traffic(before, await scraped())
        assert traffic.sum("crusader_pushes_total", f'to="player",status="{status}"') == 1
        assert traffic.raises("Errors") is alarm
        await page.close()
