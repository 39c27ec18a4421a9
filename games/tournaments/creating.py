"""New tournaments and ladders, and the bounds of what can be chosen."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Game, Ladder, PaceName, Tournament, User
from games.paces import PACES
from games.services.record.writing import change_tournament
from games.services.rounds import acts
from games.shapes import Json, JsonObject
from games.tournaments import errors, finding
from games.tournaments.finding import Kind
from games.tournaments.pairing.standings import TIE_BREAKS
from rules.ruleset import Ruleset

State, System = Tournament.State, Tournament.System
WITH_ROUNDS = tuple(str(system) for system in System if system != System.LADDER)
MOST_UNSTARTED = 5
SIZES = {System.SWISS: 256, System.ROUND_ROBIN: 24, System.KNOCK_OUT: 256, System.DOUBLE: 64, System.LADDER: 500}
"""How many players a tournament of each system can have at most."""
MOST_ROUNDS, MOST_DAYS, LONGEST_SIGN_UP = 15, 365, timedelta(days=365)
MOST_REACH = 20
MOST_GRACE = 60
USUAL_TIE_BREAKS = ("buchholz", "sonneborn-berger", "head-to-head", "cities")


def create(
    *,
    user: User,
    name: str,
    system: str,
    sign_up_until: datetime,
    about: str = "",
    sides: str = Tournament.Sides.LOT,
    tie_breaks: Sequence[str] = USUAL_TIE_BREAKS,
    ruleset: JsonObject | None = None,
    pace: str = PaceName.SLOW,
    size: int = 16,
    number_of_rounds: int = 5,
    round_days: int = 90,
    grace_days: int = 7,
    visibility: str = Game.Visibility.PUBLIC,
    rating_from: int | None = None,
    rating_to: int | None = None,
    by_hand: bool = False,
    key: uuid.UUID | None = None,
) -> Tournament:
    """Makes a tournament. Raises NotAnOrganizer, BadTournament and TooManyTournaments."""
    if not finding.may_organize(user):
        raise errors.NotAnOrganizer
    rules, both, seen = _read_choices(ruleset, sides, visibility)
    if system not in System.values or system == System.LADDER:
        raise errors.BadTournament(_("The system must be one of: {names}.").format(names=", ".join(WITH_ROUNDS)))
    kind, title = System(system), _title(name)
    _check_figures(
        name=title, pace=pace, size=size, most=SIZES[kind], number_of_rounds=number_of_rounds, round_days=round_days
    )
    _check_grace(grace_days)
    _check_entry(sign_up_until, tie_breaks, rating_from, rating_to)

    said: Json = {
        "act": "create",
        "name": title,
        "system": str(kind),
        "about": about,
        "sides": sides,
        "tie-breaks": list(tie_breaks),
        "sign-up-until": sign_up_until.isoformat(),
        "size": size,
        "pace": pace,
        "rounds": number_of_rounds,
        "round-days": round_days,
        "visibility": visibility,
        "rating-from": rating_from,
        "rating-to": rating_to,
        "by-hand": by_hand,
        "ruleset": rules.to_json(),
        "grace-days": grace_days,
    }

    def apply_change() -> Tournament:
        """Saves the tournament. Raises TooManyTournaments."""
        if Tournament.objects.filter(organizer=user, state=State.SIGN_UP).count() >= MOST_UNSTARTED:
            raise errors.TooManyTournaments
        made = Tournament.objects.create(
            organizer=user,
            name=title,
            about=about.strip()[:2000],
            system=kind,
            sides=both,
            tie_breaks=list(tie_breaks),
            ruleset=rules.to_json(),
            pace=pace,
            size=size,
            rounds=number_of_rounds if kind == System.SWISS else 0,
            round_days=round_days,
            grace_days=grace_days,
            visibility=seen,
            rating_from=rating_from,
            rating_to=rating_to,
            by_hand=by_hand,
            sign_up_until=sign_up_until,
        )
        acts.note(made, Kind.CREATED, actor=user)
        return made

    return change_tournament(user, key, said, apply_change)


def _check_figures(*, name: str, pace: str, size: int, most: int, number_of_rounds: int, round_days: int) -> None:
    """Raises BadTournament for sizes, rounds and days out of bounds."""
    if not 3 <= len(name) <= 80:
        raise errors.BadTournament(_("The name needs 3 to 80 characters."))
    if pace not in PACES:
        raise errors.BadTournament(_("The pace must be one of: {names}.").format(names=", ".join(PACES)))
    if not 2 <= size <= most:
        raise errors.BadTournament(_("A tournament of this system has 2 to {most} places.").format(most=most))
    if not 1 <= number_of_rounds <= MOST_ROUNDS:
        raise errors.BadTournament(_("A Swiss tournament has 1 to {most} rounds.").format(most=MOST_ROUNDS))
    if not 1 <= round_days <= MOST_DAYS:
        raise errors.BadTournament(_("A round lasts 1 to {most} days.").format(most=MOST_DAYS))


def _check_grace(grace_days: int) -> None:
    """Raises BadTournament for a grace out of bounds."""
    if not 0 <= grace_days <= MOST_GRACE:
        raise errors.BadTournament(
            _("The grace for games that stand still is 0 to {most} days.").format(most=MOST_GRACE)
        )


def _check_entry(until: datetime, tie_breaks: Sequence[str], rating_from: int | None, rating_to: int | None) -> None:
    """Raises BadTournament for an end of sign-up, tie-breaks or ratings that cannot be."""
    now = timezone.now()
    if not now < until <= now + LONGEST_SIGN_UP:
        raise errors.BadTournament(_("Sign-up ends in the future, within a year."))
    if len(set(tie_breaks)) != len(tie_breaks) or not set(tie_breaks) <= set(TIE_BREAKS):
        raise errors.BadTournament(
            _("Tie-breaks are each named once, from: {names}.").format(names=", ".join(TIE_BREAKS))
        )
    _check_ratings(rating_from, rating_to)


def create_ladder(
    *,
    user: User,
    name: str,
    about: str = "",
    sides: str = Tournament.Sides.LOT,
    ruleset: JsonObject | None = None,
    pace: str = PaceName.SLOW,
    size: int = 100,
    game_days: int = 90,
    grace_days: int = 7,
    reach: int = 3,
    answer_days: int = 7,
    rest_days: int = 30,
    idle_days: int = 90,
    visibility: str = Game.Visibility.PUBLIC,
    rating_from: int | None = None,
    rating_to: int | None = None,
    key: uuid.UUID | None = None,
) -> Tournament:
    """Makes a ladder, which runs from then on. Raises NotAnOrganizer, BadTournament and TooManyTournaments."""
    if not finding.may_organize(user):
        raise errors.NotAnOrganizer
    rules, both, seen = _read_choices(ruleset, sides, visibility)
    title = _title(name)
    _check_figures(
        name=title, pace=pace, size=size, most=SIZES[System.LADDER], number_of_rounds=1, round_days=game_days
    )
    _check_grace(grace_days)
    _check_ladder(reach, answer_days, rest_days, idle_days)
    _check_ratings(rating_from, rating_to)

    def apply_change() -> Tournament:
        """Saves the ladder. Raises TooManyTournaments."""
        if (
            Tournament.objects.filter(organizer=user, state=State.RUNNING, system=System.LADDER).count()
            >= MOST_UNSTARTED
        ):
            raise errors.TooManyTournaments(_("Five ladders of yours are running. Close one first."))
        now = timezone.now()
        made = Tournament.objects.create(
            organizer=user,
            name=title,
            about=about.strip()[:2000],
            state=State.RUNNING,
            system=System.LADDER,
            sides=both,
            ruleset=rules.to_json(),
            pace=pace,
            size=size,
            round_days=game_days,
            grace_days=grace_days,
            visibility=seen,
            rating_from=rating_from,
            rating_to=rating_to,
            sign_up_until=now,
            started_at=now,
        )
        Ladder.objects.create(
            tournament=made, reach=reach, answer_days=answer_days, rest_days=rest_days, idle_days=idle_days
        )
        acts.note(made, Kind.CREATED, actor=user)
        return made

    said: Json = {
        "act": "create-ladder",
        "name": title,
        "about": about,
        "sides": sides,
        "size": size,
        "pace": pace,
        "ruleset": rules.to_json(),
        "game-days": game_days,
        "grace-days": grace_days,
        "reach": reach,
        "answer-days": answer_days,
        "rest-days": rest_days,
        "idle-days": idle_days,
        "visibility": visibility,
        "rating-from": rating_from,
        "rating-to": rating_to,
    }
    return change_tournament(user, key, said, apply_change)


def _read_choices(
    ruleset: JsonObject | None, sides: str, visibility: str
) -> tuple[Ruleset, Tournament.Sides, Game.Visibility]:
    """Reads the choices by their names. Raises BadTournament."""
    try:
        return Ruleset.for_new_game(ruleset or {}), Tournament.Sides(sides), Game.Visibility(visibility)
    except ValueError as error:
        raise errors.BadTournament(str(error)) from error


def _title(name: str) -> str:
    """Returns a name as one line of printable letters, for it stands in the subjects of mails."""
    return "".join(sign for sign in " ".join(name.split()) if sign.isprintable())


def _check_ladder(reach: int, answer_days: int, rest_days: int, idle_days: int) -> None:
    """Raises BadTournament for what is out of bounds."""
    if not 1 <= reach <= MOST_REACH:
        raise errors.BadTournament(_("One may challenge 1 to {most} places upward.").format(most=MOST_REACH))
    if not 1 <= answer_days <= 60:
        raise errors.BadTournament(_("A challenge is answered within 1 to 60 days."))
    if not 0 <= rest_days <= MOST_DAYS:
        raise errors.BadTournament(_("The same two wait 0 to {most} days.").format(most=MOST_DAYS))
    if not 7 <= idle_days <= MOST_DAYS:
        raise errors.BadTournament(_("Who is idle moves down after 7 to {most} days.").format(most=MOST_DAYS))


def _check_ratings(rating_from: int | None, rating_to: int | None) -> None:
    if rating_from is not None and rating_to is not None and rating_from > rating_to:
        raise errors.BadTournament(_("The lowest rating is above the highest."))
