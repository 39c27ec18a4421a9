"""The check of a recorded game (rules/verify.py, rules/replay.py): what it proves, what it finds, and how it says
it.
"""

import json
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.game import VERSION
from rules.position import Position
from rules.ruleset import Ruleset
from rules.verify import check, load, main
from tests.rules.playing import choose
from tests.rules.recorded_games import read
from tests.rules.recording import Recorder, as_before, linked_again, recorded, sealed
from tests.rules.tampering import WAYS, text_of

ROOT = Path(__file__).resolve().parents[2]
Json = dict[str, Any]


@cache
def _part() -> str:
    return text_of(recorded(8, "uniform", most=120, undo=0.2))


@pytest.fixture
def whole() -> Json:
    """A game played to its end."""
    return dict(read("uniform"))


@pytest.fixture
def part() -> Json:
    """The beginning of a game, with much undone."""
    return dict(json.loads(_part()))


def draws(record: Json) -> list[Json]:
    return [draw for event in record["events"] for draw in event["draws"]]


def test_one_line_says_what_was_checked(whole: Json) -> None:
    report = check(whole)
    assert (
        report.line()
        == f"{len(whole['events'])} events, {len(draws(whole))} draws, {report.actions} actions ({report.undone} taken"
        " back): commitment, chain, every draw, every position and every action verified. Result:"
        f" {whole['result']['winner']} won ({whole['result']['how']})."
    )
    assert report.added == ("frank",)


def test_the_line_of_a_game_that_is_not_over_says_so(part: Json) -> None:
    assert check(part).line().endswith("The game is not over.")


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_each_way_of_changing_a_record_is_found(way: Any, part: Json) -> None:
    random = Random(3)
    for _ in range(2):
        text = way(part, random)
        with suppress(ValueError):
            assert check(load(text)).fault is not None


def test_a_changed_die_is_named_exactly(part: Json) -> None:
    for event in part["events"]:
        for draw in event["draws"]:
            if draw["kind"] == "d6" and draw["n"] > 3:
                true = list(draw["results"])
                draw["results"][0] = true[0] % 6 + 1
                said = " ".join(map(str, draw["results"]))
                fault = check(linked_again(part)).fault
                assert fault is not None
                assert fault.event == event["n"]
                assert (
                    f"draw {draw['n']} ({draw['purpose']}, {len(true)} of d6/6) shows {said}, but the secret gives"
                    in fault.what
                )
                assert fault.what.endswith(" ".join(map(str, true)))
                return
    raise AssertionError("no die was rolled")


def test_another_lot_than_the_one_read_is_found(part: Json) -> None:
    event = next(event for event in part["events"] for draw in event["draws"] if draw["purpose"].startswith("deal"))
    results = next(draw for draw in event["draws"] if draw["purpose"].startswith("deal"))["results"]
    results[0], results[1] = results[1], results[0]
    if results[0] == results[1]:
        results[0] = "jihad"
    fault = check(linked_again(part)).fault
    assert fault is not None
    assert fault.event == event["n"]


def test_an_action_that_was_not_legal_is_named_with_its_rule(part: Json) -> None:
    event = next(event for event in part["events"] if event["kind"] == "action" and event["payload"]["type"] == "place")
    event["payload"] = {"type": "place", "block": "saladin", "town": "acre"}
    fault = check(linked_again(part)).fault
    assert fault is not None
    assert fault.event == event["n"]
    assert fault.what.startswith("frank could not do this (place)")
    assert "(rule 3." in fault.what


def test_another_position_than_recorded_is_found(part: Json) -> None:
    part["events"][50]["state"] = "0" * 64
    fault = check(linked_again(part)).fault
    assert fault is not None
    assert (fault.event, fault.what[:18]) == (51, "the position after")


def test_something_else_told_than_happened_is_found(part: Json) -> None:
    event = next(event for event in part["events"] if event["kind"] == "action" and event["events"])
    event["events"][0]["type"] = "nothing-happened"
    fault = check(linked_again(part)).fault
    assert fault is not None
    assert fault.what.startswith("it would tell something else: events[0].type")


def test_missing_events_at_the_end_are_found_by_the_head(part: Json) -> None:
    del part["events"][-5:]
    fault = check(part).fault
    assert fault is not None
    assert fault.what.endswith("events are missing at its end")


def test_another_secret_or_commitment_is_found(part: Json) -> None:
    part["dice"][0]["secret"] = "11" * 32
    assert check(part).line().startswith("NOT VERIFIED. The secret is not the one committed to")


def test_other_contributions_than_those_counted_are_found(part: Json) -> None:
    part_of_the_first = next(draw for draw in draws(part) if draw["n"] == 0)["made-of"]
    part_of_the_first["contributions"]["saracen"] = "ab" * 16
    fault = check(linked_again(part)).fault
    assert fault is not None
    assert fault.what.endswith("made of other contributions than the game began with")


def test_another_result_is_found(whole: Json) -> None:
    whole["result"]["winner"] = {"frank": "saracen", "saracen": "frank"}[whole["result"]["winner"]]
    fault = check(linked_again(whole)).fault
    assert fault is not None
    assert "the game led to" in fault.what


def test_another_name_of_a_player_is_found_by_the_seal(part: Json) -> None:
    part["players"]["frank"] = "Guy"
    assert "the seal of the file does not fit" in check(part).line()


def test_a_side_cannot_take_back_what_the_other_planned(part: Json) -> None:
    event = next(event for event in part["events"] if event["kind"] == "undo")
    event["side"] = event["events"][0]["side"] = {"frank": "saracen", "saracen": "frank"}[event["side"]]
    event["person"] = 3 - event["person"]
    fault = check(linked_again(part)).fault
    assert fault is not None
    assert "may take back" in fault.what


def test_what_drew_lots_cannot_be_recorded_as_something_to_be_taken_back(part: Json) -> None:
    event = next(event for event in part["events"] if event["kind"] == "action" and event["draws"])
    event["wall"] = False
    fault = check(linked_again(part)).fault
    assert fault is not None
    assert fault.event == event["n"]
    assert fault.what.endswith(
        "it is recorded as something that can be taken back, and by the rules it cannot be taken back"
    )


def test_a_draw_cannot_be_made_again_after_a_rewind() -> None:
    recorder, wall, to = _advanced()
    before = recorder.drawn
    recorder.rewind(to, wall)
    _play_on(recorder, 40, Random(2))
    record = recorder.record()
    assert recorder.drawn > before
    assert check(record).fault is None
    numbers = [draw["n"] for draw in draws(record)]
    assert numbers == list(range(len(numbers)))


def test_a_game_taken_up_again_goes_on_with_another_secret() -> None:
    recorder, _wall, _to = _advanced()
    recorder.resign("frank")
    recorder.restore()
    _play_on(recorder, 40, Random(2))
    record = recorder.record()
    assert check(record).fault is None
    record["dice"].reverse()
    assert check(linked_again(record)).fault is not None


def test_a_game_goes_on_from_a_position_under_other_rules() -> None:
    recorder, _wall, _to = _advanced()
    _play_to_a_wall(recorder)
    assert recorder.position is not None
    payload = {
        "type": "rules-moved",
        "from": "0.9.0",
        "to": VERSION,
        "because": "differs",
        "position": recorder.position.to_json(),
    }
    recorder.note("staff", "", payload, [{"type": "rules-moved-on", "version": VERSION}])
    moved = recorder.events[-1]["n"]
    _play_on(recorder, 30, Random(2))
    record = recorder.record()
    for event in record["events"][: moved - 1]:
        event["rules"] = "0.9.0"
    # Under those rules something else was legal: it is not played again, yet its place in the chain and its draws are
    # checked.
    recorder.events[4]["payload"] = {"type": "place", "block": "saladin", "town": "acre"}
    report = check(linked_again(record))
    assert report.fault is None
    assert (
        f"positions and actions from event {moved} on verified. Those before were taken under other rules"
        in report.line()
    )
    die = next(draw for event in record["events"][: moved - 1] for draw in event["draws"] if draw["kind"] == "choose")
    die["picks"][0] += 1
    assert check(linked_again(record)).fault is not None


def test_the_beginning_of_an_older_game_is_held_together_but_not_proven(part: Json) -> None:
    """Recorded before there were fingerprints and committed dice, it has neither."""
    old = [event | {"state": "", "prev": "", "hash": "", "person": None} for event in part["events"][:20]]
    for draw in (draw for event in old for draw in event["draws"]):
        for name in ("n", "picks", "made-of"):
            draw.pop(name, None)
    report = check(sealed(part | {"events": old, "head": "", "dice": []}))
    assert report.fault is None
    assert (report.earlier, report.unproven) == (20, len([draw for event in old for draw in event["draws"]]))
    assert "nothing holds them, and no draw is proven" in report.line()


def test_a_record_in_the_earlier_form_is_read_and_said_to_be_one(part: Json) -> None:
    report = check(as_before(part))
    assert report.fault is None
    assert "names and times beside the events are held by nothing but its seal" in "\n".join(report.lines())
    assert check(sealed(as_before(part) | {"about": {"players": {}, "note": "x"}})).fault is not None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 1}, "the format 1"),
        ({"events": []}, "no events"),
        ({"events": [1]}, "exactly these names"),
        ({"dice": [{}]}, "a commitment and its secret"),
        ({"dice": [{"commitment": "", "secret": "zz"}]}, "hexadecimal digits"),
        ({"ruleset": {"edition": "0"}}, "cannot be read"),
        ({"head": 5}, "'head' is missing or not what it should be"),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(change: Json, words: str, part: Json) -> None:
    fault = check(part | change).fault
    assert fault is not None
    assert words in fault.what


def test_the_command_needs_nothing_but_python(whole: Json, tmp_path: Path) -> None:
    """It runs without the packages of the site, in an empty environment and from a folder of its own."""
    path = tmp_path / "game.json"
    path.write_text(text_of(whole), encoding="utf-8")
    code = (
        "import runpy, sys; sys.path.insert(0, sys.argv[1]); del sys.argv[1]; runpy.run_module('rules',"
        " run_name='__main__')"
    )
    found = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code, str(ROOT), "verify", str(path)],
        capture_output=True,
        text=True,
        env={},
        check=False,
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == "\n".join([f"{path}:", *check(whole).lines(), ""])


def test_the_command_tells_faults_and_unreadable_files_by_its_status(
    part: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, broken = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "broken.json"
    good.write_text(text_of(part))
    bad.write_text(text_of(part | {"head": "0"}))
    broken.write_text('{"format": 2, "format": 2}')
    assert main([str(good)]) == 0
    assert main([str(good), str(bad)]) == 1
    assert main([str(broken), str(bad)]) == 2
    assert main([str(tmp_path / "none.json")]) == 2
    said = capsys.readouterr().err
    assert "a name stands twice" in said
    assert "it cannot be opened" in said


def _advanced() -> tuple[Recorder, Position, int]:
    """A game some way on, with a wall in it: its position and number."""
    recorder = Recorder(4, Ruleset())
    _play_on(recorder, 60, Random(1))
    wall, n = recorder.wall, max(event["n"] for event in recorder.events if event["wall"])
    assert wall is not None
    _play_on(recorder, 40, Random(1))
    return recorder, wall, n


def _play_to_a_wall(recorder: Recorder) -> None:
    while not recorder.events[-1]["wall"]:
        _play_on(recorder, 1, Random(3))


def _play_on(recorder: Recorder, events: int, random: Random) -> None:
    for _ in range(events):
        assert recorder.position is not None
        side = random.choice(sorted(recorder.position.awaited))
        recorder.act(side, choose(recorder.position, side, random, "uniform"))
