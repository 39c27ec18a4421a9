"""What the answers of mail servers, push services and chats mean, in the words of each."""

import smtplib
import socket
import ssl
from datetime import timedelta

import anymail.exceptions
import requests
import time_machine
from django.core.exceptions import ImproperlyConfigured
from hypothesis import given
from hypothesis import strategies as st
from urllib3.exceptions import MaxRetryError, NewConnectionError

from games.alerts import failures
from games.alerts.failures import CONNECT, DATA, HELLO, LOGIN, RECIPIENT, SENDER
from games.alerts.guard import NoSuchHost, NotAllowed
from games.models.outgoing import Failure
from tests.games.alerts.conftest import answered

LATER, ADDRESS, GONE, POLICY, OURS = Failure

ANSWERS = (
    # Not now, whatever is said beside.
    (CONNECT, "421 4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred due to user complaints", LATER),
    (RECIPIENT, "450 4.2.1 The user is receiving mail too quickly", LATER),
    (RECIPIENT, "451 4.7.1 Greylisting in action, please come back later", LATER),
    (DATA, "452 4.3.1 Insufficient system storage", LATER),
    (LOGIN, "454 4.7.0 Temporary authentication failure", LATER),
    (RECIPIENT, "450 5.1.1 mismatched", LATER),
    # A full mailbox has room again.
    (RECIPIENT, "552 5.2.2 The email account that you tried to reach is over quota", LATER),
    (DATA, "552-5.2.2 Mailbox full", LATER),
    (RECIPIENT, "552 Requested mail action aborted: exceeded storage allocation", LATER),
    (RECIPIENT, "550 mailbox is full", LATER),
    (
        RECIPIENT,
        "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
        LATER,
    ),
    (RECIPIENT, "550 5.2.121 Recipient's per hour message receive limit exceeded", LATER),
    (DATA, "550 5.4.5 Daily user sending limit exceeded", LATER),
    # There is nobody.
    (
        RECIPIENT,
        "550 5.1.1 <x@example.org>: Recipient address rejected: User unknown in local recipient table",
        ADDRESS,
    ),
    (RECIPIENT, "550-5.1.1 The email account that you tried to reach does not exist. Please try", ADDRESS),
    (RECIPIENT, "550 no such user", ADDRESS),
    (RECIPIENT, "550 Requested action not taken: mailbox unavailable", ADDRESS),
    (RECIPIENT, "550 5.5.0 Requested action not taken: mailbox unavailable", ADDRESS),
    (RECIPIENT, "550 #5.1.0 Address rejected.", ADDRESS),
    (RECIPIENT, "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", ADDRESS),
    (RECIPIENT, "550 5.4.1 Recipient address rejected: Access denied", ADDRESS),
    (RECIPIENT, "550 5.4.4 Unable to route: no mail hosts for domain", ADDRESS),
    (RECIPIENT, "550 5.2.1 The email account that you tried to reach is disabled", ADDRESS),
    (RECIPIENT, "553 5.1.2 We weren't able to find the recipient domain", ADDRESS),
    (RECIPIENT, "551 User not local", ADDRESS),
    (RECIPIENT, "556 5.1.10 domain does not accept mail (nullMX)", ADDRESS),
    (RECIPIENT, "550 5.7.17 Mailbox owner has changed", ADDRESS),
    (DATA, "550 5.1.1 User unknown", ADDRESS),
    # We are refused, not they.
    (
        DATA,
        "550 5.7.26 Unauthenticated email from example.org is not accepted due to domain's DMARC policy",
        POLICY,
    ),
    (DATA, "550 5.7.1 Our system has detected that this message is likely unsolicited mail", POLICY),
    (RECIPIENT, "550 5.7.1 We do not like your address", POLICY),
    (RECIPIENT, "554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org", POLICY),
    (RECIPIENT, "554 5.7.1 <x@example.org>: Relay access denied", POLICY),
    (RECIPIENT, "550 Your IP is listed in Barracuda", POLICY),
    (
        RECIPIENT,
        "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation",
        POLICY,
    ),
    (RECIPIENT, "550 Message rejected: SPF check failed, no such mailbox for you", POLICY),
    (RECIPIENT, "550 5.1.8 <us@example.org>: Sender address rejected: Domain not found", POLICY),
    (RECIPIENT, "550 Sender verify failed", POLICY),
    (SENDER, "550 5.1.0 <us@example.org> sender rejected", POLICY),
    (SENDER, "530 5.7.0 Must issue a STARTTLS command first", POLICY),
    (SENDER, "530 5.7.1 Authentication required", POLICY),
    (LOGIN, "535 5.7.8 Error: authentication failed", POLICY),
    (LOGIN, "535 no such user", POLICY),
    (LOGIN, "538 5.7.11 Encryption required for requested authentication mechanism", POLICY),
    (CONNECT, "554 No SMTP service here", POLICY),
    (CONNECT, "554 5.1.1 no such thing", POLICY),
    (DATA, "554 No", POLICY),
    (DATA, "554 Transaction failed: blacklisted link", POLICY),
    # It is us.
    (HELLO, "501 5.5.4 Invalid domain name", OURS),
    (RECIPIENT, "503 5.5.1 Error: need MAIL command", OURS),
    (SENDER, "501 5.1.7 Bad sender address syntax", OURS),
    (DATA, "552 5.3.4 Message size exceeds fixed limit", OURS),
    (DATA, "552 message size exceeds fixed maximum message size", OURS),
    (DATA, "550 5.6.0 Lone CR or LF in body", OURS),
    (DATA, "554 5.3.5 Local configuration error", OURS),
)


def test_a_mail_server_s_answer() -> None:
    for stage, answer, kind in ANSWERS:
        assert failures.of_smtp(int(answer[:3]), answer[4:].encode(), stage) == kind, answer


@given(code=st.integers(400, 599), said=st.text(max_size=80), stage=st.sampled_from([CONNECT, HELLO, LOGIN, SENDER]))
def test_nothing_said_before_the_recipient_is_known_is_held_against_them(code: int, said: str, stage: str) -> None:
    assert failures.of_smtp(code, said, stage) not in (ADDRESS, GONE)


@given(code=st.integers(-1, 999), said=st.binary(max_size=80), stage=st.sampled_from([RECIPIENT, DATA]))
def test_every_answer_has_a_class(code: int, said: bytes, stage: str) -> None:
    assert failures.of_smtp(code, said, stage) in failures.RULES


def provider(status: int, **headers: str) -> Exception:
    return anymail.exceptions.AnymailRequestsAPIError(response=answered(status, **headers))


def test_an_error_of_handing_over_a_mail() -> None:
    for error, kind, everybody in (
        (ConnectionRefusedError("refused"), LATER, True),
        (TimeoutError("timed out"), LATER, True),
        (smtplib.SMTPServerDisconnected("Connection unexpectedly closed"), LATER, True),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"), LATER, True),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), OURS, True),
        (ssl.SSLCertVerificationError("self-signed certificate"), OURS, True),
        (ssl.SSLError("wrong version number"), LATER, True),
        (smtplib.SMTPNotSupportedError("STARTTLS extension not supported by server."), OURS, True),
        (smtplib.SMTPException("No suitable authentication method found."), OURS, True),
        (smtplib.SMTPAuthenticationError(535, b"5.7.8 no"), POLICY, True),
        (smtplib.SMTPHeloError(504, b"5.5.2 need a full name"), OURS, True),
        (smtplib.SMTPConnectError(421, b"busy"), LATER, True),
        (smtplib.SMTPSenderRefused(550, b"5.7.1 no", "us@example.org"), POLICY, True),
        (smtplib.SMTPRecipientsRefused({"x@example.org": (550, b"5.1.1 unknown")}), ADDRESS, False),
        (smtplib.SMTPDataError(550, b"5.7.26 DMARC"), POLICY, False),
        (ImproperlyConfigured("no token"), OURS, True),
        (anymail.exceptions.AnymailRecipientsRefused(), ADDRESS, False),
        (provider(429), LATER, True),
        (provider(503), LATER, True),
        (provider(401), POLICY, True),
        (provider(403), POLICY, True),
        (provider(422), OURS, False),
    ):
        failed = failures.of_mail_error(error, stage=CONNECT)
        assert (failed.kind, failed.everybody) == (kind, everybody)


def test_a_provider_is_asked_again_when_it_wants_to_be() -> None:
    assert failures.of_mail_error(provider(429, Retry_After="90"), stage=DATA).after == timedelta(seconds=90)


def test_a_push_service_s_answer() -> None:
    for status, kind in (
        *((status, None) for status in (200, 201)),
        *((status, LATER) for status in (302, 408, 425, 429, 500, 503)),
        *((status, GONE) for status in (404, 410)),
        *((status, POLICY) for status in (401, 403)),
        *((status, OURS) for status in (400, 413)),
    ):
        assert failures.of_push(status) == kind


def test_a_chat_s_answer() -> None:
    for status, body, kind in (
        (204, "", None),
        (301, "", ADDRESS),
        (302, "", LATER),
        (307, "", LATER),
        (308, "", ADDRESS),
        (400, "", ADDRESS),
        (401, "", ADDRESS),
        (403, "<html>Attention Required! | Cloudflare", POLICY),
        (403, "error code: 1015", POLICY),
        (404, "", ADDRESS),
        (404, '{"message": "Unknown Webhook", "code": 10015}', GONE),
        (404, "no_service", GONE),
        (410, "", GONE),
        (413, "", ADDRESS),
        (429, '{"retry_after": 0.5}', LATER),
        (502, "", LATER),
        (599, "", LATER),
    ):
        assert failures.of_chat(status, body) == kind


def wrapped(cause: Exception) -> Exception:
    """An error of the guarded connection, as the libraries wrap it."""
    try:
        try:
            raise cause
        except OSError as error:
            raise NewConnectionError(None, str(error)) from error  # type: ignore[arg-type]
    except NewConnectionError as error:
        return requests.ConnectionError(MaxRetryError(None, "/", error))  # type: ignore[arg-type]


def test_an_error_of_a_request_to_an_address_that_its_owner_gave() -> None:
    for error, kind in (
        (wrapped(NoSuchHost("chat.example.org has no address")), ADDRESS),
        (wrapped(OSError("the name cannot be looked up")), LATER),
        (wrapped(ConnectionRefusedError("refused")), LATER),
        (NotAllowed("internal"), ADDRESS),
        (requests.exceptions.InvalidURL("x"), ADDRESS),
        (requests.ReadTimeout("slow"), LATER),
        (requests.exceptions.SSLError("certificate has expired"), LATER),
        (KeyError("a fault"), OURS),
    ):
        assert failures.of_web_error(error) == kind


@time_machine.travel("2027-11-25 12:00:00Z", tick=False)
def test_a_server_says_when_it_wants_to_be_asked_again() -> None:
    for header, seconds in (
        (None, None),
        ("", None),
        ("soon", None),
        ("nan", None),
        ("0", 0),
        ("-5", 0),
        ("90", 90),
        (" 90 ", 90),
        ("0.65", 0.65),
        ("Thu, 25 Nov 2027 12:02:00 GMT", 120),
        ("Thu, 25 Nov 2027 11:00:00 GMT", 0),
        ("Thu, 25 Nov 2117 11:00:00 GMT", 6 * 3600),
        ("Thu, 99 Nov 9999999 11:00:00 GMT", None),
        ("99999999999", 6 * 3600),
        ("9" * 5000, 6 * 3600),
        ("inf", 6 * 3600),
    ):
        assert failures.retry_after(header) == (None if seconds is None else timedelta(seconds=seconds))


@given(st.text())
def test_no_header_breaks_the_reading(header: str) -> None:
    after = failures.retry_after(header)
    assert after is None or timedelta(0) <= after <= failures.LONGEST_RETRY_AFTER


def test_pauses_grow_and_are_never_shorter_than_what_was_asked_for() -> None:
    for kind in Failure:
        pauses = [failures.pause_after_failures(kind, number) for number in range(1, 20)]
        assert pauses == sorted(pauses)
        assert failures.pause_after_failures(kind, 1, timedelta(hours=5)) == timedelta(hours=5)
