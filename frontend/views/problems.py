"""The page of the API's error codes, to which `type` of a problem document links."""

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api.problems import CODES
from games.errors import Refused


def _refusals(kind: type[Refused] = Refused) -> Iterator[type[Refused]]:
    for each in kind.__subclasses__():
        yield each
        yield from _refusals(each)


def known() -> dict[str, tuple[int, str]]:
    """Returns status and text of each code."""
    general = {code: (status, "") for status, code in CODES.items()} | {"invalid": (400, "")}
    ours = {each.code: (each.status, str(each.detail) if each.detail is not Refused.detail else "") for each in _refusals()}
    return dict(sorted((general | ours).items()))


@require_safe
def every(request: HttpRequest) -> HttpResponse:
    """Lists every error code of the API."""
    return render(request, "frontend/problems.html", {"problems": known()})


@require_safe
def one(request: HttpRequest, code: str) -> HttpResponse:
    """One code: the same page without the others."""
    found = known().get(code)
    if found is None:
        raise Http404
    return render(request, "frontend/problems.html", {"problems": {code: found}, "alone": code})
