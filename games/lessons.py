"""The guided first game: an ordinary solo game that the site has set up to the first choice of cards, marked as a lesson."""

import uuid

from django.db import transaction

from games import errors
from games.access import Access, find_game, hold_person
from games.models import Game, User
from games.services.lobby import lobby, starting
from games.services.play import play
from games.services.record.state import load_table

DEPLOYING = {"seats": "frank", "family": "saracen"}
"""The steps that are ended for the player, and who decides in them: nobody changes a seat (3.1), nor does Saladin (3.2)."""


def begin(*, user: User) -> Access:
    """Returns the lesson that a person plays, else a new one at its first cards. Raises what creating a solo game does."""
    game_id = _running_or_new(user)
    for _step in DEPLOYING:
        access = find_game(user=user, game_id=game_id)
        side = DEPLOYING.get(load_table(access).live.step)
        if side is None:
            break
        try:
            play.submit(
                game_id=game_id,
                user=user,
                actions=[{"type": "done"}],
                expected_version=access.seats[side].version,
                idempotency_key=uuid.uuid4(),
                side=side,
            )
        except errors.Refused:
            break  # the same press came twice, and the other has done it
    return find_game(user=user, game_id=game_id)


def _running_or_new(user: User) -> uuid.UUID:
    with transaction.atomic():
        hold_person(user)
        running = Game.objects.filter(lesson=True, creator=user, status=Game.Status.ACTIVE).order_by("-pk").first()
        if running is not None:
            return running.public_id
        made = lobby.create_game(user=user, solo=True).game
        Game.objects.filter(pk=made.pk).update(lesson=True)
        access = find_game(user=user, game_id=made.public_id, lock=True)
        if access.game.status == Game.Status.OPEN:
            starting.stop_waiting(access)
            starting.begin_now(access)
        return made.public_id
