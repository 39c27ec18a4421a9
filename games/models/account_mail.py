"""Account mails: new passwords, confirmations of addresses, changes of the account."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.outgoing import UNSETTLED, Outgoing


class AccountMail(Outgoing):
    """One mail about an account, or about an address that has none.

    A link in it can open an account. So address and words lie encrypted, until the mail is settled and no longer: the
    database itself refuses a settled row that still holds them.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        verbose_name=_("about"),
        related_name="account_mails",
        null=True,
        blank=True,
        help_text=_("Empty: there is no such account."),
    )
    kind = models.CharField(_("kind"), max_length=60)
    sealed = models.TextField(editable=False, help_text=_("Address and words, encrypted. Empty once it is settled."))
    good_until = models.DateTimeField(_("worth sending until"))
    token = models.UUIDField(default=uuid.uuid4, editable=False)

    class Meta:
        verbose_name = _("mail of an account")
        verbose_name_plural = _("mails of accounts")
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=UNSETTLED) | Q(sealed=""), name="account_mail_settled_is_empty"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state__in=UNSETTLED), name="account_mail_to_do"),
            models.Index(fields=["created_at"], name="account_mail_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user_id}: {self.state}"
