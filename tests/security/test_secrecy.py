"""Hidden information under attack: nobody tells two worlds apart that differ in what an enemy hides."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.models import StandingOrders
from games.services.record.state import GameState
from games.services.views import view
from tests.security.attacker import Attacker, attack, differences
from tests.security.worlds import Duel, Pair, begin, pairs, play_on

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("number", [1, *(pytest.param(number, marks=pytest.mark.whole) for number in range(2, 22))])
def test_two_worlds_look_the_same_by_every_byte_that_a_browser_can_get(number: int) -> None:
    looked = attack(number, looks=3)
    assert number > 1 or len(looked) >= 3, "other games may come to nothing hidden"
    assert all(len(one.got) > 90 for _, one, _ in looked[:1]), "the first look is at everything"
    assert {f"{kind}: {found}" for kind, one, other in looked for found in differences(one, other)} == set()


KINDS = (
    "two blocks exchanged",
    "all blocks dealt anew",
    "another hand",
    "plans",
    "plans taken back",
    "orders and notes",
)
NOT_ABOVE = ("two blocks exchanged", "plans", "plans taken back")
"""Kinds that the game of the test above does not come to: they are looked at everywhere here."""


def first_pairs() -> Iterator[tuple[Duel, Attacker, Pair]]:
    """The first pair of each kind that games by lot come to."""
    missing = set(KINDS)
    for number in range(40):
        random = Random(f"first {number}")
        duel = begin(number)
        if missing and play_on(duel, random, number):
            for pair in [pair for pair in pairs(duel, random) if pair.kind in missing]:
                missing.remove(pair.kind)
                yield duel, Attacker(duel, random), pair
    assert not missing, "no game came to them"


@pytest.mark.whole
def test_the_attacker_finds_what_a_careless_site_would_tell(subtests: pytest.Subtests) -> None:
    """Or the test above would say nothing: each kind of secret, told by the view in its own way, is found."""
    for duel, attacker, pair in first_pairs():
        with subtests.test(pair.kind), pytest.MonkeyPatch.context() as patch:
            if pair.kind in NOT_ABOVE:
                assert differences(*attacker.look(pair, "careful", thorough=False)) == []
            assert differences(*attacker.look_at(pair, "careless", "api-view")) == []
            tell_in_the_view(duel, patch)
            assert differences(*attacker.look_at(pair, "careless", "api-view"))


@pytest.mark.whole
def test_the_attacker_finds_what_is_sent_by_sockets_alone() -> None:
    """Views that are pushed are made elsewhere than those that are asked for."""
    for duel, attacker, pair in first_pairs():
        if pair.kind != "two blocks exchanged":
            continue
        with pytest.MonkeyPatch.context() as patch:
            tell_in_the_view(duel, patch, "games.api.pushes.view_of")
            found = differences(*attacker.look(pair, "careless", thorough=False))
        assert any("socket is sent a view" in channel for channel in found)
        assert all("socket" in channel for channel in found)
        return


def tell_in_the_view(duel: Duel, patch: pytest.MonkeyPatch, where: str = "games.api.acts.view_of") -> None:
    """The view says in a number of its own whatever the hider has done in secret."""
    careful = view.view_of

    def careless(table: GameState, viewer: Any) -> dict[str, Any]:
        secret = hash(str(table.live.to_json())) + table.access.game.version
        orders = StandingOrders.objects.filter(user=duel.people[duel.hider]).count()
        return careful(table, viewer) | {"etag": f"{secret} {orders}"}

    patch.setattr(where, careless)
