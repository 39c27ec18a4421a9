"""Hands mails to the mail server, and lets it rest when it is unreachable or takes nothing."""

import contextlib
import logging
import time
from collections.abc import Callable

from anymail.exceptions import AnymailError
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from games.alerts import failures
from games.alerts.failures import Failed
from games.models.outgoing import Failure

logger = logging.getLogger(__name__)
Composer = Callable[[], EmailMultiAlternatives]
AWAY = "alerts.mail-server-away"
REFUSED_IN_A_ROW = "alerts.mails-refused-in-a-row"
RESTS = int(failures.RULES[Failure.LATER].rest.total_seconds())
"""Seconds for which no mail is tried after the mail server could not be reached."""
KNOWN_FOR = 3600
KNOWN = (OSError, AnymailError, ImproperlyConfigured)
"""Errors of servers and settings; SMTP's are OSErrors.

Anything else is a fault of ours, and left to the operator, who reads of it in the log.
"""
TROUBLE_OF_THE_SERVER = 3
"""So many mails one after the other that are not taken, though not for their recipients: it is not they, it is the
server.
"""


def is_away() -> bool:
    """Whether the mail server rests after a failure, so that nothing is handed to it."""
    return rests_until() > time.time()


def rests_until() -> float:
    """Returns until when nothing is handed to the mail server, in seconds since 1970; 0 if it does not rest."""
    return float(cache.get(AWAY, 0))


def send(compose: Composer) -> None:
    """Hands over a mail. Raises Failed when the server does not take it.

    The mail server rests, for as long as the class of the failure says, in two cases: it refused before it knew the
    recipient, or it took none of several mails. Then there is one try, not one for each mail.
    """
    try:
        _hand_over(compose)
    except Failed as failed:
        if failed.rule.operator:
            logger.error("Mails are refused, and not for their recipients (%s): %s", failed.kind, failed.brief)
        if failed.kind != Failure.ADDRESS:
            _count_refusal(failed)
        raise
    cache.delete(REFUSED_IN_A_ROW)


def _count_refusal(failed: Failed) -> None:
    """Counts a refusal, and has the server rest if it refuses everybody or too often in a row."""
    in_a_row = cache.get(REFUSED_IN_A_ROW, 0) + 1
    cache.set(REFUSED_IN_A_ROW, in_a_row, KNOWN_FOR)
    if failed.everybody or in_a_row >= TROUBLE_OF_THE_SERVER:
        rest = max(failed.rule.rest, failed.after or failed.rule.rest)
        cache.set(AWAY, time.time() + rest.total_seconds(), KNOWN_FOR + rest.total_seconds())


def _hand_over(compose: Composer) -> None:
    """Writes a mail and hands it over. Raises Failed."""
    letter = compose()
    try:
        connection = get_connection()
        connection.open()
    except KNOWN as error:
        raise failures.of_mail_error(error, stage=failures.CONNECT) from error
    try:
        connection.send_messages([letter])
    except KNOWN as error:
        raise failures.of_mail_error(error, stage=failures.DATA) from error
    finally:
        _close(connection)


def _close(connection: BaseEmailBackend) -> None:
    """Closes the connection, whatever happens: the mail is settled already."""
    with contextlib.suppress(Exception):  # the mail is settled already, one way or the other
        connection.close()
