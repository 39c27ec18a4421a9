"""Deletes accounts; the records of their games stay."""

import uuid

from django.apps import apps
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts import leaving
from games.accounts.traces import DELETE, TRACES
from games.errors import Refused
from games.models import User
from games.services.agreements.consent import Cause
from games.services.play import play


class LastOfStaff(Refused):
    code = "last-of-staff"
    detail = _("You are the only one who can manage this site. Make somebody else an administrator first.")


def delete_account(*, user: User) -> None:
    """Deletes all personal data of an account and closes it. Its row stays, because events of games refer to it.

    Running games are resigned, open ones withdrawn or left, by the same ways as by hand, so that the record says what
    happened. Raises LastOfStaff for the only administrator.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        if (
            person.is_superuser
            and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=person.pk).exists()
        ):
            raise LastOfStaff
        _leave_games(person)
        _erase(person)


def _leave_games(person: User) -> None:
    """Ends everything of this person that lapses, and resigns their running games."""
    leaving.lock_person(person)
    leaving.leave_all(person, Cause.DELETED)
    for game in leaving.running_games(person):
        play.resign(game_id=game.public_id, user=person, idempotency_key=uuid.uuid4())


def _erase(person: User) -> None:
    """Deletes or empties all personal data, and disables the account."""
    for relation, trace in TRACES.items():
        label, _dot, field = relation.rpartition(".")
        if trace.leaving == DELETE:
            apps.get_model(label)._base_manager.filter(**{field: person}).delete()
    person.username, person.username_shared = f"former player {person.pk}", False
    person.email = person.first_name = person.last_name = person.language = person.display = ""
    person.time_zone = "UTC"
    person.mail_trouble = {}
    person.games_as_exercises = False
    person.is_active = person.is_staff = person.is_superuser = False
    person.last_login = None
    person.left_at = timezone.now()
    person.set_unusable_password()  # which also ends every session, wherever it was begun
    person.save()
