"""Errors as problem details (RFC 9457), each with a `code` that stays the same when the words change."""

import math

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games import readers
from games.api.json_bodies import BodyTooLarge
from games.errors import PageOutdated, Refused
from games.limits import try_again
from games.problem_details import CONTENT_TYPE, problem_body
from games.shapes import Json, JsonObject

# What Django and DRF raise of themselves; our own errors carry their code.
CODES = {
    400: "bad-request",
    401: "not-authenticated",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
    500: "internal-error",
    503: "away",
}


class Problem(exceptions.APIException):
    """An error of the services as a DRF exception."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.detail, refused.code)
        self.status_code = refused.status
        self.code = refused.code
        self.members = refused.members
        if refused.status == 401:
            self.auth_header = "Bearer"  # DRF makes `WWW-Authenticate` of it


def as_problem(error: Exception, context: JsonObject) -> Response | None:
    """DRF's exception handler: turns every known error, the site's own included, into problem details."""
    if isinstance(error, RequestDataTooBig):
        error = BodyTooLarge()
    if isinstance(error, Refused):
        error = Problem(error)
    response = exception_handler(error, context)
    if response is None:
        return None
    status = response.status_code
    code = error.code if isinstance(error, Problem) else CODES.get(status, CODES[400])
    members: Json = error.members if isinstance(error, Problem) else {}
    if isinstance(error, exceptions.ValidationError):
        code, members = "invalid", {"fields": error.detail}
    elif isinstance(error, exceptions.Throttled):
        members = {"used-up": "requests", "retry-after": _wait(error)}
    response.data = problem_body(status, code, _detail(error), members)
    response.content_type = CONTENT_TYPE
    if isinstance(error, Problem) and code == PageOutdated.code:
        response[readers.HEADER] = "outdated"
    if "retry-after" in members:
        response["Retry-After"] = str(members["retry-after"])
    return response


def _wait(error: exceptions.Throttled) -> int:
    """Returns the seconds until a throttled request may be repeated."""
    return max(1, math.ceil(getattr(error, "wait", None) or 1))


def _detail(error: Exception) -> str:
    """Returns an error in a sentence for its reader."""
    if isinstance(error, exceptions.ValidationError):
        return " ".join(_sentences(error.detail))
    if isinstance(error, exceptions.Throttled):
        said = _("You sent more requests than the site takes in so short a time.")
        return f"{said} {try_again(_wait(error))}"
    if isinstance(error, exceptions.APIException):
        return str(error.detail)
    if isinstance(error, Http404):
        return _("There is no such thing here, or it is not for you.")
    if isinstance(error, PermissionDenied):
        return _("You may not do this.")
    return str(error)


def _sentences(detail: object, name: str = "") -> list[str]:
    """Returns the messages of a validation error, each after the name of its field."""
    if isinstance(detail, dict):
        return [
            sentence
            for key, value in detail.items()
            for sentence in _sentences(value, "" if key == "non_field_errors" else str(key))
        ]
    if isinstance(detail, list):
        return [sentence for value in detail for sentence in _sentences(value, name)]
    return [f"{name}: {detail}" if name else str(detail)]
