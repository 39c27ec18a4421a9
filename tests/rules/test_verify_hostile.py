"""Files made to harm the program that checks them: each gets a short answer, soon, and a clean status."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules import reading
from rules.verify import NotARecord, check, load, main
from tests.rules.recorded_games import read
from tests.rules.recording import linked_again, recorded
from tests.rules.tampering import text_of

ROOT = Path(__file__).resolve().parents[2]
Json = dict[str, Any]


@pytest.fixture
def record() -> Json:
    return recorded(8, "uniform", most=60)


def verify(data: bytes, tmp_path: Path) -> "subprocess.CompletedProcess[str]":
    """The command on a file with these bytes, in a process of its own with little memory and time."""
    path = tmp_path / "game.json"
    path.write_bytes(data)
    limits = "import resource as r; r.setrlimit(r.RLIMIT_AS, (600 << 20,) * 2); r.setrlimit(r.RLIMIT_CPU, (20, 20)); "
    code = limits + "import sys; from rules.verify import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, cwd=ROOT, text=True, check=False
    )


HEAVY = {
    "lists": (b"[" * 200_000, "more than 16 deep"),
    "75 MB": (b"[" + b"{}," * 25_000_000 + b"{}]", "larger than 32 MB"),
    "many objects": (b"[" + b"{}," * 5_000_000 + b"{}]", "more than 2,000,000 values"),
    "quotes": (b'"\\"' * 5_000_000, "not JSON"),
}
"""Files on which a parser may spend all memory or time."""


@pytest.mark.parametrize("name", HEAVY)
def test_a_heavy_file_is_said_to_be_no_record_within_seconds(name: str, tmp_path: Path) -> None:
    data, words = HEAVY[name]
    found = verify(data, tmp_path)
    assert (found.returncode, found.stdout) == (2, ""), found.stderr[-300:]
    assert "not a record: " in found.stderr
    assert words in found.stderr
    assert len(found.stderr) < 1_000
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"a":' * 200_000, "more than 16 deep"),
        (b"[" + b"9" * 1_000_000 + b"]", "more than 15 digits"),
        (b"[1e999]", "not a whole number"),
        (b"[NaN]", "not a whole number"),
        (b'"' + b"\\" * 1_000, "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"", "not JSON"),
        (b"{}", "has the format None"),
        (b"[]", "no record of a game"),
    ],
    ids=["objects", "digits", "1e999", "nan", "backslashes", "bytes", "empty", "{}", "[]"],
)
def test_what_is_no_record_is_said_to_be_none(
    data: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    assert main([str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "not a record: " in said.err
    assert words in said.err
    assert len(said.err) < 1_000


def test_a_draw_of_ten_milliard_lots_is_refused_before_anything_is_drawn(record: Json, tmp_path: Path) -> None:
    event = next(event for event in record["events"] if event["draws"])
    event["draws"][0] |= {"of": 10**10}
    found = verify(text_of(linked_again(record)).encode(), tmp_path)
    assert found.returncode == 1, found.stderr
    assert "it is of 10000000000" in found.stdout
    moved = {"type": "rules-moved", "from": "0.1.0", "to": "0.2.0", "because": "", "position": {}}
    record["events"].append(
        dict(record["events"][-1]) | {"kind": "staff", "side": "", "person": None, "payload": moved, "draws": []}
    )
    found = verify(text_of(linked_again(record)).encode(), tmp_path)
    assert found.returncode == 1, "draws of events that are not played again are read as well"
    assert "it is of 10000000000" in found.stdout


def test_nothing_of_a_file_reaches_the_terminal_as_a_command(
    record: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = "\x1b[2J\x1b]0;verified\x07\r\n\u202everified\u2066"
    record["players"]["frank"] = evil
    cases = [record, record | {"head": evil}, record | {"format": evil}, record | {"game": evil}]
    event = dict(record["events"][5])
    cases.append(
        record | {"events": [*record["events"][:5], event | {"payload": {"type": evil}}, *record["events"][6:]]}
    )
    cases.append(record | {"events": [*record["events"][:5], event | {"rules": evil}, *record["events"][6:]]})
    for number, case in enumerate(cases):
        path = tmp_path / "game.json"
        path.write_text(json.dumps(linked_again(case) if number != 1 else case))
        main([str(path)])
        said = "".join(capsys.readouterr())
        assert said.replace("\n", "").isprintable(), repr(said)
        assert "\nverified" not in said
    assert reading.plain("\ud800") == "\\ud800"
    assert len(reading.plain("x" * 10**6)) < 1_000


def test_the_name_of_a_file_is_printed_plainly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "\x1b[2Jgame.json"
    assert main([str(path)]) == 2
    assert "\\x1b[2Jgame.json: not a record: it cannot be opened: No such file" in capsys.readouterr().err


def test_a_terminal_that_cannot_write_a_name_is_no_reason_to_fail(record: Json, tmp_path: Path) -> None:
    record["players"]["frank"] = "Żółw"
    path = tmp_path / "game.json"
    path.write_text(text_of(linked_again(record)), encoding="utf-8")
    command = [sys.executable, "-m", "rules", "verify", str(path)]
    found = subprocess.run(command, capture_output=True, cwd=ROOT, env={"PYTHONIOENCODING": "ascii"}, check=False)
    assert found.returncode == 0, found.stderr
    assert b"\\u017b" in found.stdout


def test_the_largest_game_there_is_lies_far_within_the_limits() -> None:
    record = read("purposeful")
    text, events = text_of(record), len(record["events"])
    assert events > 500
    assert len(text) * 20_000 / events < reading.MOST_BYTES
    assert sum(text.count(sign) for sign in "[{,") * 20_000 / events < reading.MOST_PARTS


def test_load_takes_only_what_records_are_made_of() -> None:
    deep = "[" * 17 + "0" + "]" * 17
    for text in (deep, '{"a":1,"a":2}', "1.5", "-Infinity", "1" * 16, "[1,]", "nonsense"):
        with pytest.raises(NotARecord):
            load(text)


def test_brackets_in_texts_count_for_nothing() -> None:
    text = "[{" * 100 + '"\\'
    assert load(json.dumps({"a": text})) == {"a": text}


def test_what_is_no_record_has_the_status_of_one() -> None:
    for value in (None, [], 5, "record", {}, {"format": 3}, {"format": True}, {"format": [3]}, {"format": {}}):
        assert check(value).status == 2, value


def test_what_lies_side_by_side_counts_as_no_deeper() -> None:
    """The depth is that of the deepest list, whatever was closed before it."""
    deep = "[" * (reading.DEEPEST - 1) + "]" * (reading.DEEPEST - 1)
    assert reading.load(f"[[],[],{deep}]")[:2] == [[], []]
    with pytest.raises(reading.NotARecord, match="16 deep"):
        reading.load(f"[[],[],[{deep}]]")
