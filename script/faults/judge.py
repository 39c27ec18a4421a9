"""Checks after a drill that nothing was lost, applied twice, left hanging, or told twice.

`python -m script.faults.judge LEDGER` compares the record with the answers players got, and prints what it found as
JSON.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any


def main(ledger: dict[str, Any]) -> dict[str, Any]:
    import django

    django.setup()
    from games.models import Game
    from games.services.archive.check import first_difference

    faults: list[str] = []
    counts: Counter[str] = Counter()
    acknowledged, refused, unknown = ledger["acknowledged"], set(ledger["refused"]), set(ledger["unknown"])
    for game in Game.objects.filter(solo=False).order_by("pk"):
        counts["games"] += 1
        counts["events"] += game.version
        difference = first_difference(game)
        if difference:
            faults.append(f"{game.public_id}: {difference}")
        faults += compare(game, acknowledged.get(str(game.public_id), []), refused, unknown, counts)
        faults += waiting(game)
    there = {str(game) for game in Game.objects.values_list("public_id", flat=True)}
    faults += [f"{game}: an acknowledged game is not there" for game in acknowledged if game not in there]
    if ledger["arrived"] is not None:
        faults += alerts(ledger["arrived"], ledger["recipients"], counts)
    return {"faults": faults, "counts": dict(counts)}


def compare(
    game: Any, acknowledged: list[Any], refused: set[str], unknown: set[str], counts: Counter[str]
) -> list[str]:
    """Checks that every acknowledged key is in the record once, in order and with its kind, and no refused one."""
    import uuid

    from games.services.record.writing import key_of_command

    recorded = {
        str(key): (seq, side)
        for seq, side, key in game.events.order_by("seq").values_list("seq", "side", "idempotency_key")
        if key
    }
    found, last, mine = [], {"frank": 0, "saracen": 0}, set()
    for key, side, number in acknowledged:
        keys = [str(key_of_command(uuid.UUID(key), count)) for count in range(number)]
        mine |= set(keys)
        missing = [one for one in keys if one not in recorded]
        if missing:
            found.append(f"{game.public_id}: {len(missing)} of {number} acknowledged moves of {key} are lost")
            continue
        counts["acknowledged and recorded"] += number
        if any(recorded[one][1] != side for one in keys) or recorded[keys[0]][0] <= last[side]:
            found.append(f"{game.public_id}: {key} is recorded for another side, or out of order")
        last[side] = recorded[keys[-1]][0]
    found += [f"{game.public_id}: refused {key} is in the record" for key in recorded if key in refused]
    others = [key for key in recorded if key not in mine and key not in unknown and recorded[key][0] > 1]
    followers = {str(key_of_command(uuid.UUID(key), count)) for key in unknown for count in range(1, 3)}
    found += [
        f"{game.public_id}: {key} is in the record, and nobody was told" for key in others if key not in followers
    ]
    return found


def waiting(game: Any) -> list[str]:
    """Checks that every running game waits for somebody, who has an alert."""
    from games.models import Notice

    if game.status != "active":
        return []
    awaited = list(game.seats.filter(awaited=True))
    if not awaited:
        return [f"{game.public_id}: it waits for nobody"]
    return [
        f"{game.public_id}: {seat.side} was not to be told of hand-over {seat.handover}"
        for seat in awaited
        if not Notice.objects.filter(game=game, user=seat.user_id, kind="turn", turn=seat.handover).exists()
    ]


def alerts(arrived: dict[str, int], recipients: dict[str, list[str]], counts: Counter[str]) -> list[str]:
    """Checks that every sent alert arrived once, at the right person, and that queued ones are not overdue."""
    from games.models import Notice

    found = []
    left = Notice.objects.filter(state__in=("queued", "retry", "sending"), target=None)
    found += [f"alert {notice} was never settled" for notice in left[:5]]
    names = {
        f"<alert-{notice.token.hex}@": notice for notice in Notice.objects.filter(target=None).select_related("user")
    }
    came = Counter({name.split("@")[0] + "@": number for name, number in arrived.items()})
    for name, notice in names.items():
        counts[f"alerts {notice.state}"] += 1
        if notice.state == "sent" and not came[name]:
            found.append(f"alert {notice} counts as sent, and did not arrive")
        if notice.state == "failed":
            found.append(f"alert {notice} failed: {notice.why}")
    found += [f"a mail arrived for no alert: {name}" for name in came if name not in names]
    for name, people in recipients.items():
        notice = names.get(name.split("@")[0] + "@")
        if notice is not None and people != [notice.user.email]:
            found.append(f"alert {notice} went to {', '.join(people)}")
    counts["mails"], counts["mails a mailbox drops as repeats"] = len(came), sum(came.values()) - len(came)
    return found


if __name__ == "__main__":
    json.dump(main(json.loads(Path(sys.argv[1]).read_text())), sys.stdout)
