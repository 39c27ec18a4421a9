"""Every kind of alert answers everything, and rows that older versions wrote are read."""

from dataclasses import dataclass, fields
from datetime import UTC, datetime

import pytest

from games.models import Notice
from games.services.alerts import kinds
from games.services.alerts.kinds.base import AboutGame, Kind
from games.services.alerts.kinds.disputes import Dispute, ToReview
from games.services.alerts.kinds.gone import TakenOut
from games.services.alerts.kinds.messages import Message
from games.services.alerts.kinds.offers import Offer, PauseEnds
from games.services.alerts.kinds.starts import DiceWait, GameOfTournament, Joined, Start
from games.services.alerts.kinds.tournaments import LateInRound, OfTournament
from games.services.alerts.kinds.turns import FirstTurn, Reminder, Turn
from tests.games.alerts import every_mail

EVERY = pytest.mark.parametrize("kind", kinds.ALL, ids=lambda kind: kind.__name__)


@EVERY
def test_every_kind_has_its_mails_written_down(kind: type[kinds.Alert]) -> None:
    cases = [case for group in every_mail.GROUPS.values() for case in group]
    assert kind in {type(kinds.read(Notice(kind=case.kind, data=case.data))) for case in cases}


@EVERY
def test_what_is_queued_is_read_as_it_was(kind: type[kinds.Alert]) -> None:
    samples = {str: "Guy", int: 7, bool: True, datetime | None: datetime(2026, 11, 23, 12, tzinfo=UTC)}
    given = {one.name: samples[one.type] for one in fields(kind)}  # type: ignore[index]
    if kind.values:
        given[kind.mark] = kind.values[0]
    alert = kind(**given)  # type: ignore[arg-type]
    assert kinds.read(Notice(kind=alert.kind, data=alert.as_json())) == alert


@EVERY
def test_a_kind_says_by_its_defaults_alone_whose_rows_its_are(kind: type[kinds.Alert]) -> None:
    data = kind().as_json() | ({kind.mark: kind.values[0] if kind.values else "x"} if kind.mark else {})
    assert type(kinds.read(Notice(kind=kind.kind, data=data))) is kind


@pytest.mark.parametrize(
    ("kind", "data", "alert"),
    [
        ("turn", {}, Turn()),
        ("turn", {"started": True}, FirstTurn()),
        ("reminder", {"until": "no time at all"}, Reminder()),
        ("reminder", {"until": None}, Reminder()),
        (
            "start",
            {"dice": True, "until": "2026-11-23T12:00:00+00:00"},
            DiceWait(until=datetime(2026, 11, 23, 12, tzinfo=UTC)),
        ),
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
    ],
)
def test_rows_of_older_versions_are_read(kind: str, data: dict[str, object], alert: kinds.Alert) -> None:
    found = kinds.read(Notice(kind=kind, data=data))
    assert (type(found), found) == (type(alert), alert)


# --- what stops the start
# ---------------------------------------------------------------------------------------------------


def test_a_kind_that_leaves_an_answer_out_stops_the_start() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Half(AboutGame):
        kind, name = Kind.OFFER, "Half"

    with pytest.raises(kinds.Incomplete, match="Half does not say: ends, head, title, why_not"):
        kinds.check(Half)


def test_a_kind_without_a_wish_stops_the_start() -> None:
    class Nameless(AboutGame):
        title = head = ends = why_not = Message.title  # type: ignore[assignment]

    with pytest.raises(kinds.Incomplete, match="Nameless does not say: kind, name"):
        kinds.check(Nameless)


def test_two_kinds_that_claim_the_same_rows_stop_the_start() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Twin(Message):
        pass

    with pytest.raises(kinds.Incomplete, match="Twin"):
        kinds.check(*kinds.ALL, Twin)


def test_a_kind_whose_older_rows_nobody_reads_stops_the_start() -> None:
    with pytest.raises(kinds.Incomplete, match="message"):
        kinds.check(*(kind for kind in kinds.ALL if kind is not Message))


def test_a_field_that_older_rows_lack_stops_the_start() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Demanding(Message):
        mark = "weight"
        weight: int

    with pytest.raises(kinds.Incomplete, match="without a default"):
        kinds.check(*kinds.ALL, Demanding)


def test_the_site_looks_at_the_kinds_when_it_starts() -> None:
    assert kinds.check(*kinds.ALL) == kinds.ALL
    assert {kind.kind for kind in kinds.ALL} == set(Notice.Kind)
