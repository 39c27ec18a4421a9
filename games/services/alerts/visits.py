"""Records when people last visited the page of a game."""

from django.db import transaction
from django.utils import timezone

from games.models import Game, Seat, User, Visit
from games.people import presence
from games.services.after_commit import announce


def note(*, user: User, game: Game, version: int | None = None) -> None:
    """Records that this person uses the game's page now, and announces it to the opponent's pages.

    `version` is the one of theirs that the page shows: what came later they have not seen there, however long they
    look. A page that names none, as one whose script is of before, counts as a visit and as having seen nothing.
    """
    now = timezone.now()
    with transaction.atomic():
        last = Visit.objects.filter(user=user, game=game).first()
        before = last.used_at if last is not None else None
        # Of two pages the one that lags behind takes nothing back: the other has shown it.
        shown = max(
            (known for known in (version, last.version if last is not None else None) if known is not None),
            default=None,
        )
        if last is None:
            Visit.objects.get_or_create(user=user, game=game, defaults={"used_at": now, "version": shown})
        else:
            Visit.objects.filter(pk=last.pk).update(used_at=now, version=shown)
        presence.note(user)
        if not game.alone and (before is None or now - before > presence.AT_THE_BOARD):
            others = Seat.objects.filter(game=game).exclude(user=user).values_list("user", flat=True)
            announce.tell_after_commit(others, {"type": "presence", "game": str(game.public_id)})
