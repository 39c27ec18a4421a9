"""Checks the settings at start: with unsafe or invalid ones the site does not start, and a message says what to set."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

DATABASES = ("sqlite3", "postgresql")
LONGEST_WAIT = 720
"""Hours. Later than that nobody remembers a game that they joined."""
FORM_OF_BOUNCE_ADDRESS = re.compile(r"[a-z0-9._-]{1,30}@[a-z0-9.-]+")
"""With its extension it is to be within the 64 letters that RFC 5321 grants."""
TO_NOBODY = ("filebased", "locmem", "dummy", "console")


class Misconfigured(SystemExit):
    """A settings error that prevents the start.

    Only its message is printed, with exit status 1, without a traceback.
    """


class Environment(environ.Env):
    """Reads typed settings from environment variables. Raises Misconfigured for values of the wrong type."""

    def get_value(
        self, var: str, cast: Any = None, default: Any = environ.Env.NOTSET, parse_default: bool = False
    ) -> Any:
        """Returns a setting. Raises Misconfigured, naming it, for a value of the wrong kind."""
        try:
            return super().get_value(var, cast=cast, default=default, parse_default=parse_default)
        except ImproperlyConfigured as error:
            raise Misconfigured(str(error)) from error
        except ValueError as error:
            kind = {int: "a whole number", float: "a number"}.get(cast, "JSON")
            raise Misconfigured(f"{var} must be {kind}, not {self.ENVIRON.get(var)!r}.") from error


def refuse_unsafe_settings(settings: Mapping[str, Any]) -> None:
    """Raises Misconfigured with all faults of the settings."""
    found = [*_faults_anywhere(settings), *(_faults_in_production(settings) if settings["PRODUCTION"] else ())]
    if found:
        raise Misconfigured(" ".join(found))


def _faults_anywhere(settings: Mapping[str, Any]) -> Iterator[str]:
    """Yields what is wrong with settings, on a local site too."""
    yield from _faults_of_services(settings)
    if min(settings["PROCESSOR_SECONDS"], settings["PROCESSOR_SHARE"], settings["REPLAYS_KEPT_MB"]) <= 0:
        yield (
            "PROCESSOR_SECONDS, PROCESSOR_SHARE and REPLAYS_KEPT_MB must be above 0: with none nobody would get an"
            " answer."
        )
    if not 0 <= settings["DICE_WAIT_HOURS"] <= LONGEST_WAIT:
        yield f"DICE_WAIT_HOURS must be from 0 to {LONGEST_WAIT}."
    if settings["BOUNCE_ADDRESS"] and not FORM_OF_BOUNCE_ADDRESS.fullmatch(settings["BOUNCE_ADDRESS"]):
        yield (
            "BOUNCE_ADDRESS must be an address as bounces@example.org, in small letters, with 30 at most and no +"
            " before the @."
        )
    if settings["METRICS_TOKEN"] and len(settings["METRICS_TOKEN"]) < 20:
        yield "METRICS_TOKEN can be guessed: 20 random characters at least."


def _faults_of_services(settings: Mapping[str, Any]) -> Iterator[str]:
    """Yields what is wrong with the database, Redis, and the processes that need them."""
    if settings["DATABASES"]["default"].get("ENGINE", "").rpartition(".")[2] not in DATABASES:
        yield "DATABASE_URL must begin with postgres:// or sqlite:///."
    if settings["REDIS_URL"] and not settings["REDIS_URL"].startswith(("redis://", "rediss://")):
        yield "REDIS_URL must begin with redis:// or rediss://."
    if settings["WEB_CONCURRENCY"] > 1 and not settings["REDIS_URL"]:
        yield (
            "WEB_CONCURRENCY asks for several processes: they need REDIS_URL, else announcements do not reach the"
            " sockets of the others."
        )
    if not settings["BACKGROUND_IN_SERVER"] and not settings["REDIS_URL"]:
        yield (
            "BACKGROUND_IN_SERVER is off and there is no REDIS_URL for workers: nobody would send alerts. Set one of"
            " the two."
        )


def _faults_in_production(settings: Mapping[str, Any]) -> Iterator[str]:
    """Yields what is wrong with settings for production."""
    if settings["SECRET_KEY"].startswith("django-insecure-"):
        yield "SECRET_KEY is one that Django made for trying: at least 50 random characters."
    if not settings["SITE_URL"].startswith("https://"):
        yield "SITE_URL must begin with https:// in production: links in mails lead there."
    if settings["EMAIL_BACKEND"].rpartition("backends.")[2].split(".")[0] in TO_NOBODY:
        yield "EMAIL_URL or EMAIL_BACKEND names no mail server: nobody would get a mail."
    if not settings["DICE_WAIT_HOURS"]:
        yield (
            "DICE_WAIT_HOURS must be 1 at least in production: games would begin without the players' parts of their"
            " dice."
        )
    if any(not origin.startswith("https://") for origin in settings["CSRF_TRUSTED_ORIGINS"]):
        yield "CSRF_TRUSTED_ORIGINS must begin with https:// in production."
