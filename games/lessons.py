"""The guided first game: an ordinary solo game that the site has set up to the first choice of cards, marked as a lesson."""

import uuid

from django.db import transaction

from games.access import Access, find_game, hold_person
from games.models import Game, User
from games.services.lobby import lobby, starting
from games.services.play import play

PREPARED = ("frank", "saracen")
"""The sides whose deployment is ended for the player, in order: nobody changes a seat (3.1), nor does Saladin (3.2)."""


def begin(*, user: User) -> Access:
    """Returns the person's lesson: the one that runs, else a new one. Raises what creating a solo game does."""
    with transaction.atomic():
        hold_person(user)
        running = Game.objects.filter(lesson=True, creator=user, status=Game.Status.ACTIVE).order_by("-pk").first()
        if running is not None:
            return find_game(user=user, game_id=running.public_id)
        made = lobby.create_game(user=user, solo=True).game
        Game.objects.filter(pk=made.pk).update(lesson=True)
        access = find_game(user=user, game_id=made.public_id, lock=True)
        if access.game.status == Game.Status.OPEN:
            starting.stop_waiting(access)
            starting.begin_now(access)
    for side in PREPARED:
        access = find_game(user=user, game_id=made.public_id)
        play.submit(
            game_id=made.public_id,
            user=user,
            actions=[{"type": "done"}],
            expected_version=access.seats[side].version,
            idempotency_key=uuid.uuid4(),
            side=side,
        )
    return find_game(user=user, game_id=made.public_id)
