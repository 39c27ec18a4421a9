"""Tells people that alerts do not reach them: in a line on every page, and by their other ways of being alerted.

Pages say it as soon as the class of the failure wants it, until it is read or mended (`lines`). What takes nothing any
more, or has failed for a day, is told by mail and by the other browsers and chats as well.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.alerts import bounces
from games.alerts.failures import RULES
from games.links import absolute, domain
from games.models import Target, User, Word
from games.people import account_mails
from games.people.mail import confirmed_address

OTHERS_TOLD_AFTER = timedelta(days=1)
"""For so long a passing fault has to last until the person's other ways tell of it."""


@dataclass(frozen=True, slots=True)
class FailingTarget:
    """A browser or chat that takes no alerts, as its owner reads of it. `stopped`: it is tried again only after the
    owner acts.
    """

    name: str
    error: str
    since: datetime
    stopped: bool
    push: bool


def unread_failures(user: User) -> list[FailingTarget]:
    """Returns what this person has not read yet of their browsers and chats.

    Asks the database only if there is something.
    """
    if not user.alerts_fail:
        return []
    unread = Q(read_at=None) | Q(read_at__lt=F("failing_since"))
    found = Target.objects.filter(unread, user=user, failing_since__isnull=False, asleep=False).order_by("pk")
    return [_failing_target(target) for target in found if _is_owner_told(target)]


def _is_owner_told(target: Target) -> bool:
    """Whether a failure is old enough, or bad enough, to be told to the target's owner."""
    assert target.failing_since is not None
    return target.resting or timezone.now() - target.failing_since >= RULES[target.failure].owner_told_after


def _failing_target(target: Target) -> FailingTarget:
    """Returns a failing target as its owner's page shows it."""
    assert target.failing_since is not None
    return FailingTarget(
        name_of(target), target.last_error, target.failing_since, target.resting, target.kind == Target.Kind.PUSH
    )


def name_of(target: Target) -> str:
    """Returns the target's name as its owner knows it."""
    return target.name or str(target.get_kind_display())


def mark_read(user: User) -> None:
    """Notes that this person has read of what fails now."""
    failing = Target.objects.filter(user=user, failing_since__isnull=False)
    if user.alerts_fail and failing.exists():
        failing.update(read_at=timezone.now())


def update_failure_flag(user_id: int) -> None:
    """Notes for the pages whether anything of this person fails."""
    fails = Target.objects.filter(user=user_id, failing_since__isnull=False).exists()
    others = User.objects.filter(pk=user_id).exclude(alerts_fail=fails)
    if others.exists():
        others.update(alerts_fail=fails)


def tell_others(target: Target) -> None:
    """Tells by the person's other ways that this one takes nothing, once while that lasts."""
    now = timezone.now()
    lasting = target.failing_since is not None and now - target.failing_since >= OTHERS_TOLD_AFTER
    if not (target.resting or lasting) or not Target.objects.filter(pk=target.pk, told_at=None).update(told_at=now):
        return
    _tell_targets(target.user, Word.Kind.TARGET_STOPPED, name_of(target), besides=target)
    address = confirmed_address(target.user)
    if address is not None and not bounces.is_stopped(target.user, address):
        _tell_by_mail(target, address)


def mail_stopped(sender: object, user: User, address: str, **kwargs: object) -> None:
    """Tells a person's browsers and chats that mails to them have stopped. Receives `bounces.mails_stopped`."""
    _tell_targets(user, Word.Kind.MAIL_STOPPED, address[:80])


def logged_out(target: Target) -> None:
    """Tells a browser that it gets nothing more, since nobody is logged in there."""
    _queue_words([target], Word.Kind.LOGGED_OUT, "")


def _tell_targets(user: User, kind: Word.Kind, about: str, besides: Target | None = None) -> None:
    """Queues a message to all of a person's targets that work, except one."""
    others = Target.objects.filter(user=user, resting=False, asleep=False, failing_since=None)
    _queue_words([one for one in others if besides is None or one.pk != besides.pk], kind, about)


def _queue_words(targets: list[Target], kind: Word.Kind, about: str) -> None:
    """Queues a message of this kind at each of the targets."""
    now = timezone.now()
    words = [
        Word(user_id=one.user_id, target=one, kind=kind, about=about, created_at=now, due_at=now) for one in targets
    ]
    Word.objects.bulk_create(words, ignore_conflicts=True)


def _tell_by_mail(target: Target, address: str) -> None:
    """Tells a person by mail that one of their browsers or chats takes nothing."""
    user = target.user
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language):
        context = {
            "user": user,
            "way": name_of(target),
            "error": target.last_error,
            "stopped": target.resting,
            "alerts_url": absolute(reverse("alerts")) + "#browsers",
            "current_site": {"domain": domain()},
            "language": language,
        }
        mail = get_adapter().render_mail("account/email/way_stopped", address, context)
    account_mails.queue(mail, kind="way_stopped", user=user)


def text_of(word: Word) -> str:
    """The text of a message about the alerts themselves, in the active language."""
    if word.kind == Word.Kind.LOGGED_OUT:
        return _("You are logged out here. Log in, and alerts come to this browser again.")
    if word.kind == Word.Kind.MAIL_STOPPED:
        return _("Mails to {address} come back, so none are sent. Alerts still come here.").format(address=word.about)
    return _("“{way}” gets no alerts any more. They still come here.").format(way=word.about)
