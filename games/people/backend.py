"""Authenticates by name or mail address, in the same time whether the account exists or not."""

from collections.abc import Mapping

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.http import HttpRequest

from games.models import User, names
from games.statements import Statement

_by_key = Statement(
    "SELECT {person}, EXISTS (SELECT 1 FROM games_sanction sanction WHERE sanction.person_id = person.id) "
    "FROM games_user person WHERE person.id = %(key)s",
    person=User,
)


class NameOrMail(AuthenticationBackend):
    """Authentication backend: checks one password hash for each try, a dummy one if nobody is found.

    allauth's own backend checks the same person twice when a mail address is given, and a stranger once: the time of
    the answer would tell which addresses have accounts.
    """

    def get_user(self, user_id: int) -> User | None:
        """Returns the user as Django's backend does, annotated with whether they have sanctions, which every request
        needs.
        """
        for person, sanctions in _by_key(key=user_id):
            person.has_sanctions = bool(sanctions)
            return person if self.user_can_authenticate(person) else None
        return None

    def _authenticate(self, request: HttpRequest | None, **credentials: str) -> User | None:
        person = find(credentials)
        found: User | None = self._check_password(person, credentials["password"])
        return found


def find(credentials: Mapping[str, str]) -> User | None:
    """Returns the person whom somebody who logs in has named, by name or by mail address."""
    return _by_name(credentials.get("username")) or _by_mail(credentials.get("email") or credentials.get("username"))


def _by_name(name: str | None) -> User | None:
    found: User | None = names.find(name) if name else None
    return found


def _by_mail(address: str | None) -> User | None:
    """Returns the person who confirmed this address, or else the only one who gave it; None if several did."""
    if not address or "@" not in address:
        return None
    found = filter_users_by_email(address, is_active=True, prefer_verified=True, for_login=True)
    return found[0] if len(found) == 1 else None
