"""The states of alerts in words: why they were or were not sent, when, and by which way.

What they say: `games.services.alerts.kinds`.
"""

from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.models import AccountMail, Notice, Target
from games.models.outgoing import UNSENT, Failure, Outgoing
from games.shapes import Text

State = Notice.State

# Read by the person who gets the alert, and by reviewers.
REASONS: dict[str, Text] = {
    "taken": gettext_lazy("the move was made already"),
    "over": gettext_lazy("the game was over"),
    "goes-on": gettext_lazy("the game goes on"),
    "said": gettext_lazy("another alert of the game says it"),
    "seen": gettext_lazy("the game was open then"),
    "read": gettext_lazy("it was read already"),
    "off": gettext_lazy("alerts of this kind are switched off"),
    "no-address": gettext_lazy("there is no confirmed mail address"),
    "closed": gettext_lazy("the account is closed"),
    "banned": gettext_lazy("the account is banned"),
    "withdrawn": gettext_lazy("it was withdrawn"),
    "lapsed": gettext_lazy("it no longer stood"),
    "answered": gettext_lazy("it was answered already"),
    "moved": gettext_lazy("somebody had moved"),
    "replaced": gettext_lazy("somebody else plays this side now"),
    "paused": gettext_lazy("the clocks stood still"),
    "resting": gettext_lazy("this way rests after repeated failure"),
    "refused": gettext_lazy("the mail server refused the address"),
    "returned": gettext_lazy("it came back"),
    "stopped": gettext_lazy("mails to the address came back, so none are sent"),
    "link-used": gettext_lazy("its link does not count any more"),
    "unreadable": gettext_lazy("the site cannot read it any more"),
    "too-old": gettext_lazy("it could not be sent for days"),
    "restored": gettext_lazy("the site was restored from a backup"),
}


def describe(row: Outgoing, *, reachable: bool = True) -> str:
    """The state of an alert or another mail: "sent 14:02", "not sent: the game was open then".

    `reachable`: whether there is an address to send what is still to be sent to.
    """
    if not reachable and row.state in UNSENT:
        return _("not sent: {why}").format(why=REASONS["no-address"])
    if row.state == State.SENT and row.sent_at:
        return _("sent {time}").format(time=moment_in_words(row.sent_at))
    if row.state == State.DROPPED:
        return _("not sent: {why}").format(why=REASONS.get(row.why, row.why))
    if row.state == State.FAILED:
        return _("failed: {why}").format(why=REASONS.get(row.why, row.why))
    return _waiting(row)


def _is_held(target: Target | None) -> bool:
    """Whether a target rests or sleeps."""
    return target is not None and (target.resting or target.asleep)


def _waiting(row: Outgoing) -> str:
    """The state of an alert that is not settled, in words."""
    if isinstance(row, Notice) and row.state in UNSENT and _is_held(row.target):
        return _("waits, since nothing can be sent this way")
    if row.state == State.RETRY and row.failure == Failure.ADDRESS:
        said = _("{why}; next try {time}")
        return said.format(why=REASONS["refused"], time=moment_in_words(row.due_at))
    if row.state == State.RETRY:
        return _("could not be sent yet, next try {time}").format(time=moment_in_words(row.due_at))
    if row.state == State.SENDING or isinstance(row, AccountMail):
        return _("being sent")
    if isinstance(row, Notice) and row.digest:
        return _("in the digest of {time}").format(time=moment_in_words(row.due_at))
    return _("will be sent {time}").format(time=moment_in_words(row.due_at))


def way(notice: Notice) -> str:
    """The name of the alert's way of sending: mail, or the browser or chat it goes to."""
    return notice.target.name or notice.target.get_kind_display() if notice.target else pgettext("way", "mail")


def moment_in_words(moment: datetime) -> str:
    """The time in the reader's zone, with the day if it is not today."""
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return formats.time_format(local, "TIME_FORMAT")
    return formats.date_format(local, "SHORT_DATETIME_FORMAT")
