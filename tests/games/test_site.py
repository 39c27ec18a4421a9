"""Settings, headers, the schema: what surrounds the games."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from drf_spectacular import validation

from crusader_site.unsafe import Misconfigured
from games.readers import language_and_time_of_the_reader
from tests.games.helpers import Player
from tests.processes import settings_read

ROOT = Path(__file__).resolve().parents[2]
LONG = "x" * 60
KEY = "A" * 43 + "="
SIGNING = "ab" * 32
CONFIGURED = {"PRODUCTION": "1", "SECRET_KEY": LONG, "ALLOWED_HOSTS": "example.org"}


def load_settings(tmp_path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """The result of a process that starts and prints some of its settings."""
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_FOLDER": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        **variables,
    }
    shown = "s.DEBUG, len(s.SECRET_KEY) > 50, s.SESSION_COOKIE_SECURE, s.ALLOWED_HOSTS"
    code = f"import django; django.setup(); from django.conf import settings as s; print({shown})"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"PRODUCTION": "1"}, "PRODUCTION needs SECRET_KEY"),
        ({"PRODUCTION": "1", "SECRET_KEY": "short", "ALLOWED_HOSTS": "example.org"}, "PRODUCTION needs SECRET_KEY"),
        ({"PRODUCTION": "1", "SECRET_KEY": LONG}, "PRODUCTION needs ALLOWED_HOSTS"),
        ({"PRODUCTION": "1", "SECRET_KEY": LONG, "ALLOWED_HOSTS": "*"}, "PRODUCTION needs ALLOWED_HOSTS"),
        (
            {"PRODUCTION": "1", "SECRET_KEY": LONG, "ALLOWED_HOSTS": "example.org", "DEBUG": "1"},
            "DEBUG and PRODUCTION are both on",
        ),
        (CONFIGURED, "PRODUCTION needs DICE_KEY"),
        (CONFIGURED | {"DICE_KEY": "short", "SIGNING_KEY": SIGNING}, "DICE_KEY holds something that is not a key"),
        (
            CONFIGURED | {"DICE_KEY": KEY, "SIGNING_KEY": SIGNING, "DICE_KEY_FALLBACKS": f"{KEY},é"},
            "DICE_KEY_FALLBACKS holds something that is not a key",
        ),
        (CONFIGURED | {"DICE_KEY": KEY}, "PRODUCTION needs SIGNING_KEY"),
        (CONFIGURED | {"DICE_KEY": KEY, "SIGNING_KEY": "short"}, "SIGNING_KEY holds something that is not a key"),
        (
            CONFIGURED | {"DICE_KEY": KEY, "SIGNING_KEY": SIGNING, "SIGNING_KEYS_BEFORE": "AB" * 32},
            "SIGNING_KEYS_BEFORE holds something that is not a key",
        ),
        ({"DEBUG": "1", "ALLOWED_HOSTS": "example.org"}, "DEBUG is on and ALLOWED_HOSTS names other machines"),
    ],
)
def test_unsafe_settings_refuse_to_start(variables: dict[str, str], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=re.escape(sentence)):
        settings_read(tmp_path, **variables)


def test_the_redis_layer_never_times_out_on_an_idle_socket(tmp_path: Path) -> None:
    found = settings_read(tmp_path, REDIS_URL="redis://localhost:6379/0")
    assert found["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"][0]["socket_timeout"] is None


def test_a_production_site_starts_when_it_is_configured(tmp_path: Path) -> None:
    result = load_settings(tmp_path, **CONFIGURED, DICE_KEY=KEY, SIGNING_KEY=SIGNING)
    assert result.stdout == "False True True ['example.org']\n"
    assert list(tmp_path.glob("*-key")) == []


def test_a_local_site_starts_with_nothing_configured(tmp_path: Path) -> None:
    assert load_settings(tmp_path).stdout.startswith("False True False ['localhost'")


@pytest.mark.django_db
def test_pages_come_with_a_strict_policy(richard: Player) -> None:
    response = richard.get("games/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert (response["X-Frame-Options"], response["X-Content-Type-Options"]) == ("DENY", "nosniff")


def test_the_schema_describes_the_api_without_a_warning(tmp_path: Path) -> None:
    """And has the form of OpenAPI 3.1, which `--validate` compares it with as well, in 2 seconds."""
    file = tmp_path / "schema.json"
    call_command("spectacular", "--fail-on-warn", "--format", "openapi-json", "--file", str(file))
    schema = json.loads(file.read_text())
    form = json.loads(Path(validation.__file__).with_name("openapi_3_1_schema.json").read_text())
    assert schema["openapi"].startswith("3.1.")
    assert list(jsonschema_rs.validator_for(form).iter_errors(schema)) == []
    for path in ("actions", "undo", "restart-turn", "history", "view", "export", "resign", "join", "cancel"):
        assert f"/api/v1/games/{{game}}/{path}/" in schema["paths"]


@pytest.mark.parametrize("chunks", [1, 20])
async def test_the_server_stops_reading_a_body_that_does_not_end(chunks: int) -> None:
    from crusader_site.asgi import application

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/games/",
        "headers": [(b"host", b"testserver")],
        "query_string": b"",
    }
    server = ApplicationCommunicator(application, scope)
    for _ in range(chunks):
        await server.send_input({"type": "http.request", "body": b"x" * (10_000_000 // chunks), "more_body": True})
    start, body = await server.receive_output(), await server.receive_output()
    assert start["status"] == 413
    assert json.loads(body["body"])["code"] == "too-large"


async def test_a_body_that_is_too_large_is_let_finish_before_it_is_answered() -> None:
    """A proxy that is cut off while it sends takes the process for dead, and sends nobody there for a while."""
    from crusader_site.asgi import application

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/games/",
        "headers": [(b"host", b"testserver")],
        "query_string": b"",
    }
    server = ApplicationCommunicator(application, scope)
    for more in (True, True, True, False):
        await server.send_input({"type": "http.request", "body": b"x" * 1_000_000, "more_body": more})
    assert (await server.receive_output())["status"] == 413
    assert server.input_queue.empty()


@pytest.mark.django_db
def test_pages_show_times_as_the_readers_clock_does(richard: Player) -> None:
    assert richard.user is not None
    request, seen = RequestFactory().get("/"), list[str]()
    request.user = richard.user
    reading = language_and_time_of_the_reader(
        lambda _: seen.append(timezone.get_current_timezone_name()) or HttpResponse()  # type: ignore[func-returns-value]
    )
    for richard.user.time_zone in ("Asia/Jerusalem", "Nowhere/Else", "../etc"):
        reading(request)
    assert seen == ["Asia/Jerusalem", "UTC", "UTC"]


@pytest.mark.django_db
def test_migrations_are_up_to_date() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
