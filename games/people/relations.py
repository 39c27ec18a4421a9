"""Blocks between people, and lookup of people by name.

Blocked pairs do not meet, whichever of the two blocked the other: not in lists of open games, not by quick match,
joining, invitations or rematches. Games that run go on. Nobody is told that they are blocked: what is closed to them
looks like what is not there.

This module tells; `blocking` changes.
"""

from django.db.models import Q, QuerySet

from games import errors
from games.models import Relation, User, names

BLOCKED = Relation.Kind.BLOCKED


def blocked(one: User | int | None, other: User | int | None) -> bool:
    """Whether either of the two has blocked the other."""
    one, other = _primary_key(one), _primary_key(other)
    if one is None or other is None or one == other:
        return False
    return Relation.objects.filter(Q(person=one, other=other) | Q(person=other, other=one), kind=BLOCKED).exists()


def has_blocked(person: User | int | None, other: User | int | None) -> bool:
    """Whether this person blocked the other: for that person alone."""
    person, other = _primary_key(person), _primary_key(other)
    return (
        person is not None
        and other is not None
        and Relation.objects.filter(person=person, other=other, kind=BLOCKED).exists()
    )


def blocked_either_way(user: User | int) -> set[int]:
    """Returns the ids of everybody whom this person blocked or who blocked them."""
    key = _primary_key(user)
    pairs = Relation.objects.filter(Q(person=key) | Q(other=key), kind=BLOCKED).values_list("person", "other")
    return {one if other == key else other for one, other in pairs}


def blocked_by(user: User) -> QuerySet[Relation]:
    """Returns the people whom this person has blocked, latest first."""
    return Relation.objects.filter(person=user, kind=BLOCKED).select_related("other").order_by("-since")


def find_person(name: str) -> User:
    """Returns the player of this name, by `names.find`; neither guests nor the computer. Raises NoSuchPerson."""
    person: User | None = names.find(name, is_active=True, computer="", guest=False)
    if person is None:
        raise errors.NoSuchPerson
    return person


def _primary_key(person: User | int | None) -> int | None:
    return person if isinstance(person, int) or person is None else person.pk
