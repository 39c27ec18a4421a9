"""Static files as a production site serves them, and as a local site does."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import storage
from django.core.management import call_command
from django.http import HttpResponse, HttpResponseBase
from django.test import Client, RequestFactory, override_settings

from crusader_site.static import StaticFiles

BACKENDS = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "crusader_site.storage.HashedStaticFiles"},
}


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a production site.

    Making them fails where modules import each other in a circle: then no name ever settles.
    """
    folder = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=folder, STORAGES=BACKENDS):
        call_command("collectstatic", "--no-input", "--verbosity", "0")
    return folder


def test_every_script_can_be_hashed_and_names_its_imports_by_their_hashes(collected: Path) -> None:
    with override_settings(STATIC_ROOT=collected, STORAGES=BACKENDS):
        hashed = [
            storage.staticfiles_storage.url(path) for path in ("frontend/joined/game.js", "frontend/js/game/game.js")
        ]
    assert all(re.search(r"game\.[0-9a-f]{12}\.js$", name) for name in hashed)
    named = 0
    for script in (collected / "frontend").rglob("*.*.js"):
        for name in re.findall(
            r'^(?:import|export) [{*][^";]*from "(\.[^"]+)"', script.read_text("utf-8"), re.MULTILINE
        ):
            assert re.search(r"\.[0-9a-f]{12}\.js$", name), f"{script.name} imports {name}"
            assert (script.parent / name).exists()
            assert (script.parent / f"{name}.gz").exists()
            named += 1
    assert named > 100


@pytest.mark.django_db  # the end of a request looks after the connections of its thread
@pytest.mark.parametrize("path", ["frontend/js/page/dom.js", "frontend/joined/game.js", "frontend/css/site.css"])
def test_a_local_site_compresses_its_files_and_need_not_send_them_twice(
    client: Client, settings: Any, path: str
) -> None:
    settings.WHITENOISE_AUTOREFRESH = False
    first = client.get(f"/static/{path}", headers={"accept-encoding": "gzip"})
    assert first.headers["Content-Encoding"] == "gzip"
    again = client.get(f"/static/{path}", headers={"accept-encoding": "gzip", "if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
    assert b"".join(again) == b""


def test_browsers_keep_hashed_scripts_for_ever(collected: Path) -> None:
    with override_settings(
        STATIC_ROOT=collected, STORAGES=BACKENDS, WHITENOISE_USE_FINDERS=False, WHITENOISE_MAX_AGE=3600
    ):
        files = StaticFiles(lambda request: HttpResponse(status=404))
        name = storage.staticfiles_storage.url("frontend/joined/game.js").removeprefix("/static/")
        assert "immutable" in asked(files, name)["Cache-Control"]


def asked(files: StaticFiles, path: str) -> HttpResponseBase:
    return files(RequestFactory().get(f"/static/{path}"))


def test_a_file_that_came_after_the_start_is_served(tmp_path: Path) -> None:
    """While a site is upgraded, a page of the new code may have its files from a process with the old one."""
    (tmp_path / "static").mkdir()
    (tmp_path / "secret").write_text("of nobody's business")
    with override_settings(STATIC_ROOT=tmp_path / "static", WHITENOISE_USE_FINDERS=False):
        files = StaticFiles(lambda request: HttpResponse(status=404))
        assert asked(files, "new.css").status_code == 404
        (tmp_path / "static" / "new.css").write_text("main { color: red }")
        response = asked(files, "new.css")
        assert (response.status_code, response["Content-Type"]) == (200, 'text/css; charset="utf-8"')
        for path in ("../secret", "..%2fsecret", "/etc/passwd", "", "x" * 5000, "\0"):
            assert asked(files, path).status_code == 404
