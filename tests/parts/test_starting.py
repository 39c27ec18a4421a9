"""What stops a start, what does not, and what is told of errors elsewhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sentry_sdk
from cryptography.fernet import Fernet

from crusader_site import apps
from crusader_site.unsafe import Misconfigured
from tests.processes import ROOT, settings_read

CONFIGURED = {
    "PRODUCTION": "1",
    "SECRET_KEY": "k3y-" + "".join(chr(97 + number % 26) + str(number) for number in range(40)),
    "ALLOWED_HOSTS": "example.org",
    "DICE_KEY": Fernet.generate_key().decode(),
    "SIGNING_KEY": "ab" * 32,
}


def run(tmp_path: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_FOLDER": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        **variables,
    }
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"DATABASE_URL": "mysql://site@127.0.0.1/site"}, "DATABASE_URL must begin with"),
        ({"REDIS_URL": "127.0.0.1:6379"}, "REDIS_URL must begin with"),
        ({"WEB_CONCURRENCY": "4"}, "need REDIS_URL"),
        ({"BACKGROUND_IN_SERVER": "off"}, "nobody would send alerts"),
        ({"METRICS_TOKEN": "short"}, "METRICS_TOKEN can be guessed"),
        (CONFIGURED | {"SITE_URL": "http://example.org"}, "SITE_URL must begin with https://"),
        (CONFIGURED | {"EMAIL_URL": "consolemail://"}, "names no mail server"),
        (CONFIGURED | {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend"}, "names no mail server"),
        (CONFIGURED | {"CSRF_TRUSTED_ORIGINS": "http://example.org"}, "CSRF_TRUSTED_ORIGINS must begin with https://"),
        (CONFIGURED | {"DICE_WAIT_HOURS": "0"}, "DICE_WAIT_HOURS must be 1 at least in production"),
        ({"DICE_WAIT_HOURS": "-1"}, "DICE_WAIT_HOURS must be from 0 to 720."),
        ({"DICE_WAIT_HOURS": "1" * 400}, "DICE_WAIT_HOURS must be from 0 to 720."),
        (CONFIGURED | {"SECRET_KEY": "django-insecure-" + "x" * 50}, "SECRET_KEY is one that Django made for trying"),
        ({"PRODUCTION": "1"}, "PRODUCTION needs SECRET_KEY"),
        (
            {"DATABASE_URL": "postgres://site@db/site", "DATABASE_POOL": "many"},
            "DATABASE_POOL must be a whole number, not 'many'.",
        ),
        ({"ALERTS_EVERY": "now and then"}, "ALERTS_EVERY must be a number, not 'now and then'."),
    ],
)
def test_what_is_unsafe_or_useless_stops_the_start(variables: dict[str, str], sentence: str, tmp_path: Path) -> None:
    """What a process says when it stops so is told by the next test."""
    with pytest.raises(Misconfigured, match=re.escape(sentence)) as stopped:
        settings_read(tmp_path, **variables)
    assert "\n" not in str(stopped.value)


@pytest.mark.parametrize(
    "command",
    [
        ("manage.py", "check"),
        ("-m", "celery", "-A", "crusader_site", "worker"),
        ("-m", "uvicorn", "crusader_site.asgi:application", "--port", "0"),
    ],
)
def test_every_process_stops_at_an_unsafe_setting_with_its_sentence_and_nothing_else(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    result = run(tmp_path, *command, **CONFIGURED | {"SITE_URL": "http://example.org"})
    assert result.returncode == 1
    assert result.stderr.strip().splitlines() == [
        "SITE_URL must begin with https:// in production: links in mails lead there."
    ]


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    wrong = CONFIGURED | {"SITE_URL": "http://example.org", "METRICS_TOKEN": "short"}
    with pytest.raises(Misconfigured, match=r"METRICS_TOKEN.*SITE_URL"):
        settings_read(tmp_path, **wrong)


def test_options_in_the_databases_address_are_kept(tmp_path: Path) -> None:
    found = settings_read(tmp_path, DATABASE_URL="postgres://site@db/site?sslmode=verify-full", DATABASE_POOL="7")
    options = found["DATABASES"]["default"]["OPTIONS"]
    assert (options["sslmode"], options["pool"]["max_size"]) == ("verify-full", 7)


REPORTING = """
import json
import django
django.setup()
import sentry_sdk
from django.test import Client
import frontend.views.plain

caught = []
reports = sentry_sdk.get_client()
assert reports.is_active()
reports.transport.capture_envelope = lambda envelope: caught.append([item.payload.json for item in envelope.items])

def render(request, template, context=None):
    hidden = {"saladin": "acre"}
    raise RuntimeError("a fault")

frontend.views.plain.render = render
client = Client(raise_request_exception=False)
client.cookies["csrftoken"] = "a-session-to-steal"
assert client.get("/help/?invitation=a-token", headers={"host": "localhost"}).status_code == 500
sentry_sdk.flush(timeout=10)
print(json.dumps(caught))
"""


def test_errors_are_reported_where_that_is_asked_for_without_anything_of_games_or_people(tmp_path: Path) -> None:
    result = run(tmp_path, "-c", REPORTING, SENTRY_DSN="https://key@reports.example.org/1")
    assert result.returncode == 0, result.stderr
    events = [event for events in json.loads(result.stdout) for event in events if "exception" in event]
    assert [value["value"] for event in events for value in event["exception"]["values"]] == ["a fault"]
    text = json.dumps(events)
    for hidden in ("saladin", "a-session-to-steal", "a-token", '"vars"', '"user"', "breadcrumbs"):
        assert hidden not in text, hidden


KEY_FILES = {"SECRET_KEY": "secret-key", "DICE_KEY": "dice-key", "SIGNING_KEY": "signing-key"}


def start(settings: Any, read: dict[str, Any]) -> None:
    """What every process does at its start, with settings as it has read them."""
    for name in ("VAR_FOLDER", "STATIC_ROOT", "KEYS_TO_MAKE", *KEY_FILES):
        setattr(settings, name, read[name])
    apps.make_folders()
    apps.make_missing_keys()


def test_a_process_makes_folders_and_keys_at_the_first_start_and_keeps_them(tmp_path: Path, settings: Any) -> None:
    folder = tmp_path / "deep" / "var"
    read = settings_read(folder, SENTRY_DSN="https://key@reports.example.org/1")
    assert list(tmp_path.iterdir()) == [], "settings alone write nothing"
    assert not sentry_sdk.get_client().is_active(), "and start no reports"
    start(settings, read)
    assert {path.name for path in folder.iterdir()} == {*KEY_FILES.values(), "static"}
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {(folder / name).stat().st_mode & 0o777 for name in KEY_FILES.values()} == {0o600}
    made = {name: (folder / file).read_text() for name, file in KEY_FILES.items()}
    assert {name: getattr(settings, name) for name in KEY_FILES} == made
    again = settings_read(folder)
    assert {name: again[name] for name in KEY_FILES} == made
    start(settings, again)
    assert {name: (folder / file).read_text() for name, file in KEY_FILES.items()} == made


def test_a_key_of_the_environment_is_written_to_no_file(tmp_path: Path, settings: Any) -> None:
    start(settings, settings_read(tmp_path, SIGNING_KEY="cd" * 32))
    assert settings.SIGNING_KEY == "cd" * 32
    assert {path.name for path in tmp_path.iterdir()} == {"secret-key", "dice-key", "static"}


def test_a_file_that_holds_no_key_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "dice-key").write_text("not a key")
    with pytest.raises(Misconfigured, match="DICE_KEY holds something that is not a key"):
        settings_read(tmp_path)


def test_two_sites_on_one_redis_have_names_of_their_own(tmp_path: Path) -> None:
    """Whatever is published on a Redis, all of its databases hear: `test_real_parts.py` shows that names part them."""
    prefixes = {
        settings_read(tmp_path, REDIS_URL=f"redis://cache:6379/{number}")["CHANNEL_LAYERS"]["default"]["CONFIG"][
            "prefix"
        ]
        for number in range(3)
    }
    assert len(prefixes) == 3


def test_without_its_own_runtime_the_site_stands_on_what_django_and_channels_bring(tmp_path: Path) -> None:
    given = {"DATABASE_URL": "postgres://site@db/site", "REDIS_URL": "redis://cache:6379/0"}
    for more in ({}, given):
        read = settings_read(tmp_path, OWN_RUNTIME="off", **more)
        parts = [read["DATABASES"]["default"]["ENGINE"], read["CACHES"]["default"], read["CHANNEL_LAYERS"]["default"]]
        assert "crusader_site" not in str(parts)
        own = settings_read(tmp_path, **more)
        assert own["DATABASES"]["default"]["ENGINE"].startswith("crusader_site")
