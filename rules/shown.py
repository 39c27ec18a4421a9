"""What a player was shown of a game, or added to it, compared with its record: without that a record proves only that
it fits itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.atlas import SIDES
from rules.chain import short
from rules.replay import Fault, Replay


@dataclass(frozen=True)
class Shown:
    """What somebody noted: hexadecimal digits, as the site showed them.

    ``contributions`` are ``HEX`` or ``SIDE=HEX``; ``keys`` the public keys of the site."""

    head: str = ""
    commitments: tuple[str, ...] = ()
    stamps: tuple[str, ...] = ()
    contributions: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Held:
    """To what a record was held, and fits.

    ``stamped`` is the last event that a stamp stands for, 0 without one; ``commitments`` are those given, ``draws`` how
    many draws follow from them."""

    head: bool = False
    stamped: int = 0
    commitments: tuple[str, ...] = ()
    draws: int = 0
    added: bool = False
    signature: bool = False


def compare(shown: Shown, record: Mapping[str, Any], replay: Replay) -> Held:
    """Holds a record that fits itself to what was shown of it. Raises Fault for the first thing that is another."""
    if shown.head and shown.head != record["head"]:
        raise Fault(None, _another_head(shown.head, record))
    stamps = replay.stamps()
    for one in shown.stamps:
        if one not in stamps:
            raise Fault(None, f"the stamp {short(one)} was shown, and belongs to no event: the record was written anew")
    return Held(
        head=bool(shown.head),
        stamped=max((stamps[one] for one in shown.stamps), default=0),
        commitments=shown.commitments,
        draws=_count_proven_draws(shown, replay),
        added=_compare_contributions(shown, replay),
        signature=_compare_key(shown, record),
    )


def _another_head(head: str, record: Mapping[str, Any]) -> str:
    """Says why the shown head is not the record's: that of an earlier event, or of another game."""
    said = f"the head you were shown is {short(head)}, the record ends with {short(record['head'])}"
    for event in record["events"]:
        if event["hash"] == head:
            return (
                f"{said}: it was that of event {event['n']}, and what follows it is not held by it. Look for the head"
                " that is shown now"
            )
    return f"{said}: it is the record of another game"


def _count_proven_draws(shown: Shown, replay: Replay) -> int:
    """Returns how many draws follow from the commitments that were shown."""
    found = 0
    for one in shown.commitments:
        if one not in [made for made, _drawn in replay.chance.spans()]:
            raise Fault(None, f"the commitment {short(one)} was shown, and is none of the record: its dice are others")
    for made, draws in replay.chance.spans():
        found += len(draws) if made in shown.commitments else 0
    return found


def _compare_contributions(shown: Shown, replay: Replay) -> bool:
    """Whether shown contributions were compared with the record. Raises Fault for one the dice are made without."""
    added = replay.chance.contributions
    for one in shown.contributions:
        side, _, text = one.rpartition("=")
        if not added:
            raise Fault(None, "the record has no draw that says what was added to the dice")
        if text not in [added[name] for name in SIDES if side in ("", name)]:
            raise Fault(
                None, f"the contribution {short(text)} was added, and the dice of the record are made without it"
            )
    return bool(shown.contributions)


def _compare_key(shown: Shown, record: Mapping[str, Any]) -> bool:
    """Whether a shown key was compared with the record's signature, which was checked before."""
    if not shown.keys:
        return False
    signature = record.get("signature")
    if signature is None:
        raise Fault(None, "it bears no signature of the site whose key you gave")
    if signature["key"] not in shown.keys:
        raise Fault(None, f"it is signed with the key {short(signature['key'])}, which is none of those you gave")
    return True


__all__ = ["Held", "Shown", "compare"]
