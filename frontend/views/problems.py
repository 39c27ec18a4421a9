"""The page of the API's error codes, to which `type` of a problem document links."""

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api.problems import CODES
from games.errors import Refused


def _all_refusals(kind: type[Refused] = Refused) -> Iterator[type[Refused]]:
    for each in kind.__subclasses__():
        yield each
        yield from _all_refusals(each)


def status_and_text() -> dict[str, tuple[int, str]]:
    """Returns status and text of each code."""
    general = {code: (status, "") for status, code in CODES.items()} | {"invalid": (400, "")}
    ours = {
        each.code: (each.status, str(each.detail) if each.detail is not Refused.detail else "")
        for each in _all_refusals()
    }
    return dict(sorted((general | ours).items()))


@require_safe
def list_codes(request: HttpRequest) -> HttpResponse:
    """Lists every error code of the API."""
    return render(request, "frontend/problems.html", {"problems": status_and_text()})


@require_safe
def show_code(request: HttpRequest, code: str) -> HttpResponse:
    """The page of one code, without the others."""
    found = status_and_text().get(code)
    if found is None:
        raise Http404
    return render(request, "frontend/problems.html", {"problems": {code: found}, "alone": code})
