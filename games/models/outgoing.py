"""The common columns of all outboxes."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Failure(models.TextChoices):
    """The meaning of a transport's answer. `games.alerts.failures` reads answers, and has the rules that follow."""

    LATER = "later", _("not now")
    ADDRESS = "address", _("the address takes nothing")
    GONE = "gone", _("the address is gone")
    POLICY = "policy", _("the site is refused")
    OURS = "ours", _("an error of the site")


class Outgoing(models.Model):
    """A message to be sent: written with its occasion, claimed by one worker at a time, and settled when sent or given
    up.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENDING = "sending", _("being sent")
        RETRY = "retry", _("to be tried again")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("not needed")

    state = models.CharField(_("state"), max_length=8, choices=State, default=State.QUEUED)
    why = models.CharField(
        _("why"), max_length=200, blank=True, help_text=_("Why it was not needed, or what went wrong last.")
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    due_at = models.DateTimeField(
        _("due"), help_text=_("Not before this time; after a failure the time of the next try.")
    )
    overdue_since = models.DateTimeField(
        _("tried since"), null=True, blank=True, help_text=_("When it was first due for sending; empty until then.")
    )
    failure = models.CharField(
        _("failure"),
        max_length=8,
        choices=Failure,
        blank=True,
        help_text=_("Of the last failure; it stays when it is sent later."),
    )
    failing_since = models.DateTimeField(
        _("failing since"), null=True, blank=True, help_text=_("Since when it fails in this way.")
    )
    failed_at = models.DateTimeField(_("failed last"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("tries"), default=0)
    claim = models.UUIDField(_("claim"), null=True, blank=True, help_text=_("Of the worker that sends it."))
    lease_until = models.DateTimeField(_("claimed until"), null=True, blank=True)

    class Meta:
        abstract = True


UNSENT = (Outgoing.State.QUEUED, Outgoing.State.RETRY)
UNSETTLED = (*UNSENT, Outgoing.State.SENDING)
