"""The vectors of docs/dice-vectors.json are what the page says, worked out with Python's library alone."""

import hashlib
import hmac
import json
from typing import Any

import pytest

from rules.ed25519 import verify
from tests.rules import event_forms
from tests.rules.dice_vectors import FILE, text

FOUND: dict[str, Any] = json.loads(FILE.read_text())


def canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hashed(label: str, *parts: bytes) -> str:
    return hashlib.sha256(b"\0".join((label.encode(), *parts))).hexdigest()


def test_the_file_is_what_the_code_gives() -> None:
    assert FILE.read_text() == text()


def test_the_page_of_events_is_what_the_code_holds() -> None:
    assert event_forms.FILE.read_text() == event_forms.text()


def test_commitment_state_and_chain_are_as_the_page_says() -> None:
    one = FOUND["commitment"]
    assert one["value"] == hashed("crusader-rex/commitment/1", one["game"].encode(), bytes.fromhex(one["secret"]))
    for name in ("canonical", "canonical-of-rare-letters"):
        assert bytes.fromhex(FOUND[name]["utf-8-in-hex"]) == canonical(FOUND[name]["of"])
    assert FOUND["state"]["value"] == hashed("crusader-rex/state/1", canonical(FOUND["state"]["of"]))
    for name in ("chain-start", "chain-start-of-a-game-with-earlier-events"):
        start = FOUND[name]
        assert start["value"] == hashed("crusader-rex/chain/1", canonical([start["game"], start["earlier"]]))
    content = {name: value for name, value in FOUND["event"].items() if name != "hash"}
    assert FOUND["event"]["hash"] == hashed("crusader-rex/event/1", canonical(content))
    assert content["prev"] == FOUND["chain-start"]["value"]


def test_stamp_seal_and_signature_are_as_the_page_says() -> None:
    one = FOUND["stamp"]
    message = b"\0".join((b"crusader-rex/stamp/1", one["game"].encode(), one["hash"].encode()))
    assert one["value"] == hmac.digest(bytes.fromhex(one["secret"]), message, "sha256").hex()
    record = FOUND["record"]
    rest = {name: value for name, value in record.items() if name != "seal"}
    assert record["seal"] == hashed("crusader-rex/export/1", canonical(rest))
    names = ("game", "head", "players", "result")
    said = canonical(
        {name: record[name] for name in names} | {"commitments": [one["commitment"] for one in record["dice"]]}
    )
    statement = b"crusader-rex/result/1\0" + said
    assert bytes.fromhex(FOUND["signature"]["statement-in-hex"]) == statement
    assert verify(bytes.fromhex(record["signature"]["key"]), statement, bytes.fromhex(record["signature"]["value"]))


def numbers(head: bytes, secret: bytes, below: list[int]) -> tuple[list[int], int]:
    """Numbers below each of these, read from the blocks of one draw as the page says, and how many were passed over."""
    stream = b"".join(hmac.digest(secret, head + b"\0" + str(block).encode(), "sha256") for block in range(20))
    found, passed = [], 0
    for m in below:
        k = 1 if m <= 256 else ((m - 1).bit_length() + 7) // 8
        while True:
            number, stream = int.from_bytes(stream[:k], "big"), stream[k:]
            if number < 256**k // m * m:
                break
            passed += 1
        found.append(number % m)
    return found, passed


@pytest.mark.parametrize(
    ("name", "passes"), [("draws", False), ("draws-at-the-edges", True), ("draws-of-many-bytes", True)]
)
def test_draws_are_as_the_page_says(name: str, passes: bool) -> None:
    given, passed = FOUND[name], 0
    secret = bytes.fromhex(given["secret"])
    made = canonical({"contributions": given["contributions"], "game": given["game"]})
    for n, draw in enumerate(given["value"]):
        count = len(draw["results"])
        what = canonical([n, draw["purpose"], draw["kind"], draw["of"], count])
        head = b"\0".join((b"crusader-rex/draw/1", made, what))
        below = [6] * count if draw["kind"] == "d6" else [draw["of"] - taken for taken in range(count)]
        read, over = numbers(head, secret, below)
        passed += over
        assert draw["n"] == n
        assert read == (draw["picks"] if draw["kind"] == "choose" else [face - 1 for face in draw["results"]])
    assert bool(passed) is passes


def test_lots_lie_in_the_order_of_their_names() -> None:
    given = FOUND["draws"]
    left = sorted(["nomads", "kurds-1", "nomads", "arabs-1"])
    assert given["value"][1]["results"] == [left.pop(pick) for pick in given["value"][1]["picks"]]
