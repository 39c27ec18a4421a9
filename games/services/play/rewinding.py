"""Rewinds a game to an earlier wall, by staff: an event that names the wall's number. Nothing is deleted.

The moment is a wall: one both sides know of. What was decided since is shown as taken back to those who knew of it,
what was planned beyond the last wall never becomes known. The dice go on: no draw is ever repeated, and a game that was
over gets new ones.
"""

import uuid

from django.utils.translation import gettext as _

from games import errors
from games.access import Access
from games.models import Game, GameEvent
from games.services.agreements import consent, endings
from games.services.record.appending import Entry, append
from games.services.record.numbering import REWIND
from games.services.record.state import load_state
from rules.position import Position


class NoSuchMoment(errors.Refused):
    status, code = 400, "no-such-moment"


def check_target(access: Access, to: int) -> Position:
    """Returns the position to go back to. Raises NoSuchMoment, naming the nearest possible number."""
    wall = access.game.snapshots.wall_at(to)
    if wall is None or wall[0] != to or to >= access.game.version:
        before = last_moment(access.game, to)
        if before is None:
            raise NoSuchMoment(_("There was no position yet at event {number}.").format(number=to))
        raise NoSuchMoment(
            _("Event {number} is not a moment that both sides know of. The last one before it is {before}.").format(
                number=to, before=before
            )
        )
    later = access.game.events.filter(kind=GameEvent.Kind.STAFF, seq__gt=to).values_list("payload", flat=True)
    if any(payload.get("type") == "rules-moved" and "position" in payload for payload in later):
        raise NoSuchMoment(
            _("The game has gone on under other rules since event {number}: it cannot go back before that.").format(
                number=to
            )
        )
    position = Position.from_json(wall[1])
    if position.result is not None:
        raise NoSuchMoment(_("The game was over at event {number}.").format(number=to))
    return position


def last_moment(game: Game, seq: int) -> int | None:
    """Returns the last event up to this number to which the game can be rewound, the present one excluded; None if
    there is none.
    """
    found = game.snapshots.wall_at(min(seq, game.version - 1))
    return found[0] if found is not None else None


def rewind(access: Access, *, to: int, key: uuid.UUID | None = None) -> GameEvent:
    """Staff: sets the game back to the position after event `to`; a finished game runs again.

    Call it with the game locked. Raises NoSuchMoment.
    """
    position = check_target(access, to)
    state = load_state(access)
    if access.game.status == Game.Status.OVER:
        endings.reopen(access, position.awaited)
    fact = {"type": "game-rewound", "year": position.year} | ({"turn": position.turn} if position.turn else {})
    entry = Entry(GameEvent.Kind.STAFF, "", {"type": REWIND, "to": to}, wall=True, facts=[fact])
    event = append(access, entry, key=key, position=position, snapshot=state.snapshot)
    consent.lapse(access, consent.Cause.REWOUND)
    return event
