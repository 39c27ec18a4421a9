"""Accounts."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import names
from games.models.game import LEVELS
from games.shapes import PassedOn, Untyped
from games.timekeeping.calendars import zone_named

FORMS = ("folded", "skeleton")
"""Of a name, each kept in a column of its own."""


class FormOfName(models.CharField):  # type: ignore[type-arg]
    """A column with a form of the name used in comparisons, recomputed whenever the name is saved."""

    def __init__(self, *args: PassedOn, form: Callable[[str], str] = str, **kwargs: PassedOn) -> None:
        super().__init__(*args, **kwargs)
        self.form = form

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        """Returns a plain column's definition for migrations."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: Untyped, add: bool) -> str:
        made = self.form(model_instance.username)
        setattr(model_instance, self.attname, made)
        return made


class People(UserManager["User"]):
    """Manager of accounts: those created by commands or programs obey the sign-up's rules for names."""

    use_in_migrations = False

    def create_user(self, username: str, *args: PassedOn, **fields: PassedOn) -> "User":
        """Creates an account. Raises ValidationError for a name that may not be used."""
        return super().create_user(self._checked_name(username), *args, **fields)

    def create_superuser(self, username: str, *args: PassedOn, **fields: PassedOn) -> "User":
        """Creates an account with all permissions. Raises ValidationError for a name that will not do."""
        return super().create_superuser(self._checked_name(username), *args, **fields)

    def _checked_name(self, username: str) -> str:
        name = names.normalized(username)
        names.check(name)
        return name


class User(AbstractUser):
    """An account. No two have names that differ in capitals only, or look alike: `games.models.names`."""

    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(
        _("language"),
        max_length=8,
        choices=settings.LANGUAGES,
        blank=True,
        default="",
        help_text=_("Empty: as the browser asks."),
    )

    display = models.CharField(
        _("display"),
        max_length=40,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text=_("How pages look to this person, in words; empty: as usual. The words are in frontend/display.py."),
    )

    named_in_chronicles = models.BooleanField(
        _("named in chronicles"),
        default=True,
        db_default=True,
        help_text=_("Whether the chronicles of your finished games give your name. Else they give the side alone."),
    )

    games_as_exercises = models.BooleanField(
        _("games as exercises"),
        default=False,
        db_default=False,
        help_text=_(
            "Whether positions of your finished public games may become exercises, if your opponent allows it too."
            " They name nobody."
        ),
    )

    mail_trouble = models.JSONField(
        _("trouble with mails"),
        default=dict,
        blank=True,
        editable=False,
        help_text=_("Of the address that refuses them; empty if none does."),
    )

    alerts_fail = models.BooleanField(
        _("alerts fail"),
        default=False,
        editable=False,
        help_text=_("Whether a browser or chat of theirs takes nothing at the moment."),
    )

    computer = models.CharField(
        _("level of the computer"),
        max_length=8,
        blank=True,
        default="",
        db_default="",
        choices=LEVELS,
        editable=False,
        help_text=_("Of an account of the computer; empty for people."),
    )
    guest = models.BooleanField(
        _("guest"),
        default=False,
        db_default=False,
        editable=False,
        help_text=_("Plays without a name and a password, in one browser. Deleted when it is not used for long."),
    )

    left_at = models.DateTimeField(
        _("left"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When the person deleted the account; the name is gone since."),
    )

    username_folded = FormOfName(form=names.folded, max_length=1000, editable=False, db_default="")
    username_skeleton = FormOfName(form=names.skeleton, max_length=1000, editable=False, db_default="")
    username_shared = models.BooleanField(
        _("name looks like another"),
        editable=False,
        db_default=False,
        help_text=_(
            "The account is from before names had to look different, and an older one has a name that looks the same."
        ),
    )

    objects: ClassVar[People] = People()

    has_sanctions = True
    """Whether there is anything that a reviewer laid on them to be asked for: found out when a request's person is
    loaded.
    """

    class Meta(AbstractUser.Meta):
        indexes = [
            *(models.Index(fields=[f"username_{form}"], name=f"user_by_{form}") for form in FORMS),
            models.Index(fields=["date_joined"], condition=Q(guest=True), name="user_guests"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["computer"], condition=~Q(computer=""), name="user_computer_once"),
            models.UniqueConstraint(
                Lower("username"), name="user_name_unique", violation_error_message=_("This name is taken.")
            ),
            *(
                models.UniqueConstraint(
                    fields=[f"username_{form}"],
                    condition=Q(username_shared=False) & ~Q(**{f"username_{form}": ""}),
                    name=f"user_name_{form}",
                )
                for form in FORMS
            ),
        ]

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which this person's days begin and end; UTC if they chose none."""
        return zone_named(self.time_zone) or ZoneInfo("UTC")

    def clean(self) -> None:
        """Checks a changed name; an older one may stay, whatever it is."""
        super().clean()
        if not User.objects.filter(pk=self.pk, username=self.username).exists():
            try:
                names.check(self.username, keeper=self.pk)
            except ValidationError as error:
                raise ValidationError({"username": error}) from error
            self.username_shared = False

    def save(self, *args: PassedOn, update_fields: Iterable[str] | None = None, **kwargs: PassedOn) -> None:
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "username_folded", "username_skeleton", "username_shared"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def has_page(self) -> bool:
        """Whether there is a page about this player: for people with an account."""
        return self.is_active and not self.guest and not self.computer

    def get_username(self) -> str:
        """Returns the name that others see; for a deleted account, a guest or the computer what it is, in the reader's
        language.
        """
        if self.left_at is not None:
            return gettext("former player {number}").format(number=self.pk)
        if self.computer:
            return gettext("Computer ({level})").format(level=self.get_computer_display())
        if self.guest:
            return gettext("Guest {number}").format(number=self.pk)
        return super().get_username()
