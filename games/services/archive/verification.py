"""Verifies a finished game and puts the outcome in words for its page."""

from typing import NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Access
from games.errors import NotOver
from games.models import Game
from games.models.game import SIDES
from games.services.archive.export import export_record
from games.shapes import JsonObject
from games.words import side_name
from rules import game as rules_game
from rules import verify

KEPT_FOR = 30 * 24 * 3600
"""How long an outcome is remembered, in seconds.

It can change with the record or the rules only, and both are in its name.
"""


class Verification(NamedTuple):
    """The outcome of `rules.verify`. `fault` is its message, in English, or None."""

    events: int
    draws: int
    actions: int
    undone: int
    earlier: int
    unproven: int
    resumed: int
    added: tuple[str, ...]
    fault: str | None

    @property
    def proven(self) -> bool:
        """Whether everything could be checked: records begun before there were hashes cannot be."""
        return self.fault is None and not self.earlier

    def to_json(self) -> JsonObject:
        """The outcome for the API, with the line that a person reads."""
        return {**self._asdict(), "added": list(self.added), "verified": self.fault is None, "line": line(self)}


def check(access: Access) -> Verification:
    """Verifies the whole record, cached for each state of it.

    Raises NotOver while the game runs, as the outcome could reveal plans.
    """
    game = access.game
    if game.status != Game.Status.OVER:
        raise NotOver
    name = f"check:{game.public_id}:{game.head}:{game.version}:{rules_game.VERSION}"
    kept = cache.get(name)
    if kept is None:
        kept = tuple(_check_record(game))
        cache.set(name, kept, KEPT_FOR)
    return Verification(*kept)


def _check_record(game: Game) -> Verification:
    """Checks the whole record of a game."""
    report = verify.check(export_record(game))
    return Verification(
        events=report.events,
        draws=report.draws,
        actions=report.actions,
        undone=report.undone,
        earlier=report.earlier,
        unproven=report.unproven,
        resumed=report.resumed,
        added=report.added,
        fault=None if report.fault is None else str(report.fault),
    )


def line(outcome: Verification) -> str:
    """The outcome in words, in the reader's language."""
    if outcome.fault is not None:
        return _("Not verified: {fault}.").format(fault=outcome.fault)
    counts = ", ".join(
        (
            ngettext("{count} event", "{count} events", outcome.events).format(count=outcome.events),
            ngettext("{count} draw", "{count} draws", outcome.draws).format(count=outcome.draws),
            ngettext("{count} action", "{count} actions", outcome.actions).format(count=outcome.actions),
        )
    )
    said = [
        _("{counts}: commitment, chain, every draw, every position and the legality of every action verified.").format(
            counts=counts
        )
    ]
    if outcome.resumed:
        text = _(
            "{counts}: commitment, chain and every draw verified; positions and the legality of actions from event"
            " {number} on."
        )
        said = [text.format(counts=counts, number=outcome.resumed)]
    if outcome.earlier:
        said.append(
            _(
                "This game was begun before there were committed dice: {events} of its events and {draws} of its draws"
                " are not proven."
            ).format(events=outcome.earlier, draws=outcome.unproven)
        )
    if outcome.resumed:
        said.append(
            _("Before event {number} other rules held: actions up to there were not played again.").format(
                number=outcome.resumed
            )
        )
    if silent := [side for side in SIDES if side not in outcome.added]:
        sides = ", ".join(side_name(side) for side in silent)
        said.append(_("No part of the dice was given by: {sides}.").format(sides=sides))
    return " ".join(said)
