"""What every address tells browsers: policies, cookies, caches; and that no page needs more than the policies give."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.matrix.addresses import all_addresses
from tests.matrix.conftest import PEOPLE, World
from tests.matrix.rows import ROWS
from tests.matrix.test_matrix import arguments

ROOT = Path(__file__).resolve().parents[2]
ADDRESSES = {name: pattern for name, pattern in all_addresses().items() if name in ROWS}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Inline(HTMLParser):
    """Collects whatever the policy would not run or load, and forms that lead elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and "src" not in given and given.get("type") not in ("application/json", "importmap"):
            self.found.append("an inline script")
        if tag in ("style", "iframe", "object", "embed", "base"):
            self.found.append(tag)
        for name, value in attrs:
            target = (value or "").strip().lower()
            if name.startswith("on") or name == "style" or target.startswith("javascript:"):
                self.found.append(f"<{tag} {name}>")
            if name in ("src", "action", "formaction", "data") and target.startswith(("http:", "https:", "//")):
                self.found.append(f"<{tag} {name}={value}>")
            if tag == "link" and name == "href" and target.startswith(("http:", "https:", "//")):
                self.found.append(f"<link href={value}>")
            if tag == "a" and given.get("target") == "_blank" and "noopener" not in (given.get("rel") or ""):
                self.found.append("a window that can reach back")


def answers(world: World, name: str) -> list[Any]:
    row = ROWS[name]
    found = []
    for person in ("owner", "visitor", "staff"):
        game = world.games[row.game, PEOPLE[person]]
        found.append(world.browsers[person].get(reverse(name, kwargs=arguments(ADDRESSES[name], game) | row.args)))
    return found


def test_every_answer_carries_the_policies_and_needs_no_more_than_they_give(world: World) -> None:
    """One test for all addresses: the world they lie in takes longer to make than all of them to ask."""
    breaches = {name: sorted(set(found)) for name in ADDRESSES if (found := breaches_of(world, name))}
    assert breaches == {}


def breaches_of(world: World, name: str) -> list[str]:
    found: list[str] = []
    for response in answers(world, name):
        policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
        found += [f"policy {policy}"] if policy != POLICY else []
        found += [
            f"{header}: {response.get(header)}" for header, value in HEADERS.items() if response.get(header) != value
        ]
        found += [
            f"{refused} is allowed"
            for refused in ("camera", "geolocation", "usb")
            if f"{refused}=()" not in response["Permissions-Policy"]
        ]
        found += sorted({"Access-Control-Allow-Origin", "Server", "X-Powered-By"} & set(response.headers))
        found += cached(name, response["Cache-Control"])
        if response.status_code < 500 and response["Content-Type"].startswith("text/html"):
            page = Inline()
            page.feed(response.content.decode())
            found += page.found
    return found


def cached(name: str, control: str) -> list[str]:
    """Nothing of a person stays in a shared cache, and of the API nothing in any."""
    kept = "public" in control or not ("no-store" in control or "private" in control or name == "service-worker")
    return [f"Cache-Control: {control}"] if kept or (name.startswith("api-") and "no-store" not in control) else []


def test_what_is_not_there_carries_them_too(client: Client, db: None) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert "Permissions-Policy" in response.headers


def test_cookies_are_kept_from_scripts_and_from_other_sites(client: Client, db: None, settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    client.get(reverse("login"), secure=True)
    client.post(
        reverse("signup"), {"username": "Guy", "password1": "on-the-horns", "password2": "on-the-horns"}, secure=True
    )
    assert {"sessionid", "csrftoken"} <= set(client.cookies)
    for cookie in client.cookies.values():
        assert cookie["secure"], cookie
        assert cookie["samesite"] == "Lax", cookie
        assert not cookie["domain"], cookie
    assert client.cookies["sessionid"]["httponly"]


def production(tmp_path: Path, code: str, **variables: str) -> str:
    given = {
        "PRODUCTION": "1",
        "SECRET_KEY": "x" * 60,
        "ALLOWED_HOSTS": "example.org",
        "DICE_KEY": "A" * 43 + "=",
        "SIGNING_KEY": "ab" * 32,
    }
    environment = {"PATH": os.environ["PATH"], "VAR_FOLDER": str(tmp_path), **given, **variables}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_a_production_site_speaks_https_only_for_a_year_and_django_finds_nothing_to_say(tmp_path: Path) -> None:
    code = """
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "crusader_site.settings"
import django; django.setup()
from django.test import Client
host = {"host": "example.org"}
plain, secure = (Client().get("/api/v1/nowhere/", headers=host, secure=secure) for secure in (False, True))
print(plain.status_code, plain["Location"], secure["Strict-Transport-Security"])
from django.conf import settings as s
print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE, s.SESSION_COOKIE_HTTPONLY, s.DEBUG)
print(Client().get("/api/v1/nowhere/", headers={"host": "evil.example"}, secure=True).status_code)
from django.core import checks
print([problem.id for problem in checks.run_checks(tags=["security"], include_deployment_checks=True)])
"""
    secret = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR"
    lines = production(tmp_path, code, SECRET_KEY=secret).splitlines()
    assert lines[0] == "301 https://example.org/api/v1/nowhere/ max-age=31536000"
    assert lines[1:3] == ["True True True True False", "400"]
    # W005, W021: subdomains are not ours to promise for; SECURE_HSTS_INCLUDE_SUBDOMAINS is for who owns them all.
    assert set(re.findall(r"[a-z0-9_]+\.[A-Z]\d+", lines[3])) <= {"security.W005", "security.W021"}
