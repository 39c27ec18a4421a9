"""Problem details (RFC 9457): the form of every error of the API, and their response where DRF makes none."""

from collections.abc import Mapping
from http import HTTPStatus

from django.http import JsonResponse

from games.shapes import JsonObject

CONTENT_TYPE = "application/problem+json"


def problem_body(status: int, code: str, detail: str, members: Mapping[str, object] | None = None) -> JsonObject:
    """Returns an error of the API as JSON, with `members` beside the names that every error has."""
    title = HTTPStatus(status).phrase
    body = {"type": f"/problems/{code}", "title": title, "status": status, "detail": detail, "code": code}
    return {**body, **(members or {})}


def problem_details(
    status: int,
    code: str,
    detail: str,
    members: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JsonResponse:
    """Returns an error of the API as a response: for middleware and for handlers of errors, which DRF knows not."""
    body = problem_body(status, code, detail, members)
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE, headers=headers)
