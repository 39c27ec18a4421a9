"""What every test of the site shares."""

import gc
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

# How Hypothesis runs: no deadlines, for machines differ and are busy; the same examples every time where a build is
# judged.
_quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
# Whole games grow from a seed, which nothing makes simpler: they are not shrunk.
_phases = [Phase.explicit, Phase.generate]
settings.register_profile(
    "short", deadline=None, max_examples=20, suppress_health_check=_quiet, database=None, phases=_phases
)
settings.register_profile("ci", settings.get_profile("short"), derandomize=True)
settings.register_profile("long", settings.get_profile("short"), max_examples=300)
# What is imported and collected stays until the end: looking through it for garbage again and again is a tenth of what
# tests cost.
gc.disable()
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "short"))


def pytest_configure(config: pytest.Config) -> None:
    """Each process of the test run has a Redis database of its own: tests empty it between one another."""
    from django.conf import settings

    from crusader_site.celery import app
    from crusader_site.runtime.layer import host_at

    app.conf.task_always_eager = True  # what a real worker does is shown by tests that start one
    # Every client of a test starts the site's middleware anew, and that would look at each static file.
    settings.WHITENOISE_AUTOREFRESH = True
    if not settings.REDIS_URL:
        return
    base, _, first = settings.REDIS_URL.rpartition("/")
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    own = f"{base}/{int(first) + number}"
    settings.REDIS_URL = settings.CELERY_BROKER_URL = settings.CACHES["default"]["LOCATION"] = own
    layer = settings.CHANNEL_LAYERS["default"]["CONFIG"]
    layer["hosts"], layer["prefix"] = [host_at(own)], layer["prefix"].removesuffix(first) + own.rpartition("/")[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `real_parts` are skipped where neither PostgreSQL nor Redis is."""
    from django.conf import settings

    if settings.REDIS_URL and settings.DATABASES["default"]["ENGINE"] == "crusader_site.runtime.postgresql":
        return
    skip = pytest.mark.skip(reason="needs PostgreSQL and Redis: script/real_parts .venv/bin/pytest")
    for item in items:
        if item.get_closest_marker("real_parts"):
            item.add_marker(skip)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """A file instead of memory for SQLite: connections of several threads then lock one another as they do on the site.

    The tables are made from the models, for each process of the run makes them: `tests/tables.py`.
    """
    from django.db import connections

    settings = connections["default"].settings_dict
    settings["TEST"]["MIGRATE"] = False
    if settings["ENGINE"].endswith("sqlite3"):
        settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        settings["OPTIONS"].pop("pool", None)  # its connections would outlive the test database


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Notes in the new database that all migrations are applied: what brings a site up to date has nothing to do
    there.
    """
    from tests.tables import note_migrations

    with django_db_blocker.unblock():
        note_migrations()


@pytest.fixture(scope="session", autouse=True)
def _empty_tables_quickly() -> Iterator[None]:
    """After a test with real transactions the tables that hold something are emptied, in spite of the triggers that
    keep the record.

    Django empties all of them, types of content and permissions too, and lets every app make those anew.
    """
    from django.core.management.commands import flush
    from django.db import connection, transaction

    from games import triggers

    kept = {"django_migrations", "django_content_type", "auth_permission"}

    def empty(operations: Any, statements: Any) -> None:
        here = operations.connection
        tables = sorted(set(here.introspection.django_table_names(only_existing=True, include_views=False)) - kept)
        with here.constraint_checks_disabled(), here.cursor() as cursor:
            cursor.execute(
                " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables)
            )
            filled = [table for (table,) in cursor.fetchall()]
            if here.vendor == "postgresql":
                with transaction.atomic(using=here.alias):
                    cursor.execute(
                        "SET LOCAL session_replication_role = replica"
                    )  # neither triggers nor references are asked
                    for table in filled:
                        cursor.execute(f"DELETE FROM {table}")
                return
            with triggers.without_triggers(here, *filled):
                for table in filled:
                    cursor.execute(f"DELETE FROM {table}")

    patch = pytest.MonkeyPatch()
    patch.setattr(type(connection.ops), "execute_sql_flush", empty)
    patch.setattr(flush, "emit_post_migrate_signal", lambda *_given, **_options: None)
    yield
    patch.undo()


@pytest.fixture(scope="session", autouse=True)
def _every_event_is_one_that_records_hold() -> Iterator[None]:
    """What the site writes is what `rules.entries` lists: else the records of new games would not be verified."""
    from games.services.record import appending
    from rules.entries import form_of

    link = appending._link

    def link_what_is_listed(game: Any, event: Any, placed: Any) -> None:
        if event.kind != "action":
            told = {
                "kind": event.kind,
                "side": event.side,
                "payload": event.payload,
                "events": event.events,
                "wall": event.wall,
            }
            form_of(json.loads(json.dumps(told)))
        link(game, event, placed)

    patch = pytest.MonkeyPatch()
    patch.setattr(appending, "_link", link_what_is_listed)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _quick_and_contained(settings: Any, tmp_path: Path) -> None:
    """Nothing waits, nothing is written outside the test's own folder, and no test is throttled for another."""
    settings.DICE_WAIT_HOURS = 0  # games begin without the players' parts of the dice; tests of those wait
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.GAMES_TO_WATCH_KEPT_FOR = settings.STATISTICS_KEPT_FOR = 0
    settings.PROCESSOR_SECONDS = 1e9  # one person of a test plays whole games within seconds
    from django.core.cache import caches

    from games.budget import seconds_used

    for cache in caches.all():
        cache.clear()
    seconds_used.clear()


@pytest.fixture(autouse=True)
def _api_takes_all_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests play games in seconds for which people take weeks: by lot, and on a quick machine, with more requests in a
    minute than the API takes from a person.
    """
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("user", "anon"), "1000000/min"))


@pytest.fixture
def api_rates_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """The API takes as many requests as on a site that nobody configured."""
    from rest_framework.settings import api_settings
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", api_settings.DEFAULT_THROTTLE_RATES)


@pytest.fixture
def seed_dice(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Called with a seed, gives all games of the test dice that come of it alone: draw number n for this purpose is the
    same whatever the game's id, its secret and what else the process drew.
    """
    from rules import committed

    def seed_by(seed: str) -> None:
        class Seeded(committed.Stream):
            def __init__(self, secret: bytes, message: bytes) -> None:
                super().__init__(seed.encode(), message.rpartition(b"\0")[2])

        monkeypatch.setattr(committed, "Stream", Seeded)

    return seed_by


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Django's middleware leaves the language of the last request active in the thread."""
    from django.utils import translation

    yield
    translation.activate("en")


@pytest.fixture(autouse=True)
def _nothing_known_of_outages() -> None:
    """What a process has read of outages is of the test before."""
    from games.services.clocks import outages

    outages.clear_cache()
