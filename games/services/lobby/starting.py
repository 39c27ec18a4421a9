"""Starts games: when both players' contributions to the dice are in, or the wait for them is over.

Nothing is drawn before the start, and parts are fixed by it: its event holds them, empty for who gave none.
"""

import logging
import uuid
from dataclasses import dataclass, replace
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from games import errors
from games.access import Access, find_game_for_the_site
from games.models import Game, GameEvent, Notice, PaceName, Seat, User
from games.services.after_commit import announce
from games.services.alerts import notices
from games.services.alerts.kinds.starts import DiceWait, GameOfTournament
from games.services.clocks import outages
from games.services.clocks.clocks import start_clocks
from games.services.record import dice
from games.services.record.appending import Entry, append
from games.services.record.writing import lock_game
from games.shapes import JsonObject
from games.timekeeping.rounds import due_at
from rules import game
from rules.position import Position
from rules.ruleset import Ruleset

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PracticeStart:
    """The moment of a finished game, or the exercise, from which a practice game goes on.

    `n` is the entry in the replay with this `knowledge`: of a side, or `all`. `seq` is its event, `position` the one to
    begin from.
    """

    knowledge: str
    position: Position
    game: uuid.UUID | None = None
    n: int | None = None
    seq: int | None = None
    exercise: str = ""

    def to_json(self) -> JsonObject:
        """What the record keeps of it."""
        if self.exercise:
            return {"exercise": self.exercise, "as": self.knowledge}
        return {"game": str(self.game), "n": self.n, "as": self.knowledge}

    def columns(self) -> dict[str, object]:
        """The columns of the game's row. A game from an exercise is held until that is decided."""
        return {
            "practice": self.knowledge,
            "practice_of": self.game,
            "practice_n": self.n,
            "practice_seq": self.seq,
            "exercise": self.exercise,
            "exercise_held": bool(self.exercise),
        }


LIVE_WAIT = timedelta(minutes=10)
"""Games of one evening do not wait longer than this."""
AT_ONCE = 200


def begin(access: Access, occasion: GameOfTournament | None = None) -> None:
    """Starts a game that has both players, or has it wait a while for missing contributions to the dice.

    Requires the game's lock.

    With an `occasion`, a round of a tournament, both are told of it.
    """
    missing, wait = dice.missing(access), _wait_of(access.game)
    if not missing or not wait:
        for seat in access.seats.values():
            if occasion and seat.user is not None:
                notices.queue(user=seat.user, game=access.game, alert=occasion)
        _record_start(access)
        return
    access.game.dice_due_at = timezone.now() + wait
    access.game.save(update_fields=["dice_due_at"])
    for side in missing:
        user = access.seats[side].user
        if user is not None:
            until = access.game.dice_due_at
            alert = DiceWait(until=until) if occasion is None else replace(occasion, dice_=True, until=until)
            notices.queue(user=user, game=access.game, alert=alert)
    announce.turns_after_commit(seat.user_id for seat in access.seats.values())


def _wait_of(game: Game) -> timedelta:
    """How long a game waits for its players' parts of the dice."""
    wait = timedelta(hours=settings.DICE_WAIT_HOURS)
    return min(wait, LIVE_WAIT) if game.pace == PaceName.LIVE else wait


def begin_now(access: Access, position: Position | None = None) -> None:
    """Starts a game that has both players without waiting for missing contributions; a practice game from a position.

    Requires the game's lock.
    """
    _note_missing(access)
    _record_start(access, position)


def _note_missing(access: Access) -> None:
    """Records whose contribution to the dice is missing, as an event of nobody's."""
    nobody = Access(access.game, access.seats, AnonymousUser())
    for side in dice.missing(access):
        entry = Entry(
            GameEvent.Kind.SYSTEM,
            side,
            {"type": "part-missing"},
            wall=True,
            facts=[{"type": "part-missing", "side": side}],
        )
        append(nobody, entry, key=None, position=None)


def stop_waiting(access: Access) -> None:
    """Ends the wait for contributions, since a player left."""
    if access.game.dice_due_at is not None:
        access.game.dice_due_at = None
        access.game.save(update_fields=["dice_due_at"])


def contribute(*, user: User, game_id: uuid.UUID, randomness: str, side: str | None = None) -> Access:
    """Saves a player's contribution to the dice, and starts the game if nothing else is missing.

    Once for each side and before the game begins; the same again changes nothing. Alone, a person gives one part for
    both sides, or names the side. Raises BadContribution, DiceHaveBegun and ContributedBefore.
    """
    if not dice.RANDOMNESS.fullmatch(randomness):
        raise errors.BadContribution
    with lock_game(user=user, game_id=game_id) as access:
        empty = _seats_without_part(access, randomness, side)
        if not empty:
            return access
        if not dice.open_to_contributions(access.game):
            raise errors.DiceHaveBegun
        for seat in empty:
            seat.contribution = randomness
            Seat.objects.filter(pk=seat.pk).update(contribution=randomness)
        notices.drop(game=access.game, user=user, kinds=(Notice.Kind.START,), why="taken")
        if access.game.dice_due_at is not None and not dice.missing(access):
            _record_start(access)
        announce_change(access)
        return access


def _seats_without_part(access: Access, randomness: str, side: str | None) -> list[Seat]:
    """The reader's seats that still need a part; none where all have this one already."""
    own = [access.seats[held] for held in ([access.playing(side)] if side is not None else access.sides)]
    if not own:
        raise errors.NotAPlayer
    empty = [seat for seat in own if not seat.contribution]
    if not empty and any(seat.contribution != randomness for seat in own):
        raise errors.ContributedBefore
    return empty


def begin_overdue() -> int:
    """Starts games whose wait for contributions is over.

    Returns how many; an error in one does not hold up the others.
    """
    due = Game.objects.filter(status=Game.Status.OPEN, dice_due_at__lte=timezone.now()).order_by("dice_due_at")
    begun = 0
    for game_id in list(due.values_list("public_id", flat=True)[:AT_ONCE]):
        try:
            begun += _begin_if_overdue(game_id)
        except Exception:
            logger.exception("Game %s could not begin.", game_id)
    return begun


def _begin_if_overdue(game_id: uuid.UUID) -> bool:
    """Starts a game whose wait for the dice is over. Returns whether it did."""
    with transaction.atomic():
        access = find_game_for_the_site(game_id)
        due = access.game.dice_due_at
        now = timezone.now()
        if (
            access.game.status != Game.Status.OPEN
            or due is None
            or due_at(outages.calendar(now), due - _wait_of(access.game), due) > now
        ):
            return False
        _note_missing(access)
        _record_start(access)
        announce_change(access)
        return True


def announce_change(access: Access) -> None:
    """Notifies the pages of both players, and public lists if the game is in them."""
    announce.turns_after_commit([access.game.creator_id, *(seat.user_id for seat in access.seats.values())])
    if access.game.visibility == Game.Visibility.PUBLIC and access.game.rematch_of_id is None:
        announce.lobby_after_commit()


def _record_start(access: Access, position: Position | None = None) -> None:
    """Starts the game: clocks, rules of today, first position, and the event."""
    start_clocks(access)
    access.game.dice_due_at = None
    # The rules are those of its start, not of its creation.
    Game.objects.filter(pk=access.game.pk).update(rules_version=game.VERSION, dice_due_at=None)
    ruleset = Ruleset.from_json(access.game.ruleset)
    outcome = game.new_game(ruleset, dice.of_game(access)) if position is None else game.begin_at(ruleset, position)
    given = {} if position is None else {"position": position.to_json()}
    access.game.status = Game.Status.ACTIVE
    access.game.started_at = timezone.now()
    entry = Entry(
        GameEvent.Kind.SYSTEM,
        "",
        {"type": "start", "contributions": dice.contributions(access), **given},
        wall=True,
        facts=[event.to_json() for event in outcome.events],
        draws=dice.recorded(access, outcome.draws),
    )
    append(access, entry, key=None, position=outcome.position)
