"""Pages of long lists."""

from django.core.paginator import Page, Paginator
from django.utils.functional import cached_property

from games.shapes import Annotated

LONGEST_LIST = 5000
"""A list goes so far and no further: to count more, or to skip as many, takes the database longer the more there
are.
"""


class Pages(Paginator):  # type: ignore[type-arg]
    """Django's paginator, over the first rows of a query."""

    object_list: Annotated

    @cached_property
    def count(self) -> int:
        return self.object_list.order_by()[:LONGEST_LIST].count()

    def page(self, number: int | str) -> Page:  # type: ignore[type-arg]
        """Returns a page; the OFFSET runs over primary keys alone, and joins follow for the page's own rows."""
        number = self.validate_number(number)
        start = (number - 1) * self.per_page
        keys = list(self.object_list.values_list("pk", flat=True)[start : min(start + self.per_page, self.count)])
        return Page(self.object_list.filter(pk__in=keys), number, self)

    @property
    def is_cut(self) -> bool:
        """Whether there may be more than are counted."""
        return self.count == LONGEST_LIST
