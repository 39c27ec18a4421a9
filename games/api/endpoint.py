"""The base class of all endpoints, which refuses unknown query parameters; and lists as JSON."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.errors import NoSuchPage
from games.limits import SAFE
from games.pages import Pages
from games.shapes import JsonObject, Untyped

PAGE_SIZE = 25

Row = TypeVar("Row", bound=Model)


class Endpoint(APIView):
    query: ClassVar[type[serializers.Serializer[Untyped]] | None] = None
    """What may stand behind the `?` of a GET; nothing may anywhere else."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuses query parameters that the endpoint does not know."""
        super().initial(request, *args, **kwargs)
        known = _field_names(self.query) if self.query and request.method in SAFE else ()
        unknown = sorted(set(request.query_params) - set(known))
        if unknown:
            if known:
                said = _("This is not known here. Known are: {names}.").format(names=", ".join(known))
            else:
                said = _("This is not known here, and nothing else is.")
            raise serializers.ValidationError({name[:50]: [said] for name in unknown[:5]})


@cache
def _field_names(query: type[serializers.Serializer[Untyped]]) -> tuple[str, ...]:
    return tuple(query().fields)


def list_json(
    results: Sequence[object], *, count: int | None = None, following: int | None = None, **more: object
) -> JsonObject:
    """A list as JSON, whole or in parts: `following` is the `page` or `after` by which to get the next part."""
    return {"count": len(results) if count is None else count, "next": following, "results": results, **more}


def page_json(found: QuerySet[Row], number: int, lines: Callable[[list[Row]], Sequence[object]]) -> JsonObject:
    """A page of a list as JSON. Raises NoSuchPage beyond the last page; the first exists even when it is empty."""
    pages = Pages(found, PAGE_SIZE)
    if number > pages.num_pages:
        raise NoSuchPage(
            _("There is no page of this number. The last one is {pages}.").format(pages=pages.num_pages),
            pages=pages.num_pages,
        )
    page = pages.get_page(number)
    return list_json(lines(list(page)), count=pages.count, following=number + 1 if page.has_next() else None)
