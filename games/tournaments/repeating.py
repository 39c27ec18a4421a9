"""Requests with a key: the same one again gives the answer of the first, and nothing is done twice."""

import uuid
from collections.abc import Callable

from django.db import transaction

from games.access import hold_person
from games.errors import KeyReused
from games.models import Tournament, TournamentRequest, User
from games.shapes import Json


def once(user: User, key: uuid.UUID | None, request: Json, act: Callable[[], Tournament]) -> Tournament:
    """Performs an act in one transaction, holding the person first; under a key that was used for the same request it does nothing.

    Raises KeyReused where the key belongs to another request.
    """
    with transaction.atomic():
        hold_person(user)
        before = TournamentRequest.objects.select_related("tournament").filter(user=user, key=key).first() if key is not None else None
        if before is not None:
            if before.request != request:
                raise KeyReused
            return before.tournament
        done = act()
        if key is not None:
            TournamentRequest.objects.create(user=user, key=key, request=request, tournament=done)
        return done
