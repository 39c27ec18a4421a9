"""Forms of second factors that do not let others' guesses lock a device on which the account has been logged in
before.
"""

from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AuthenticateWebAuthnForm, ReauthenticateWebAuthnForm
from django.core.exceptions import ValidationError

from games.models import User
from games.people import devices

CODE, PASSKEY = "code", "passkey"
LOCKED = "too_many_login_attempts"


class CodeOfKnownDevice:
    """A form of codes in which a known device has guesses of its own (`games.people.devices`)."""

    user: User
    authenticator: Authenticator

    def clean_code(self) -> str:
        """Returns a code that is right. Raises ValidationError for a wrong one, and for guesses beyond the limits."""
        own = devices.may_try(context.request, self.user, CODE)
        try:
            code: str = super().clean_code()  # type: ignore[misc]
        except ValidationError as error:
            if not own or error.code != LOCKED:
                raise
            code = self._check()
        devices.clear(context.request, self.user, CODE)
        return code

    def _check(self) -> str:
        """Returns the code if one of the person's authenticators accepts it. Raises ValidationError."""
        code: str = self.cleaned_data["code"]  # type: ignore[attr-defined]
        for found in Authenticator.objects.filter(user=self.user).exclude(type=Authenticator.Type.WEBAUTHN):
            if found.wrap().validate_code(code):
                found.user = self.user
                self.authenticator = found
                return code
        raise get_adapter().validation_error("incorrect_code")


class CodeForm(CodeOfKnownDevice, AuthenticateForm):
    pass


class CodeAgainForm(CodeOfKnownDevice, ReauthenticateForm):
    pass


class PasskeyOfKnownDevice:
    """A form of a passkey as second factor, in which a known device has tries of its own."""

    user: User | None

    def clean_credential(self) -> Authenticator:
        """Returns the passkey that has signed.

        Raises ValidationError for another one, and for tries beyond the limits.
        """
        person = self.user
        if person is None or not devices.may_try(context.request, person, PASSKEY):
            return super().clean_credential()  # type: ignore[misc]
        try:
            found: Authenticator = super().clean_credential()  # type: ignore[misc]
        except ValidationError as error:
            if error.code != LOCKED:
                raise
            # Without a person allauth takes the one whom the passkey names, and counts nothing.
            self.user = None
            try:
                found = super().clean_credential()  # type: ignore[misc]
            finally:
                self.user = person
        if found.user_id != person.pk:
            raise get_adapter().validation_error("incorrect_code")
        devices.clear(context.request, person, PASSKEY)
        return found


class PasskeyForm(PasskeyOfKnownDevice, AuthenticateWebAuthnForm):
    pass


class PasskeyAgainForm(PasskeyOfKnownDevice, ReauthenticateWebAuthnForm):
    pass
