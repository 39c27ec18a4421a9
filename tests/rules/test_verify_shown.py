"""A record held to what the site showed of the game: head, commitment, stamps, what was added, its key; and what the
last line may say.
"""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.replay import Replay
from rules.verify import Shown, check, main
from tests.rules.playing import choose
from tests.rules.recording import Recorder, linked_again, recorded, signed
from tests.rules.remade import FORGER, KEY, SITE
from tests.rules.tampering import text_of

Json = dict[str, Any]
ANOTHER = "ab" * 32
UNCOMPARED = "Consistent in itself; compare the head with what the site showed you."


@cache
def _games() -> tuple[str, str]:
    """A game that was resigned; and one that was taken up again after that, with other dice."""
    begun = recorded(8, "uniform", most=100, undo=0.1)
    recorder = Recorder.after(begun, max(event["n"] for event in begun["events"] if event["wall"]))
    recorder.resign("frank")
    once = json.dumps(recorder.record())
    recorder.restore()
    random = Random(1)
    for _ in range(40):
        assert recorder.position is not None
        side = random.choice(sorted(recorder.position.awaited))
        recorder.act(side, choose(recorder.position, side, random, "uniform"))
    recorder.resign("saracen")
    return once, json.dumps(recorder.record())


@pytest.fixture
def record() -> Json:
    return signed(json.loads(_games()[0]), SITE)


@pytest.fixture
def again() -> Json:
    """Taken up again after its end."""
    return signed(json.loads(_games()[1]), SITE)


def added(record: Json) -> Json:
    return dict(
        next(draw for event in record["events"] for draw in event["draws"] if draw["n"] == 0)["made-of"][
            "contributions"
        ]
    )


def stamps(record: Json) -> dict[str, int]:
    replay = Replay(record)
    for event in record["events"]:
        replay.take(event)
    return replay.stamps()


def test_a_record_that_is_held_to_nothing_proves_that_it_fits_itself(record: Json) -> None:
    report = check(record)
    assert report.fault is None
    assert list(report.lines())[-1] == UNCOMPARED


def test_what_there_is_to_compare_is_printed(record: Json) -> None:
    said = "\n".join(check(record).lines())
    assert f"head        {record['head']} - not compared" in said
    assert f"commitment  {record['dice'][0]['commitment']} - draws 0 to " in said
    assert f"frank: {added(record)['frank']} - not compared" in said
    assert "saracen: nothing" in said
    assert "Richard (person 1)" in said
    assert f"fits the key {KEY} - not compared" in said
    last = max(stamps(record).items(), key=lambda pair: pair[1])
    assert f"{last[0]} - of event {last[1]}, the last - not compared" in said


def test_the_head_holds_every_event_and_the_result(record: Json) -> None:
    report = check(record, Shown(head=record["head"]))
    assert report.conclusion().startswith(
        "VERIFIED: every event and the result are held by the head you compared it with"
    )
    assert "as you gave it" in "".join(report.lines())
    earlier = check(record, Shown(head=record["events"][-2]["hash"])).line()
    assert f"it was that of event {len(record['events']) - 1}, and what follows it is not held by it" in earlier
    assert "The head you were shown is abababababab" in check(record, Shown(head=ANOTHER)).line()


def test_a_key_of_the_site_holds_the_players_too(record: Json) -> None:
    assert (
        check(record, Shown(keys=(ANOTHER, KEY)))
        .conclusion()
        .startswith("VERIFIED: every event, the result and the players are held by the signature")
    )
    assert "which is none of those you gave" in check(record, Shown(keys=(ANOTHER,))).line()
    assert "which is none of those you gave" in check(signed(record, FORGER), Shown(keys=(KEY,))).line()
    assert "bears no signature" in check(linked_again(record | {"signature": None}), Shown(keys=(KEY,))).line()


def test_a_stamp_holds_the_events_up_to_its_own(record: Json) -> None:
    one, number = sorted(stamps(record).items(), key=lambda pair: pair[1])[5]
    report = check(record, Shown(stamps=(one,)))
    assert report.conclusion() == f"The stamp you gave holds the events up to {number}. Beyond that: c{UNCOMPARED[1:]}"
    assert "belongs to no event" in check(record, Shown(stamps=(one, ANOTHER))).line()


def test_a_commitment_holds_the_draws_that_follow_from_it(record: Json, again: Json) -> None:
    report = check(record, Shown(commitments=(record["dice"][0]["commitment"],)))
    assert report.conclusion().startswith(
        f"The commitment you gave holds {report.draws} of {report.draws} draws. Beyond that: c"
    )
    first, second = (dice["commitment"] for dice in again["dice"])
    begun = check(again, Shown(commitments=(first,))).held.draws
    both = check(again, Shown(commitments=(first, second)))
    assert both.fault is None
    assert begun == report.draws
    assert check(again, Shown(commitments=(second,))).held.draws == both.draws - begun > 0
    assert both.held.draws == both.draws
    assert "is none of the record: its dice are others" in check(again, Shown(commitments=(ANOTHER,))).line()


def test_a_commitment_under_which_nothing_was_drawn_is_said_to_hold_nothing(record: Json) -> None:
    """Else the true one could be put behind dice that were chosen."""
    recorder = Recorder.after(linked_again(record), len(record["events"]) - 1)
    recorder.resign("frank")
    recorder.restore()
    recorder.resign("frank")
    forged = recorder.record()
    assert "holds 0 of " in check(forged, Shown(commitments=(forged["dice"][1]["commitment"],))).conclusion()


def test_what_a_browser_added_is_looked_for_in_the_dice(record: Json) -> None:
    mine = added(record)["frank"]
    for given in (mine, f"frank={mine}"):
        assert "What you added is in its dice." in check(record, Shown(contributions=(given,))).conclusion()
    for given in (f"saracen={mine}", "ab" * 16):
        assert "the dice of the record are made without it" in check(record, Shown(contributions=(given,))).line()


def test_the_command_takes_what_was_shown(record: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "game.json")
    Path(path).write_text(text_of(record))
    mine, stamp = f"frank={added(record)['frank']}", next(iter(stamps(record)))
    options = [
        "--commitment",
        record["dice"][0]["commitment"],
        "--stamp",
        stamp,
        "--contribution",
        mine,
        "--key",
        KEY.upper(),
    ]
    assert main([path, "--head", record["head"], *options]) == 0
    said = capsys.readouterr().out
    assert "held by the head and signature you compared it with" in said
    assert "not compared" not in said
    for wrong in (
        ("--head", ANOTHER),
        ("--commitment", ANOTHER),
        ("--stamp", ANOTHER),
        ("--contribution", "ab" * 16),
        ("--key", ANOTHER),
    ):
        assert main([path, *wrong]) == 1
        assert "NOT VERIFIED" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", [["--head", "xyz"], ["--stamp", "ab" * 31], ["--contribution", f"nobody={'ab' * 16}"], ["--key", ""]]
)
def test_what_nobody_was_shown_is_refused_with_what_would_be_right(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["game.json", *wrong])
    assert stopped.value.code == 2
    assert "hexadecimal digits" in capsys.readouterr().err


def test_what_belongs_to_one_game_is_given_with_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["one.json", "two.json", "--head", ANOTHER])
    assert "belong to one game: give one file with them" in capsys.readouterr().err
