"""Delivery status notifications (RFC 3464): what a mail server says later of a mail that it had taken.

They come from anywhere, so nothing in them is trusted: not their form, not their size, not the address that they name.
"""

import email
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import policy
from email.message import Message
from typing import NamedTuple

MOST_BYTES = 1 << 20
"""Of a report, which bears the mail that came back, or its headers. What lies beyond is not read."""
MOST_RECIPIENTS = 50
STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
CODE = re.compile(r"\s*(?:smtp;\s*)?([245]\d\d)[ -]?(.*)", re.DOTALL | re.I)
SETTLED = ("delivered", "relayed", "expanded")
"""What reached somebody, as far as the server that reports knows."""
DATA_COMMAND = re.compile(r"in reply to end of DATA command", re.I)


class Answer(NamedTuple):
    """A mail server's answer: its code, and its text with an enhanced status code, if there is any."""

    code: int
    said: str


@dataclass(frozen=True, slots=True)
class Recipient:
    """What a report says of one recipient.

    `action`: failed, delayed, delivered, relayed or expanded. `code`: that of SMTP, made from the status where the
    server did not quote it. `said`: the answer, with its enhanced status code. `to_data`: whether it answered the whole
    mail rather than its recipient. `addresses`: those it names, in small letters.
    """

    action: str
    code: int
    said: str
    to_data: bool
    addresses: frozenset[str]


def read(raw: bytes) -> list[Recipient]:
    """Returns what a mail reports of its recipients: empty if it is no delivery report, such as an automatic answer.

    Never raises.
    """
    try:
        return list(_recipients(email.message_from_bytes(raw[:MOST_BYTES], policy=policy.compat32)))
    except Exception:  # the parser of whatever anybody sends: each fault of it is one more way of being unreadable
        return []


def worst_failure(recipients: Sequence[Recipient], address: str) -> Recipient | None:
    """Returns the failure that a report tells about an address; None if it tells of none.

    A report on several recipients counts by those that name the address, else by all: who has mails passed on is named
    as where they went. What arrived at one of them arrived.
    """
    ours = [one for one in recipients if address.lower() in one.addresses] or list(recipients)
    if any(one.action in SETTLED for one in ours):
        return None
    return next((one for one in ours if one.action == "failed"), None)


def _recipients(message: Message) -> Iterator[Recipient]:
    """Yields what a delivery report says of each recipient; nothing if the message is none."""
    if message.get_content_type() != "multipart/report" or not message.is_multipart():
        return
    parts = _parts(message.get_payload())
    while_sending_data = any(DATA_COMMAND.search(_text(part)) for part in parts[:1])
    for part in parts:
        for fields in _field_groups(part)[:MOST_RECIPIENTS]:
            if (one := _recipient(fields, while_sending_data)) is not None:
                yield one


def _field_groups(part: Message) -> list[Message]:
    """Returns the groups of fields of a delivery status, the one about the whole mail included;
    none of another part.
    """
    kind, payload = part.get_content_type(), part.get_payload()
    if kind == "message/delivery-status":
        return _parts(payload)
    if kind == "message/global-delivery-status":  # RFC 6533; the parser takes it for one message
        text = "\n\n".join(one.as_string() for one in _parts(payload)) or str(payload)
        return [email.message_from_string(block) for block in re.split(r"\r?\n\s*\r?\n", text) if block.strip()]
    return []


def _parts(payload: object) -> list[Message]:
    """Returns the parts of a multipart message; none of another one."""
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def _recipient(fields: Message, while_sending_data: bool) -> Recipient | None:
    """Returns what a group of fields says of its recipient; None for the group about the whole mail."""
    action = _field(fields, "Action").partition("(")[0].strip().lower()
    if not action:
        return None
    said = read_answer(_field(fields, "Diagnostic-Code").partition(";")[2].strip(), _field(fields, "Status"))
    named = (
        _field(fields, name).partition(";")[2].strip().strip("<>").lower()
        for name in ("Original-Recipient", "Final-Recipient")
    )
    return Recipient(action, said.code, said.said, while_sending_data, frozenset(filter(None, named)))


def read_answer(text: str, status: str = "") -> Answer:
    """Reads a server's answer as a report quotes it.

    Where it has no code of SMTP, the enhanced status (RFC 3463) says which it was.
    """
    found, quoted = STATUS.search(status) or STATUS.search(text), CODE.fullmatch(text)
    code = int(quoted[1]) if quoted else int(found[1] + "50") if found else 550
    said = quoted[2].strip() if quoted else text
    if found is not None and not STATUS.search(said):
        said = f"{found[0]} {said}".strip()
    return Answer(code, said)


def _field(fields: Message, name: str) -> str:
    """Returns a header on one line; "" if it is missing."""
    return " ".join(str(fields.get(name, "")).split())


def _text(part: Message) -> str:
    """Returns a part's text; "" for a multipart one."""
    payload = part.get_payload(decode=True) if not part.is_multipart() else b""
    return payload.decode(errors="replace") if isinstance(payload, bytes) else ""
