"""Canned replies: named texts that reviewers make, change, retire, and insert when they write to players."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.disputes import audit, errors, filing, reviewing
from games.models import CannedReply, StaffAction, User
from games.models.reply import LONGEST_NAME

MOST = 100
"""Replies that are kept at once: a list to choose from, no library."""


def active_replies() -> QuerySet[CannedReply]:
    """Returns the replies in use, by name."""
    return CannedReply.objects.filter(retired_at=None)


def find(number: int) -> CannedReply:
    """Returns a reply in use. Raises ReplyNotFound."""
    found = active_replies().filter(pk=number).first()
    if found is None:
        raise errors.ReplyNotFound
    return found


def make(*, user: User, name: str, language: str, text: str) -> CannedReply:
    """Creates a reply. Raises NotAReviewer, NothingWritten, TooLong, BadReply and TooManyReplies."""
    _require_reviewer(user)
    given = _checked(name, language, text)
    with _one_of_a_name():
        if active_replies().count() >= MOST:
            said = ngettext(
                "There is {count} canned reply.", "There are {count} canned replies. Retire one first.", MOST
            )
            raise errors.TooManyReplies(said.format(count=MOST))
        made = CannedReply.objects.create(**given)
        _record(user, made, {}, given)
    return made


def change(*, user: User, number: int, version: int, name: str, language: str, text: str) -> CannedReply:
    """Changes a reply. Raises ReplyChanged if somebody else changed it meanwhile, ReplyNotFound, and what `make`
    raises.
    """
    _require_reviewer(user)
    given = _checked(name, language, text)
    with _one_of_a_name():
        found = _locked(number)
        if found.version != version:
            raise errors.ReplyChanged
        before = _reply_fields(found)
        changed = [field for field, value in given.items() if before[field] != value]
        if changed:
            for field, value in given.items():
                setattr(found, field, value)
            found.version += 1
            found.save()
            _record(
                user, found, {field: before[field] for field in changed}, {field: given[field] for field in changed}
            )
    return found


def retire(*, user: User, number: int) -> CannedReply:
    """Removes a reply from the list. Texts written with it stay."""
    _require_reviewer(user)
    with transaction.atomic():
        found = _locked(number)
        found.retired_at = timezone.now()
        found.save(update_fields=["retired_at"])
        audit.record(actor=user, kind=StaffAction.Kind.CANNED, after={f"canned reply {found.pk}: retired": found.name})
    return found


def append_reply(written: str, reply: CannedReply) -> str:
    """Appends a reply to the text written so far."""
    return f"{written.rstrip()}\n\n{reply.text}" if written.strip() else reply.text


def _require_reviewer(user: User) -> None:
    if not reviewing.is_reviewer(user):
        raise errors.NotAReviewer


def _checked(name: str, language: str, text: str) -> dict[str, str]:
    """Returns the fields of a reply. Raises BadReply, NothingWritten or TooLong."""
    called = " ".join(name.split())
    if not called or len(called) > LONGEST_NAME:
        raise errors.BadReply(_("Give the reply a name of {most} characters at most.").format(most=LONGEST_NAME))
    if language not in ("", *dict(settings.LANGUAGES)):
        raise errors.BadReply(_("There is no such language."))
    return {"name": called, "language": language, "text": filing.clean_text(text)}


@contextmanager
def _one_of_a_name() -> Iterator[None]:
    """A transaction that turns the database's unique violation, of name and language, into BadReply."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise errors.BadReply(_("There is a canned reply of this name in this language already.")) from error


def _locked(number: int) -> CannedReply:
    """Returns a reply in use, locked. Raises ReplyNotFound."""
    found = CannedReply.objects.select_for_update().filter(pk=number, retired_at=None).first()
    if found is None:
        raise errors.ReplyNotFound
    return found


def _reply_fields(reply: CannedReply) -> dict[str, str]:
    return {"name": reply.name, "language": reply.language, "text": reply.text}


def _record(user: User, reply: CannedReply, before: dict[str, str], after: dict[str, str]) -> None:
    """Writes the fields before and after a change into the audit log, named as for changes in the admin."""
    named = [
        {f"canned reply {reply.pk}: {field}": value for field, value in fields.items()} for fields in (before, after)
    ]
    audit.record(actor=user, kind=StaffAction.Kind.CANNED, before=named[0], after=named[1])
