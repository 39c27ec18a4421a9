"""Whole games recorded before are played the same by the rules as they are: what they held, they hold."""

import pytest

from rules.game import VERSION
from rules.verify import check
from tests.rules.recorded_games import FOLDER, GAMES, read


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_recorded_game_is_played_the_same(name: str) -> None:
    """Where this fails the change alters games that are being played: raise `rules.game.VERSION`, so that they are held
    and looked at, and record the files anew."""
    record = read(name)
    report = check(record)
    assert report.fault is None, report.line()
    assert report.events == len(record["events"]) > 100
    assert record["result"] is not None
    assert {event["rules"] for event in record["events"]} == {VERSION}


def test_every_file_of_the_folder_is_one_of_them() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.json.xz" for name in GAMES}
