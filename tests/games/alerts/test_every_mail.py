"""Every mail of every kind is, byte for byte, what `golden/` says: a text changes only where somebody meant to change
it.

Where it is meant, `RENEW_MAILS=1 .venv/bin/pytest tests/games/alerts/test_every_mail.py` writes the files anew; read
the difference before you commit it. New kinds and sub-kinds are rows of `every_mail.py`.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone, translation

from games.alerts import subjects
from games.alerts.preferences import zone_of
from games.alerts.reading import Reading
from games.models import Notice
from tests.games.alerts import every_mail
from tests.games.alerts.every_mail import NOON, World
from tests.games.helpers import Player
from tests.luck import luck_of

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent / "golden"
LANGUAGES = [code for code, _name in settings.LANGUAGES]
RENEW = bool(os.environ.get("RENEW_MAILS"))


@pytest.fixture
def world(new_player: Callable[[str], Player], settings: Any) -> Iterator[World]:
    settings.SITE_URL = "https://crusader.example"
    with time_machine.travel(NOON, tick=False), luck_of("every mail"):
        yield World(new_player)


def compare(name: str, mails: Iterable[str]) -> None:
    whole = "\n".join(mails)
    named = "".join(f"[{key}] {text}\n" for key, text in sorted(every_mail.styles.items()) if f"[{key}]" in whole)
    whole = f"{whole}\n######## frame and styles\n{named}"
    path = FOLDER / f"{name}.txt"
    if RENEW:
        path.write_text(whole, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == whole


@pytest.mark.parametrize("group", every_mail.GROUPS)
def test_every_alert_reads_as_it_is_written_down_and_a_list_on_a_phone_shows_its_deadline(
    group: str, world: World
) -> None:
    """Within the first forty characters of the subject, whatever the language and the name of who did what."""
    for language in LANGUAGES:
        told, texts = 0, []
        for name, notice, message in every_mail.alerts(world, group, language):
            texts.append(every_mail.written(name, message))
            said = message.subject
            with translation.override(language), timezone.override(zone_of(notice.user)):
                until = subjects._until(Reading(notice))
            told += bool(until)
            place = said.lower().find(until.lower())
            assert 0 <= place <= 40 - len(until), said
        assert told or group in ("ends", "decisions"), language
        compare(f"{group}.{language}", texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_daily_mail_reads_as_it_is_written_down(language: str, world: World) -> None:
    compare(f"digests.{language}", every_mail.digests(world, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mail_of_an_account_reads_as_it_is_written_down(language: str, world: World) -> None:
    compare(f"accounts.{language}", every_mail.account_mails(world, language))


def test_no_kind_is_left_out() -> None:
    assert {case.kind for cases in every_mail.GROUPS.values() for case in cases} == set(Notice.Kind.values)
