"""Classes of failure: what an answer of a transport means, and the rules that follow from its class alone.

Mail, web push and chats fail in the same five ways (`games.models.outgoing.Failure`):

- `later`: not now. 4xx of SMTP, a full mailbox, 429 and 5xx of the web, time-outs, refused and broken connections.
- `address`: the server that answers knows no such address, or does not take our messages there.
- `gone`: the address was withdrawn for good. 410, for push 404 as well, a webhook whose host says that it was deleted.
- `policy`: we are refused, not they. 5.7.x, DMARC, blocklists, a login or a signature that is not taken.
- `ours`: the site is badly configured, or the message is malformed.

An answer of a mail server is classified by its enhanced status code (RFC 3463 and the IANA registry). Where the code is
too vague its words decide; without a code, the command that was answered. Retries, pauses, giving up and whom to tell
depend on `RULES` alone.
"""

import math
import re
import smtplib
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

import requests
from anymail.exceptions import AnymailError, AnymailRecipientsRefused
from django.core.exceptions import ImproperlyConfigured
from urllib3.exceptions import HTTPError
from urllib3.util import Retry

from games.alerts.guard import NoSuchHost, NotAllowed
from games.models.outgoing import Failure

LONGEST_RETRY_AFTER = timedelta(hours=6)
"""What a server asks for beyond this is an error of its clock, or a way to silence us."""

SHORTEST_RETRY_AFTER = timedelta(seconds=1)
BELIEVED = 3
"""So many times in a row a server may say that it is soon to be asked again, and fail all the same."""


def _minutes(*numbers: float) -> tuple[timedelta, ...]:
    """Returns pauses of so many minutes."""
    return tuple(timedelta(minutes=number) for number in numbers)


@dataclass(frozen=True, slots=True)
class Rule:
    """The consequences of a class of failure."""

    pauses: tuple[timedelta, ...]
    """Between two tries, growing; the last is repeated."""
    rest: timedelta
    """For how long the mail server is left alone, where it is not about a single recipient."""
    kept_for: timedelta
    """After so long of failing in this way a message is given up."""
    stops_after: int = 0
    """So many failures, at least `APART` apart, stop an address until its owner acts. 0: it is tried for ever."""
    owner_told_after: timedelta = timedelta(0)
    """So long after the first failure in a row the owner reads of it."""
    operator: bool = False
    """Whether it is an error in the log: only the operator can mend it."""


LONGEST_KEPT = timedelta(days=14)
"""After so long a message is given up, in whichever ways it has failed."""
APART = timedelta(hours=1)
"""Failures nearer to the last one are not counted: a server that is wrongly set up for minutes refuses everything
meanwhile.
"""

RULES: dict[str, Rule] = {
    Failure.LATER: Rule(
        pauses=_minutes(1, 2, 5, 10, 20, 30, 60),
        rest=timedelta(minutes=1),
        kept_for=timedelta(days=3),
        owner_told_after=timedelta(hours=1),
    ),
    # As long as it takes to believe it: the third count ends both.
    Failure.ADDRESS: Rule(
        pauses=_minutes(15, 45, 60), rest=timedelta(0), kept_for=timedelta(minutes=110), stops_after=3
    ),
    Failure.GONE: Rule(pauses=_minutes(60), rest=timedelta(0), kept_for=timedelta(0), stops_after=1),
    Failure.POLICY: Rule(
        pauses=_minutes(5, 10, 15, 30),
        rest=timedelta(minutes=5),
        kept_for=LONGEST_KEPT,
        owner_told_after=timedelta(hours=1),
        operator=True,
    ),
    Failure.OURS: Rule(
        pauses=_minutes(5, 10, 15, 30),
        rest=timedelta(minutes=5),
        kept_for=LONGEST_KEPT,
        owner_told_after=timedelta(hours=1),
        operator=True,
    ),
}


class Failed(Exception):
    """Raised when a transport does not accept a message. Its text is what the server said, or what happened, for the
    log and for staff.

    `kind`: the class, of `Failure`. `after`: when the server wants to be asked again, None if it does not say.
    `everybody`: whether it answered before it knew to whom the message goes, so that the next one would fail, too.
    """

    def __init__(self, kind: Failure, said: str, *, after: timedelta | None = None, everybody: bool = False) -> None:
        super().__init__(said[:200])
        self.kind, self.after, self.everybody = kind, after, everybody

    @property
    def brief(self) -> str:
        """The server's codes, or the exception's name.

        The rest of an answer may repeat an address, or a link that opens an account.
        """
        codes = re.match(r"\d{3}(?: \d\.\d{1,3}\.\d{1,3})?\b", str(self))
        return codes[0] if codes else str(self).partition(" ")[0].rstrip(":")

    @property
    def rule(self) -> Rule:
        """The rule of its class."""
        return RULES[self.kind]


def pause_after_failures(kind: str, failures: int, after: timedelta | None = None) -> timedelta:
    """Returns how long to wait after so many failures in a row (1 or more): as the server asked, else ever longer."""
    pauses = RULES[kind].pauses
    pause = pauses[min(failures, len(pauses)) - 1]
    if after is None:
        return pause
    return max(after, SHORTEST_RETRY_AFTER if failures <= BELIEVED else pause)


def must_stop(kind: str, failures: int, lasting: timedelta) -> bool:
    """Whether an address is stopped, after so many failures in a row and for so long in this way."""
    number = RULES[kind].stops_after
    return bool(number) and failures >= number and lasting >= (number - 1) * APART


def pause_asked(headers: Mapping[str, str]) -> timedelta | None:
    """Returns the pause that a successful answer asks for, as Discord does when it would refuse the next message."""
    return retry_after(headers.get("X-RateLimit-Reset-After")) if headers.get("X-RateLimit-Remaining") == "0" else None


def retry_after(header: str | None) -> timedelta | None:
    """Returns what a Retry-After header asks for, in seconds or as a date (RFC 9110, 10.2.3), at most
    `LONGEST_RETRY_AFTER`.
    """
    if not header:
        return None
    most = LONGEST_RETRY_AFTER.total_seconds()
    try:
        seconds = float(header)  # Discord's have decimals
    except ValueError:
        try:
            seconds = Retry(retry_after_max=int(most)).parse_retry_after(header)
        except (HTTPError, ValueError, OverflowError):
            return None
    return None if math.isnan(seconds) else timedelta(seconds=min(max(seconds, 0.0), most))


# --- SMTP
# ----------------------------------------------------------------------------------------------------------------------

CONNECT, HELLO, LOGIN, SENDER, RECIPIENT, DATA = "connect", "hello", "login", "sender", "recipient", "data"
"""The commands of a conversation.

Before `RECIPIENT` a server does not know to whom the mail goes: nothing it says is about them.
"""

_ENHANCED = re.compile(r"(?<![\d.])[245]\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)")
_ABOUT_US = re.compile(
    r"\bsender\b|\bsending (?:host|server)|mail from|\bhelo\b|\behlo\b|client host|your"
    r" (?:host|server|domain|(?:e-?mail )?address)"
    r"|\bips?\b|\b\d{1,3}(?:\.\d{1,3}){3}\b",
    re.I,
)
_FULL = re.compile(
    r"quota|mailbox.{0,20}\bfull\b|\bfull\b.{0,10}mailbox|storage|inbox is full|(?:insufficient|out"
    r" of).{0,20}(?:space|resources)",
    re.I,
)
_NOT_NOW = re.compile(
    r"\brates?\b|too (?:many|fast|quickly|frequent)|throttl|gr[ea]ylist|try.{0,20}later|temporar|deferred|overload",
    re.I,
)
_UNKNOWN = re.compile(
    r"(?:user|recipient|mailbox|account|address|domain|alias).{0,50}?(?:unknown|not"
    r" (?:exist|found|known|available)|disabled|invalid"
    r"|inactive|unavailable|suspended|rejected|deactivated|closed|expired)"
    r"|(?:no such|unknown|invalid|bad|non-?existent|undeliverable) (?:local"
    r" )?(?:user|recipient|mailbox|address|account|domain)"
    r"|does ?(?:n.t|not) exist|no (?:mailbox|account|user|such)|not our customer|relay recipient table",
    re.I,
)
_UNWANTED = re.compile(
    r"spam|black.?list|block.?list|\bblocked|blocking|dnsbl|\brbl\b|\bdbl\b|barracuda|reputation|\bdmarc\b|\bspf\b|\bdkim\b|\barc\b"
    r"|reverse dns|\bptr\b|\bbanned|virus|malware|unsolicited|\bbulk\b|suspicious|complain|content rejected",
    re.I,
)
_FORBIDDEN = re.compile(
    r"polic(?:y|ies)|\brelay|not (?:allowed|permitted|authori[sz]ed|accepted)|authenticat|denied|listed|prohibited",
    re.I,
)
_TOO_LARGE = re.compile(
    r"(?:message|mail|size).{0,30}(?:too (?:large|big|long)|exceed)|max(?:imum)? (?:message )?size", re.I
)

_BY_DETAIL: dict[tuple[int, int], Failure] = {
    (1, 7): Failure.OURS,  # the sender's address is malformed
    (1, 8): Failure.POLICY,  # the sender's domain is bad, or blocked
    (1, 20): Failure.OURS,
    (1, 90): Failure.LATER,  # so many recipients a day
    (2, 2): Failure.LATER,  # full
    (2, 3): Failure.OURS,  # too large
    (3, 3): Failure.OURS,
    (3, 4): Failure.OURS,
    (3, 5): Failure.OURS,
    (4, 4): Failure.ADDRESS,  # no way to this domain
    (4, 310): Failure.ADDRESS,  # there is no such domain
    (5, 3): Failure.LATER,  # too many recipients
    (7, 17): Failure.ADDRESS,  # the mailbox has a new owner
    (7, 18): Failure.ADDRESS,  # the domain has a new owner
}
"""Subject and detail of an enhanced code."""
_BY_SUBJECT: dict[int, Failure] = {
    1: Failure.ADDRESS,
    2: Failure.ADDRESS,
    3: Failure.LATER,
    4: Failure.LATER,
    5: Failure.OURS,
    6: Failure.OURS,
    7: Failure.POLICY,
}
_VAGUE = {(0, 0), (1, 0), (2, 0), (2, 1), (3, 0), (4, 0), (4, 1), (5, 0), (5, 1)}
"""Codes that servers give for anything: their words are asked first."""
_BY_CODE: dict[int, Failure] = {
    **dict.fromkeys((500, 501, 502, 503, 504, 555), Failure.OURS),
    **dict.fromkeys((523, 525, 530, 534, 535, 538, 541, 571), Failure.POLICY),
    552: Failure.LATER,
}
_BY_STAGE: dict[str, Failure] = {
    CONNECT: Failure.POLICY,
    HELLO: Failure.OURS,
    LOGIN: Failure.POLICY,
    SENDER: Failure.POLICY,
    RECIPIENT: Failure.ADDRESS,
    DATA: Failure.POLICY,
}


def of_smtp(code: int, said: bytes | str, stage: str) -> Failure:
    """Returns the class of a mail server's answer to a command, one of the stages above."""
    if not 500 <= code < 600:
        return Failure.LATER
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    found = _of_permanent(code, text, stage)
    if found == Failure.ADDRESS and stage not in (RECIPIENT, DATA):
        return Failure.POLICY
    return found


def _of_permanent(code: int, text: str, stage: str) -> Failure:
    """Returns the class of a permanent failure, by its codes and the words of the server."""
    enhanced = _ENHANCED.search(text)
    which = (int(enhanced[1]), int(enhanced[2])) if enhanced else (0, 0)
    if which in _VAGUE or which[0] not in _BY_SUBJECT:
        return _by_words(text, stage) or _BY_DETAIL.get(which) or _by_code(code, which, stage)
    if which[0] == 2 and which[1] >= 100:
        return Failure.LATER  # Exchange: so many mails an hour
    found = _BY_DETAIL.get(which) or _BY_SUBJECT[which[0]]
    # "5.1.1 Sender address rejected" is not about the recipient, whatever its code says.
    return Failure.POLICY if found == Failure.ADDRESS and _ABOUT_US.search(text) else found


def _by_words(text: str, stage: str) -> Failure | None:
    """Returns the class of a failure by the words of the server; None if they say nothing known."""
    if _ABOUT_US.search(text) or _UNWANTED.search(text):
        return Failure.POLICY
    if _FULL.search(text):
        return Failure.LATER
    if _TOO_LARGE.search(text):
        return Failure.OURS
    unknown, forbidden = _UNKNOWN.search(text), _FORBIDDEN.search(text)
    if unknown and (stage == RECIPIENT or not forbidden):
        return Failure.ADDRESS
    if forbidden:
        return Failure.POLICY
    return Failure.LATER if _NOT_NOW.search(text) else None


def _by_code(code: int, which: tuple[int, int], stage: str) -> Failure:
    """Returns the class of a failure by the codes alone."""
    if code in _BY_CODE:
        return _BY_CODE[code]
    return _BY_SUBJECT.get(which[0]) or _BY_STAGE[stage]


def of_mail_error(error: Exception, *, stage: str) -> Failed:
    """Returns the failure that an exception of handing over a mail means.

    `stage` is used where the exception does not say it.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
        return _said_by_server(code, said, RECIPIENT)
    if isinstance(error, smtplib.SMTPResponseException):
        return _said_by_server(
            error.smtp_code, error.smtp_error, next((at for kind, at in _STAGES if isinstance(error, kind)), stage)
        )
    if isinstance(error, AnymailError):
        return _of_provider(error)
    return Failed(_of_connection(error), f"{type(error).__name__}: {error}", everybody=stage not in (RECIPIENT, DATA))


_STAGES: tuple[tuple[type[Exception], str], ...] = (
    (smtplib.SMTPConnectError, CONNECT),
    (smtplib.SMTPHeloError, HELLO),
    (smtplib.SMTPAuthenticationError, LOGIN),
    (smtplib.SMTPSenderRefused, SENDER),
    (smtplib.SMTPDataError, DATA),
)


def _said_by_server(code: int, said: bytes | str, stage: str) -> Failed:
    """Returns the failure of an answer of the mail server."""
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    return Failed(of_smtp(code, text, stage), f"{code} {text}", everybody=stage not in (RECIPIENT, DATA))


def _of_connection(error: Exception) -> Failure:
    """Returns the class of an exception of the connection to a mail server."""
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return Failure.LATER
    if isinstance(error, socket.gaierror):
        return Failure.LATER if error.errno == socket.EAI_AGAIN else Failure.OURS
    if isinstance(error, ssl.SSLCertVerificationError | smtplib.SMTPException | ImproperlyConfigured):
        return Failure.OURS  # no STARTTLS, no way to log in, an address in letters that the server does not take
    return Failure.LATER if isinstance(error, OSError) else Failure.OURS


def _of_provider(error: AnymailError) -> Failed:
    """Returns the failure that an exception of a provider's HTTP API means.

    `everybody` of it says that no mail of the site gets through: the provider does not answer, is busy, or refuses the
    site's login, account or address (status 401 to 404).
    """
    said = str(error)
    if isinstance(error, AnymailRecipientsRefused):
        return Failed(Failure.ADDRESS, said)
    status = error.status_code
    if status is None:
        away = isinstance(error, requests.RequestException)
        return Failed(Failure.LATER if away else Failure.OURS, said, everybody=away)
    after = retry_after(error.response.headers.get("Retry-After")) if error.response is not None else None
    if _is_passing(status):
        return Failed(Failure.LATER, said, after=after, everybody=True)
    return Failed(
        Failure.POLICY if status in (401, 402, 403) else Failure.OURS, said, everybody=status in (401, 402, 403, 404)
    )


# --- the web
# --------------------------------------------------------------------------------------------------------------------

_DELETED = re.compile(
    r'"code": ?10015|unknown webhook|no_service|no_active_hooks|channel_(?:not_found|is_archived)|invalid_token', re.I
)
"""What Discord and Slack say of a webhook that was deleted."""
_GUARDED = re.compile(r"^\s*<|cloudflare|error code: 1\d\d\d", re.I)
"""A page in front of the host, which knows nothing of the address."""


def _is_passing(status: int) -> bool:
    """Whether an HTTP status is of a failure that may be over at the next try."""
    return status >= 500 or status in (408, 425, 429) or (300 <= status < 400 and status not in (301, 308))


def of_push(status: int) -> Failure | None:
    """Returns the class of a push service's answer (RFC 8030, RFC 8292); None if it took the message."""
    if 200 <= status < 300:
        return None
    if _is_passing(status):
        return Failure.LATER
    if status in (404, 410):
        return Failure.GONE
    return Failure.POLICY if status in (401, 402, 403) else Failure.OURS


def of_chat(status: int, body: str = "") -> Failure | None:
    """Returns the class of the answer of an address that its owner gave; None if it took the message."""
    if 200 <= status < 300:
        return None
    if _is_passing(status):
        return Failure.LATER
    if status == 410 or (status in (400, 401, 403, 404) and _DELETED.search(body)):
        return Failure.GONE
    return Failure.POLICY if status == 403 and _GUARDED.search(body) else Failure.ADDRESS


def of_web_error(error: Exception) -> Failure:
    """Returns the class of an exception of a request to an address that its owner gave."""
    if any(isinstance(cause, NoSuchHost | NotAllowed | requests.exceptions.InvalidURL) for cause in _causes(error)):
        return Failure.ADDRESS
    return Failure.LATER if isinstance(error, OSError) else Failure.OURS


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yields an exception and those it was made of, which libraries wrap in three ways."""
    seen = 0
    while error is not None and seen < 10:
        yield error
        inner = next((one for one in error.args if isinstance(one, BaseException)), None)
        error, seen = error.__cause__ or getattr(error, "reason", None) or inner or error.__context__, seen + 1
