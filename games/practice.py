"""Practice games: a person plays on from a moment of a finished game, alone or against the computer.

The moment is an entry of the original's replay. With everything open the new game begins from the position as it was.
With what a side knew then, the rest is dealt anew among what that side could not tell apart. Practice games are private
and unrated, and stand in lists of their own.
"""

import secrets
import uuid
from random import SystemRandom

from django.utils.translation import gettext as _

from games import errors
from games.access import Access, Perspective, find_game
from games.models import Game, User
from games.models.game import SIDES
from games.people.computers import LEVEL_NAMES
from games.services.computer import minds
from games.services.lobby import lobby
from games.services.lobby.starting import PracticeStart
from games.services.play.rewinding import NoSuchMoment
from games.services.record.numbering import Line
from games.services.views import replay
from opponent.knowledge import deal_anew
from rules import game
from rules.dice import DiceError
from rules.places import BadPosition
from rules.play import IllegalAction
from rules.position import Position

ALL = "all"
TRIES = 8
"""Deals until one is sound; the first one is, as far as anybody has seen."""


def begin(
    *,
    user: User,
    game_id: uuid.UUID,
    n: int,
    perspective: str | None = None,
    side: str = "",
    computer: str = "",
    everything: bool = False,
    idempotency_key: uuid.UUID | None = None,
) -> Access:
    """Begins a practice game from entry `n` of a finished game's replay, and returns it.

    `perspective` says in whose replay `n` counts, the person's own without one. The person plays `side` against this
    level of the computer, or without a level both sides; then `side` is the one whose knowledge counts. With
    `everything` the position is as it was. Raises NotOver, NotYourSide, NoSuchMoment, BadLevel, SideNeeded and what
    creating a game alone raises.
    """
    access = find_game(user=user, game_id=game_id)
    line, before = check(access, n, perspective, side, computer, everything)
    knowledge = ALL if everything else side
    position = before if everything else _with_unknown_dealt(access.game, line, before, side)
    moment = PracticeStart(knowledge, position, access.game.public_id, line.number, line.seq)
    return lobby.create_game(
        user=user, side=side, solo=not computer, computer=computer, hints=True, practice=moment,
        idempotency_key=idempotency_key,
    )  # fmt: skip


def check(
    access: Access, n: int, perspective: str | None, side: str, computer: str, everything: bool
) -> tuple[Line, Position]:
    """Returns the entry and the true position to play on from. Raises what `begin` raises for a bad wish."""
    if side not in SIDES:
        raise errors.SideNeeded(_("Choose a side: Franks or Saracens."))
    if computer and computer not in LEVEL_NAMES:
        raise errors.BadLevel
    return position_at(access, n, perspective, ALL if everything else side)


def checked(perspective: str | None) -> str | None:
    """Returns the name of a replay. Raises NoSuchMoment for an unknown one."""
    if perspective not in (None, *SIDES, "public", ALL):
        raise NoSuchMoment(_("A replay is that of the Franks, of the Saracens, of spectators, or of all."))
    return perspective


def position_at(access: Access, n: int, perspective: str | None, knowledge: str) -> tuple[Line, Position]:
    """Returns the entry that this knowledge had come to at entry `n` of a replay, and the true position there.

    Raises NotOver, NotYourSide and NoSuchMoment.
    """
    if access.game.status != Game.Status.OVER:
        raise errors.NotOver
    counted, known = access.perspective(checked(perspective)), access.perspective(knowledge)
    line = _line_of(access, n, counted, known)
    try:
        position = replay.position_at(access, known, line)
    except (BadPosition, IllegalAction, DiceError) as error:
        raise NoSuchMoment(_("That game was played by other rules: nobody can play on from there.")) from error
    if position is None:
        raise NoSuchMoment(_("There was no position yet at entry {number}.").format(number=n))
    if position.result is not None:
        raise NoSuchMoment(_("The game was over at entry {number}.").format(number=n))
    if game.problems(position):
        raise NoSuchMoment(_("That game was played by other rules: nobody can play on from there."))
    return line, position


def _line_of(access: Access, n: int, counted: Perspective, known: Perspective) -> Line:
    """Returns the entry `n` of one replay, or the one that the other replay had come to at that moment."""
    lines = replay.replay_lines(access, counted)
    line = next((line for line in lines if line.number == n), None)
    if line is None:
        raise NoSuchMoment(_("The replay has {count} entries: none has this number.").format(count=len(lines)))
    if counted == known:
        return line
    until = [other for other in replay.replay_lines(access, known) if other.visible_at <= line.seq]
    if not until:
        raise NoSuchMoment(_("There was no position yet at entry {number}.").format(number=n))
    return until[-1]


def _with_unknown_dealt(original: Game, line: Line, position: Position, side: str) -> Position:
    """Returns the position with the blocks and cards that this side did not know dealt anew, at random."""
    wall = original.snapshots.wall_at(line.seq)
    assert wall is not None
    belief = minds.belief_at(original, side, wall[0], secrets.token_hex(16))
    for _try in range(TRIES):
        dealt = deal_anew(position, side, SystemRandom(), belief)
        if not game.problems(dealt):
            return dealt
    raise NoSuchMoment(_("What was hidden at this moment cannot be dealt anew. Choose another, or everything open."))
