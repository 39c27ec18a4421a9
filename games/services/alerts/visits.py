"""Records when people last visited the page of a game."""

from django.db import transaction
from django.utils import timezone

from games.models import Game, Seat, User, Visit
from games.services.after_commit import announce
from games.services.people import presence


def note(*, user: User, game: Game) -> None:
    """Records that this person uses the game's page now, and announces it to the opponent's pages."""
    now = timezone.now()
    with transaction.atomic():
        before = Visit.objects.filter(user=user, game=game).values_list("used_at", flat=True).first()
        if before is None:
            Visit.objects.get_or_create(user=user, game=game, defaults={"used_at": now})
        else:
            Visit.objects.filter(user=user, game=game).update(used_at=now)
        presence.note(user)
        if not game.alone and (before is None or now - before > presence.AT_THE_BOARD):
            others = Seat.objects.filter(game=game).exclude(user=user).values_list("user", flat=True)
            announce.tell_after_commit(others, {"type": "presence", "game": str(game.public_id)})
