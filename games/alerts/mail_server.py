"""Hands mails to the mail server, and pauses for a minute when it is unreachable or takes nothing."""

import contextlib
import re
import smtplib
import time
from collections.abc import Callable

from anymail.exceptions import AnymailError, AnymailRecipientsRefused
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from games.alerts.trouble import AddressRefused, NotNow, Refused, ServerAway

Composer = Callable[[], EmailMultiAlternatives]
RESTS = 60
"""Seconds for which no mail is tried after the mail server could not be reached: one try a minute, not one for each mail."""
AWAY = "alerts.mail-server-away"
REFUSED_IN_A_ROW = "alerts.mails-refused-in-a-row"
TROUBLE_OF_THE_SERVER = 3
"""So many mails one after the other that are not taken for now: it is not they, it is the server."""


def is_away() -> bool:
    """Whether the mail server failed within the last minute, so that nothing is handed to it."""
    return bool(cache.get(AWAY, 0) > time.time())


def send(compose: Composer) -> None:
    """Hands over a mail. Raises Refused, NotNow or ServerAway when the server does not take it."""
    try:
        _send(compose)
    except NotNow as error:
        in_a_row = cache.get(REFUSED_IN_A_ROW, 0) + 1
        cache.set(REFUSED_IN_A_ROW, in_a_row, RESTS * 60)
        if isinstance(error, ServerAway) or in_a_row >= TROUBLE_OF_THE_SERVER:
            cache.set(AWAY, time.time() + RESTS, RESTS * 60)
        raise
    cache.delete(REFUSED_IN_A_ROW)


def _send(compose: Composer) -> None:
    try:
        connection = get_connection()
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        raise ServerAway(_said(error)) from error
    try:
        connection.send_messages([compose()])
    except smtplib.SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()))
        raise _kind_of(code, said, of_the_address=True)(_said_by_server(code, said)) from error
    except smtplib.SMTPDataError as error:
        kind = _kind_of(error.smtp_code, error.smtp_error, of_the_address=False)
        raise kind(_said_by_server(error.smtp_code, error.smtp_error)) from error
    except AnymailRecipientsRefused as error:
        raise AddressRefused(_said(error)) from error
    except AnymailError as error:
        raise ServerAway(_said(error)) from error
    except smtplib.SMTPServerDisconnected as error:
        raise NotNow(_said(error)) from error
    except (OSError, smtplib.SMTPException) as error:
        # Not about this mail: our sender, our login, the connection.
        raise ServerAway(_said(error)) from error
    finally:
        _close(connection)


def _kind_of(code: int, said: bytes | str, *, of_the_address: bool) -> type[NotNow | Refused]:
    """Classifies a server's answer by its enhanced status code (RFC 3463): X.1 and X.2 concern the address and its mailbox, the others
    the site or this mail. Without one, it concerns the address if it answered the recipient command.
    """
    if not 500 <= code < 600:
        return NotNow
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    subject = re.match(r"5\.(\d{1,3})\.\d", text)
    return AddressRefused if (subject.group(1) in ("1", "2") if subject else of_the_address) else Refused


def _close(connection: BaseEmailBackend) -> None:
    with contextlib.suppress(OSError, smtplib.SMTPException):  # the mail is settled already, one way or the other
        connection.close()


def _said(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _said_by_server(error.smtp_code, error.smtp_error)
    return f"{type(error).__name__}: {error}"[:200]


def _said_by_server(code: int, said: bytes | str) -> str:
    return f"{code} {said.decode(errors='replace') if isinstance(said, bytes) else said}"[:200]
