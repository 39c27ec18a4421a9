"""Settings, headers, the schema: what surrounds the games."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.games.helpers import Player

ROOT = Path(__file__).resolve().parents[2]
LONG = "x" * 60


def load_settings(tmp_path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "VAR_FOLDER": str(tmp_path), **variables}
    code = "from crusader_site import settings as s; print(s.DEBUG, len(s.SECRET_KEY) > 50, s.SESSION_COOKIE_SECURE, s.ALLOWED_HOSTS)"
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"PRODUCTION": "1"}, "PRODUCTION needs SECRET_KEY"),
        ({"PRODUCTION": "1", "SECRET_KEY": "short", "ALLOWED_HOSTS": "example.org"}, "PRODUCTION needs SECRET_KEY"),
        ({"PRODUCTION": "1", "SECRET_KEY": LONG}, "PRODUCTION needs ALLOWED_HOSTS"),
        ({"PRODUCTION": "1", "SECRET_KEY": LONG, "ALLOWED_HOSTS": "*"}, "PRODUCTION needs ALLOWED_HOSTS"),
        ({"PRODUCTION": "1", "SECRET_KEY": LONG, "ALLOWED_HOSTS": "example.org", "DEBUG": "1"}, "DEBUG and PRODUCTION are both on"),
        ({"DEBUG": "1", "ALLOWED_HOSTS": "example.org"}, "DEBUG is on and ALLOWED_HOSTS names other machines"),
    ],
)
def test_unsafe_settings_refuse_to_start(variables: dict[str, str], sentence: str, tmp_path: Path) -> None:
    result = load_settings(tmp_path, **variables)
    assert result.returncode != 0
    assert sentence in result.stderr


def test_a_production_site_starts_when_it_is_configured(tmp_path: Path) -> None:
    result = load_settings(tmp_path, PRODUCTION="1", SECRET_KEY=LONG, ALLOWED_HOSTS="example.org")
    assert result.stdout == "False True True ['example.org']\n"
    assert not (tmp_path / "secret-key").exists()


def test_a_local_site_makes_its_secret_key_once_and_keeps_it_to_its_owner(tmp_path: Path) -> None:
    assert load_settings(tmp_path).stdout.startswith("False True False ['localhost'")
    key = (tmp_path / "secret-key").read_text()
    load_settings(tmp_path)
    assert (tmp_path / "secret-key").read_text() == key
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


@pytest.mark.django_db
def test_pages_come_with_a_strict_policy(richard: Player) -> None:
    response = richard.get("games/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert (response["X-Frame-Options"], response["X-Content-Type-Options"]) == ("DENY", "nosniff")


def test_the_schema_describes_the_api_without_a_warning(tmp_path: Path) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml"))
    text = (tmp_path / "schema.yaml").read_text()
    for path in ("actions", "undo", "restart-turn", "history", "view", "export", "resign", "join", "cancel"):
        assert f"/api/v1/games/{{game_id}}/{path}/" in text


@pytest.mark.django_db
def test_migrations_are_up_to_date() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
