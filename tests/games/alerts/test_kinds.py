"""Alerts are read from the outbox as they were queued, and rows that older versions wrote are read."""

from dataclasses import fields
from datetime import UTC, datetime

from games.models import Notice
from games.services.alerts import kinds
from games.services.alerts.kinds.disputes import Dispute, ToReview
from games.services.alerts.kinds.gone import TakenOut
from games.services.alerts.kinds.messages import Message
from games.services.alerts.kinds.offers import Offer, PauseEnds
from games.services.alerts.kinds.starts import DiceWait, GameOfTournament, Joined, Start
from games.services.alerts.kinds.tournaments import LateInRound, OfTournament
from games.services.alerts.kinds.turns import FirstTurn, Reminder, Turn

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_what_is_queued_is_read_as_it_was() -> None:
    samples = {str: "Guy", int: 7, bool: True, datetime | None: NOON}
    for kind in kinds.ALL:
        given = {one.name: samples[one.type] for one in fields(kind)}  # type: ignore[index]
        if kind.values:
            given[kind.mark] = kind.values[0]
        alert = kind(**given)  # type: ignore[arg-type]
        assert kinds.read(Notice(kind=alert.kind, data=alert.as_json())) == alert
        data = kind().as_json() | ({kind.mark: kind.values[0] if kind.values else "x"} if kind.mark else {})
        assert type(kinds.read(Notice(kind=kind.kind, data=data))) is kind, "rows without the other fields are its own"


def test_rows_of_older_versions_are_read() -> None:
    for kind, data, alert in (
        ("turn", {}, Turn()),
        ("turn", {"started": True}, FirstTurn()),
        ("reminder", {"until": "no time at all"}, Reminder()),
        ("reminder", {"until": None}, Reminder()),
        ("start", {"dice": True, "until": NOON.isoformat()}, DiceWait(until=NOON)),
        (
            "start",
            {"dice": True, "tournament": "Hattin", "round": 2},
            GameOfTournament(tournament="Hattin", round=2, dice_=True),
        ),
        ("start", {"joined": "Guy"}, Joined(joined="Guy")),
        ("start", {"gone": "removed", "from": "Guy"}, TakenOut(from_="Guy")),
        ("start", {"gone": "to the moon"}, Start()),
        ("message", {"from": "Guy", "what nobody knows": 1}, Message(from_="Guy")),
        ("offer", {"offer": "marriage"}, Offer(offer="marriage")),
        ("offer", {"offer": "resume", "from": 7}, PauseEnds()),
        ("dispute", {}, Dispute()),
        ("dispute", {"case": "four"}, Dispute()),
        ("dispute", {"review": 4, "news": "to-review"}, ToReview(review=4, news="to-review")),
        ("tournament", {"what": "bye", "round": 3, "rests": False}, OfTournament(what="bye", round=3)),
        ("tournament", {"what": "late", "pairing": 5, "game": "x"}, LateInRound(what="late", pairing=5, game="x")),
    ):
        found = kinds.read(Notice(kind=kind, data=data))
        assert (type(found), found) == (type(alert), alert)
