"""The computer as a person of the site: one account for each of its levels, which nobody can log in to.

Its names hold an @, which no person's name may (`games.models.names`), so that none of theirs is ever in its way.
"""

from django.db import IntegrityError, transaction

from games.models import User
from games.models.game import LEVELS

LEVEL_NAMES = tuple(level for level, _name in LEVELS)


def computer_of(level: str) -> User:
    """Returns the account of the computer at this level, made when it is first asked for."""
    found = User.objects.filter(computer=level).first()
    if found is not None:
        return found
    person = User(username=f"{level}@computer", computer=level)
    person.set_unusable_password()
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:  # somebody else asked at the same moment
        return User.objects.get(computer=level)
    return person
