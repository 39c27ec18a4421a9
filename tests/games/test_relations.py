"""Blocked people do not meet, no matter which of the two blocked."""

import pytest

from games import errors
from games.models import Relation, User
from games.people import relations
from games.services.lobby import blocking
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db


def user(player: Player) -> User:
    assert player.user is not None
    return player.user


def test_a_block_counts_both_ways_and_only_its_maker_knows(richard: Player, saladin: Player, baldwin: Player) -> None:
    blocking.block(user=user(richard), other=user(saladin))
    assert relations.blocked(user(richard), user(saladin))
    assert relations.blocked(user(saladin).pk, user(richard).pk)
    assert not relations.blocked(user(richard), user(baldwin))
    assert relations.has_blocked(user(richard), user(saladin))
    assert not relations.has_blocked(user(saladin), user(richard))
    assert relations.blocked_either_way(user(saladin)) == {user(richard).pk}
    assert [line.other for line in relations.blocked_by(user(richard))] == [user(saladin)]
    assert not relations.blocked_by(user(saladin))


def test_blocking_twice_is_blocking_once_and_unblocking_ends_only_ones_own(richard: Player, saladin: Player) -> None:
    for _ in range(2):
        blocking.block(user=user(richard), other=user(saladin))
    assert Relation.objects.count() == 1
    blocking.unblock(user=user(saladin), other=user(richard))
    assert relations.blocked(user(richard), user(saladin))
    blocking.unblock(user=user(richard), other=user(saladin))
    assert not relations.blocked(user(richard), user(saladin))


def test_nobody_blocks_themselves_and_visitors_are_blocked_by_nobody(richard: Player) -> None:
    with pytest.raises(errors.NotYourself):
        blocking.block(user=user(richard), other=user(richard))
    assert not relations.blocked(user(richard), user(richard))
    assert not relations.blocked(None, user(richard))


def test_people_are_found_in_whatever_capitals_but_not_those_who_left(richard: Player) -> None:
    assert relations.find_person(" rICHARD ") == richard.user
    user(richard).is_active = False
    user(richard).save()
    for name in ("Richard", "", "  ", "Nobody", "Rich\0ard"):
        with pytest.raises(errors.NoSuchPerson):
            relations.find_person(name)
