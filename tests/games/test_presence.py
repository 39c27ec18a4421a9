"""Who is about: at the board, away, or last here; as far as people let others know."""

import pytest
import time_machine

from games.models import Game, Presence, User
from games.people import presence
from tests.games.helpers import Player, ok

pytestmark = pytest.mark.django_db
NOON = "2026-11-01T12:00:40Z"


def whereabouts(player: Player, game: Game) -> tuple[str, str | None]:
    found = ok(player.get(f"games/{game.public_id}/whereabouts/"))
    return found["state"], found["seen-at"]


def test_an_opponent_is_here_then_away_then_gone(game: Game, richard: Player, saladin: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        assert whereabouts(richard, game) == ("unknown", None)
        saladin.post(f"games/{game.public_id}/here/")
        assert whereabouts(richard, game) == ("here", None)
        clock.shift(91)
        assert whereabouts(richard, game) == ("away", None)
        clock.shift(600)
        assert whereabouts(richard, game) == ("gone", "2026-11-01T12:00:00+00:00")


def test_who_uses_another_page_is_away_from_the_board(game: Game, richard: Player, saladin: Player) -> None:
    with time_machine.travel(NOON, tick=False):
        assert saladin.post("here/").status_code == 204
        assert whereabouts(richard, game) == ("away", None)


def test_who_keeps_it_to_themselves_is_seen_at_the_board_only(game: Game, richard: Player, saladin: Player) -> None:
    assert saladin.user is not None
    presence.save_wish(user=saladin.user, shows_last_seen=False)
    with time_machine.travel(NOON, tick=False) as clock:
        saladin.post(f"games/{game.public_id}/here/")
        assert whereabouts(richard, game) == ("here", None)
        for _ in range(2):
            clock.shift(400)
            assert whereabouts(richard, game) == ("unknown", None)


def test_it_is_noted_seldom_and_once_a_person(richard: Player) -> None:
    assert richard.user is not None
    with time_machine.travel(NOON, tick=False) as clock:
        for _ in range(3):
            richard.post("here/")
            clock.shift(5)
        assert str(Presence.objects.get(user=richard.user).seen_at) == "2026-11-01 12:00:40+00:00"
        clock.shift(20)
        richard.post("here/")
        assert Presence.objects.get(user=richard.user).seen_at.timestamp() == 1_793_534_440 + 35  # type: ignore[union-attr]


def test_somebody_who_left_is_nowhere(game: Game, richard: Player, saladin: Player) -> None:
    saladin.post(f"games/{game.public_id}/here/")
    User.objects.filter(pk=saladin.user.pk).update(is_active=False)  # type: ignore[union-attr]
    assert whereabouts(richard, game) == ("unknown", None)


def test_the_own_page_keeps_no_secret_from_the_site(richard: Player) -> None:
    """What the site decides by presence, who may be paired for a live game, does not depend on what others may see."""
    assert richard.user is not None
    presence.save_wish(user=richard.user, shows_last_seen=False)
    richard.post("here/")
    assert presence.is_about(richard.user)
