"""The audit log: the acts of staff and the pages they opened."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.db.models import Q, QuerySet

from games.disputes import case_entries
from games.models import DisputeCase, Game, Seat, StaffAction, User, names
from games.shapes import JsonObject

Kind = StaffAction.Kind
LOOKS = (Kind.LOOKED, Kind.EXPORTED)
COLUMNS = ("number", "at", "by", "kind", "case", "game", "about", "reason", "page", "event", "before", "after")


def record(
    *,
    actor: User,
    kind: str,
    case: DisputeCase | None = None,
    game: Game | None = None,
    person: User | None = None,
    reason: str = "",
    address: str = "",
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    event: int | None = None,
) -> StaffAction:
    """Writes one row. To be called in the transaction of the act it records."""
    return StaffAction.objects.create(
        actor=actor,
        kind=kind,
        case=case,
        game=game if game is not None or case is None else case.game,
        person=person,
        reason=reason,
        address=address[:300],
        before=before or {},
        after=after or {},
        event=event,
    )


def find(
    reader: User,
    *,
    looks: bool = True,
    by: str = "",
    kind: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    case: int | None = None,
) -> QuerySet[StaffAction]:
    """Returns the rows of the log, latest first; with `looks` false only acts, not opened pages.

    Not those about games that the reader plays or played in, nor of a case that is merged with one of theirs: what
    reviewers noted there is not for a party.
    """
    own = Q(game__in=Seat.objects.filter(user=reader).values("game")) | Q(case__opener=reader) | Q(case__other=reader)
    rows = (
        StaffAction.objects.exclude(own)
        .exclude(case__in=case_entries.merged_with_own(reader))
        .select_related("actor", "person", "game")
        .order_by("-pk")
    )
    if not looks:
        rows = rows.exclude(kind__in=LOOKS)
    if by:
        actor = names.find(by)
        rows = rows.filter(actor=actor) if actor is not None else rows.none()
    if kind:
        rows = rows.filter(kind=kind)
    if since is not None:
        rows = rows.filter(created_at__gte=since)
    if until is not None:
        rows = rows.filter(created_at__lt=until)
    if case is not None:
        rows = rows.filter(case=case)
    return rows


def export_rows(rows: Iterable[StaffAction]) -> Iterator[JsonObject]:
    """Returns each row as a dict of `COLUMNS`, for export."""
    for row in rows:
        yield {
            "number": row.pk,
            "at": row.created_at.isoformat(),
            "by": row.actor.get_username(),
            "kind": row.kind,
            "case": row.case_id,
            "game": str(row.game.public_id) if row.game else None,
            "about": row.person.get_username() if row.person else None,
            "reason": row.reason,
            "page": row.address,
            "event": row.event,
            "before": row.before,
            "after": row.after,
        }


def as_csv(rows: Iterable[StaffAction]) -> Iterator[str]:
    """Yields the lines of a CSV file.

    A value that a spreadsheet would run as a formula gets an apostrophe before it.
    """
    yield _csv_line(COLUMNS)
    for line in export_rows(rows):
        yield _csv_line(_cell(line[name]) for name in COLUMNS)


def _cell(value: object) -> str:
    """Returns a value as a cell of a CSV file, no formula of a spreadsheet."""
    if value is None:
        return ""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _csv_line(cells: Iterable[str]) -> str:
    """Returns a line of a CSV file."""
    buffer = io.StringIO()
    csv.writer(buffer).writerow(cells)
    return buffer.getvalue()
