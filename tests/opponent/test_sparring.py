"""The sparring partner plays by the rules and is a yardstick: it beats play at random."""

import pytest

from opponent.lab.arena import play


@pytest.mark.whole
def test_the_captain_beats_play_at_random() -> None:
    result = play("purposeful", "tests.opponent.sparring:captain", 3)
    assert result.winner == "saracen"
    assert result.how in ("victory-cities", "sudden-death")
