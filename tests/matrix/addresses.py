"""Every address of the site, as the URL configuration has it."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


def all_addresses() -> dict[str, URLPattern]:
    """The named addresses, with their namespaces.

    One without a name is listed under its route, where no row of the matrix finds it.
    """
    return dict(_walk(get_resolver().url_patterns, "", ""))


def _walk(patterns: list[Any], namespace: str, route: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inside = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern.url_patterns, inside, here)
        else:
            yield (f"{namespace}{pattern.name}" if pattern.name else f"without a name: {here}", pattern)
