"""A cache of what is the same for all readers of a language."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.utils.translation import get_language

P = ParamSpec("P")
T = TypeVar("T")


def once_a_language(function: Callable[P, T]) -> Callable[P, T]:
    """Decorator that caches a function's results, for each language and its last few arguments.

    Not for personal data.
    """

    @lru_cache(maxsize=64)
    def kept(language: str | None, *args: Any, **kwargs: Any) -> T:
        return function(*args, **kwargs)

    @wraps(function)
    def cached(*args: P.args, **kwargs: P.kwargs) -> T:
        return kept(get_language(), *args, **kwargs)  # type: ignore[arg-type]

    return cached
