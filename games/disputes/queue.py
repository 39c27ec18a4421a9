"""The reviewers' list of cases: filters, order, and the contents of a line."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import (
    Case,
    CharField,
    Count,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.expressions import OrderBy
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.disputes import conflicts, reviewing
from games.disputes.case_entries import Kind, State
from games.disputes.filing import APPEAL_WITHIN
from games.models import CaseEntry, DisputeCase, Game, User
from games.models.dispute import FINAL_ROUND
from games.services.alerts.kinds.base import players_of
from games.shapes import Annotated, Text, Untyped
from games.words_disputes import CATEGORIES, WISHES

LONGEST_LINE = 160
A_MOMENT = timedelta(seconds=1)
SETTLED = (State.DECIDED, State.CLOSED)
SETTLED_OR_MERGED = (*SETTLED, State.MERGED)
"""States in which there is nothing to be done in a case itself."""
STATES: list[tuple[str, Text]] = [
    ("", gettext_lazy("to be settled")),
    (State.OPEN, State.OPEN.label),
    (State.TAKEN, State.TAKEN.label),
    (State.WAITING, State.WAITING.label),
    (State.MERGED, State.MERGED.label),
    (State.APPEALED, State.APPEALED.label),
    ("settled", pgettext_lazy("disputes", "settled")),
    (State.DECIDED, State.DECIDED.label),
    (State.CLOSED, State.CLOSED.label),
]
WHOSE: list[tuple[str, Text]] = [
    ("", pgettext_lazy("disputes", "all")),
    ("waiting", gettext_lazy("waiting for me")),
    ("mine", pgettext_lazy("disputes", "mine")),
    ("unassigned", gettext_lazy("without a reviewer")),
    ("appeals", gettext_lazy("appeals")),
]
ORDERS: list[tuple[str, Text]] = [
    ("", gettext_lazy("longest untouched first")),
    ("newest", gettext_lazy("newest first")),
    ("deadline", gettext_lazy("nearest deadline first")),
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filters of the list: keys of STATES, CATEGORIES, WISHES and WHOSE, and a search text; `order` is a key of
    ORDERS.
    """

    state: str = ""
    category: str = ""
    wish: str = ""
    whose: str = ""
    words: str = ""
    order: str = ""


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case in the list. For a case that is closed to this reviewer, wish and report are empty."""

    case: DisputeCase
    players: str
    category: str
    wish: str
    report: str
    stands: str
    """Whether the game runs: `running`, `frozen`, `over`, or before its start `open`."""
    visible: bool
    """Whether its page is open to every reviewer; a private game is seen on the page of the case."""
    mine: bool
    choosable: bool
    """Whether this reviewer may decide or merge it: it is theirs, or free."""
    closed: bool
    tied: bool
    merged: int
    """How many cases were merged into it."""
    touched: bool
    """Whether anything has happened since the report."""
    deadline: datetime | None
    late: bool
    """Whether the deadline has passed."""


def find(user: User, wanted: Wanted) -> Annotated:
    """Returns the cases that pass the filters, with everything that `lines` needs."""
    found: Annotated = conflicts.with_ties(reviewing.cases(user), user).annotate(deadline=_deadline())
    if wanted.state == "settled":
        found = found.filter(state__in=SETTLED)
    elif wanted.state:
        found = found.filter(state=wanted.state)
    else:
        found = found.exclude(state__in=SETTLED_OR_MERGED)
    if wanted.category:
        found = found.filter(category=wanted.category)
    if wanted.wish:
        found = found.filter(wish=wanted.wish, closed=False)
    if wanted.whose == "waiting":
        found = found.filter(reviewer=user, state=State.TAKEN)
    elif wanted.whose == "mine":
        found = found.filter(reviewer=user)
    elif wanted.whose == "unassigned":
        found = found.filter(reviewer=None).exclude(state__in=SETTLED_OR_MERGED)
    elif wanted.whose == "appeals":
        found = found.filter(round=FINAL_ROUND)
    for word in wanted.words.split():
        found = found.filter(_has_word(word))
    return _with_report(found).order_by(*_order_by(wanted.order))


def _has_word(word: str) -> Q:
    """Returns the condition of cases with a word in a report, in a player's name, or as their number.

    Only reports that are open to be read are searched.
    """
    said = Q(Exists(_reports_of_case().filter(text__icontains=word)), closed=False)
    match = said | Q(opener__username__icontains=word) | Q(other__username__icontains=word)
    number = word.removeprefix("#")
    is_number = number.isascii() and number.isdigit() and len(number) < 10
    return match | Q(pk=int(number)) if is_number else match


def cases_about(user: User, person: User) -> Annotated:
    """Returns all cases in which a player reported or was reported, latest first."""
    found: Annotated = conflicts.with_ties(reviewing.cases(user), user).annotate(deadline=_deadline())
    return _with_report(found.filter(Q(opener=person) | Q(other=person))).order_by("-pk")


def _with_report(found: Annotated) -> Annotated:
    """Annotates cases with the text of the first report and the number of merged cases, for lists."""
    shown = Case(
        When(closed=True, then=Value("")),
        default=Subquery(_reports_of_case().values("text")[:1]),
        output_field=CharField(),
    )
    merged = (
        DisputeCase.objects.filter(merged_into=OuterRef("pk"))
        .order_by()
        .values("merged_into")
        .annotate(count=Count("pk"))
    )
    result: Annotated = found.annotate(report=shown, merged_count=Subquery(merged.values("count"))).prefetch_related(
        "game__seats__user"
    )
    return result


def _reports_of_case() -> QuerySet[CaseEntry]:
    return CaseEntry.objects.filter(case=OuterRef("pk"), kind=Kind.REPORT).order_by("number")


def case_lines(user: User, cases: Iterable[Untyped]) -> list[CaseLine]:
    """Returns the lines of these cases, which come from `find`."""
    now = timezone.now()
    return [
        CaseLine(
            case=case,
            players=players_of(case.game),
            category=str(CATEGORIES[case.category]),
            wish="" if case.closed else str(WISHES[case.wish]),
            report=_first_line(case.report or ""),
            stands=_game_state(case.game),
            visible=case.game.visibility == Game.Visibility.PUBLIC,
            mine=case.reviewer_id == user.pk,
            choosable=_is_choosable(user, case),
            closed=case.closed,
            tied=case.closed or case.decided,
            merged=case.merged_count or 0,
            touched=case.changed_at - case.opened_at > A_MOMENT,
            deadline=case.deadline,
            late=case.deadline is not None and case.deadline < now,
        )
        for case in cases
    ]


def _game_state(game: Game) -> str:
    """Returns the state of a case's game: open, running, frozen or over."""
    if game.status == Game.Status.ACTIVE:
        return "frozen" if game.frozen_at is not None else "running"
    return "open" if game.status == Game.Status.OPEN else "over"


def _is_choosable(user: User, case: Untyped) -> bool:
    """Whether this reviewer may choose the case for an act on several cases at once: no conflict of interest, not
    settled or merged, and free or theirs.

    `case` comes from `find`: its `closed` and `decided` say whether it is closed to this reviewer, and whether the
    decision appealed against is theirs (`conflicts.with_ties`).
    """
    if case.closed or case.decided or case.state in SETTLED_OR_MERGED:
        return False
    return reviewing.may_take(case) or (case.reviewer_id == user.pk and case.state in reviewing.MINE)


def _deadline() -> Case:
    """The end of the time for an appeal, or the moment from which a taken case is free to other reviewers; else
    None.
    """
    return Case(
        When(
            state=State.DECIDED,
            then=ExpressionWrapper(F("decided_at") + Value(APPEAL_WITHIN), output_field=DateTimeField()),
        ),
        When(
            state__in=reviewing.MINE,
            then=ExpressionWrapper(F("changed_at") + Value(reviewing.LEFT_LYING), output_field=DateTimeField()),
        ),
        output_field=DateTimeField(null=True),
    )


def _order_by(order: str) -> tuple[str | OrderBy, ...]:
    """Returns the fields to order cases by."""
    if order == "newest":
        return ("-opened_at", "-pk")
    if order == "deadline":
        return (F("deadline").asc(nulls_last=True), "changed_at", "pk")
    return ("changed_at", "pk")


def _first_line(text: str) -> str:
    line = text.partition("\n")[0].strip()
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1].rstrip()}…"
