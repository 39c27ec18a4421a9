"""Who signs in: by name or by mail address, with the same work whether there is such a person or not."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.http import HttpRequest

from games.models import User
from games.people import names
from games.statements import Statement

_by_key = Statement(
    "SELECT {person}, EXISTS (SELECT 1 FROM games_sanction sanction WHERE sanction.person_id = person.id) "
    "FROM games_user person WHERE person.id = %(key)s",
    person=User,
)


class NameOrMail(AuthenticationBackend):
    """Checks one password for each try: of the person found, else of nobody.

    allauth's own backend checks the same person twice when a mail address is given, and a stranger once: the time of the answer would
    tell which addresses have accounts.
    """

    def get_user(self, user_id: int) -> User | None:
        """As Django's own, and with whether there are sanctions: every request asks for who sent it."""
        for person, sanctions in _by_key(key=user_id):
            person.has_sanctions = bool(sanctions)
            return person if self.user_can_authenticate(person) else None
        return None

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        person = _by_name(credentials.get("username")) or _by_mail(credentials.get("email") or credentials.get("username"))
        found: User | None = self._check_password(person, credentials["password"])
        return found


def _by_name(name: str | None) -> User | None:
    found: User | None = names.find(name) if name else None
    return found


def _by_mail(address: str | None) -> User | None:
    """The person who confirmed this address. While nobody has, several may have given it: then it names nobody."""
    if not address or "@" not in address:
        return None
    found = filter_users_by_email(address, is_active=True, prefer_verified=True, for_login=True)
    return found[0] if len(found) == 1 else None
