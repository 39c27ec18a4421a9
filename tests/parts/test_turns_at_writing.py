"""SQLite is written to in the order of asking, and nobody is told that the database is locked."""

import threading
import time
from collections.abc import Callable
from random import Random

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection, connections, transaction

from crusader_site.runtime.sqlite3 import base
from crusader_site.runtime.turns import LockTimeout, Turns
from games.models import User

pytestmark = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="other databases let many write at once")


class Threads:
    """Threads that each have done one thing, begun one after the other."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.errors: list[Exception] = []

    def begin(self, work: Callable[[], None]) -> None:
        def run() -> None:
            try:
                work()
            except Exception as error:
                self.errors.append(error)
            finally:
                connections.close_all()

        self.threads.append(threading.Thread(target=run))
        self.threads[-1].start()

    def end(self) -> None:
        for thread in self.threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in self.threads)


def waiting() -> int:
    """How many wait for their turn now."""
    (own,) = [turns for name, turns in base.turns.items() if name == str(connection.settings_dict["NAME"])]
    return own.waiting


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


@pytest.mark.django_db(transaction=True)
def test_transactions_come_in_the_order_in_which_they_were_begun() -> None:
    """Each of twenty waits behind all before it, those that fail and those that write one statement without a
    transaction among them.
    """
    came: list[int] = []
    threads = Threads()

    def write(number: int) -> None:
        if number % 5 == 4:
            get_user_model().objects.filter(username="nobody").update(username=f"{number}")
            came.append(number)
            return
        try:
            with transaction.atomic():
                User.objects.create_user(f"person{number}", password=None)
                came.append(number)
                if number % 5 == 3:
                    raise ZeroDivisionError
        except ZeroDivisionError:
            pass

    with transaction.atomic():
        for number in range(20):
            threads.begin(lambda number=number: write(number))
            until(lambda number=number: waiting() == number + 1)
    threads.end()
    assert threads.errors == []
    # A single statement says that it came when it has handed over, so its neighbor may be before it in the list.
    assert [number for number in came if number % 5 != 4] == [number for number in range(20) if number % 5 != 4]
    assert all(abs(came.index(number) - number) <= 1 for number in range(20)), came
    assert waiting() == 0


@pytest.mark.django_db(transaction=True)
def test_many_threads_that_write_at_once_all_get_to_it() -> None:
    threads = Threads()
    person = User.objects.create_user("counted")
    User.objects.filter(pk=person.pk).update(first_name="0")

    def count() -> None:
        random = Random(threading.get_ident())
        for _ in range(15):
            with transaction.atomic():
                found = User.objects.get(pk=person.pk)
                found.first_name = str(int(found.first_name) + 1)
                time.sleep(random.random() / 500)
                found.save()
            User.objects.filter(username="nobody").update(username="nobody")

    for _ in range(12):
        threads.begin(count)
    threads.end()
    assert threads.errors == []
    assert User.objects.get(pk=person.pk).first_name == str(12 * 15)


@pytest.mark.django_db(transaction=True)
def test_reading_waits_for_nobody() -> None:
    threads = Threads()
    read: list[int] = []
    with transaction.atomic():
        User.objects.create_user("unseen")
        threads.begin(lambda: read.append(User.objects.count()))
        threads.end()
    assert (read, threads.errors) == ([0], [])


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_closed_within_a_transaction_lets_the_next_one_write() -> None:
    threads = Threads()

    def close() -> None:
        with transaction.atomic():
            User.objects.create_user("lost")
            connections["default"].close()

    threads.begin(close)
    threads.end()
    threads.begin(lambda: User.objects.create_user("kept") and None)
    threads.end()
    assert [type(error).__name__ for error in threads.errors] in ([], ["InterfaceError"], ["ProgrammingError"])
    assert list(User.objects.values_list("username", flat=True)) == ["kept"]


@pytest.mark.django_db(transaction=True)
def test_what_runs_after_the_commit_may_write_and_holds_nobody_up() -> None:
    told: list[str] = []

    def tell() -> None:
        threads = Threads()
        threads.begin(lambda: User.objects.create_user("another") and None)
        threads.end()
        with transaction.atomic():
            User.objects.create_user("after")
        told.extend(map(str, threads.errors))

    with transaction.atomic():
        transaction.on_commit(tell)
        User.objects.create_user("first")
    assert told == []
    assert User.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_who_has_waited_for_too_long_hears_that_the_database_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is answered with 503: the same may be sent again."""
    monkeypatch.setattr(base, "PATIENCE", 0.05)
    threads = Threads()
    with transaction.atomic():
        threads.begin(lambda: User.objects.create_user("late") and None)
        threads.end()
    (error,) = threads.errors
    assert isinstance(error, OperationalError)
    assert not User.objects.exists()
    User.objects.create_user("next")


def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next() -> None:
    turns = Turns()
    turns.take(1)
    with pytest.raises(LockTimeout):
        turns.take(0.01)
    threads = Threads()
    came: list[int] = []

    def take() -> None:
        turns.take(10)
        came.append(1)
        turns.give_back()

    threads.begin(take)
    until(lambda: turns.waiting == 1)
    turns.give_back()
    threads.end()
    assert (came, threads.errors, turns.waiting) == ([1], [], 0)
    turns.take(0)
