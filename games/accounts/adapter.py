"""The site's adapters of django-allauth: names, mails, redirects, encryption of second factors."""

from typing import NamedTuple

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.alerts import mail_server
from games.letters import wrapped
from games.limits import plain_address
from games.links import absolute, at_our_address, domain
from games.models import User, names
from games.people import account_mails, backend, devices
from games.people.ciphers import cipher
from games.readers import zone_of
from games.shapes import Json, JsonObject

PASSWORD = "password"


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": gettext_lazy("This name is taken."),
        "username_password_mismatch": gettext_lazy("The name or the password is not right."),
        "email_password_mismatch": gettext_lazy("The address or the password is not right."),
        "unknown_email": gettext_lazy("The address or the password is not right."),
        "invalid_login": gettext_lazy("The name or the password is not right."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that allauth counts and lists: an IPv4 address that came as IPv6 is no network of all of them."""
        return plain_address(super().get_client_ip(request))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Returns the name in the form in which it is stored. Raises ValidationError for one that may not be used."""
        name = names.normalized(username)
        if shallow:
            names.check_form(name)
        else:
            names.check(name)
        return name

    def clean_password(self, password: str, user: User | None = None) -> str:
        """Returns the password. Raises ValidationError with the first reason against it: others overlap it."""
        try:
            cleaned: str = super().clean_password(password, user)
        except ValidationError as error:
            raise error.error_list[0] from error
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: object, commit: bool = True) -> User:
        """Saves a new account. Reports the name as taken if somebody else got it between check and save."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, _("This name is taken."))
            raise ImmediateHttpResponse(redirect("signup")) from error
        return saved

    # --- guesses at passwords
    # ---------------------------------------------------------------------------------------------------

    def pre_authenticate(self, request: HttpRequest, **credentials: str) -> None:
        """Counts a guess of a password. Refuses it beyond the limits.

        A known device has guesses of its own.
        """
        own = devices.may_try(request, self._named(request, credentials), PASSWORD)
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            if not own:
                raise

    def authenticate(self, request: HttpRequest, **credentials: str) -> User | None:
        """Checks a log-in; a right password clears the guesses of its device."""
        person: User | None = super().authenticate(request, **credentials)
        if person is not None:
            devices.clear(request, person, PASSWORD)
        return person

    def _named(self, request: HttpRequest, credentials: dict[str, str]) -> User | None:
        """Returns the account that a login attempt names. Looks nobody up for strangers: for them every name takes the
        same time.
        """
        return backend.find(credentials) if devices.any_known(request) else None

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: str) -> str:
        """The key by which guesses are counted: the same in whatever letters a name is written, or each way would have
        its own.
        """
        login = str(credentials.get("email") or credentials.get("username") or "")
        return f"{domain()}:{names.folded(login.strip())[: names.LONGEST_EVER]}"

    # --- mail
    # ---------------------------------------------------------------------------------------------------------------

    def send_mail(self, template_prefix: str, email: str, context: Json) -> None:
        """Writes a mail into the outbox, in the language and time zone of the account's owner, or else of the
        request.
        """
        user = context.get("user") or self._owner(email, about_a_change="timestamp" in context)
        # allauth makes links of the host that the request names, and there stands what its sender likes.
        links = {name: at_our_address(value) for name, value in context.items() if name.endswith("_url")}
        ours = {
            "user": user,
            "reset_url": absolute(reverse("account_reset_password")),
            "current_site": {"domain": domain()},
        }
        language = (user.language if user else "") or translation.get_language()
        with (
            translation.override(language),
            timezone.override(zone_of(user) if user else timezone.get_current_timezone()),
        ):
            known = {"request": self.request, "email": email, **context, **links, **ours, "language": language}
            mail = self.render_mail(template_prefix, email, known)
        account_mails.queue(mail, kind=template_prefix.rpartition("/")[2], user=user, key=context.get("key", ""))
        if mail_server.is_away():
            messages.warning(self.request, _("Mails go out late at the moment. Yours will follow by itself."))

    def render_mail(
        self, template_prefix: str, email: object, context: JsonObject, headers: dict[str, str] | None = None
    ) -> EmailMultiAlternatives:
        """Renders a mail as text and HTML, with the headers that suppress automatic replies."""
        quiet = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}
        mail: EmailMultiAlternatives = super().render_mail(
            template_prefix, email, context, headers=quiet | (headers or {})
        )
        parts = parts_of(str(mail.body))
        # What mail programs show beside the subject: the first sentence after the greeting.
        preheader = next((part.text for part in parts if not part.url and not part.text.endswith(",")), "")
        mail.body = wrapped(str(mail.body))
        page = context | {"subject": mail.subject, "parts": parts, "preheader": preheader}
        mail.attach_alternative(render_to_string("frontend/mail/page.html", page), "text/html")
        return mail

    def _owner(self, email: str, *, about_a_change: bool) -> User | None:
        """Returns the owner of an address; for the mail of a change, the person who made it, as the address may be
        gone.
        """
        address = EmailAddress.objects.filter(email=email.lower(), verified=True).select_related("user").first()
        if address is None and about_a_change and isinstance(self.request.user, User):
            return self.request.user
        return address.user if address else None

    # --- where one goes next
    # ------------------------------------------------------------------------------------------------

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account_email") if self.request.user.is_authenticated else reverse("login")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("settings")


class Part(NamedTuple):
    """A paragraph of a mail; with an address, a button that links there."""

    text: str
    url: str = ""


def parts_of(text: str) -> list[Part]:
    """Splits a mail into paragraphs.

    One whose last line is a URL becomes a button, with the lines before as its text.
    """
    letter, _rule, _signature = text.partition("\n-- \n")
    parts = []
    for paragraph in filter(None, (piece.strip() for piece in letter.split("\n\n"))):
        said, _break, last = paragraph.rpartition("\n")
        is_link = last.startswith(("http://", "https://")) and " " not in last
        parts.append(Part(said.strip().rstrip(":").rstrip(), last) if is_link else Part(paragraph))
    return parts


class SecondFactorAdapter(DefaultMFAAdapter):
    """Encrypts the secrets of second factors, so that a copy of the database alone does not reveal them."""

    def encrypt(self, text: str) -> str:
        return cipher("second factors").encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return cipher("second factors").decrypt(encrypted_text.encode()).decode()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        return _("Passkey {number}").format(number=Authenticator.objects.filter(user=user, type=type).count() + 1)

    def _get_user_identifier(self, user: User) -> str:
        return user.get_username()

    def _get_site_name(self) -> str:
        return "Crusader Rex"
