"""Error pages and problem documents for 400, 429, 500 and 503, made without the database and without details of the
failure.
"""

import sys
from collections.abc import Callable
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found

from games.errors import Away, InternalError
from games.limits import too_many
from games.problem_details import problem_details

SECONDS = 5
LONGEST_WAIT = 600


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer 400: problem details for the API, a page otherwise, and an empty body for requests with an unknown
    host name.
    """
    if request.path_info.startswith("/api/"):
        detail = _("What was sent cannot be read. Nothing was changed.")
        response: HttpResponse = problem_details(400, "bad-request", detail)
    elif isinstance(exception, DisallowedHost):
        response = HttpResponse("Bad Request", content_type="text/plain")
    else:
        response = HttpResponse(render_to_string("400.html"))
    response.status_code = 400
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer 404 for addresses at which there is nothing: problem details under the API's, a page otherwise."""
    if not request.path_info.startswith("/api/"):
        return page_not_found(request, exception)
    return problem_details(404, "not-found", _("There is no such thing here, or it is not for you."))


def lead_to_pages(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware for addresses that only take forms: whoever opens one reads a sentence, and who has to log in first
    comes back to the page with the form, not to the address that it was sent to.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.path_info.startswith(("/api/", "/admin/", "/mail/")):
            return response
        if response.status_code == 405 and request.method in ("GET", "HEAD"):
            page = render(request, "405.html", status=405)
            page["Allow"] = response["Allow"]
            return page
        if request.method == "POST" and _asks_to_log_in(response):
            return redirect_to_login(_page_before(request))
        return response

    return middleware


def _asks_to_log_in(response: HttpResponseBase) -> bool:
    login = resolve_url(settings.LOGIN_URL)
    return response.status_code == 302 and response["Location"].startswith(f"{login}?next=")


def _page_before(request: HttpRequest) -> str:
    """The page of this site from which a form was sent; the list of games where the browser does not tell it."""
    said = request.headers.get("Referer", "")
    if not said or not url_has_allowed_host_and_scheme(said, {request.get_host()}, request.is_secure()):
        return resolve_url("my-games")
    found = urlsplit(said)
    return found.path + (f"?{found.query}" if found.query else "")


def too_many_tries(request: HttpRequest) -> HttpResponse:
    """The answer 429 for allauth's limits on account forms. Does not reveal which limit was met, nor for how long."""
    detail = _(
        "This was sent more often than the site takes it. Nothing was changed this time. Wait a few minutes, then send"
        " it once more."
    )
    return too_many(request, detail, wait=LONGEST_WAIT, used_up="tries")


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer 503 if the database is unreachable or full, when a retry with the same key makes sense; else 500.

    Problem details for the API.
    """
    away = is_database_away(sys.exc_info()[1])
    number = structlog.contextvars.get_contextvars().get("request", "")
    if request.path_info.startswith("/api/"):
        refused = Away if away else InternalError
        response: HttpResponse = problem_details(refused.status, refused.code, str(refused.detail), {"request": number})
    else:
        response = HttpResponse(render_to_string("500.html", {"away": away, "number": number}))
    response.status_code = 503 if away else 500
    if away:
        response["Retry-After"] = str(SECONDS)
    return response


def is_database_away(error: BaseException | None) -> bool:
    """Whether this error, or its cause, is a failed database connection."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError) or type(error).__name__ == "PoolTimeout":
            return True
        error = error.__cause__
    return False
