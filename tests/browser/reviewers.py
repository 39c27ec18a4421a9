"""Reviewers for the browser: `python -m tests.browser.reviewers NAME` makes a person one, and prints the secret of their second factor."""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def make_reviewer(environment: dict[str, str], name: str) -> str:
    """The secret of the app that gives this person's codes."""
    command = [sys.executable, "-m", "tests.browser.reviewers", name]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=60, capture_output=True, text=True).stdout.split()[-1]


def code_now(secret: str) -> str:
    """What the app shows now."""
    from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

    left = 30 - time.time() % 30
    if left < 8:  # a code counts for its half minute only
        time.sleep(left)
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def main() -> None:
    import django

    django.setup()
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
    from django.contrib.auth.models import Permission

    from games.models import User

    person = User.objects.get(username=sys.argv[1])
    person.is_staff = True
    person.save()
    person.user_permissions.add(Permission.objects.get(codename="review_disputes"))
    secret = generate_totp_secret()
    TOTP.activate(person, secret)
    print(secret)


if __name__ == "__main__":
    main()
