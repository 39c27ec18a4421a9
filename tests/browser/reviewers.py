"""The codes of a reviewer's second factor."""

import time


def code_now(secret: str) -> str:
    """What the app shows now."""
    from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

    left = 30 - time.time() % 30
    if left < 8:  # a code counts for its half minute only
        time.sleep(left)
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
