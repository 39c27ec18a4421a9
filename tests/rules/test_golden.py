"""Whole games kept as files are still played and seen as they were (tests/rules/golden.py)."""

from difflib import unified_diff
from itertools import islice

import pytest

from tests.rules import golden


@pytest.mark.parametrize("game", golden.GAMES, ids=lambda game: game.name)
def test_a_golden_game_is_played_and_seen_as_it_was(game: golden.Game) -> None:
    """After a wanted change of the rules: ``python -m tests.rules.golden --write``, and read the difference."""
    kept = golden.path_of(game).read_text(encoding="utf-8")
    now = golden.text_of(game, golden.recorded(game))
    if kept != now:
        difference = islice(unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1), 30)
        pytest.fail(
            "the game goes otherwise; see tests/rules/golden.py\n" + "\n".join(line[:300] for line in difference)
        )


def test_golden_games_are_small_enough_to_keep() -> None:
    assert sum(golden.path_of(game).stat().st_size for game in golden.GAMES) < 1_500_000
