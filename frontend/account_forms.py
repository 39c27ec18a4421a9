"""Forms of sign-up, login, and account settings."""

import zoneinfo
from functools import cache
from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from frontend.language import chosen_by
from games.accounts import guests
from games.models import User


@cache
def all_zones() -> frozenset[str]:
    """Returns every time zone name, cached: `zoneinfo` reads its whole folder at each call, slower than a page."""
    return frozenset(zoneinfo.available_timezones())


@cache
def zone_names() -> tuple[str, ...]:
    """Returns the time zones to choose from: places, without obsolete aliases."""
    return ("UTC", *sorted(name for name in all_zones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))))


NAME_RULES = _("This is what other players see: one word of letters, digits and the signs . _ + -, without spaces.")
PASSWORD_RULES = _("At least 10 characters, and not one that everybody uses.")


class SignUpForm(allauth.SignupForm):
    """Sign-up: name and password; a mail address is optional, for alerts."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = NAME_RULES
        self.fields["email"].label = _("Mail address (optional)")
        self.fields["email"].help_text = _(
            "For being told that it is your turn, and for a forgotten password. Nobody else sees it."
        )
        self.fields["password1"].help_text = PASSWORD_RULES
        self.fields["password2"].label = _("The password once more")

    def clean_time_zone(self) -> str:
        """Returns the time zone that a script filled in; an unknown one counts as empty."""
        said = str(self.cleaned_data["time_zone"])
        return said if said in all_zones() else ""

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        user.language = chosen_by(request)
        user.time_zone = self.cleaned_data["time_zone"] or user.time_zone
        user.save(update_fields=["language", "time_zone"])


class KeepForm(forms.Form):
    """A guest's name and password. What they are checked for is said by `games.accounts.guests.convert_guest`."""

    username = forms.CharField(
        label=_("Name"),
        max_length=150,
        help_text=NAME_RULES,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=PASSWORD_RULES,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label=_("The password once more"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest

    def clean(self) -> dict[str, Any]:
        """Checks name and password, and that both passwords are the same, so that all is said at once."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        try:
            guests.check_account(data.get("username", ""), data.get("password1", ""), self.guest)
        except ValidationError as error:
            self.refuse(error)
        said = self.data.get("password1"), data.get("password2")
        if all(said) and said[0] != said[1]:
            self.add_error("password2", _("The two passwords are not the same."))
        elif "username" in self.errors and "password1" not in self.errors:
            # A page never shows a password again.
            self.add_error("password1", _("Type the password again, twice: it is not kept."))
        return data

    def refuse(self, error: ValidationError) -> None:
        """Shows what is wrong beside the field it is about: what is said of names has a code that says so."""
        for one in error.error_list:
            field = "username" if str(one.code).startswith(("name_", "username_")) else "password1"
            # An empty field has its complaint.
            if field in self.cleaned_data:
                self.add_error(field, one)


class LogInForm(allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or mail address")
        self.fields["login"].widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }

    def user_credentials(self) -> dict[str, str]:
        """Returns credentials by mail address if the login has an @, else by name.

        Only a few early names contain one.
        """
        said = self.cleaned_data["login"]
        by_mail = {"email": said, "username": said} if "@" in said else {"username": said}
        return {**by_mail, "password": self.cleaned_data["password"]}


def set_labels(form: forms.Form) -> None:
    """Sets the labels and help of password and address fields, the same on every form."""
    labels = {"email": _("Mail address"), "oldpassword": _("The password until now"), "password1": _("New password")}
    for name, label in (labels | {"password2": _("The new password once more")}).items():
        if name in form.fields:
            form.fields[name].label = label
    if "password1" in form.fields:
        form.fields["password1"].help_text = PASSWORD_RULES


class ChangePasswordForm(allauth.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_labels(self)


class SetPasswordForm(allauth.SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_labels(self)


class ResetPasswordForm(allauth.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_labels(self)


class ResetPasswordKeyForm(allauth.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_labels(self)


class AddPasskeyForm(AddWebAuthnForm):
    """A new passkey, which replaces the password at login unless unchecked."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Time zone, language, whether chronicles name the person, and whether exercises are made of their games."""

    class Meta:
        model = User
        fields = ("time_zone", "language", "named_in_chronicles", "games_as_exercises")
        labels = {
            "named_in_chronicles": _("My name stands in chronicles of finished games"),
            "games_as_exercises": _("Positions of my finished public games may become exercises"),
        }
        help_texts = {
            "time_zone": _("Times on pages and in mails are shown as your clock does, and your day begins by it."),
            "named_in_chronicles": _("Else they give the side you played, and no name."),
            "games_as_exercises": _("Only where your opponent allows it too. An exercise names nobody."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = zone_names()
        if self.instance.time_zone not in names:
            names = (*names, self.instance.time_zone)
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            choices=[(name, name.replace("_", " ")) for name in names],
            help_text=self.fields["time_zone"].help_text,
        )
        self.fields["language"].help_text = ""
        choices: Any = self.fields["language"]
        choices.choices = [("", _("as the browser asks")), *[choice for choice in choices.choices if choice[0]]]


class LeavingForm(forms.Form):
    """Account deletion: the password, and a checkbox for confirmation."""

    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    sure = forms.BooleanField(label=_("Yes, delete my account for good"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        """Checks the password through allauth, which limits tries."""
        password = str(self.cleaned_data["password"])
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password
