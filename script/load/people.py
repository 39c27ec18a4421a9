"""Creates people with sessions in the environment's database: `python -m script.load.people PREFIX NUMBER` prints them
as JSON.

They have confirmed addresses, so that they get alerts.
"""

import json
import sys
from datetime import timedelta


def main(prefix: str, number: int) -> None:
    import django

    django.setup()
    from allauth.account.models import EmailAddress
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.base import VALID_KEY_CHARS
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session
    from django.utils import timezone
    from django.utils.crypto import get_random_string

    from games.models import User

    names = [f"{prefix}{count}" for count in range(number)]
    User.objects.bulk_create([User(username=name, email=f"{name}@example.org", password="!" + name) for name in names])
    people = list(User.objects.filter(username__in=names).order_by("pk"))
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in people]
    )
    store, sessions, keys = SessionStore(), [], {}
    for one in people:
        data = {
            SESSION_KEY: str(one.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
            HASH_SESSION_KEY: one.get_session_auth_hash(),
        }
        key = get_random_string(32, VALID_KEY_CHARS)
        expires = timezone.now() + timedelta(days=7)
        sessions.append(Session(session_key=key, session_data=store.encode(data), expire_date=expires))
        keys[one.username] = key
    Session.objects.bulk_create(sessions)
    json.dump(keys, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
