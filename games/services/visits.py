"""When people were last at the page of a game."""

from django.utils import timezone

from games.models import Game, User, Visit


def note(*, user: User, game: Game) -> None:
    """This person uses the game's page now."""
    now = timezone.now()
    if not Visit.objects.filter(user=user, game=game).update(used_at=now):
        Visit.objects.get_or_create(user=user, game=game, defaults={"used_at": now})
