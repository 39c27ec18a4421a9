"""Outages of the site, reported in the games' logs, and holds of games whose rules have changed, which stop the clocks.

No clock depends on when this runs: what an outage takes is computed (`services.clocks.outages`), and nobody claims in a
game that is held.
"""

import logging

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.access import Access, find_game_for_the_site
from games.models import Game, GameEvent, Outage
from games.paces import PACES
from games.services.agreements import holding
from games.services.clocks import outages
from games.services.record.appending import Entry, append
from games.services.sweeps import wrong_clock
from rules import game as rules_game

logger = logging.getLogger(__name__)
AT_ONCE = 500
CLOCKED = [name for name, pace in PACES.items() if pace.clocked]


def beat() -> None:
    """Writes the scheduler's heartbeat, and tells what is still to be told of outages."""
    wrong_clock.correct()
    outages.beat()
    for outage in Outage.objects.filter(told_at=None):
        _record_in_games(outage)


def hold_and_release() -> None:
    """Stops the clocks of games played by other rules than the site's, and lets them go on where the rules are theirs
    again.
    """
    running = Game.objects.filter(status=Game.Status.ACTIVE, solo=False)
    to_hold = running.filter(held_at=None).exclude(rules_version=rules_game.VERSION)
    to_release = running.filter(held_at__isnull=False, rules_version=rules_game.VERSION)
    for games, act in ((to_hold, holding.hold), (to_release, holding.release)):
        for game_id in games.values_list("public_id", flat=True)[:AT_ONCE]:
            try:
                with transaction.atomic():
                    act(find_game_for_the_site(game_id))
            except Exception:
                logger.exception("Game %s could not be held or released.", game_id)


def _concerned(outage: Outage) -> QuerySet[Game]:
    """The games in which something was due by the clock during an outage: clocks, waits for the dice, rounds of
    tournaments.
    """
    by_clock = Q(status=Game.Status.ACTIVE, pace__in=CLOCKED) | Q(status=Game.Status.ACTIVE, pairing__result="")
    waiting = Q(status=Game.Status.OPEN, dice_due_at__isnull=False)
    found = Game.objects.filter(by_clock | waiting, solo=False, created_at__lt=outage.ends_at, pk__gt=outage.told_up_to)
    return found.order_by("pk")


def _record_in_games(outage: Outage) -> None:
    """Writes an outage into the logs of games, a few hundred at once, and goes on where it stopped if it is
    interrupted.
    """
    for pk, game_id in list(_concerned(outage).values_list("pk", "public_id")[:AT_ONCE]):
        with transaction.atomic():
            # The first process has it: others find the game told.
            if Outage.objects.filter(pk=outage.pk, told_up_to__lt=pk).update(told_up_to=pk):
                _record_outage(find_game_for_the_site(game_id), outage)
        outage.told_up_to = pk
    if not _concerned(outage).exists():
        Outage.objects.filter(pk=outage.pk, told_at=None).update(told_at=timezone.now(), told_up_to=F("told_up_to"))


def _record_outage(access: Access, outage: Outage) -> None:
    """Records an outage in a game's log."""
    if access.game.status not in (Game.Status.OPEN, Game.Status.ACTIVE):
        return
    fact = {"type": "site-away", "since": outage.starts_at.isoformat(), "until": outage.ends_at.isoformat()}
    append(access, Entry(GameEvent.Kind.SYSTEM, "", dict(fact), wall=False, facts=[fact]), key=None, position=None)
