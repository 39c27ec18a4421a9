"""Whether a session has used a second factor, which staff need for the admin."""

from allauth.account.signals import authentication_step_completed
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest

from games.models import User

SESSION_KEY = "second-factor-of"


def has_second_factor(user: User) -> bool:
    """Whether an account has an authenticator app or a passkey."""
    return bool(is_mfa_enabled(user, ["totp", "webauthn"]))


def was_proved(request: HttpRequest) -> bool:
    """Whether the logged-in person has a second factor and used it in this session."""
    user = request.user
    return isinstance(user, User) and request.session.get(SESSION_KEY) == user.pk and has_second_factor(user)


def connect() -> None:
    """Connects the signals. Called once, at start."""
    authentication_step_completed.connect(_remember_step, dispatch_uid="second-factor-used")
    authenticator_added.connect(_remember, dispatch_uid="second-factor-added")


def _remember_step(request: HttpRequest, method: str, user: User, **kwargs: object) -> None:
    # A passkey that stands for the password as well counts: it asked for a finger or a PIN.
    if method == "mfa":
        _remember(request, user)


def _remember(request: HttpRequest, user: User, **kwargs: object) -> None:
    """Marks the session as proved after setting up a factor, too: that required a code of it."""
    request.session[SESSION_KEY] = user.pk
