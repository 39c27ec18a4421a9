"""The answer to a request that failed through no fault of its own: without the database, and without anything of what failed."""

import sys

import structlog
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

SECONDS = 5


def server_error(request: HttpRequest) -> HttpResponse:
    """503 where the database is away or full, which is worth trying again under the same key; else 500. The API gets problem details."""
    away = is_database_away(sys.exc_info()[1])
    number = structlog.contextvars.get_contextvars().get("request", "")
    if request.path_info.startswith("/api/"):
        response: HttpResponse = _problem(away, number)
    else:
        response = HttpResponse(render_to_string("500.html", {"away": away, "number": number}))
    response.status_code = 503 if away else 500
    if away:
        response["Retry-After"] = str(SECONDS)
    return response


def is_database_away(error: BaseException | None) -> bool:
    """Whether this error, or what it came from, is one of the way to the database and not of what was asked."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError) or type(error).__name__ == "PoolTimeout":
            return True
        error = error.__cause__
    return False


def _problem(away: bool, number: str) -> JsonResponse:
    code = "away" if away else "internal-error"
    detail = (
        _("The site does not reach its records just now. Send the same again, under the same key: what is done already is not done twice.")
        if away
        else _("The fault is ours, and it was noted.")
    )
    title = "Service Unavailable" if away else "Internal Server Error"
    body = {"type": f"/problems/{code}", "title": title, "status": 503 if away else 500, "detail": detail, "code": code, "request": number}
    return JsonResponse(body, content_type="application/problem+json")
