"""A person with an account."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person with an account. Names that differ in capitals only count as the same."""

    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(
        _("language"), max_length=8, choices=settings.LANGUAGES, blank=True, default="", help_text=_("Empty: as the browser asks.")
    )

    left_at = models.DateTimeField(
        _("left"), null=True, blank=True, editable=False, help_text=_("When the person deleted the account; the name is gone since.")
    )

    has_sanctions = True
    """Whether there is anything that a reviewer laid on them to be asked for: found out when a request's person is loaded."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="user_name_unique", violation_error_message=_("This name is taken.")),
        ]

    def get_username(self) -> str:
        """The name others see; of those who left, a number in its place, in the reader's language."""
        if self.left_at is not None:
            return gettext("former player {number}").format(number=self.pk)
        return super().get_username()
