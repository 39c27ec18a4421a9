"""A club: an organizer, players with names in the order of their seeds, tournaments."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from games.models import Rating, Tournament, User
from games.tournaments import creating, entering, organizing, rounds


@pytest.fixture(autouse=True)
def _a_day_for_the_dice(settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 24


@pytest.fixture
def eleanor(db: None) -> User:
    """The organizer."""
    user = User.objects.create_user("Eleanor")
    user.user_permissions.add(Permission.objects.get(codename="organize_tournaments"))
    return user


@pytest.fixture
def club(db: None) -> Callable[[int], list[User]]:
    """So many people, the first with the highest rating."""

    def make(count: int) -> list[User]:
        people = [User.objects.create_user(f"Knight{number:02}") for number in range(1, count + 1)]
        Rating.objects.bulk_create(
            Rating(user=person, side=side, mu=2000 - 10 * number, sigma=50, games=9)
            for number, person in enumerate(people)
            for side in ("frank", "saracen")
        )
        return people

    return make


def made(organizer: User, **options: Any) -> Tournament:
    options = {
        "name": "Cup of Acre",
        "system": "swiss",
        "number_of_rounds": 3,
        "sign_up_until": timezone.now() + timedelta(days=3),
        **options,
    }
    return creating.create(user=organizer, **options)


def begun(organizer: User, people: list[User], **options: Any) -> Tournament:
    """A tournament of these people whose first round has begun."""
    tournament = made(organizer, **options)
    for person in people:
        entering.sign_up(user=person, tournament_id=tournament.public_id, invitation=tournament.invitation_token)
    organizing.start_now(user=organizer, tournament_id=tournament.public_id)
    tournament.refresh_from_db()
    return tournament


def go_on(tournament: Tournament) -> Tournament:
    rounds.advance_all()
    tournament.refresh_from_db()
    return tournament
