"""Prometheus metrics of this process and of the outbox. None is about a single game or person.

They stand at `/metrics` of every process, for requests that bear `METRICS_TOKEN`; without that setting there is no
such address.
"""

import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Count
from django.db.models.signals import post_save
from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric

BUCKETS = (0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.12, 0.25, 0.5, 1, 2, 5, 10)
COUNT_EVERY = 30.0
"""Seconds for which what is counted in the database is believed."""

REQUESTS = Counter(
    "crusader_requests", "HTTP requests and messages of games' sockets answered.", ["method", "route", "status"]
)
SECONDS = Histogram(
    "crusader_request_seconds", "Time from a request's coming to its answer's leaving.", ["route"], buckets=BUCKETS
)
PUSHES = Counter(
    "crusader_pushes", "Views sent to pages that follow: 200, nothing new 204, refused 429.", ["to", "status"]
)
PUSH_SECONDS = Histogram(
    "crusader_push_seconds", "Time from an announcement's coming to the view's leaving.", ["to"], buckets=BUCKETS
)
IN_WORK = Gauge("crusader_requests_in_work", "HTTP requests being answered.")
WAITING = Gauge("crusader_requests_waiting", "HTTP requests and messages of sockets that wait for a thread.")
SOCKETS = Gauge("crusader_sockets_open", "WebSockets open.")
TOLD = Counter("crusader_socket_messages", "Messages sent to WebSockets.")
HEARD = Counter("crusader_socket_requests", "Messages received at WebSockets.")
EVENTS = Counter("crusader_game_events", "Events recorded in games by this process.", ["kind"])


def note_request(method: str, route: str, status: int, seconds: float) -> None:
    """Counts a request of HTTP or a message of a socket (`socket`, and its act in the route); status 0 where the client
    left before.
    """
    REQUESTS.labels(method, route, status).inc()
    SECONDS.labels(route).observe(seconds)


def note_push(to: str, status: int, seconds: float) -> None:
    """Counts a view that was sent, or was to be sent, to a `player` or a `spectator`."""
    PUSHES.labels(to, status).inc()
    PUSH_SECONDS.labels(to).observe(seconds)


def _count_event(instance: Any, created: bool, **kwargs: Any) -> None:
    if created:
        transaction.on_commit(EVENTS.labels(instance.kind).inc)


class InTheDatabase:
    """Metrics computed by database queries at scrape time, at most every `COUNT_EVERY` seconds."""

    def __init__(self) -> None:
        self._known: list[Metric] = []
        self._until = 0.0

    def describe(self) -> Iterable[Metric]:
        """Returns no metrics at registration: there may be no database yet."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yields the figures, counted anew when they are older than `COUNT_EVERY` seconds."""
        if time.monotonic() >= self._until:
            self._known, self._until = list(self._read_figures()), time.monotonic() + COUNT_EVERY
        yield from self._known
        yield from _pool_metrics()

    def _read_figures(self) -> Iterator[Metric]:
        """Yields the figures, or only that the database did not answer."""
        try:
            yield from _site_metrics()
            yield from _game_metrics()
            yield GaugeMetricFamily("crusader_database_up", "Whether the database answered.", value=1)
        except DatabaseError:
            yield GaugeMetricFamily("crusader_database_up", "Whether the database answered.", value=0)


def _site_metrics() -> Iterator[Metric]:
    """Yields metrics of the alarms, and of what they are read from."""
    from games.watching import alarms  # noqa: PLC0415 - Django forces it: models are there once applications are ready

    found = alarms.site_state()
    up = {alarm.name for alarm in alarms.watch(found)}
    alarm_of = GaugeMetricFamily("crusader_alarm", "Whether this alarm of the site is up.", labels=["alarm"])
    for name in alarms.ALARMS:
        alarm_of.add_metric([name], float(name in up))
    yield alarm_of
    yield from _outbox(found)
    yield from _alert_outcomes(found.mail)
    computer = found.computer
    yield GaugeMetricFamily(
        "crusader_computer_waiting", "Turns of the computer that nobody thinks about.", value=computer.waiting
    )
    yield GaugeMetricFamily(
        "crusader_computer_oldest_seconds",
        "For how long the oldest of them waits.",
        value=_seconds_since(found.now, computer.oldest),
    )
    age_of = GaugeMetricFamily(
        "crusader_sign_of_life_age_seconds",
        "Since the last sign of life of a part, or the last backup.",
        labels=["part"],
    )
    for part, age in alarms.ages(found):
        age_of.add_metric([part], age)
    yield age_of


def _outbox(found: Any) -> Iterator[Metric]:
    """Yields metrics of the mails that are overdue."""
    mail = found.mail
    yield GaugeMetricFamily(
        "crusader_alerts_waiting", "Mails that are overdue, alerts and those of accounts.", value=mail.waiting
    )
    yield GaugeMetricFamily(
        "crusader_alerts_oldest_seconds",
        "For how long the oldest of them has been.",
        value=_seconds_since(found.now, mail.oldest),
    )


def _alert_outcomes(mail: Any) -> Iterator[Metric]:
    """Alerts of the last hour, each once, by what happened to it last.

    Counted in the database, so every process tells the same.
    """
    of = GaugeMetricFamily(
        "crusader_alerts_last_hour", "Alerts of the last hour by way and result.", labels=["way", "result"]
    )
    for one in mail.outcomes:
        of.add_metric([one.way, one.result], one.number)
    yield of
    yield GaugeMetricFamily(
        "crusader_alerts_failing_ratio", "The share of them that failed; 0 where they are few.", value=mail.failing
    )


def _seconds_since(now: datetime, since: datetime | None) -> float:
    """Returns the seconds since a moment; 0 without one."""
    return max(0.0, (now - since).total_seconds()) if since is not None else 0.0


def _game_metrics() -> Iterator[Metric]:
    """Yields the number of games by status."""
    from games.models import Game  # noqa: PLC0415 - as above

    games = GaugeMetricFamily("crusader_games", "Games by their status.", labels=["status"])
    for status, number in Game.objects.order_by().values_list("status").annotate(Count("pk")):
        games.add_metric([status], number)
    yield games


def _pool_metrics() -> Iterator[Metric]:
    """Yields metrics of this process's database connections."""
    pool = getattr(connection, "pool", None) if connection.vendor == "postgresql" else None
    if pool is None:
        return
    found = pool.get_stats()
    pool_of = GaugeMetricFamily("crusader_database_pool", "Database connections of this process.", labels=["state"])
    for name in ("pool_size", "pool_available", "requests_waiting"):
        pool_of.add_metric([name], found.get(name, 0))
    yield pool_of


IN_THE_DATABASE = InTheDatabase()


def connect() -> None:
    """Registers the metrics. Called once, when the applications are ready."""
    from games.models import GameEvent  # noqa: PLC0415 - as above

    post_save.connect(_count_event, sender=GameEvent, dispatch_uid="metrics")
    REGISTRY.register(IN_THE_DATABASE)
