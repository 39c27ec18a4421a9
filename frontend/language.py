"""The languages to choose from, and a visitor's choice in a cookie."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language_info

CODES = tuple(code for code, _name in settings.LANGUAGES)


def languages(request: HttpRequest) -> dict[str, Any]:
    """Returns the languages for the switch on every page, each under its own name."""
    return {"languages": [{"code": code, "name": get_language_info(code)["name_local"].capitalize()} for code in CODES]}


def chosen_by(request: HttpRequest) -> str:
    """Returns the language of the cookie; empty if there is none."""
    code = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return code if code in CODES else ""


def safe_way_back(request: HttpRequest, otherwise: str) -> str:
    """Returns the address of this site that a form names as the page it was on; else that of the named page."""
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return back if safe else reverse(otherwise)


def remember(response: Any, code: str) -> None:
    """Saves the choice in a cookie."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
