"""Checks for reviewers that a game's record is unchanged and that replaying it gives the same positions."""

from dataclasses import dataclass, field

from games.access import Access
from games.models import Game
from games.services.archive import check, export
from games.services.play import rules_upgrade
from games.services.play.rules_upgrade import Verdict
from rules import game as rules_game
from rules import verify
from rules.verify import Report


@dataclass(frozen=True, slots=True)
class Integrity:
    """The result of a check of the whole record.

    Names hidden facts only where they are at fault: for reviewers alone.
    """

    report: Report
    difference: str | None
    """Where the kept positions or the stored result differ from what the events lead to."""
    verdict: Verdict | None
    """What the record gives under the present rules; None where it is not even in order."""
    versions: tuple[str, ...]
    """The versions of the rules under which it was recorded."""
    present: str = field(default_factory=lambda: rules_game.VERSION)

    @property
    def whole(self) -> bool:
        """Whether neither the record nor the kept position differs."""
        return self.report.fault is None and self.difference is None


def check_record(access: Access) -> Integrity:
    """Checks hash chain, draws, actions, positions and result with `rules.verify`, as players can for finished
    games.
    """
    game = access.game
    report = verify.check(export.export_record(game))
    versions = tuple(game.events.order_by("rules_version").values_list("rules_version", flat=True).distinct())
    return Integrity(report, check.first_difference(game), _verdict(game, report, versions), versions)


def _verdict(game: Game, report: Report, versions: tuple[str, ...]) -> Verdict | None:
    """Returns how the game replays under the present rules; None if the record itself is faulty."""
    if report.fault is None and set(versions) == {rules_game.VERSION}:
        return Verdict("same")  # that is what was just checked
    try:
        return rules_upgrade.replay_under_present_rules(game)
    except check.Different:
        return None
