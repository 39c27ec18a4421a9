"""The players' part in a dispute: report, reply, withdraw, appeal, and read."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Access, find_game, game_under_review
from games.disputes import case_entries, clockwork, errors, following
from games.disputes.case_entries import LONGEST_TEXT, Kind, State
from games.errors import GameNotFound, NotAPlayer
from games.models import CaseEntry, DisputeCase, Game, TakeOver, User
from games.models.dispute import FINAL_ROUND
from games.services.alerts.kinds.disputes import Dispute
from games.services.clocks import outages
from games.services.views import history
from games.timekeeping.rounds import due_at

APPEAL_WITHIN = REPORT_WITHIN = timedelta(days=14)
MOST_IN_A_ROW = 5
"""So often a player may write before a reviewer has answered."""
MOST_REPORTS = 5
"""So many reports of one game a player may make: the other gets a mail of each."""
UNSETTLED = DisputeCase.UNSETTLED


def may_report(access: Access, user: User) -> bool:
    """Whether this person can report a problem of this game now."""
    try:
        _require_reportable(access, user)
    except (errors.NotForThisGame, NotAPlayer):
        return False
    own = DisputeCase.objects.filter(game=access.game, opener=user)
    return not own.filter(state__in=UNSETTLED).exists() and own.count() < MOST_REPORTS


def will_freeze(access: Access, user: User) -> bool:
    """Whether a report by this person would freeze the clocks: once per player and game, while it runs and they
    play.
    """
    if not access.sides or access.game.status != Game.Status.ACTIVE or not clockwork.can_freeze(access.game):
        return False
    return not DisputeCase.objects.filter(game=access.game, opener=user, froze=True).exists()


def find_reportable(*, user: User, game_id: uuid.UUID, lock: bool = False) -> Access:
    """Returns the game for a report by somebody who plays, or in whose place the computer plays.

    Raises GameNotFound and NotAPlayer.
    """
    if _taken_over(user, game_id) is not None:
        return game_under_review(user=user, game_id=game_id, lock=lock)
    access = find_game(user=user, game_id=game_id, lock=lock)
    if not access.sides:
        raise NotAPlayer
    return access


def report(*, user: User, game_id: uuid.UUID, category: str, wish: str, text: str) -> DisputeCase:
    """Reports a problem of one's own game, or of one that the computer plays on in one's place.

    The first report of each player in a game freezes its clocks; not of who does not play any more.

    Raises NotAPlayer, NotForThisGame, CaseIsOpen, TooManyReports, NothingWritten, TooLong.
    """
    said = clean_text(text)
    try:
        with transaction.atomic():
            access = find_reportable(user=user, game_id=game_id, lock=True)
            _require_reportable(access, user)
            if DisputeCase.objects.filter(game=access.game, opener=user, state__in=UNSETTLED).exists():
                raise errors.CaseIsOpen
            if DisputeCase.objects.filter(game=access.game, opener=user).count() >= MOST_REPORTS:
                raise errors.TooManyReports(
                    _("You have reported {count} problems of this game: more is not possible.").format(
                        count=MOST_REPORTS
                    )
                )
            side = access.sides[0] if access.sides else access.game.taken_over
            # Where the computer took over nobody sits there who could answer.
            other = next(
                (seat.user for name, seat in access.seats.items() if name != side and not _is_computer(seat.user)), None
            )
            case = DisputeCase.objects.create(
                game=access.game,
                opener=user,
                side=side,
                other=other,
                category=DisputeCase.Category(category),
                wish=DisputeCase.Wish(wish),
                event=access.game.version,
                froze=will_freeze(access, user),
            )
            entry = case_entries.add(case, Kind.REPORT, author=user, side=side, text=said)
            if case.froze:
                clockwork.freeze_for_report(access, case)
            case_entries.tell_reviewers(case, entry)
            case_entries.notify(
                case, entry, Dispute(news="reported", from_=user.get_username()), [other] if other else []
            )
            return case
    except IntegrityError as error:  # the same report twice at the same moment
        raise errors.CaseIsOpen from error


def write(*, user: User, number: int, text: str) -> CaseEntry:
    """Adds a statement, or the reply to a reviewer's question, to one's own case. Raises NotNow when it is settled."""
    said = clean_text(text)
    with transaction.atomic():
        case, side = find_case(user=user, number=number, lock=True)
        if case.state not in UNSETTLED:
            raise errors.NotNow
        _require_patience(case, user)
        asked = case.state == State.WAITING and case.waits_for == side
        entry = case_entries.add(case, Kind.REPLY if asked else Kind.ANSWER, author=user, side=side, text=said)
        if asked:
            case_entries.set_state(case, State.TAKEN, waits_for="")
        others = [person for person in case_entries.parties(case) if person != user]
        case_entries.notify(case, entry, Dispute(news="answered", from_=user.get_username()), others)
        if asked:
            case_entries.tell_reviewer(case, entry)
        return entry


def withdraw(*, user: User, number: int) -> DisputeCase:
    """Withdraws one's own report before a decision; clocks frozen for it run again."""
    with transaction.atomic():
        case, side = find_case(user=user, number=number, lock=True)
        if case.opener_id != user.pk or case.round != 1 or case.state not in UNSETTLED:
            raise errors.NotNow
        entry = case_entries.add(case, Kind.WITHDRAWN, author=user, side=side)
        case_entries.set_state(case, State.CLOSED, closed_at=timezone.now(), waits_for="")
        clockwork.resume_after(game_under_review(user=user, game_id=case.game.public_id, lock=True), case)
        following.unmerge(case)
        others = [person for person in case_entries.parties(case) if person != user]
        case_entries.notify(case, entry, Dispute(news="withdrawn", from_=user.get_username()), others)
        return case


def appeal(*, user: User, number: int, text: str) -> DisputeCase:
    """Appeals a decision, which another reviewer then looks at.

    Possible once a case, for either player. Raises NoAppeal.
    """
    said = clean_text(text)
    with transaction.atomic():
        case, side = find_case(user=user, number=number, lock=True)
        if not may_appeal(case):
            raise errors.NoAppeal
        if (main := decided_with(case, user)) is not None:
            raise errors.NoAppeal(
                _("Appeal in dispute {number}, with which this one was decided.").format(number=main.pk)
            )
        entry = case_entries.add(case, Kind.APPEAL, author=user, side=side, text=said)
        try:
            with transaction.atomic():
                case_entries.set_state(case, State.APPEALED, round=FINAL_ROUND, reviewer=None)
        except IntegrityError as error:  # its opener has reported something else of this game meanwhile
            raise errors.CaseIsOpen(
                _("Another dispute about this game is not settled yet. Appeal when it is.")
            ) from error
        others = [person for person in case_entries.parties(case) if person != user]
        case_entries.tell_reviewers(case, entry)
        case_entries.notify(case, entry, Dispute(news="appealed", from_=user.get_username()), others)
        return case


def may_appeal(case: DisputeCase) -> bool:
    """Whether the case has a decision that can still be appealed."""
    return case.state == State.DECIDED and case.round < FINAL_ROUND and appeal_until(case) > timezone.now()


def decided_with(case: DisputeCase, user: User) -> DisputeCase | None:
    """Returns the case into which this one was merged, if this person is a party to it and so can appeal there; else
    None.
    """
    main = case.merged_into if case.round < FINAL_ROUND else None
    return main if main is not None and user in case_entries.parties(main) else None


def appeal_until(case: DisputeCase) -> datetime:
    """The end of the time for an appeal: fourteen times 24 hours, for both players alike, without the times the site
    was away.
    """
    now = timezone.now()
    decided = case.decided_at or now
    return due_at(outages.calendar(now), decided, decided + APPEAL_WITHIN)


def close_unappealed() -> int:
    """Closes decided cases whose time for an appeal is over. Returns how many."""
    closed = 0
    for case in DisputeCase.objects.filter(
        state=State.DECIDED, decided_at__lt=outages.calendar(timezone.now()).before(timezone.now(), APPEAL_WITHIN)
    ):
        with transaction.atomic():
            locked = DisputeCase.objects.select_for_update().get(pk=case.pk)
            if locked.state == State.DECIDED:
                case_entries.add(locked, Kind.CLOSED, author=None)
                case_entries.set_state(locked, State.CLOSED, closed_at=timezone.now())
                closed += 1
    return closed


# --- reading
# -----------------------------------------------------------------------------------------------------------------


def cases_of(user: User, game: Game | None = None) -> QuerySet[DisputeCase]:
    """Returns the disputes to which this person is a party, latest first."""
    cases = (
        DisputeCase.objects.filter(Q(opener=user) | Q(other=user))
        .select_related("game", "opener", "other")
        .order_by("-pk")
    )
    return cases.filter(game=game) if game is not None else cases


def find_case(*, user: User, number: int, lock: bool = False) -> tuple[DisputeCase, str]:
    """Returns a dispute of one's own and the side one played when it was reported. Raises CaseNotFound."""
    cases = (
        DisputeCase.objects.select_for_update()
        if lock
        else DisputeCase.objects.select_related("game", "opener", "other")
    )
    case = cases.filter(Q(opener=user.pk) | Q(other=user.pk), pk=number).first()
    if case is None:
        raise errors.CaseNotFound
    return case, case.side if case.opener_id == user.pk else {"frank": "saracen", "saracen": "frank"}[case.side]


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """A case entry as a party reads it: `rests_on` are numbers of that person's own history, `hidden` counts events
    missing from it.
    """

    entry: CaseEntry
    rests_on: tuple[int, ...]
    hidden: int


def read_entries(case: DisputeCase, user: User) -> list[ReadEntry]:
    """Returns the entries that this party may read, oldest first.

    Reviewers count events as they were recorded. To a player of a running game those numbers would tell how often the
    other side has changed its mind, so they are turned into the numbers of the player's own history.
    """
    entries = list(case.entries.filter(for_parties=True).select_related("author", "action").order_by("number"))
    numbers: dict[int, int] = {}
    if any(entry.rests_on for entry in entries):
        try:
            numbers = _numbers_in_history(find_game(user=user, game_id=case.game.public_id))
        except GameNotFound:  # a private game that this person was replaced in
            numbers = {}
    return [_read_entry(entry, numbers) for entry in entries]


def _numbers_in_history(access: Access) -> dict[int, int]:
    """Returns the numbers under which a party's history shows the events."""
    over = access.game.status == Game.Status.OVER
    lines = history.record_lines(access) if over else history.history_lines(access, access.viewer())
    return {line.seq: line.number for line in lines}


def _read_entry(entry: CaseEntry, numbers: dict[int, int]) -> ReadEntry:
    """Returns an entry with the numbers of the events it rests on that the party may know."""
    known = tuple(numbers[seq] for seq in entry.rests_on if seq in numbers)
    return ReadEntry(entry, known, len(entry.rests_on) - len(known))


def clean_text(text: str) -> str:
    """Returns a written text without blanks around it. Raises NothingWritten or TooLong."""
    said = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not said:
        raise errors.NothingWritten
    if len(said) > LONGEST_TEXT:
        raise errors.TooLong(
            _("This is too long: {count} characters, {most} at most.").format(count=len(said), most=LONGEST_TEXT)
        )
    return said


def _taken_over(user: User, game_id: uuid.UUID) -> TakeOver | None:
    """Returns since when the computer plays in this person's place; None if it does not."""
    return TakeOver.objects.filter(game__public_id=game_id, person=user).first()


def _require_reportable(access: Access, user: User) -> None:
    """Raises NotAPlayer or NotForThisGame if this person cannot report a problem of the game."""
    game = access.game
    if not access.sides:
        gone = _taken_over(user, game.public_id)
        if gone is None:
            raise NotAPlayer
        if gone.at < timezone.now() - REPORT_WITHIN:
            raise errors.NotForThisGame
    late = game.status == Game.Status.OVER and (game.ended_at is None or game.ended_at < timezone.now() - REPORT_WITHIN)
    if game.alone or game.status not in (Game.Status.ACTIVE, Game.Status.OVER) or late:
        raise errors.NotForThisGame


def _is_computer(person: User | None) -> bool:
    return person is not None and bool(person.computer)


def _require_patience(case: DisputeCase, user: User) -> None:
    recent: Sequence[CaseEntry] = list(case.entries.order_by("-number")[:MOST_IN_A_ROW])
    if len(recent) == MOST_IN_A_ROW and all(entry.author_id == user.pk for entry in recent):
        raise errors.TooManyEntries
